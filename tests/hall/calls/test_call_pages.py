"""The pages of calls: the phone of a table, the queue, the page of a table, zones and times."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from hall.calls.actions import ask_second, call_arbiter, close_call, take_call
from hall.calls.models import Call, ZoneTable
from hall.calls.queries import walkers_digest
from hall.clock.actions import give_extra_time
from hall.line_codes.actions import MOST
from hall.line_codes.models import LineRequests
from records.rights import Role
from tests.asking import TOURNAMENT, counted, figures, queries_of, send, source, text
from tests.factories import acting, give_role, make_user
from tests.hall.calls.deeds import A, B
from tests.hall.slips.results import Phone, address_of
from tests.pages.living import LIVE, Browser
from tournaments.rounds.models import Round, Table

QUEUE = f"{TOURNAMENT}chiamate/"
DIRECT = f"{TOURNAMENT}direzione/chiamate/"
TABLE = f"{TOURNAMENT}turni/1/tavoli/1/"
NONE = walkers_digest({})  # nobody walks any table


@pytest.fixture
def one_minute(monkeypatch):
    """The minute in which a page holds does not end in the middle of a test."""
    monkeypatch.setattr("tournaments.setup.live_pages.MINUTE", 1e12)


class Caller(Phone):
    """A phone at a table that calls."""

    def call(self, **fields):
        return send(self.client, f"{self.address}chiamata/", **{"step": "call"} | fields)

    def asks(self, version=""):
        return self.client.get(f"{self.address}chiamata/?v={version}")


@pytest.fixture
def phone(table):
    return Caller(address_of(table, A))


@pytest.fixture
def call(table, dora):
    return call_arbiter(by=acting(dora, at=timezone.now() - timedelta(minutes=3, seconds=5)), table=table)


def version_in(response):
    return re.search(r'data-call-version="([\d-]+)"', source(response))[1]


# ---- at the table -----------------------------------------------------------


@pytest.mark.long
def test_a_phone_calls_and_reads_who_comes(phone, table, bruno):
    assert "Chiama l’arbitro" in text(phone.get())
    assert "ricevuta" not in text(phone.get())
    answer = phone.call()
    assert (answer.status_code, answer["Location"]) == (302, phone.address)
    assert "Chiamata ricevuta." in text(phone.get())
    phone.call(reason="cards")
    phone.call(seat="S")
    assert Call.objects.values_list("reason", "seat", "line").get() == ("cards", "S", "A")
    take_call(by=acting(bruno, at=timezone.now()), call=Call.objects.get())
    assert "Arriva Bruno Riva." in text(phone.get())


def test_the_part_is_304_until_something_changes(phone, bruno):
    phone.call()
    shown = version_in(phone.get())
    assert phone.asks(shown).status_code == 304
    take_call(by=acting(bruno, at=timezone.now()), call=Call.objects.get())
    answer = phone.asks(shown)
    assert (answer.status_code, "Arriva Bruno Riva" in text(answer)) == (200, True)


def test_a_phone_withdraws_the_call_it_saw_and_no_later_one(phone, table, dora):
    phone.call()
    first = Call.objects.get()
    close_call(by=acting(dora, at=timezone.now()), call=first, outcome="information")
    phone.call()
    answer = phone.call(step="withdraw", call=first.pk)
    assert (answer.status_code, "Questa chiamata è già chiusa." in text(answer)) == (422, True)
    phone.call(step="withdraw", call=Call.objects.latest("pk").pk)
    assert list(Call.objects.order_by("pk").values_list("outcome", flat=True)) == ["information", "withdrawn"]
    assert phone.call(step="withdraw").status_code == 422


def test_the_same_request_sent_again_by_the_outbox_calls_once(phone):
    for _time in range(3):
        assert phone.call(key="la-stessa").status_code == 302
    assert Call.objects.values_list("renewals").get() == (0,)


def test_a_flood_of_one_line_is_told_in_words_and_stops_no_other(phone, table):
    kind = LineRequests.Kind.CALLED
    LineRequests.objects.create(table=table, line="A", issue=1, kind=kind, made=MOST[kind], since=timezone.now())
    answer = phone.call()
    assert (answer.status_code, "Avete chiamato molte volte" in text(answer)) == (429, True)
    assert not Call.objects.exists()
    assert Caller(address_of(table, B)).call().status_code == 302


def test_a_call_sent_again_because_its_answer_was_lost_is_no_flood(phone, table):
    phone.call(key="persa")
    LineRequests.objects.filter(table=table, line="A").update(made=MOST[LineRequests.Kind.CALLED])
    assert phone.call(key="persa").status_code == 302
    assert phone.call(key="persa", reason="cards").status_code == 429
    assert phone.call(key="nuova").status_code == 429
    assert Call.objects.values_list("renewals", "reason").get() == (0, "")


def made(kind=LineRequests.Kind.CALLED):
    return LineRequests.objects.values_list("made", flat=True).get(kind=kind)


def test_what_is_sent_again_uses_up_nothing_and_a_line_that_called_often_may_still_withdraw(phone, table):
    for _time in range(3):
        assert phone.call(key="persa").status_code == 302
    assert made() == 1
    LineRequests.objects.update(made=MOST[LineRequests.Kind.CALLED])
    gone = {"step": "withdraw", "call": Call.objects.get().pk, "key": "ritira"}
    assert [phone.call(**gone).status_code for _time in range(2)] == [302, 302]
    assert Call.objects.get().outcome == "withdrawn"
    assert phone.call().status_code == 429


def test_a_code_made_anew_calls_no_more_and_a_forged_one_never_did(phone, table):
    assert Caller(address_of(table, A, 2)).call().status_code == 403
    assert Caller(f"{TOURNAMENT}tavolo/1-A-1.falsa/").call().status_code == 404
    assert phone.call(reason="fame").status_code == 422


def closed(table):
    Round.objects.filter(pk=table.round_id).update(state=Round.State.CLOSED)


def test_a_call_that_outlives_its_round_is_withdrawn_and_then_its_address_opens_nothing(phone, table):
    phone.call()
    closed(table)
    asked = phone.asks()
    assert (asked.status_code, "Non serve più" in text(asked), "Chiama ancora" in text(asked)) == (200, True, False)
    for refused in ({}, {"reason": "cards"}):
        answer = phone.call(**refused)
        assert (answer.status_code, "Il turno è chiuso" in text(answer)) == (422, True)
    for _sent_again in range(2):
        answer = phone.call(step="withdraw", call=Call.objects.get().pk, key="ritira")
        assert (answer.status_code, "La chiamata è chiusa" in text(answer)) == (200, True)
    assert Call.objects.get().outcome == "withdrawn"
    assert phone.get().status_code == phone.asks().status_code == 404
    assert phone.call(step="withdraw", call=Call.objects.get().pk).status_code == 422


def test_a_table_of_a_closed_round_that_never_called_is_not_found(phone, table):
    closed(table)
    assert phone.asks().status_code == phone.call().status_code == 404


# ---- the queue --------------------------------------------------------------


def test_pages_without_the_queue_are_told_how_many_calls_nobody_took(client_of, bruno, sara, call):
    asked = f"{TOURNAMENT}collegamento/"
    told = text(client_of(bruno).get(asked, headers=LIVE))
    assert "1 chiamata aspetta" in told
    assert "chiamata" not in text(client_of(sara).get(asked, headers=LIVE))  # who answers none reads of none
    take_call(by=acting(bruno, at=timezone.now()), call=call)
    assert "chiamata" not in text(client_of(bruno).get(asked, headers=LIVE))


def test_the_queue_says_table_pairs_minutes_reason_and_earlier_calls(client_of, bruno, dora, table, call):
    close_call(by=acting(dora, at=timezone.now()), call=call, outcome="information")
    again = call_arbiter(by=acting(dora, at=timezone.now() - timedelta(minutes=4)), table=table, reason="count")
    page = text(client_of(bruno).get(QUEUE))
    assert "4′ · conteggio" in page
    assert "1 Conti – Serra · 2 Galli – Fontana" in page
    assert "Una chiamata prima, in questo turno." in page
    assert again.is_open


def test_prendo_io_opens_the_table_and_the_second_reads_who_goes(client_of, bruno, giulia, call):
    answer = send(client_of(bruno), f"{QUEUE}{call.pk}/", step="take")
    assert (answer.status_code, answer["Location"]) == (302, TABLE)
    assert "Il tavolo chiama" in text(client_of(bruno).get(TABLE))
    late = send(client_of(giulia), f"{QUEUE}{call.pk}/", step="take")
    assert (late.status_code, "Ci va già Bruno Riva." in text(late)) == (422, True)


@pytest.mark.parametrize("address", [QUEUE, f"{TOURNAMENT}arbitraggio/"])
@pytest.mark.usefixtures("call", "one_minute")
def test_the_queue_is_304_while_nothing_changed_and_costs_no_more_with_more_calls(client_of, bruno, dora, address):
    browser = Browser(client_of(bruno), address)
    assert 'data-live-every="2"' in source(browser.open())
    one = queries_of(browser.client, address)
    with counted() as cheap:
        assert browser.ask().status_code == 304
    assert len(cheap) == 1
    call_arbiter(by=acting(dora, at=timezone.now()), table=Table.objects.get(number=2))
    answer = browser.ask()
    assert re.findall(r'<li class="call-line is-free" id="call-\d+"', source(answer)) != []
    assert "Chiamate 2" in text(answer)
    assert queries_of(browser.client, address) == one


@pytest.mark.long
def test_who_may_not_be_the_second_arbiter_is_offered_it_nowhere(client_of, cast, call):
    giulia, alda = acting(cast["giulia"], at=timezone.now()), make_user("alda")
    take_call(by=giulia, call=call)
    ask_second(by=replace(giulia, key="secondo"), call=call)
    for who in (cast["bruno"], cast["dora"]):
        queue, page = client_of(who).get(QUEUE), client_of(who).get(TABLE)
        assert 'value="second"' not in source(queue) + source(page)
        assert "Chiede un secondo arbitro." in text(queue)
        assert "data-free" not in source(client_of(who).get(f"{TOURNAMENT}turni/1/"))
    give_role(alda, call.table.round.tournament, Role.CHIEF_ARBITER)
    for address in (QUEUE, TABLE):
        assert 'value="second"' in source(client_of(alda).get(address))


@pytest.mark.long
def test_every_step_is_a_tap_on_the_table_s_page(client_of, giulia, bruno, call):
    client, steps = client_of(bruno), f"{QUEUE}{call.pk}/"
    for step, fields in (
        ("take", {}), ("arrive", {}), ("ask-second", {}), ("put-off", {"minutes": "10"}), ("give-back", {}),
        ("hand-over", {"to": giulia.pk}),
    ):  # fmt: skip
        assert send(client, steps, step=step, **fields).status_code == 302, step
    call.refresh_from_db()
    assert (call.owner, call.minutes_back, call.second_asked_at is None) == (giulia, 4, False)
    for step, fields in (("hand-over", {"to": "x"}), ("put-off", {"minutes": "1"}), ("close", {}), ("boh", {})):
        assert send(client_of(giulia), steps, step=step, **fields).status_code == 422, step
    assert send(client_of(giulia), steps, step="close", outcome="no-anomaly").status_code == 302
    assert "Ultima chiamata chiusa alle" in text(client_of(giulia).get(TABLE))


@pytest.mark.parametrize(
    "fields",
    [
        {"step": "withdraw"}, {"step": "ask-second"}, {"step": "give-back"}, {"step": "put-off", "minutes": "5"},
        {"step": "close", "outcome": "information"}, {"step": "arrive"}, {"step": "take"},
    ],
)  # fmt: skip
def test_no_step_that_a_page_does_not_offer_passes_by_whoever_goes(client_of, bruno, giulia, call, fields):
    take_call(by=acting(giulia, at=timezone.now()), call=call)
    before = Call.objects.values().get()
    answer = send(client_of(bruno), f"{QUEUE}{call.pk}/", **fields)
    assert (answer.status_code, "Ci va già Giulia Marchi." in text(answer)) == (422, True)
    assert Call.objects.values().get() == before


@pytest.mark.parametrize("step", ["withdraw", "second"])
def test_the_staff_by_a_table_s_code_pass_by_nobody_who_goes(client_of, cast, call, table, step):
    address = f"{address_of(table, A)}chiamata/"
    take_call(by=acting(cast["bruno"], at=timezone.now()), call=call)
    # Nor is it offered them; the line of the code may say it.
    asked = source(client_of(cast["sara"]).get(f"{address}?v=")), source(client_of(cast["bruno"]).get(f"{address}?v="))
    assert [f'name="step" value="{step}"' in re.sub(r"\s+", " ", part) for part in asked] == [False, True]
    answer = send(client_of(cast["sara"]), address, step=step, call=call.pk)
    assert (answer.status_code, "Ci va già Bruno Riva." in text(answer)) == (422, True)
    assert Call.objects.get().is_open and Call.objects.get().second_asked_at is None


def test_the_staff_withdraw_a_call_that_nobody_took(client_of, sara, call, table):
    assert send(client_of(sara), f"{address_of(table, A)}chiamata/", step="withdraw", call=call.pk).status_code == 302
    assert Call.objects.get().outcome == "withdrawn"


def test_the_desk_calls_for_a_table(client_of, sara, bruno, dora):
    assert send(client_of(sara), f"{TOURNAMENT}direzione/turni/1/tavoli/1/chiamata/").status_code == 302
    assert "Chiamate 1" in text(client_of(bruno).get(f"{TOURNAMENT}arbitraggio/"))
    assert "Chiamate 1" in text(client_of(dora).get(DIRECT))


@pytest.mark.long
def test_time_given_back_stands_with_the_players_at_the_tables_and_with_the_arbiter(client_of, bruno, call, phone):
    pages = [phone.get, lambda: phone.client.get(TOURNAMENT), lambda: client_of(bruno).get(TABLE)]
    assert "in più" not in text(pages[0]())
    send(client_of(bruno), f"{QUEUE}{call.pk}/", step="take")
    send(client_of(bruno), f"{QUEUE}{call.pk}/", step="give-back")
    said = ["A questo tavolo 4′ in più.", "in gioco +4′ di tempo in più", "A questo tavolo 4′ in più."]
    for page, words in zip(pages, said, strict=True):
        assert words in text(page())


def test_at_a_called_table_come_who_sits_there_what_binds_play_and_one_first_thing_to_do(client_of, bruno, call):
    """Nothing else stands out: who is on the way arrives first, at the table an anomaly is opened."""
    client, firsts = client_of(bruno), []
    for step in ("take", "arrive", ""):
        page = source(client.get(TABLE)).partition("<main")[2]
        assert page.index('class="seat-table"') < page.index('class="call-box"') < page.index('id="boards"')
        firsts += [re.findall(r'class="btn btn-primary"[^>]*>\s*(?:<svg.*?</svg>)?\s*([^<]*?)\s*<', page, re.DOTALL)]
        if step:
            send(client, f"{QUEUE}{call.pk}/", step=step)
    assert firsts == [["Prendo io"], ["Sono al tavolo"], ["Nuova anomalia"]]


def test_the_time_is_given_back_by_one_tap_beside_the_closing_and_told_once_given(client_of, bruno, giulia, call):
    send(client_of(bruno), f"{QUEUE}{call.pk}/", step="take")
    shown = source(client_of(bruno).get(TABLE))
    offered = shown.index('value="give-back"')
    assert shown.index('aria-label="Chiudi la chiamata"') < offered < shown.index('<details class="call-more">')
    send(client_of(bruno), f"{QUEUE}{call.pk}/", step="give-back")
    told = client_of(bruno).get(TABLE)
    assert 'value="give-back"' not in source(told)
    assert "Resi 4′." in text(told)


def test_to_close_with_more_time_is_offered_with_its_minutes_and_only_while_it_can_be_given(client_of, bruno, call):
    client, offered = client_of(bruno), 'value="extra-time"'
    assert "tempo in più: rendi 4′" in text(client.get(TABLE))
    Round.objects.update(state=Round.State.PUBLISHED)
    assert offered not in source(client.get(TABLE))
    Round.objects.update(state=Round.State.PLAYING)
    answer = send(client, f"{QUEUE}{call.pk}/", step="close", outcome="extra-time")
    assert "Chiamata chiusa: il tavolo 1 ha 4′ in più" in text(client.get(answer.url))


def test_more_time_given_by_hand_is_told_in_the_button(client_of, bruno, call, table):
    give_extra_time(by=acting(bruno, at=timezone.now()), table=table, minutes=10, reason="Carte cadute")
    assert "tempo in più: 10′ già dati" in text(client_of(bruno).get(TABLE))


# ---- the director -----------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "tables", "shown"),
    [("1-3, 20", [1, 2, 3, 20], "1-3, 20"), (" 7 ;5–6", [5, 6, 7], "5-7"), ("", [], "")],
)
def test_zones_are_typed_as_ranges(client_of, cast, typed, tables, shown):
    dora, bruno = cast["dora"], cast["bruno"]
    assert send(client_of(dora), DIRECT, arbiter=bruno.pk, tables=typed, seen=NONE).status_code == 302
    assert list(ZoneTable.objects.values_list("table", flat=True)) == tables
    assert f'value="{shown}"' in source(client_of(dora).get(DIRECT))


@pytest.mark.parametrize("typed", ["0-3", "tre", "9-5", "1-99999", "1,,2-"])
def test_a_zone_that_is_no_range_is_refused_in_words_and_kept(client_of, dora, bruno, typed):
    answer = send(client_of(dora), DIRECT, arbiter=bruno.pk, tables=typed, seen=NONE)
    assert (answer.status_code, "Scrivi i tavoli così: 1-12, 20." in text(answer)) == (422, True)
    assert f'value="{typed}"' in source(answer)


@pytest.mark.long
def test_tables_are_ticked_and_sent_to_another_or_to_nobody(client_of, dora, bruno, table):
    assert send(client_of(dora), DIRECT, tables=["1", "2"], to=bruno.pk, seen=NONE).status_code == 302
    seen = walkers_digest({1: bruno.pk, 2: bruno.pk})
    assert f'name="seen" value="{seen}"' in source(client_of(dora).get(DIRECT))
    assert send(client_of(dora), DIRECT, tables=["2"], to="", seen=seen).status_code == 302
    assert list(ZoneTable.objects.values_list("table", "arbiter")) == [(1, bruno.pk)]


@pytest.mark.long
@pytest.mark.parametrize("is_move", [False, True])
def test_zones_that_another_changed_are_shown_with_what_was_typed_and_sent_again(client_of, cast, is_move):
    dora, bruno, giulia = cast["dora"], cast["bruno"], cast["giulia"]
    sent = {"tables": ["4", "5"], "to": bruno.pk} if is_move else {"arbiter": bruno.pk, "tables": "4-6"}
    send(client_of(giulia), DIRECT, arbiter=giulia.pk, tables="4-5", seen=NONE)
    answer = send(client_of(dora), DIRECT, **sent, seen=NONE)
    assert (answer.status_code, "Qualcun altro ha cambiato le zone" in text(answer)) == (422, True)
    seen = walkers_digest({4: giulia.pk, 5: giulia.pk})
    assert f'name="seen" value="{seen}"' in source(answer)
    ticked = re.findall(r'value="(\d+)" class="visually-hidden" checked', source(answer))
    assert (ticked, 'value="4-6"' in source(answer)) == ((["4", "5"], False) if is_move else ([], True))
    assert send(client_of(dora), DIRECT, **sent, seen=seen).status_code == 302


@pytest.mark.parametrize("wrong", [{"seen": ""}, {"seen": "x" * 17}, {"tables": "tre"}, {"tables": []}, {"to": "0"}])
def test_what_no_page_of_ours_sends_moves_nothing_and_is_told(client_of, dora, bruno, table, wrong):
    sent = {"tables": ["1"], "to": str(bruno.pk), "seen": NONE} | wrong
    answer = send(client_of(dora), DIRECT, **sent)
    assert (answer.status_code, 'id="zone-error"' in source(answer)) == (422, True)
    assert not ZoneTable.objects.exists()


def test_the_times_stand_by_round_and_by_arbiter(client_of, dora, bruno, call):
    take_call(by=acting(bruno, at=call.opened_at + timedelta(seconds=10)), call=call)
    send(client_of(bruno), f"{QUEUE}{call.pk}/", step="close", outcome="information")
    Call.objects.update(
        arrived_at=call.opened_at + timedelta(seconds=65), closed_at=call.opened_at + timedelta(seconds=130)
    )
    row = ["1", "0", "1:05", "1:05", "2:10", "2:10"]
    assert figures(client_of(dora).get(DIRECT)) == [["Tutte", *row], ["Turno 1", *row], ["Bruno Riva", *row]]
