"""The matches of a knock-out by their figures: what each side made, what was decided besides, who won."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from codes.seats import Line
from tournaments.pairing.decisions import (
    DIRECTOR_AFTER_SCORES,
    EXTRA_DEALS_THEN_LAST_TRICK,
    LAST_TRICK_AT_A_TIE,
    KnockoutCriterion,
    KnockoutDecision,
    KnockoutMatch,
    KnockoutTie,
    decide_by_criteria,
)
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scoring.facts import Award, Encounter
from tournaments.setup.models import Tournament

Key = tuple[int, int, int]  # round, line A, line B
Tallies = Mapping[KnockoutCriterion, tuple[int, int]]


def criteria_of(tournament: Tournament) -> tuple[KnockoutCriterion, ...]:
    """What its code compares, in order; after the last of them the director decides."""
    if not tournament.is_online:
        return DIRECTOR_AFTER_SCORES
    return LAST_TRICK_AT_A_TIE if tournament.fewest_wins else EXTRA_DEALS_THEN_LAST_TRICK


def tallies(encounters: Iterable[Encounter], awards: Iterable[Award]) -> Iterator[tuple[Key, Tallies]]:
    """What each side of a match made, or was given without playing."""
    for encounter in encounters:
        yield (
            (encounter.round, encounter.a[0], encounter.b[0]),
            _tally(vp=(encounter.vp_a, encounter.vp_b), mp=(encounter.points_a, encounter.points_b)),
        )
    fixed = {(award.round, award.entry, award.against[0]): award for award in awards if award.against}
    for (number, entry, against), mine in fixed.items():
        theirs = fixed.get((number, against, entry))
        if theirs is not None:
            yield (number, entry, against), _tally(vp=(mine.vp, theirs.vp), mp=(mine.mp, theirs.mp))


def _tally(*, vp: tuple[int, int], mp: tuple[int, int]) -> Tallies:
    # The points of a match are its match points; of one that no play decided, those that the code gives.
    return {KnockoutCriterion.VP: vp, KnockoutCriterion.MP: mp, KnockoutCriterion.POINTS: mp}


def decision_on(
    a: int, b: int, tallies: Tallies, ruled: KnockoutWinner | None, tournament: Tournament
) -> KnockoutDecision | KnockoutTie:
    """What the criteria of its code say of a match of these two entries, with the tie-break recorded for it."""
    return decide_by_criteria(with_tie_break(KnockoutMatch(a=a, b=b, tallies=tallies), ruled), criteria_of(tournament))


def with_tie_break(match: KnockoutMatch, ruled: KnockoutWinner | None) -> KnockoutMatch:
    """The match with the extra deals and the last trick that are recorded for it, if any are."""
    if ruled is None:
        return match
    taker = {Line.A.value: match.a, Line.B.value: match.b}.get(ruled.tie_break["last_trick"])
    deals = tuple((a, b) for a, b, _accusa_a, _accusa_b in ruled.tie_break["deals"])
    return replace(match, extra_deals=deals, last_trick=taker)
