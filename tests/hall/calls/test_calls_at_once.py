"""The hall calls and answers at the same moment, on both databases: one owner each time, one open call of a table."""

from collections import Counter
from functools import partial

import pytest

from hall.calls.actions import (
    ask_second,
    call_arbiter,
    close_call,
    come_as_second,
    hand_over_call,
    move_tables,
    take_call,
    withdraw_call,
)
from hall.calls.models import Call
from hall.calls.queries import walker_by_table, walkers_digest
from records.models import LogEntry
from records.requests import Overtaken, Refused
from records.rights import Role
from tests.factories import NOON, acting, give_role, make_burraco, make_entries, make_round, make_user
from tests.hall.calls.deeds import A, B, at
from tests.tournaments.at_once import at_once, in_turns
from tournaments.rounds.models import Table
from tournaments.staff.actions import players_of

# So many calls, each taken by so many at once.
CALLS, ARBITERS = 50, 20
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dialect]


def hall(tables):
    """A round being played at so many tables."""
    tournament = make_burraco()
    entries = make_entries(tournament, 2 * tables)
    make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    return tournament


def arbiters_of(tournament, many):
    people = [make_user(f"arbitro-{number}", first_name=f"Arbitro {number}") for number in range(many)]
    for person in people:
        give_role(person, tournament, Role.ARBITER)
    return people


@pytest.mark.long
def test_each_of_many_calls_is_taken_by_one_of_all_who_take_it_at_once():
    tournament = hall(CALLS)
    by = acting(players_of(tournament), at=NOON)
    tables = Table.objects.select_related("round__tournament").order_by("number")
    calls = [call_arbiter(by=at(by.user), table=table, line=A) for table in tables]
    people = arbiters_of(tournament, ARBITERS)
    tries = in_turns(*([partial(take_call, by=at(who, 1), call=call) for call in calls] for who in people))
    owners = {call.pk: call.owner for call in Call.objects.select_related("owner")}
    for who, mine in zip(people, tries, strict=True):
        for call, came_to in zip(calls, mine, strict=True):
            if owners[call.pk] == who:
                assert came_to == call
            else:
                assert came_to.messages == (f"Ci va già {owners[call.pk]}.",)
    lines = LogEntry.objects.filter(action="take_call").values_list("object", "actor")
    assert Counter(lines) == Counter((f"hall.Call:{pk}", owner.pk) for pk, owner in owners.items())


def test_both_lines_and_the_desk_that_call_at_once_make_one_call(dora, table):
    players = players_of(table.round.tournament)
    made = at_once(
        *(partial(call_arbiter, by=at(players), table=table, line=line) for line in (A, B)),
        partial(call_arbiter, by=at(dora), table=table),
    )
    assert {one.pk for one in made} == {Call.objects.get().pk}
    assert Call.objects.get().renewals == 2
    assert Counter(LogEntry.objects.values_list("action", flat=True)) == {"call_arbiter": 1, "renew_call": 2}


def test_a_call_taken_renewed_and_withdrawn_at_once_ends_whole(table, bruno):
    players = players_of(table.round.tournament)
    call = call_arbiter(by=at(players), table=table, line=A)
    taken, renewed, withdrawn = at_once(
        partial(take_call, by=at(bruno, 1), call=call),
        partial(call_arbiter, by=at(players, 1), table=table, line=B),
        partial(withdraw_call, by=at(players, 1), call=call, line=A),
    )
    call.refresh_from_db()
    assert (withdrawn, call.outcome) == (call, "withdrawn")
    # Taken before it was withdrawn, or refused; renewed, or a call anew.
    assert call.owner == (None if isinstance(taken, Refused) else bruno)
    assert Call.objects.open().count() == (renewed.pk != call.pk)
    assert Call.objects.count() == 1 + (renewed.pk != call.pk)


def test_one_hands_it_over_while_another_closes_it(table, bruno, giulia):
    call = call_arbiter(by=at(bruno), table=table)
    take_call(by=at(bruno, 1), call=call)
    over, closed = at_once(
        partial(hand_over_call, by=at(bruno, 2), call=call, to=giulia),
        partial(close_call, by=at(giulia, 2), call=call, outcome="information"),
    )
    call.refresh_from_db()
    assert (closed, call.closed_by, call.outcome) == (call, giulia, "information")
    assert call.owner == (bruno if isinstance(over, Refused) else giulia)


def test_one_second_arbiter_comes_of_two(table, bruno, tournament):
    others = arbiters_of(tournament, 2)
    call = call_arbiter(by=at(bruno), table=table)
    take_call(by=at(bruno, 1), call=call)
    ask_second(by=at(bruno, 1), call=call)
    came = at_once(*(partial(come_as_second, by=at(who, 2), call=call) for who in others))
    call.refresh_from_db()
    assert call.second in others
    (late,) = [one for one in came if isinstance(one, Refused)]
    assert late.messages == (f"Ci va già {call.second}.",)


def test_of_two_who_change_the_zones_they_saw_one_writes_and_the_other_is_told(tournament, dora, giulia, bruno):
    seen = walkers_digest(walker_by_table(tournament))
    change = partial(move_tables, tournament=tournament, seen=seen)
    tries = at_once(
        partial(change, by=at(dora), tables=frozenset({1, 2}), to=bruno),
        partial(change, by=at(giulia), tables=frozenset({2, 3}), to=giulia),
    )
    told = [one for one in tries if isinstance(one, Overtaken)]
    assert [one.now for one in told] == [walkers_digest(walker_by_table(tournament))]
    assert walker_by_table(tournament) in ({1: bruno.pk, 2: bruno.pk}, {2: giulia.pk, 3: giulia.pk})
