"""Cases like the one being decided, of tournaments that ended before everybody's eyes; nobody is named.

Where they are kept is another application's matter: it says so here, and without it there are none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from referee.cases.words import spoken
from referee.code_browser.headnotes import HeadnoteLine, headnotes_by_ruling
from referee.rulings.anonymity import without_persons
from referee.rulings.models import Ruling
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class PrecedentQuery:
    """What is looked for: the anomaly, the answers that decided («procedure.fact.answer»), words that were noted."""

    tournament: Tournament
    code: str
    procedure: str
    facts: tuple[str, ...]
    words: str = ""


@dataclass(frozen=True)
class Alike:
    """How many were decided on the very same facts, and how many of these otherwise than proposed; else on the anomaly.

    more: there are more than were counted. nearest: the rulings that come closest, by their keys, the best first;
    those that are not of this installation lie in `elsewhere`, under keys below nought.
    """

    same: int = 0
    otherwise: int = 0
    of_anomaly: int = 0
    anomaly_otherwise: int = 0
    more: bool = False
    nearest: tuple[int, ...] = ()
    elsewhere: Mapping[int, Ruling] = field(default_factory=dict)

    @property
    def as_proposed(self) -> int:
        return self.same - self.otherwise

    @property
    def anomaly_as_proposed(self) -> int:
        return self.of_anomaly - self.anomaly_otherwise


@dataclass(frozen=True)
class Precedent:
    """A ruling as somebody reads it who decides now."""

    reference: str
    tournament: str
    decided_at: Any
    title: str
    facts: tuple[tuple[str, str], ...]
    orders: tuple[str, ...]
    departed: bool
    reason: str
    same_facts: bool
    # What an officer drew from it for everybody.
    headnote: HeadnoteLine | None = None


FINDERS: list[Callable[[PrecedentQuery], Alike]] = []


def alike(query: PrecedentQuery) -> Alike:
    return next((find(query) for find in FINDERS), Alike())


def precedents(
    keys: Sequence[int], facts: Sequence[str], elsewhere: Mapping[int, Ruling] = MappingProxyType({})
) -> list[Precedent]:
    """The rulings of these keys in their order, without persons; elsewhere: those of other installations."""
    rulings = Ruling.objects.select_related("tournament").in_bulk([key for key in keys if key > 0])
    candidates = rulings | dict(elsewhere)
    headnotes = headnotes_by_ruling(candidates)
    return [_precedent(candidates[key], frozenset(facts), headnotes.get(key)) for key in keys if key in candidates]


def _precedent(ruling: Ruling, facts: frozenset[str], headnote: HeadnoteLine | None) -> Precedent:
    answers = frozenset(f"{step['procedure']}.{step['fact']}.{step['answer']}" for step in ruling.trail)
    mattered = [fact for fact in ruling.facts if fact["mattered"]]
    return Precedent(
        reference=f"{ruling.tournament.slug} n. {ruling.number}",
        tournament=ruling.tournament.name,
        decided_at=ruling.decided_at,
        title=spoken(ruling.title),
        facts=tuple(dict.fromkeys((spoken(fact["question"]), spoken(fact["words"])) for fact in mattered)),
        orders=tuple(
            without_persons(spoken(effect["words"]), ruling.scene) for effect in ruling.effects if "words" in effect
        ),
        departed=ruling.departed,
        reason=without_persons(ruling.reason, ruling.scene) if ruling.departed else "",
        same_facts=answers == facts,
        headnote=headnote,
    )
