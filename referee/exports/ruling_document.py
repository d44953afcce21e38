"""A ruling as a person reads it, in one language and without the database: HTML and PDF lay out the same document."""

from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from codes.arbitral.score import Reckoning
from tournaments.games import COMPASS, SeatNames


@dataclass(frozen=True)
class Scene:
    """Where it happened and who sat there; seats are (letter, name) in order of play."""

    round: int
    table: int
    board: int | None
    line_a: str
    line_b: str
    seats: tuple[tuple[str, str], ...]
    persons: tuple[tuple[str, str], ...] = ()  # (as they were asked for, who they are)
    cards: tuple[tuple[str, str], ...] = ()  # (as they were asked for, which they are)
    hands: tuple[tuple[str, str], ...] = ()  # (a seat, the cards dealt to it), once nobody has still to play them
    elsewhere: tuple[tuple[str, str, str], ...] = ()  # (another table, its lines, who answers there)
    seat_names: SeatNames = COMPASS


@dataclass(frozen=True)
class FactLine:
    question: str
    answer: str
    source: str = ""
    procedure: str = ""
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArticleLine:
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
class ReckonedScore:
    arithmetic: Reckoning
    version: int
    given_by: str
    given_at: datetime
    reason: str = ""
    rests_on: str = ""  # the ending or play of which it is a bound, naming no card


@dataclass(frozen=True)
class Consulted:
    """A question put before deciding; answers: who, what ties them to the matter, what they said and when, if ever."""

    question: str
    asked_by: str
    asked_at: datetime
    answers: tuple[tuple[str, str, str, datetime | None], ...]


@dataclass(frozen=True)
class EditionUsed:
    """The code that was applied, so that anybody can tell whether it has changed since."""

    rulebook: str
    edition: str
    sha256: str


@dataclass(frozen=True)
class RulingDocument:
    number: int
    version: int
    tournament: str
    federation: str
    title: str
    scene: Scene
    decided_by: str
    decided_at: datetime
    edition: EditionUsed
    is_current: bool = True
    revision_reason: str = ""
    detection: tuple[FactLine, ...] = ()
    options: tuple[FactLine, ...] = ()
    facts: tuple[FactLine, ...] = ()
    needless: tuple[FactLine, ...] = ()
    effects: tuple[str, ...] = ()
    articles: tuple[ArticleLine, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()  # (what is adopted, the other reading where it is told)
    departure: Departure | None = None
    reason: str = ""
    note: str = ""
    besides: tuple[int, str] | None = None  # (another ruling on what happens to a match once, why this is not the same)
    confirmed: str = ""  # by whom and when, of a ruling that somebody else proposed
    confirmed_at: datetime | None = None
    told: tuple[tuple[str, str, str], ...] = ()  # (who, by doing what, of whom of the own club they were told)
    consulted: tuple[Consulted, ...] = ()
    score: ReckonedScore | None = None
    language: str = field(default="it")


def title_of(document: RulingDocument) -> str:
    """'Provvedimento n. 7' and, from the second on, its version."""
    title = _("Provvedimento n. %(number)s") % {"number": document.number}
    return title if document.version == 1 else f"{title}, {_('versione')} {document.version}"
