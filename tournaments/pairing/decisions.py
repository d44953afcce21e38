"""Who goes on from a knock-out match: the criteria of its code one after the other, or the director with a reason.

Implemented:
- online tressette: the points of the match; at a tie up to three extra deals, one at a time, until one side makes more
  points; if the third is level too, whoever took its last trick loses (numbers 8 and 11, which we read in this order).
- codes that say nothing (F.I.Bur., FITRES): the victory points, then the match points; at a tie the director decides.

Not handled: matches of the variants in which fewer points win (turn their points round first).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

MOST_EXTRA_DEALS = 3


class Criterion(StrEnum):
    """What decides between two entries."""

    POINTS = "points"
    VP = "vp"
    MP = "mp"
    EXTRA_DEALS = "extra-deals"
    LAST_TRICK_LOSES = "last-trick-loses"
    DIRECTOR = "director"


class Missing(StrEnum):
    """What must be known before a match is decided."""

    SCORE = "score"
    EXTRA_DEAL = "extra-deal"
    LAST_TRICK = "last-trick"
    DIRECTOR = "director"


EXTRA_DEALS_THEN_LAST_TRICK = (Criterion.POINTS, Criterion.EXTRA_DEALS, Criterion.LAST_TRICK_LOSES)
DIRECTOR_AFTER_SCORES = (Criterion.VP, Criterion.MP)


@dataclass(frozen=True, kw_only=True)
class Encounter:
    """A match between entries a and b as it stands.

    tallies: for a score that is compared what a and what b made. extra_deals: the same for each extra deal, in order.
    last_trick: who took the last trick of the last extra deal, once that is known.
    """

    a: int
    b: int
    tallies: Mapping[Criterion, tuple[int, int]] = field(default_factory=dict, hash=False)
    extra_deals: tuple[tuple[int, int], ...] = ()
    last_trick: int | None = None

    def __post_init__(self) -> None:
        if self.a == self.b or self.last_trick not in (None, self.a, self.b):
            raise ValueError(f"not a match of two: {self.a}, {self.b}, last trick {self.last_trick}")
        if len(self.extra_deals) > MOST_EXTRA_DEALS or any(a != b for a, b in self.extra_deals[:-1]):
            raise ValueError(f"extra deals after the tie was broken: {self.extra_deals}")


@dataclass(frozen=True, kw_only=True)
class Step:
    """A criterion that was applied, and what it compared for a and for b."""

    criterion: Criterion
    a: int
    b: int


@dataclass(frozen=True, kw_only=True)
class Decided:
    """Who goes on and who is out; the last step is the one that decided.

    reason and by: the words and the name of the director, where he decided.
    """

    winner: int
    loser: int
    criterion: Criterion
    steps: tuple[Step, ...]
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class Undecided:
    """A tie so far: the steps that were level, and what must be known or done next."""

    encounter: Encounter
    steps: tuple[Step, ...]
    missing: Missing


def decide(encounter: Encounter, criteria: Sequence[Criterion]) -> Decided | Undecided:
    """What the criteria say of a match, the first that tells the two apart; the director, if none does."""
    steps: list[Step] = []
    for criterion in criteria:
        for values in _compared(encounter, criterion):
            if isinstance(values, Missing):
                return Undecided(encounter=encounter, steps=tuple(steps), missing=values)
            steps.append(Step(criterion=criterion, a=values[0], b=values[1]))
            if values[0] != values[1]:
                return _decided(encounter, a_wins=values[0] > values[1], steps=steps)
    return Undecided(encounter=encounter, steps=tuple(steps), missing=Missing.DIRECTOR)


def choose(encounter: Encounter, criteria: Sequence[Criterion], *, winner: int, reason: str, by: str) -> Decided:
    """The director's own decision, after what the criteria gave; it may depart from them.

    Raises ``ValueError`` without a reason or a name, or for a winner who did not play.
    """
    if winner not in (encounter.a, encounter.b) or not reason.strip() or not by.strip():
        raise ValueError(f"a decision needs a winner of the match, a reason and a name: {winner}, {reason!r}, {by!r}")
    return Decided(
        winner=winner,
        loser=encounter.b if winner == encounter.a else encounter.a,
        criterion=Criterion.DIRECTOR,
        steps=decide(encounter, criteria).steps,
        reason=reason.strip(),
        by=by.strip(),
    )


def _decided(encounter: Encounter, *, a_wins: bool, steps: Sequence[Step]) -> Decided:
    winner, loser = (encounter.a, encounter.b) if a_wins else (encounter.b, encounter.a)
    return Decided(winner=winner, loser=loser, criterion=steps[-1].criterion, steps=tuple(steps))


def _compared(encounter: Encounter, criterion: Criterion) -> Iterator[tuple[int, int] | Missing]:
    """What a criterion compares, more in the winner's favour; or what it is waiting for."""
    if criterion is Criterion.EXTRA_DEALS:
        yield from encounter.extra_deals
        if len(encounter.extra_deals) < MOST_EXTRA_DEALS:
            yield Missing.EXTRA_DEAL
    elif criterion is Criterion.LAST_TRICK_LOSES:
        yield _without_last_trick(encounter)
    else:
        yield encounter.tallies.get(criterion, Missing.SCORE)


def _without_last_trick(encounter: Encounter) -> tuple[int, int] | Missing:
    if encounter.last_trick is None:
        return Missing.LAST_TRICK
    return (0, 1) if encounter.last_trick == encounter.a else (1, 0)
