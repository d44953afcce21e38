"""Who goes on from a knock-out match: the criteria of its code one after the other, or the director with a reason.

Implemented:
- online tressette: the points of the match; at a tie up to three extra deals, one at a time, until one side makes more
  points; if the third is level too, whoever took its last trick loses (numbers 8 and 11, which we read in this order).
- online tressette a perdere: the points, fewer of them first; at a tie whoever took the last trick of the last deal
  (number 16).
- codes that say nothing (F.I.Bur., FITRES): the victory points, then the match points; at a tie the director decides.

Tallies are told so that more is better: where fewer points win, a side's are those that the other one took.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from codes.tressette_online.matches import matches

MOST_EXTRA_DEALS = matches().tie_breaks.boards


class KnockoutCriterion(StrEnum):
    """What decides between two entries."""

    POINTS = "points"
    VP = "vp"
    MP = "mp"
    EXTRA_DEALS = "extra-deals"
    LAST_TRICK_LOSES = "last-trick-loses"
    LAST_TRICK_WINS = "last-trick-wins"
    DIRECTOR = "director"


class Missing(StrEnum):
    """What must be known before a match is decided."""

    SCORE = "score"
    EXTRA_DEAL = "extra-deal"
    LAST_TRICK = "last-trick"
    DIRECTOR = "director"


EXTRA_DEALS_THEN_LAST_TRICK = (
    KnockoutCriterion.POINTS,
    KnockoutCriterion.EXTRA_DEALS,
    KnockoutCriterion.LAST_TRICK_LOSES,
)
LAST_TRICK_AT_A_TIE = (KnockoutCriterion.POINTS, KnockoutCriterion.LAST_TRICK_WINS)
DIRECTOR_AFTER_SCORES = (KnockoutCriterion.VP, KnockoutCriterion.MP)


@dataclass(frozen=True, kw_only=True)
class KnockoutMatch:
    """A match between entries a and b as it stands.

    tallies: for a score that is compared what a and what b made. extra_deals: the same for each extra deal, in order.
    last_trick: who took the last trick of the last deal, an extra one where there were any, once that is known.
    """

    a: int
    b: int
    tallies: Mapping[KnockoutCriterion, tuple[int, int]] = field(default_factory=dict, hash=False)
    extra_deals: tuple[tuple[int, int], ...] = ()
    last_trick: int | None = None

    def __post_init__(self) -> None:
        if self.a == self.b or self.last_trick not in (None, self.a, self.b):
            raise ValueError(f"not a match of two: {self.a}, {self.b}, last trick {self.last_trick}")
        if len(self.extra_deals) > MOST_EXTRA_DEALS or any(a != b for a, b in self.extra_deals[:-1]):
            raise ValueError(f"extra deals after the tie was broken: {self.extra_deals}")


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A criterion that was applied, and what it compared for a and for b."""

    criterion: KnockoutCriterion
    a: int
    b: int


@dataclass(frozen=True, kw_only=True)
class KnockoutDecision:
    """Who goes on and who is out; the last step is the one that decided.

    reason and by: the words and the name of the director, where he decided.
    """

    winner: int
    loser: int
    criterion: KnockoutCriterion
    steps: tuple[Comparison, ...]
    reason: str = ""
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class KnockoutTie:
    """A tie so far: the steps that were level, and what must be known or done next."""

    encounter: KnockoutMatch
    steps: tuple[Comparison, ...]
    missing: Missing


def decide_by_criteria(
    encounter: KnockoutMatch, criteria: Sequence[KnockoutCriterion]
) -> KnockoutDecision | KnockoutTie:
    """What the criteria say of a match, the first that tells the two apart; the director, if none does."""
    steps: list[Comparison] = []
    for criterion in criteria:
        for values in _compare(encounter, criterion):
            if isinstance(values, Missing):
                return KnockoutTie(encounter=encounter, steps=tuple(steps), missing=values)
            steps.append(Comparison(criterion=criterion, a=values[0], b=values[1]))
            if values[0] != values[1]:
                return _decision(encounter, a_wins=values[0] > values[1], steps=steps)
    return KnockoutTie(encounter=encounter, steps=tuple(steps), missing=Missing.DIRECTOR)


def decide_by_director(
    encounter: KnockoutMatch, criteria: Sequence[KnockoutCriterion], *, winner: int, reason: str, by: str
) -> KnockoutDecision:
    """The director's own decision, after what the criteria gave; it may depart from them.

    Raises ``ValueError`` without a reason or a name, or for a winner who did not play.
    """
    if winner not in (encounter.a, encounter.b) or not reason.strip() or not by.strip():
        raise ValueError(f"a decision needs a winner of the match, a reason and a name: {winner}, {reason!r}, {by!r}")
    return KnockoutDecision(
        winner=winner,
        loser=encounter.b if winner == encounter.a else encounter.a,
        criterion=KnockoutCriterion.DIRECTOR,
        steps=decide_by_criteria(encounter, criteria).steps,
        reason=reason.strip(),
        by=by.strip(),
    )


def _decision(encounter: KnockoutMatch, *, a_wins: bool, steps: Sequence[Comparison]) -> KnockoutDecision:
    winner, loser = (encounter.a, encounter.b) if a_wins else (encounter.b, encounter.a)
    return KnockoutDecision(winner=winner, loser=loser, criterion=steps[-1].criterion, steps=tuple(steps))


def _compare(encounter: KnockoutMatch, criterion: KnockoutCriterion) -> Iterator[tuple[int, int] | Missing]:
    """What a criterion compares, more in the winner's favour; or what it is waiting for."""
    if criterion is KnockoutCriterion.EXTRA_DEALS:
        yield from encounter.extra_deals
        if len(encounter.extra_deals) < MOST_EXTRA_DEALS:
            yield Missing.EXTRA_DEAL
    elif criterion is KnockoutCriterion.LAST_TRICK_LOSES:
        yield _by_last_trick(encounter, taker=0)
    elif criterion is KnockoutCriterion.LAST_TRICK_WINS:
        yield _by_last_trick(encounter, taker=1)
    else:
        yield encounter.tallies.get(criterion, Missing.SCORE)


def _by_last_trick(encounter: KnockoutMatch, *, taker: int) -> tuple[int, int] | Missing:
    """What a and b have of it, when whoever took the last trick has so much (1 or 0) and the other the rest."""
    if encounter.last_trick is None:
        return Missing.LAST_TRICK
    return (taker, 1 - taker) if encounter.last_trick == encounter.a else (1 - taker, taker)
