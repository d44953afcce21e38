"""The first round: its four orders by hand, and the mending of small fields against a look at all their pairings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codes import rfc3797
from tests.tournaments.pairing.oracle import all_pairings
from tournaments.pairing.first_round import by_category, by_choice, by_entry, by_lot, first_round, lot_key
from tournaments.pairing.plan import Entrant, Method, Note, NoteKind, PairedTable, Why
from tournaments.pairing.repairs import DraftTables, mend_tables

SEED = "Cefalù 20 novembre 2026: 12 45 7 33 90"


def field(text, **by_number):
    """Entrants 1, 2 … by a word for each: its club ("-" is none)."""
    return [
        Entrant(number=n, rank=n, club="" if club == "-" else club, **by_number.get(f"e{n}", {}))
        for n, club in enumerate(text.split(), 1)
    ]


def categories(text):
    return [Entrant(number=n, rank=n, category="" if name == "-" else name) for n, name in enumerate(text.split(), 1)]


def meetings(plan):
    return [tuple(sorted(match.entries)) for match in plan.matches]


def test_by_choice_the_first_named_meets_the_second():
    plan = first_round(by_choice(field("- - - -"), [3, 1, 4, 2]))
    assert plan.method == Method.CHOICE
    assert meetings(plan) == [(1, 3), (2, 4)]
    assert plan.matches[0] == PairedTable(table=1, a=(3,), b=(1,), why=Why.CHOSEN, data={"place_a": 1, "place_b": 2})


@pytest.mark.parametrize("numbers", [[1, 2], [1, 2, 2], [1, 2, 4]])
def test_a_choice_that_does_not_name_everybody_once_is_refused(numbers):
    with pytest.raises(ValueError, match="every entry once"):
        by_choice(field("- - -"), numbers)


def test_by_entry_the_last_entered_rests():
    plan = first_round(by_entry(field("- - -")[::-1]))
    assert meetings(plan) == [(1, 2), (3,)]
    assert plan.matches[1] == PairedTable(table=2, a=(3,), why=Why.REST_LAST, data={"place": 3})


def test_the_lot_is_the_draw_of_rfc_3797_that_anybody_can_repeat():
    plan = first_round(by_lot(field("- - - - -"), SEED))
    key = "CEFALU/20/NOVEMBRE/2026/12/45/7/33/90/PRIMOTURNO/1.2.3.4.5./"
    assert lot_key([5, 4, 3, 2, 1], SEED) == key
    drawn = rfc3797.select(key, [1, 2, 3, 4, 5], 5)
    assert [match.entries for match in plan.matches] == [tuple(drawn[0:2]), tuple(drawn[2:4]), (drawn[4],)]
    assert plan.seed == SEED
    assert plan.matches[0].why == Why.DRAWN


def test_another_seed_draws_another_order():
    assert len({first_round(by_lot(field("- " * 10), f"seme {n}")).matches for n in range(5)}) == 5


def test_by_category_the_upper_half_meets_the_lower_half_of_its_own():
    plan = first_round(by_category(categories("B A A A B A"), ["A", "B"]))
    assert meetings(plan) == [(2, 4), (3, 6), (1, 5)]
    assert plan.matches[1].why == Why.HALVES
    assert plan.matches[1].data == {"place_a": 2, "category_a": "A", "place_b": 4, "category_b": "A"}


def test_who_is_left_over_in_a_category_meets_the_next_one_and_the_very_last_rests():
    plan = first_round(by_category(categories("A A A B B B - "), ["A", "B"]))
    assert meetings(plan) == [(1, 2), (3, 5), (4, 6), (7,)]
    assert plan.matches[1].data == {"place_a": 1, "category_a": "A", "place_b": 3, "category_b": "B"}


def test_categories_not_named_follow_in_alphabetical_order_and_none_comes_last():
    plan = first_round(by_category(categories("- C B C B - A A"), ["C"]))
    assert meetings(plan) == [(2, 4), (7, 8), (3, 5), (1, 6)]


def test_two_of_one_club_are_kept_apart_by_an_exchange_with_the_next_table():
    plan = first_round(by_entry(field("Bari Bari Lecce Foggia Trani Trani2")))
    assert meetings(plan) == [(1, 4), (2, 3), (5, 6)]
    assert [match.why for match in plan.matches] == [Why.SWAPPED, Why.SWAPPED, Why.ENTERED]
    assert plan.matches[0].data == {"place_a": 1, "place_b": 4, "apart": "1 2"}
    assert plan.notes == ()


def test_two_bad_tables_mend_each_other_however_far_apart():
    plan = first_round(by_entry(field("Bari Bari Lecce Foggia Trani Andria Lecce Lecce")))
    assert meetings(plan) == [(1, 8), (3, 4), (5, 6), (2, 7)]


def test_clubs_may_meet_when_the_director_does_not_mind():
    plan = first_round(by_entry(field("Bari Bari - -")), clubs_apart=False)
    assert meetings(plan) == [(1, 2), (3, 4)]
    assert plan.notes == ()


def test_two_of_one_club_that_cannot_be_kept_apart_meet_and_it_is_said():
    plan = first_round(by_entry(field("Bari Bari Bari Lecce")))
    assert meetings(plan) == [(1, 2), (3, 4)]
    assert plan.notes == (Note(kind=NoteKind.SAME_CLUB, data={"a": 1, "b": 2, "club": "Bari"}),)


def test_the_rest_moves_where_that_keeps_a_club_apart():
    assert meetings(first_round(by_entry(field("Bari Bari Lecce")))) in [[(1, 3), (2,)], [(2, 3), (1,)]]


def test_a_forbidden_pair_is_kept_apart_like_a_club():
    plan = first_round(by_entry(field("- - - -")), forbidden=[(4, 3)])
    assert meetings(plan) == [(1, 4), (2, 3)]
    assert plan.matches[0].data["apart"] == "3 4"


def test_who_has_rested_in_this_session_does_not_rest_again():
    plan = first_round(by_entry(field("- - -", e3={"rests": 1})))
    assert plan.resting != (3,)


def test_when_everybody_has_rested_the_last_rests_again_and_it_is_said():
    plan = first_round(by_entry(field("- - -", e1={"rests": 1}, e2={"rests": 1}, e3={"rests": 1})))
    assert plan.resting == (3,)
    assert plan.notes == (Note(kind=NoteKind.SECOND_REST, data={"entry": 3, "rests": 1}),)


def test_a_fixed_table_is_kept():
    plan = first_round(by_entry(field("- - - -", e4={"fixed_table": 1})))
    assert [(match.table, match.entries) for match in plan.matches] == [(1, (3, 4)), (2, (1, 2))]


def test_nobody_here_is_an_empty_round_in_every_way():
    for opening in (by_choice([], []), by_entry([]), by_lot([], SEED), by_category([])):
        assert first_round(opening).matches == ()


def test_an_entry_listed_twice_is_refused():
    with pytest.raises(ValueError, match=r"listed twice: \[1\]"):
        by_entry([*field("-"), *field("-")])


@st.composite
def drafts(draw):
    tables = draw(st.integers(1, 5))
    places = range(2 * tables)
    halves = draw(st.booleans())
    pairs = [(n, n + tables) for n in range(tables)] if halves else [(n, n + 1) for n in places[::2]]
    forbidden = draw(st.sets(st.tuples(st.sampled_from(places), st.sampled_from(places)), max_size=5))
    return DraftTables(
        tables=tuple(pairs),
        clubs=draw(st.lists(st.sampled_from(["", "Bari", "Lecce", "Trani"]), min_size=2 * tables, max_size=2 * tables)),
        groups=sorted(draw(st.lists(st.sampled_from("AB"), min_size=2 * tables, max_size=2 * tables))),
        forbidden=frozenset(pair for pair in forbidden if pair[0] < pair[1]),
    )


def cost(drafted, pairs):
    """What the mending weighs, the weightiest first: barred pairs, changed tables, other groups, same sides, ways."""
    table = {place: at for at, pair in enumerate(drafted.tables) for place in pair}
    side = {place: at for pair in drafted.tables for at, place in enumerate(pair)}
    new = set(pairs) - set(drafted.tables)
    return (
        sum(drafted.is_barred(*pair) for pair in pairs),
        len(new),
        sum(drafted.groups[a] != drafted.groups[b] for a, b in new),
        sum(side[a] == side[b] for a, b in new),
        sum((table[a] - table[b]) ** 2 for a, b in new),
    )


@pytest.mark.long
@settings(max_examples=400)
@given(drafts())
def test_a_small_field_is_mended_as_cheaply_as_any_pairing_of_it_could_be(drafted):
    found = mend_tables(drafted)
    every = all_pairings(sorted(place for pair in drafted.tables for place in pair))
    assert cost(drafted, found) == min(cost(drafted, pairs) for pairs in every)
    unchanged = [now for now, before in zip(found, drafted.tables, strict=True) if now == before]
    assert len(drafted.tables) - len(unchanged) == cost(drafted, found)[1]


@pytest.mark.long
@settings(max_examples=60)
@given(st.integers(0, 60), st.integers(1, 6), st.randoms(use_true_random=False))
def test_any_field_is_seated_once_and_clubs_meet_only_when_one_has_more_than_half(size, clubs, luck):
    entrants = [Entrant(number=n, rank=n, club=f"club {luck.randrange(clubs)}") for n in range(1, size + 1)]
    plan = first_round(by_lot(entrants, SEED))
    assert plan == first_round(by_lot(entrants[::-1], SEED))
    assert sorted(plan.entries) == list(range(1, size + 1))
    assert len(plan.resting) == size % 2
    largest = max((sum(one.club == other.club for other in entrants) for one in entrants), default=0)
    together = [note for note in plan.notes if note.kind == NoteKind.SAME_CLUB]
    assert len(together) == max(0, largest - (size + 1) // 2)


@pytest.mark.parametrize("clubs", [3, 10, 60])
def test_a_large_field_changes_no_more_tables_than_must_change(clubs):
    luck = random.Random(clubs)  # noqa: S311 the same field every time
    entrants = [Entrant(number=n, rank=n, club=f"club {luck.randrange(clubs)}") for n in range(1, 601)]
    bad = [one.club for one, other in zip(entrants[::2], entrants[1::2], strict=True) if one.club == other.club]
    plan = first_round(by_entry(entrants))
    assert bad
    assert plan.notes == ()
    # Every bad table changes; two of the same club at it need a table each.
    most = 2 * max(map(bad.count, bad))
    assert sum(match.why == Why.SWAPPED for match in plan.matches) == max(len(bad), most)
