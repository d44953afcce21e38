"""The code of each line: made anew, typed, used too often; and the code that sheets of before had for a whole table."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.core.signing import Signer
from django.db import connection
from django.test import Client
from django.utils import timezone

from codes.seats import Line
from hall.line_codes.actions import MOST, WITHIN, claim_use, renew_line_code
from hall.line_codes.codes import issue_of, letters_of
from hall.line_codes.models import LineCode, LineRequests
from records.models import LogEntry
from records.requests import Refused
from tests.asking import TOURNAMENT, send, source, text
from tests.factories import NOON, acting
from tests.hall.slips.results import SWAPPED, TYPED, A, B, Phone, address_of, agree, put, recorded
from tests.reading import pages
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import TableSlip

CODES = f"{TOURNAMENT}direzione/turni/1/tavoli/1/codici/"
TYPE = f"{TOURNAMENT}tavolo/"
SENT, LETTERS = LineRequests.Kind.SENT, LineRequests.Kind.TYPED


def renew(person, table, line=A, *, expected=1):
    return renew_line_code(by=acting(person), table=table, line=line, expected=expected)


def used_up(table, line, kind=SENT):
    LineRequests.objects.create(table=table, line=line, issue=1, kind=kind, made=MOST[kind], since=timezone.now())


# ---- made anew --------------------------------------------------------------


def test_a_code_made_anew_is_the_only_one_of_its_line(players, bruno, table):
    renew(bruno, table)
    assert [issue_of(table, line) for line in Line] == [2, 1]
    with pytest.raises(Refused, match="Questo codice non vale più"):
        put(players, table)
    assert put(players, table, issue=2).given_by_line == "A"
    assert agree(players, table).state == "agreed"  # the other line's is as it was


def test_the_log_says_who_made_it_anew(bruno, table):
    renew(bruno, table)
    line = LogEntry.objects.get(action="renew_line_code")
    assert (line.actor, line.data["round"], line.data["table"], line.data["line"], line.data["issue"]) == (
        bruno, 1, 1, "A", 2,
    )  # fmt: skip


def test_a_code_that_was_made_anew_meanwhile_is_not_made_anew_again(bruno, giulia, table):
    renew(bruno, table)
    with pytest.raises(Refused, match="qualcuno ha già rifatto"):
        renew(giulia, table)
    assert LineCode.objects.count() == 1


def test_scorers_and_players_make_no_code(sara, carla, players, table):
    for person in (sara, carla, players):
        with pytest.raises(PermissionDenied):
            renew(person, table)


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_only_a_round_that_is_open_has_codes(bruno, table, state):
    Round.objects.update(state=state)
    with pytest.raises(Refused, match="valgono da quando è pubblicato"):
        renew(bruno, table)


def test_an_address_of_before_says_what_to_do_and_sends_nothing(bruno, table):
    phone = Phone(address_of(table, A))
    assert phone.get().status_code == 200
    renew(bruno, table)
    for answer in (phone.get(), phone.send(step="send", version=0, **TYPED), phone.send(step="agree", version=1)):
        # The outbox of a phone keeps what 403 refuses, with its figures.
        assert answer.status_code == 403
        assert "La direzione ne ha fatto uno nuovo per la vostra linea." in text(answer)
        assert "Chiedete all’arbitro" in text(answer)
    assert not TableSlip.objects.exists()
    assert Phone(address_of(table, A, 2)).send(step="send", version=0, **TYPED).status_code == 302


def test_the_code_of_a_whole_table_on_sheets_of_before_opens_nothing(client_of, bruno, table):
    old = f"{TOURNAMENT}tavolo/{Signer(salt='tournaments.table', sep='.').sign(str(table.pk))}/"
    for answer in (Client().get(old), send(Client(), old, step="send", version=0, **TYPED)):
        assert answer.status_code == 403
        assert "un codice solo per tutto il tavolo: ora ogni linea ha il suo" in text(answer)
    assert not TableSlip.objects.exists()
    # Whoever is of the staff records by their role, whichever sheet they hold.
    assert send(client_of(bruno), old, step="record", **TYPED).status_code == 302


def test_the_desk_shows_both_codes_and_makes_one_anew_with_one_tap(client_of, bruno, table):
    desk = client_of(bruno)
    page = desk.get(CODES)
    assert letters_of(table, A) in text(page) and letters_of(table, B) in text(page)
    assert send(desk, CODES, line="B", issue=1).status_code == 302
    page = desk.get(CODES)
    assert letters_of(table, A) in text(page) and letters_of(table, B, 2) in text(page)
    assert letters_of(table, B) not in text(page)
    late = send(desk, CODES, line="B", issue=1)
    assert late.status_code == 422
    assert "qualcuno ha già rifatto questo codice" in text(late) and letters_of(table, B, 2) in text(late)


def test_the_table_leads_to_its_codes_who_may_make_them(client_of, bruno, dora, sara, table):
    page = f"{TOURNAMENT}turni/1/tavoli/1/"
    for person in (bruno, dora):
        assert f'href="{CODES}"' in source(client_of(person).get(page))
    assert client_of(sara).get(CODES).status_code == 403


def test_the_codes_of_a_closed_round_are_not_shown(client_of, bruno, table):
    Round.objects.update(state="closed")
    page = text(client_of(bruno).get(CODES))
    assert "valgono da quando è pubblicato" in page and letters_of(table, A) not in page


# ---- typed ------------------------------------------------------------------


@pytest.mark.parametrize("form", ["{}", " {} ", "lower", "apart"])
def test_letters_typed_lead_where_the_qr_does(table, form):
    letters = letters_of(table, B)
    typed = {"lower": letters.lower(), "apart": " ".join(letters.replace("-", ""))}.get(form) or form.format(letters)
    answer = Client().post(TYPE, {"code": typed})
    assert (answer.status_code, answer["Location"]) == (302, address_of(table, B))


def test_letters_made_anew_replace_those_of_before(bruno, table):
    renew(bruno, table)
    assert Client().post(TYPE, {"code": letters_of(table, A)}).status_code == 422
    assert Client().post(TYPE, {"code": letters_of(table, A, 2)})["Location"] == address_of(table, A, 2)


@pytest.mark.parametrize(
    "typed", ["", "x", "1A", "1A-XXXXXX", "99A-XXXXXX", "1C-XXXXXX", "1A-\x00", "9" * 30, "١A-XXXXXX"]
)
def test_letters_of_no_line_are_refused_and_stay(table, typed):
    answer = Client().post(TYPE, {"code": typed})
    assert answer.status_code == 422
    assert "codice" in text(answer)


@pytest.mark.long
def test_letters_of_a_closed_round_and_of_a_hidden_tournament_open_nothing(tournament, table):
    tournament.is_public = False
    tournament.save()
    assert Client().get(TYPE).status_code == 404
    assert Client().post(TYPE, {"code": letters_of(table, A)}).status_code == 404
    type(tournament).objects.update(is_public=True)
    Round.objects.update(state="closed")
    assert Client().post(TYPE, {"code": letters_of(table, A)}).status_code == 422


def test_whoever_guesses_letters_stops_only_those_of_that_line(table):
    for _ in range(MOST[LETTERS]):
        assert "Non è il codice" in text(Client().post(TYPE, {"code": "1A-XXXXXX"}))
    assert "Troppi tentativi per questa linea" in text(Client().post(TYPE, {"code": letters_of(table, A)}))
    assert Client().post(TYPE, {"code": letters_of(table, B)}).status_code == 302
    # Its QR opens as before.
    assert Phone(address_of(table, A)).send(step="send", version=0, **TYPED).status_code == 302


# ---- used too often ---------------------------------------------------------


@pytest.mark.long
def test_a_flood_by_one_line_stops_that_line_alone(table):
    flood, other = Phone(address_of(table, A)), Phone(address_of(table, B))
    statuses = [flood.send(step="sleep").status_code for _ in range(MOST[SENT] + 2)]
    assert statuses == [422] * MOST[SENT] + [429] * 2
    assert flood.get().status_code == 200
    assert other.send(step="send", version=0, **TYPED).status_code == 302
    neighbour = Phone(address_of(Table.objects.get(number=2), A))
    assert neighbour.send(step="send", version=0, **TYPED).status_code == 302


def test_what_was_typed_stays_where_too_much_was_sent(table):
    used_up(table, "A")
    answer = Phone(address_of(table, A)).send(step="send", version=0, **SWAPPED)
    assert answer.status_code == 429
    assert "aspettate qualche minuto" in text(answer)
    assert 'name="b2-line_a" value="300"' in source(answer)


def test_what_is_sent_again_because_its_answer_was_lost_is_taken_and_not_refused_as_too_much(table):
    phone, sent = Phone(address_of(table, A)), {"step": "send", "version": 0, "key": "persa"}
    for _time in range(3):
        phone.send(**sent, **TYPED)
    assert LineRequests.objects.values_list("made", flat=True).get(table=table, line="A", kind=SENT) == 1
    LineRequests.objects.filter(table=table, line="A", kind=SENT).update(made=MOST[SENT])
    assert phone.send(**sent, **TYPED).status_code == 302
    assert phone.send(**sent, **SWAPPED).status_code == 429
    assert phone.send(**sent | {"key": "nuova"}, **TYPED).status_code == 429
    assert TableSlip.objects.count() == 1


def test_a_code_made_anew_begins_with_its_whole_share(bruno, table):
    used_up(table, "A")
    renew(bruno, table)
    assert Phone(address_of(table, A, 2)).send(step="send", version=0, **TYPED).status_code == 302


def test_after_some_minutes_a_line_sends_again(table):
    for _ in range(MOST[SENT]):
        assert claim_use(table=table, line=A, issue=1, kind=SENT, at=NOON)
    assert not claim_use(table=table, line=A, issue=1, kind=SENT, at=NOON + WITHIN * 0.99)
    assert claim_use(table=table, line=A, issue=1, kind=SENT, at=NOON + WITHIN)


def test_forty_uses_at_one_moment_are_forty(transactional_db, tournament):
    table, many = Table.objects.get(number=1), 40
    at_once = many if connection.features.has_select_for_update else 1
    ready = Barrier(at_once)

    def use(_):
        try:
            ready.wait()
            return claim_use(table=table, line=A, issue=1, kind=SENT, at=NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(at_once) as phones:
        passed = list(phones.map(use, range(many)))
    assert sum(passed) == MOST[SENT]
    assert LineRequests.objects.get().made == MOST[SENT]


def test_a_result_sent_while_its_code_is_made_anew_is_either_before_or_refused(
    transactional_db, tournament, players, bruno
):
    table = Table.objects.select_related("round__tournament").get(number=1)
    at_once = 2 if connection.features.has_select_for_update else 1
    ready = Barrier(at_once)

    def both(act):
        try:
            ready.wait()
            return act()
        except Refused as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(at_once) as people:
        sent, made = people.map(both, [lambda: put(players, table), lambda: renew(bruno, table)])
    told = list(LogEntry.objects.order_by("sequence").values_list("action", flat=True))
    assert made.issue == 2
    assert told == (["renew_line_code"] if isinstance(sent, Refused) else ["send_slip", "renew_line_code"])
    assert recorded() == []


def test_the_sheets_of_a_round_carry_the_codes_in_force(client_of, bruno, dora, table):
    renew(bruno, table)
    sheet = client_of(dora).get(f"{TOURNAMENT}esporta/turni/1/tavoli/1/segnapunti-vuoto.pdf")
    (told,) = pages(b"".join(sheet) if sheet.streaming else sheet.content)
    assert letters_of(table, A, 2) in told and letters_of(table, B) in told and letters_of(table, A) not in told
