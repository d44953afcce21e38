"""What follows a ruling at its table, with the facts that are known by then."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from codes.deciding.book import Rulebook
from codes.format.effects_file import FollowUp
from codes.format.text import Text
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.rulings.models import Ruling


@dataclass(frozen=True)
class Following:
    """A procedure with which the table goes on, and what it need not ask."""

    procedure: str
    title: Text
    facts: Mapping[str, str]
    # Whether whoever answers for it is the same, however they were asked for.
    same: bool = False


def follow_ups(ruling: Ruling) -> list[Following]:
    """What a ruling in force leads on to, in the order of its effects, each once; nothing that the options exclude."""
    return _leading_on(ruling) if ruling.is_current else []


def _leading_on(ruling: Ruling) -> list[Following]:
    book, by_procedure = book_of(ruling.tournament), dict[str, Following]()
    for effect in ruling.effects:
        verb = effect["verb"]
        follow = book.effects.follows.get(verb, {}).get(str(effect.get(verb, "")))
        if follow and book.procedures[follow.procedure].applies_to(ruling.tournament.options):
            by_procedure.setdefault(follow.procedure, _following(follow, ruling, book))
    return list(by_procedure.values())


def open_follow_ups(rulings: Sequence[Ruling], begun: Collection[Case]) -> dict[int, list[Following]]:
    """What each ruling in force of a table leads on to and nobody has begun, by its primary key; those with anything.

    begun: the cases of the table, decided or not.
    """
    followings = {}
    for ruling in rulings:
        later = {case.procedure for case in begun if case.number > ruling.case.number}
        if still := [following for following in _leading_on(ruling) if following.procedure not in later]:
            followings[ruling.pk] = still
    return followings


def _following(follow: FollowUp, ruling: Ruling, book: Rulebook) -> Following:
    procedure = book.procedures[follow.procedure]
    answers = {step["fact"]: step["answer"] for step in ruling.trail if step["source"] == "arbiter"}
    answers |= follow.with_
    facts = {
        name: answer
        for name, answer in answers.items()
        if name in procedure.facts and name not in follow.anew and answer in procedure.facts[name].answers
    }
    return Following(procedure.id, procedure.title, facts, follow.same)
