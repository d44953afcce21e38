"""The call of a table: made once, renewed, withdrawn; taken by one, handed over, put off, closed; time given back."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from codes.seats import Seat
from hall.calls import queries
from hall.calls.actions import (
    arrive,
    ask_second,
    call_arbiter,
    close_call,
    come_as_second,
    give_back_time,
    hand_over_call,
    move_tables,
    put_off_call,
    ruled_at,
    set_zone,
    take_call,
    withdraw_call,
)
from hall.calls.models import Call, ZoneTable
from hall.calls.queries import walker_by_table, walkers_digest
from hall.clock.actions import give_extra_time
from hall.clock.models import ExtraTime
from hall.line_codes.actions import renew_line_code
from records.models import LogEntry
from records.requests import Overtaken, Refused
from records.rights import Role, role_in
from referee.cases.actions import open_case
from tests.factories import NOON, give_role, make_user
from tests.hall.calls.deeds import A, B, at, called
from tournaments.rounds.models import Round
from tournaments.staff.log_words import words_of_line


@pytest.fixture
def call(players, table):
    return called(players, table)


def queue_of(tournament, user, moment):
    return queries.queue_of(tournament, user, moment, role=role_in(user, tournament))


def lines():
    return list(LogEntry.objects.order_by("sequence").values_list("action", "data"))


# ---- the table --------------------------------------------------------------


def test_more_taps_of_either_line_only_renew_the_one_call(players, table, call):
    assert called(players, table, B, 1) == call
    assert called(players, table, A, 2, reason="count", seat=Seat.N) == call
    again = Call.objects.get()
    assert (again.opened_at, again.renewals, again.renewed_at) == (NOON, 1, NOON + timedelta(minutes=1))
    assert (again.line, again.reason, again.seat) == ("A", "count", "N")
    assert [name for name, _data in lines()] == ["call_arbiter", "renew_call", "renew_call"]
    assert lines()[-1][1] == {"round": 1, "table": 1, "reason_told": "count", "seat": "N", "line": "A"}
    assert words_of_line(LogEntry.objects.latest("sequence")).figures == "conteggio"


def test_the_database_holds_one_open_call_of_a_table(table, call, dora):
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(table=table, opened_by=dora, opened_at=NOON)
    close_call(by=at(dora, 1), call=call, outcome="information")
    Call.objects.create(table=table, opened_by=dora, opened_at=NOON)


def test_a_table_calls_with_the_code_in_force_and_while_the_round_is_open(players, table, bruno):
    renew_line_code(by=at(bruno), table=table, line=A, expected=1)
    with pytest.raises(Refused, match="non vale più"):
        called(players, table)
    assert called(players, table, issue=2).is_open
    Round.objects.update(state=Round.State.CLOSED)
    with pytest.raises(Refused, match="Il turno è chiuso"):
        called(players, table, B)


def test_nobody_else_speaks_for_a_line(table, bruno, carla):
    with pytest.raises(PermissionDenied):
        called(bruno, table)
    with pytest.raises(PermissionDenied):
        call_arbiter(by=at(carla), table=table)
    with pytest.raises(Refused, match="motivo non esiste"):
        call_arbiter(by=at(bruno), table=table, reason="fame")


def test_the_staff_call_for_a_table(table, sara):
    assert call_arbiter(by=at(sara), table=table).line == ""


def test_either_line_withdraws_and_then_it_is_over(players, table, bruno, call):
    withdraw_call(by=at(players, 1), call=call, line=B)
    call.refresh_from_db()
    assert (call.outcome, call.closed_by, call.closed_at) == ("withdrawn", players, NOON + timedelta(minutes=1))
    with pytest.raises(Refused, match="già chiusa"):
        take_call(by=at(bruno, 2), call=call)
    assert called(players, table, minutes=3) != call


# ---- who goes ---------------------------------------------------------------


def test_one_takes_it_and_the_other_sees_who(call, bruno, giulia, sara):
    assert take_call(by=at(bruno, 1), call=call).owner == bruno
    with pytest.raises(Refused, match="Ci va già Bruno Riva"):
        take_call(by=at(giulia, 1), call=call)
    before = LogEntry.objects.count()
    assert take_call(by=at(bruno, 2), call=call).taken_at == NOON + timedelta(minutes=1)
    assert LogEntry.objects.count() == before
    with pytest.raises(PermissionDenied):
        take_call(by=at(sara, 1), call=call)


def test_a_call_taken_long_ago_and_not_closed_is_told_to_everybody(tournament, call, bruno, giulia):
    take_call(by=at(bruno, 1), call=call)
    for minute, forgotten in ((16, False), (17, True)):
        taken = [queue_of(tournament, who, NOON + timedelta(minutes=minute)).taken for who in (bruno, giulia)]
        assert [[one.is_forgotten for one in mine] for mine in taken] == [[forgotten], [forgotten]]
    put_off_call(by=at(bruno, 16), call=call, minutes=10)
    queue = queue_of(tournament, bruno, NOON + timedelta(minutes=20))
    assert [one.is_forgotten for one in (*queue.waiting, *queue.taken)] == [False]


def test_who_goes_hands_it_over_and_who_directs_may_too(call, bruno, giulia, dora, sara):
    take_call(by=at(bruno), call=call)
    with pytest.raises(Refused, match="Sara Moro non arbitra"):
        hand_over_call(by=at(bruno), call=call, to=sara)
    arrive(by=at(bruno, 1), call=call)
    over = hand_over_call(by=at(bruno, 2), call=call, to=giulia)
    assert (over.owner, over.taken_at, over.arrived_at) == (giulia, NOON + timedelta(minutes=2), None)
    with pytest.raises(Refused, match="Ci va già Giulia Marchi"):
        hand_over_call(by=at(bruno, 3), call=call, to=bruno)
    assert hand_over_call(by=at(dora, 3), call=call, to=bruno).owner == bruno


def test_a_second_arbiter_is_of_the_grade_of_the_first_or_above(players, call, bruno, giulia, dora):
    with pytest.raises(Refused, match="non è ancora partito"):
        ask_second(by=at(players), call=call, line=A)
    take_call(by=at(giulia), call=call)
    with pytest.raises(Refused, match="nessuno ha chiesto"):
        come_as_second(by=at(bruno), call=call)
    ask_second(by=at(players, 1), call=call, line=B)
    with pytest.raises(Refused, match="già stato chiesto"):
        ask_second(by=at(players, 1), call=call, line=A)
    for who in (bruno, dora):
        with pytest.raises(Refused, match="grado pari o superiore"):
            come_as_second(by=at(who, 2), call=call)
    with pytest.raises(Refused, match="Sei il primo arbitro"):
        come_as_second(by=at(giulia, 2), call=call)
    another = make_user("alda", first_name="Alda")
    give_role(another, call.table.round.tournament, Role.CHIEF_ARBITER)
    tournament = call.table.round.tournament
    offered = [who for who in (bruno, giulia, dora, another) if queue_of(tournament, who, NOON).waiting]
    assert offered == [another]  # only to whom it is not refused
    assert come_as_second(by=at(another, 3), call=call).second == another


def test_a_second_arbiter_of_lower_grade_than_who_goes_now_is_let_go_and_another_one_wanted(
    players, call, bruno, giulia, dora
):
    tournament = call.table.round.tournament
    other = make_user("alda", first_name="Alda")
    give_role(other, tournament, Role.ARBITER)
    take_call(by=at(other), call=call)
    ask_second(by=at(players, 1), call=call, line=A)
    come_as_second(by=at(bruno, 2), call=call)
    call = hand_over_call(by=at(other, 3), call=call, to=giulia)
    assert (call.owner, call.second, call.wants_second) == (giulia, None, True)
    assert lines()[-1][1] == {"round": 1, "table": 1, "to": giulia.pk, "second_dropped": bruno.pk}
    again = hand_over_call(by=at(giulia, 4), call=call, to=bruno)
    assert come_as_second(by=at(giulia, 5), call=again).second == giulia
    assert hand_over_call(by=at(dora, 6), call=again, to=other).second == giulia
    assert "second_dropped" not in lines()[-1][1]


def test_what_is_put_off_stands_behind_the_others(players, table_2, tournament, bruno, call):
    other = called(players, table_2, minutes=1)
    order = [one.call for one in queue_of(tournament, bruno, NOON + timedelta(minutes=2)).waiting]
    assert order == [call, other]
    with pytest.raises(Refused, match="5, 10 o 15"):
        put_off_call(by=at(bruno, 2), call=call, minutes=7)
    put_off_call(by=at(bruno, 2), call=call, minutes=5)
    order = [one.call for one in queue_of(tournament, bruno, NOON + timedelta(minutes=3)).waiting]
    assert order == [other, call]
    order = [one.call for one in queue_of(tournament, bruno, NOON + timedelta(minutes=7)).waiting]
    assert order == [call, other]


def test_who_opens_an_anomaly_there_has_arrived_and_who_rules_has_done(call, table, bruno, giulia):
    take_call(by=at(bruno, 1), call=call)
    open_case(by=at(giulia, 2), table=table)
    assert Call.objects.get().arrived_at is None
    open_case(by=at(bruno, 3), table=table)
    assert Call.objects.get().arrived_at == NOON + timedelta(minutes=3)
    ruled_at(table, by=at(giulia, 4), ruled_by=giulia, reference="Provvedimento n. 1")
    assert Call.objects.get().is_open
    ruled_at(table, by=at(giulia, 5), ruled_by=bruno, reference="Provvedimento n. 1")
    call = Call.objects.get()
    # Giulia confirmed what Bruno had proposed.
    assert (call.outcome, call.lasted_minutes, call.closed_by) == ("ruling", 5, giulia)


def test_its_outcome_is_one_of_four(call, bruno, giulia):
    take_call(by=at(bruno), call=call)
    for wrong in ("", "withdrawn", "boh"):
        with pytest.raises(Refused, match="Scegli com’è finita"):
            close_call(by=at(bruno), call=call, outcome=wrong)
    assert close_call(by=at(giulia, 1), call=call, outcome="no-anomaly").closed_by == giulia  # she directs the calls
    with pytest.raises(Refused, match=r"già chiusa .nessuna anomalia"):
        close_call(by=at(bruno, 2), call=call, outcome="ruling")


def test_its_time_goes_back_to_the_table_once(call, table, bruno):
    take_call(by=at(bruno, 1), call=call)
    close_call(by=at(bruno, 6, 1), call=call, outcome="information")
    assert give_back_time(by=at(bruno, 9), call=call).minutes_back == 7  # a minute begun is the table's
    assert ExtraTime.objects.values_list("table", "minutes", "reason").get() == (table.pk, 7, "Chiamata all’arbitro")
    with pytest.raises(Refused, match="già stato reso"):
        give_back_time(by=at(bruno, 9), call=call)
    assert ExtraTime.objects.count() == 1


def test_closed_with_more_time_it_gives_its_minutes_by_the_same_tap(call, table, bruno):
    take_call(by=at(bruno, 1), call=call)
    closed = close_call(by=at(bruno, 4, 30), call=call, outcome="extra-time")
    assert (closed.outcome, closed.minutes_back) == ("extra-time", 5)
    assert ExtraTime.objects.values_list("table", "minutes").get() == (table.pk, 5)


@pytest.mark.parametrize("is_of_the_call", [True, False])
def test_closed_with_more_time_that_the_table_has_it_gives_no_more(call, table, bruno, is_of_the_call):
    take_call(by=at(bruno, 1), call=call)
    if is_of_the_call:
        give_back_time(by=at(bruno, 3), call=call)
    else:
        give_extra_time(by=at(bruno, 3), table=table, minutes=10, reason="Carte cadute")
    close_call(by=at(bruno, 6), call=call, outcome="extra-time")
    assert ExtraTime.objects.get().minutes == (3 if is_of_the_call else 10)


def test_minutes_given_before_it_called_are_not_its_own(players, table_2, bruno):
    give_extra_time(by=at(bruno, 1), table=table_2, minutes=10, reason="Carte cadute")
    call = called(players, table_2, minutes=2)
    assert close_call(by=at(bruno, 6), call=call, outcome="extra-time").minutes_back == 4


def test_before_the_round_begins_it_is_not_closed_with_more_time(call, table, bruno):
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PUBLISHED)
    call.table.round.refresh_from_db()
    with pytest.raises(Refused, match="mentre il turno è in corso"):
        close_call(by=at(bruno, 6), call=call, outcome="extra-time")
    call.refresh_from_db()
    assert (call.is_open, call.minutes_back, ExtraTime.objects.count()) == (True, None, 0)


# ---- zones ------------------------------------------------------------------


def seen(tournament):
    return walkers_digest(walker_by_table(tournament))


def test_the_own_zone_comes_first(table_2, call, dora, bruno, giulia):
    tournament = call.table.round.tournament
    other = call_arbiter(by=at(dora, 1), table=table_2)
    set_zone(by=at(dora), tournament=tournament, arbiter=bruno, tables=frozenset({2, 3}), seen=seen(tournament))
    for who, expected in ((bruno, [other, call]), (giulia, [call, other])):
        assert [one.call for one in queue_of(tournament, who, NOON).waiting] == expected


def test_a_table_is_of_one_arbiter(tournament, dora, bruno, giulia, sara):
    set_zone(by=at(dora), tournament=tournament, arbiter=bruno, tables=frozenset({1, 2, 3}), seen=seen(tournament))
    set_zone(by=at(giulia), tournament=tournament, arbiter=giulia, tables=frozenset({3, 4}), seen=seen(tournament))
    zones = ZoneTable.objects.values_list("table", "arbiter__username")
    assert list(zones) == [(1, "bruno"), (2, "bruno"), (3, "giulia"), (4, "giulia")]
    set_zone(by=at(dora), tournament=tournament, arbiter=bruno, tables=frozenset(), seen=seen(tournament))
    assert list(zones.all()) == [(3, "giulia"), (4, "giulia")]
    with pytest.raises(Refused, match="non arbitra"):
        set_zone(by=at(dora), tournament=tournament, arbiter=sara, tables=frozenset({1}), seen=seen(tournament))
    with pytest.raises(PermissionDenied):
        set_zone(by=at(bruno), tournament=tournament, arbiter=bruno, tables=frozenset({1}), seen=seen(tournament))


def test_tables_move_to_another_zone_and_to_nobody(tournament, dora, bruno, giulia):
    set_zone(by=at(dora), tournament=tournament, arbiter=bruno, tables=frozenset({1, 2, 3}), seen=seen(tournament))
    move_tables(by=at(dora), tournament=tournament, tables=frozenset({3, 4}), to=giulia, seen=seen(tournament))
    zones = ZoneTable.objects.values_list("table", "arbiter__username")
    assert list(zones) == [(1, "bruno"), (2, "bruno"), (3, "giulia"), (4, "giulia")]
    move_tables(by=at(dora), tournament=tournament, tables=frozenset({1, 4}), to=None, seen=seen(tournament))
    assert list(zones.all()) == [(2, "bruno"), (3, "giulia")]
    told = LogEntry.objects.filter(action="move_tables").order_by("pk").values_list("data", flat=True)
    assert told[1]["tables"] == [1, 4]
    with pytest.raises(Refused, match="Scegli prima"):
        move_tables(by=at(dora), tournament=tournament, tables=frozenset(), to=bruno, seen=seen(tournament))
    with pytest.raises(PermissionDenied):
        move_tables(by=at(bruno), tournament=tournament, tables=frozenset({1}), to=bruno, seen=seen(tournament))


@pytest.mark.parametrize("act", ["range", "move"])
def test_who_did_not_see_what_another_changed_writes_nothing_over_it(tournament, dora, bruno, giulia, act):
    before = seen(tournament)
    set_zone(by=at(giulia), tournament=tournament, arbiter=bruno, tables=frozenset({1, 2}), seen=before)
    with pytest.raises(Overtaken) as refusal:
        if act == "range":
            set_zone(by=at(dora), tournament=tournament, arbiter=giulia, tables=frozenset({2}), seen=before)
        else:
            move_tables(by=at(dora), tournament=tournament, to=giulia, tables=frozenset({2}), seen=before)
    assert (refusal.value.field, refusal.value.now) == ("seen", seen(tournament))
    assert set(ZoneTable.objects.values_list("table", "arbiter")) == {(1, bruno.pk), (2, bruno.pk)}
