"""A ruling as a person reads it, in one language and without the database: HTML and PDF lay out the same document."""

from dataclasses import dataclass, field
from datetime import datetime

from referee.law.arbitral_score import ArbitralScore
from tournaments.games import COMPASS, Seating


@dataclass(frozen=True)
class Scene:
    """Where it happened and who sat there; seats are (letter, name) in order of play."""

    round: int
    table: int
    board: int | None
    line_a: str
    line_b: str
    seats: tuple[tuple[str, str], ...]
    responsible: str
    seating: Seating = COMPASS


@dataclass(frozen=True)
class FactLine:
    """A question and its answer, where the answer came from, and the rules of its procedure that it excluded."""

    question: str
    answer: str
    source: str = ""
    procedure: str = ""
    excluded: tuple[int, ...] = ()


@dataclass(frozen=True)
class ArticleLine:
    """An article cited, in our own words."""

    number: int
    title: str
    summary: str
    note: str = ""


@dataclass(frozen=True)
class Departure:
    """What the code's rules proposed where the arbiter decided otherwise."""

    proposed: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class ScoreGiven:
    """The arbitral score of the annulled board with its whole arithmetic."""

    arithmetic: ArbitralScore
    version: int
    given_by: str
    given_at: datetime
    reason: str = ""


@dataclass(frozen=True)
class Edition:
    """The code that was applied, so that anybody can tell whether it has changed since."""

    rulebook: str
    edition: str
    sha256: str


@dataclass(frozen=True)
class RulingDocument:
    """One version of a ruling, whole."""

    number: int
    version: int
    tournament: str
    federation: str
    title: str
    scene: Scene
    decided_by: str
    decided_at: datetime
    edition: Edition
    is_current: bool = True
    revision_reason: str = ""
    detection: tuple[FactLine, ...] = ()
    options: tuple[FactLine, ...] = ()
    facts: tuple[FactLine, ...] = ()
    needless: tuple[FactLine, ...] = ()
    effects: tuple[str, ...] = ()
    articles: tuple[ArticleLine, ...] = ()
    readings: tuple[str, ...] = ()
    departure: Departure | None = None
    reason: str = ""
    note: str = ""
    score: ScoreGiven | None = None
    language: str = field(default="it")
