"""The Danish system: worked rounds by hand, and every small field against a look at all its pairings."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.oracle import all_rounds
from tournaments.pairing.danish import danish
from tournaments.pairing.plan import (
    Entrant,
    History,
    Method,
    NoPairing,
    Note,
    NoteKind,
    PairedTable,
    Plan,
    Relaxation,
    RelaxedRule,
    Why,
)


def field(count, **by_number):
    """Entrants 1 … count, each at the rank of its number; `e3={"rests": 1}` says more of number 3."""
    return [Entrant(number=n, rank=n, **by_number.get(f"e{n}", {})) for n in range(1, count + 1)]


def met(*pairs):
    """A history in which the first pair met in round 1, the second in round 2 and so on."""
    return History(met={pair: (number,) for number, pair in enumerate(pairs, 1)})


def meetings(plan):
    return [tuple(sorted(match.entries)) for match in plan.matches]


def without_rematches(entrants, history, **rest):
    return danish(entrants, history, rematches=False, **rest)


# By hand


def test_the_pure_danish_pairs_neighbours_whatever_they_played():
    plan = danish(field(6), met((1, 2), (3, 4)), rematches=True)
    assert plan.method == Method.DANISH
    assert meetings(plan) == [(1, 2), (3, 4), (5, 6)]
    assert [match.table for match in plan.matches] == [1, 2, 3]
    assert plan.matches[0].why == Why.NEIGHBOURS
    assert plan.matches[0].data == {"rank_a": 1, "rank_b": 2, "round": 1}
    assert plan.notes == ()


def test_the_order_is_by_rank_not_by_number():
    entrants = [Entrant(number=n, rank=rank) for n, rank in ((7, 3), (4, 1), (9, 2), (2, 4))]
    assert meetings(danish(entrants, History(), rematches=True)) == [(4, 9), (2, 7)]


def test_equal_ranks_are_ordered_by_number():
    entrants = [Entrant(number=n, rank=1) for n in (4, 3, 2, 1)]
    assert meetings(danish(entrants, History(), rematches=True)) == [(1, 2), (3, 4)]


def test_who_has_met_meets_the_next_below():
    plan = without_rematches(field(6), met((1, 2)))
    assert meetings(plan) == [(1, 3), (2, 4), (5, 6)]
    assert plan.matches[0].why == Why.NEAREST
    assert plan.matches[0].data == {"rank_a": 1, "rank_b": 3, "first": 1, "met": "2"}
    assert plan.matches[2].why == Why.NEIGHBOURS


def test_the_last_tables_are_opened_again_when_the_nearest_run_out():
    # 1–2 leaves 3 with 4, whom it has met: so 1 spares 2 for 4.
    plan = without_rematches(field(4), met((3, 4)))
    assert meetings(plan) == [(1, 3), (2, 4)]
    assert plan.matches[0].data == {"rank_a": 1, "rank_b": 3, "first": 1, "spared": "2"}
    assert plan.notes == (Note(kind=NoteKind.REOPENED, data={"places": 4}),)


def test_a_last_half_that_has_met_each_other_is_spread_over_the_first():
    # 31 … 60 have all met, so each of 1 … 30 takes the nearest of them that is left.
    history = History(met=dict.fromkeys(combinations(range(31, 61), 2), (1,)))
    assert meetings(without_rematches(field(60), history)) == [(n, n + 30) for n in range(1, 31)]


def test_the_last_rests_in_an_odd_field_after_the_tables():
    plan = without_rematches(field(5), History())
    assert plan.matches[-1] == PairedTable(table=3, a=(5,), why=Why.REST_LOWEST, data={"rank": 5})
    assert plan.resting == (5,)


def test_who_has_rested_does_not_rest_again():
    plan = without_rematches(field(5, e5={"rests": 1}, e4={"rests": 1}), History())
    assert plan.resting == (3,)
    assert meetings(plan) == [(1, 2), (4, 5), (3,)]


def test_the_rest_goes_up_when_the_others_could_not_be_paired():
    # Without 3 there would be only 1 and 2, who have met.
    plan = without_rematches(field(3), met((1, 2)))
    assert plan.resting == (2,)
    assert plan.matches[-1].why == Why.REST_SPARED
    assert plan.matches[-1].data == {"rank": 2, "spared": "3"}


def test_when_all_have_rested_who_rested_least_rests_again_and_it_is_said():
    plan = without_rematches(field(3, e1={"rests": 1}, e2={"rests": 1}, e3={"rests": 2}), History())
    assert plan.resting == (2,)
    assert plan.matches[-1].why == Why.REST_AGAIN
    assert plan.notes == (Note(kind=NoteKind.SECOND_REST, data={"entry": 2, "rests": 1}),)


def test_two_who_have_met_and_nobody_else_need_a_rematch():
    with pytest.raises(NoPairing) as refused:
        without_rematches(field(2), met((1, 2)))
    assert refused.value.relaxations == (Relaxation(relaxing=RelaxedRule.REMATCHES, count=1, pairs=((1, 2),)),)


def test_of_the_fewest_rematches_the_oldest_are_offered_and_paired_once_accepted():
    # All six encounters of four have been played, 1–4 and 2–3 first.
    history = met((1, 4), (2, 3), (1, 3), (2, 4), (1, 2), (3, 4))
    with pytest.raises(NoPairing) as refused:
        without_rematches(field(4), history)
    (offered,) = refused.value.relaxations
    assert offered == Relaxation(relaxing=RelaxedRule.REMATCHES, count=2, pairs=((1, 4), (2, 3)))
    plan = without_rematches(field(4), history, accepted=offered)
    assert meetings(plan) == [(1, 4), (2, 3)]
    assert [match.why for match in plan.matches] == [Why.ACCEPTED, Why.ACCEPTED]
    assert plan.notes == (
        Note(kind=NoteKind.REMATCH, data={"a": 1, "b": 4, "round": 1}),
        Note(kind=NoteKind.REMATCH, data={"a": 2, "b": 3, "round": 2}),
    )


def test_a_second_rest_is_offered_beside_a_rematch():
    # 3 alone has not rested, and 1 and 2 have met.
    entrants = field(3, e1={"rests": 1}, e2={"rests": 1})
    with pytest.raises(NoPairing) as refused:
        without_rematches(entrants, met((1, 2)))
    rematch, rest = refused.value.relaxations
    assert rematch == Relaxation(relaxing=RelaxedRule.REMATCHES, count=1, pairs=((1, 2),))
    assert rest == Relaxation(relaxing=RelaxedRule.SECOND_REST, count=1, entries=(2,))
    assert without_rematches(entrants, met((1, 2)), accepted=rest).resting == (2,)


def test_a_forbidden_pair_is_kept_apart_even_in_the_pure_system():
    plan = danish(field(4), History(), rematches=True, forbidden=[(2, 1)])
    assert meetings(plan) == [(1, 3), (2, 4)]
    assert plan.matches[0].data["forbidden"] == "2"


def test_a_forbidden_pair_that_was_accepted_is_told():
    with pytest.raises(NoPairing) as refused:
        danish(field(2), History(), rematches=True, forbidden=[(1, 2)])
    (offered,) = refused.value.relaxations
    assert offered.relaxing == RelaxedRule.FORBIDDEN_PAIRS
    plan = danish(field(2), History(), rematches=True, forbidden=[(1, 2)], accepted=offered)
    assert plan.notes == (Note(kind=NoteKind.FORBIDDEN_PAIR, data={"a": 1, "b": 2}),)


def test_rematches_and_forbidden_pairs_are_offered_together_when_neither_is_enough():
    # 1 may meet nobody but 2 by a rematch, 3 nobody but 4 against a prohibition.
    history = met((1, 2))
    forbidden = [(3, 4), (1, 3), (1, 4)]
    with pytest.raises(NoPairing) as refused:
        danish(field(4), history, rematches=False, forbidden=forbidden)
    assert [one.relaxing for one in refused.value.relaxations] == [RelaxedRule.FORBIDDEN_PAIRS]
    forbidden = [(3, 4), (1, 3), (1, 4), (2, 3), (2, 4)]
    history = History(met={(1, 2): (1,), (1, 3): (2,), (1, 4): (3,), (2, 3): (4,), (2, 4): (5,)})
    with pytest.raises(NoPairing) as refused:
        danish(field(4), history, rematches=False, forbidden=forbidden)
    (both,) = refused.value.relaxations
    assert both.relaxing == RelaxedRule.REMATCHES_AND_FORBIDDEN_PAIRS
    assert both.pairs == ((3, 4), (1, 2))


def test_who_must_keep_a_table_gets_it_and_the_others_take_the_free_ones():
    plan = danish(field(6, e5={"fixed_table": 1}), History(), rematches=True)
    assert [(match.table, meeting) for match, meeting in zip(plan.matches, meetings(plan), strict=True)] == [
        (1, (5, 6)),
        (2, (1, 2)),
        (3, (3, 4)),
    ]
    assert plan.notes == ()


def test_two_who_must_keep_different_tables_do_not_meet():
    plan = danish(field(4, e1={"fixed_table": 2}, e2={"fixed_table": 9}), History(), rematches=True)
    assert [(match.table, set(match.entries)) for match in plan.matches] == [(2, {1, 3}), (9, {2, 4})]


def test_a_table_asked_for_twice_goes_to_the_better_placed_and_the_other_is_told():
    plan = danish(field(6, e2={"fixed_table": 3}, e6={"fixed_table": 3}), History(), rematches=True)
    assert [(match.table, set(match.entries)) for match in plan.matches] == [(1, {3, 4}), (2, {5, 6}), (3, {1, 2})]
    assert plan.notes == (Note(kind=NoteKind.FIXED_TABLE_MOVED, data={"entry": 6, "table": 2, "fixed": 3}),)


def test_line_a_goes_to_who_sat_there_less_often():
    plan = danish(
        field(2, e1={"played_a": 2, "played_b": 1}, e2={"played_a": 1, "played_b": 2}), History(), rematches=True
    )
    assert (plan.matches[0].a, plan.matches[0].b) == ((2,), (1,))
    assert plan.matches[0].data == {"rank_a": 2, "rank_b": 1}


def test_scores_are_told_with_the_ranks():
    plan = danish(field(2, e1={"score": (33, 120)}, e2={"score": (31, -20)}), History(), rematches=True)
    assert plan.matches[0].data == {"rank_a": 1, "vp_a": 33, "rank_b": 2, "vp_b": 31}


def test_nobody_here_is_an_empty_plan_and_one_alone_rests():
    assert without_rematches([], History()).matches == ()
    assert without_rematches(field(1), History()).resting == (1,)


def test_an_entry_listed_twice_is_refused():
    with pytest.raises(ValueError, match=r"listed twice: \[1\]"):
        without_rematches([*field(2), Entrant(number=1, rank=3)], History())


# Any field


@st.composite
def rounds(draw, most=10):
    """A field, what has been played, and pairs that must not meet; often more than leaves a pairing."""
    size = draw(st.integers(1, most))
    numbers = range(1, size + 1)
    pairs = [(a, b) for a in numbers for b in numbers if a < b]
    density = draw(st.integers(0, 4))
    played = {pair: (draw(st.integers(1, 5)),) for pair in pairs if draw(st.integers(0, 4)) < density}
    forbidden = draw(st.lists(st.sampled_from(pairs), max_size=4)) if pairs else []
    rests = {number: draw(st.integers(0, 1)) for number in numbers}
    ranks = draw(st.permutations(list(numbers)))
    entrants = [Entrant(number=n, rank=rank, rests=rests[n]) for n, rank in zip(numbers, ranks, strict=True)]
    return entrants, History(met=played), forbidden


def judged(entrants, history, forbidden):
    """Every round of the field with its rematches and forbidden pairs, those first that the rules prefer."""
    ranked = [one.number for one in sorted(entrants, key=lambda one: one.rank)]
    rests = {one.number: one.rests for one in entrants}
    fewest = 0 if 0 in rests.values() else None
    never = {frozenset(pair) for pair in forbidden}
    for resting, pairs in all_rounds(ranked):
        if resting is not None and fewest is not None and rests[resting] != fewest:
            continue
        met = [pair for pair in pairs if history.last_met(*pair)]
        yield resting, pairs, met, [pair for pair in pairs if frozenset(pair) in never]


@pytest.mark.long
@settings(max_examples=400)
@given(rounds())
def test_a_small_field_is_paired_as_the_first_that_works_when_all_are_tried(case):
    entrants, history, forbidden = case
    legal = [(rest, pairs) for rest, pairs, met, never in judged(*case) if not met and not never]
    try:
        plan = without_rematches(entrants, history, forbidden=forbidden)
    except NoPairing:
        assert legal == []
        return
    resting, pairs = legal[0]
    assert plan.resting == (() if resting is None else (resting,))
    assert [set(match.entries) for match in plan.matches if not match.rests] == [set(pair) for pair in pairs]


@pytest.mark.long
@settings(max_examples=300)
@given(rounds(most=8))
def test_the_rematches_offered_are_the_fewest_and_the_oldest_and_they_are_enough(case):
    entrants, history, forbidden = case
    try:
        without_rematches(entrants, history, forbidden=forbidden)
        return
    except NoPairing as refused:
        offered = {one.relaxing: one for one in refused.relaxations}
    without_never = [met for _rest, _pairs, met, never in judged(*case) if not never]
    assert (RelaxedRule.REMATCHES in offered) == bool(without_never)
    if without_never:
        found = offered[RelaxedRule.REMATCHES]
        ages = [history.last_met(*pair) for pair in found.pairs]
        assert (found.count, sum(ages)) == min(
            (len(met), sum(history.last_met(*pair) for pair in met)) for met in without_never
        )
        assert ages == sorted(ages)


@pytest.mark.long
@settings(max_examples=300)
@given(rounds(most=8))
def test_the_forbidden_pairs_offered_are_the_fewest(case):
    entrants, history, forbidden = case
    try:
        without_rematches(entrants, history, forbidden=forbidden)
        return
    except NoPairing as refused:
        offered = {one.relaxing: one for one in refused.relaxations}
    without_rematch = [len(never) for _rest, _pairs, met, never in judged(*case) if not met]
    assert (RelaxedRule.FORBIDDEN_PAIRS in offered) == bool(without_rematch)
    if without_rematch:
        assert offered[RelaxedRule.FORBIDDEN_PAIRS].count == min(without_rematch)


@pytest.mark.long
@settings(max_examples=300)
@given(rounds(most=9))
def test_whatever_is_accepted_makes_a_round_with_no_more_than_that(case):
    entrants, history, forbidden = case
    try:
        without_rematches(entrants, history, forbidden=forbidden)
        return
    except NoPairing as refused:
        relaxations = refused.relaxations
    assert relaxations
    for accepted in relaxations:
        plan = without_rematches(entrants, history, forbidden=forbidden, accepted=accepted)
        broken = {pair for pair in plan.pairs_met() if history.last_met(*pair) or pair in set(forbidden)}
        assert broken == set(accepted.pairs)
        assert not accepted.entries or plan.resting == accepted.entries


@pytest.mark.long
@settings(max_examples=60)
@given(st.integers(2, 40), st.integers(1, 12), st.randoms(use_true_random=False))
def test_a_tournament_of_many_rounds_seats_everybody_once_without_an_avoidable_rematch(size, count, luck):
    """Each round by the ranks that luck gives, until no pairing is left; the same inputs give the same plan."""
    plans, played = {}, {}
    for number in range(1, count + 1):
        ranks = list(range(1, size + 1))
        luck.shuffle(ranks)
        history = History.of_rounds(plans)
        entrants = [
            Entrant(number=n, rank=rank, rests=len(history.rested.get(n, ())), **played.get(n, {}))
            for n, rank in enumerate(ranks, 1)
        ]
        try:
            plan = without_rematches(entrants, history)
        except NoPairing as refused:
            assert refused.relaxations
            break
        assert plan == without_rematches(entrants[::-1], history)
        assert sorted(plan.entries) == list(range(1, size + 1))
        assert not any(history.last_met(*pair) for pair in plan.pairs_met())
        assert len(plan.resting) == size % 2
        assert number > size or not any(history.rested.get(entry) for entry in plan.resting)
        plans[number] = plan


def test_a_plan_refuses_an_entry_at_two_tables():
    matches = (PairedTable(table=1, a=(1,), b=(2,), why=Why.DRAWN), PairedTable(table=2, a=(2,), why=Why.REST_LAST))
    with pytest.raises(ValueError, match=r"seated twice: \[2\]"):
        Plan(method=Method.LOT, matches=matches)


def test_a_plan_refuses_one_table_twice():
    matches = (PairedTable(table=1, a=(1,), b=(2,), why=Why.DRAWN), PairedTable(table=1, a=(3,), why=Why.REST_LAST))
    with pytest.raises(ValueError, match=r"tables used twice: \[1\]"):
        Plan(method=Method.LOT, matches=matches)
