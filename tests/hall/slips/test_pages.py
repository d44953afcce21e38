"""The page of a table: two phones, either line, its address, and the staff who come by it."""

import pytest
from django.core.signing import Signer
from django.db import connection
from django.test import Client

from benchmarks.hall import hall
from codes.seats import Line
from hall.calls.actions import call_arbiter
from hall.line_codes.codes import line_key
from people.accounts.models import User
from tests.asking import TOURNAMENT, counted, queries_of, send, source, text
from tests.factories import NOON, acting, make_burraco, make_entry, make_round, make_score
from tests.hall.slips.results import AGREED, SWAPPED, TYPED, Phone, address_of, recorded
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore


@pytest.fixture
def address(table):
    return address_of(table, "A")


@pytest.fixture
def phone_a(address):
    return Phone(address)


@pytest.fixture
def phone_b(table):
    return Phone(address_of(table, "B"))


def test_the_page_says_who_sits_where_and_for_which_line_it_speaks(phone_a, phone_b):
    answer = phone_a.get()
    page = text(answer)
    assert "Tavolo 1" in page
    assert "Anna Conti" in page
    assert "Rispondete per la linea A-C" in page
    assert "Rispondete per la linea B-D" in text(phone_b.get())
    assert "no-store" in answer["Cache-Control"]


def test_a_table_enters_its_result_from_two_phones(address, phone_a, phone_b):
    assert "Il vostro risultato" in text(phone_a.get())
    assert phone_a.send(step="send", version=0, **TYPED).status_code == 302
    assert "Ora lo conferma l’altra linea" in text(phone_a.get())
    page = text(phone_b.get())
    assert "L’altra linea ha mandato" in page
    assert "1 600 100 2 400 300" in page
    assert phone_b.send(step="agree", version=1).status_code == 302
    for phone in (phone_a, phone_b, Phone(address)):
        # 600 MP over two deals: 16–4 (art. 18).
        assert "MP +600 −600 VP 16 4" in text(phone.get())
    assert recorded() == AGREED


def test_a_dispute_shows_both_figures_and_which_deal_differs_also_to_the_arbiter(
    phone_a, phone_b, table, client_of, bruno
):
    phone_a.send(step="send", version=0, **TYPED)
    page = source(phone_b.get("?correggi=1"))
    assert 'name="b2-line_a" value="400"' in page
    assert phone_b.send(step="send", version=1, **SWAPPED).status_code == 302
    for phone in (phone_a, phone_b):
        page = text(phone.get())
        assert "Le due linee dicono cose diverse" in page
        assert "2 diversa 300 400" in page
        assert "2 diversa 400 300" in page
        assert "1 600 100" in page
        assert "Non coincide la smazzata 2." in page
    tournament = table.round.tournament
    arbiter = client_of(bruno)
    home = text(arbiter.get(f"/tornei/{tournament.slug}/arbitraggio/"))
    assert "Risultato del tavolo 1 le due linee hanno mandato punti diversi contestato" in home
    page = text(arbiter.get(f"/tornei/{tournament.slug}/turni/1/tavoli/1/"))
    assert "Risultato dal tavolo contestato Non coincide la smazzata 2. B-D" in page


def test_figures_changed_meanwhile_are_shown_before_anything_is_agreed(address, phone_a, phone_b):
    phone_a.send(step="send", version=0, **TYPED)
    phone_a.send(step="send", version=1, **SWAPPED)
    answer = phone_b.send(step="agree", version=1)
    assert answer.status_code == 409
    assert "2 300 400" in text(answer)
    assert recorded() == []


def test_two_lines_that_send_at_once_see_each_other(address, phone_a, phone_b):
    phone_a.send(step="send", version=0, **TYPED)
    answer = phone_b.send(step="send", version=0, **SWAPPED)
    assert answer.status_code == 409
    assert "Intanto l’altra linea ha mandato un risultato diverso" in text(answer)
    assert 'name="b2-line_a" value="300"' in source(answer)
    assert 'name="version" value="1"' in source(answer)


def test_a_phone_sends_again_what_it_is_not_sure_of(address, phone_a, phone_b):
    for _ in range(2):
        assert phone_a.send(key="una", step="send", version=0, **TYPED).status_code == 302
    for _ in range(2):
        assert phone_b.send(key="due", step="agree", version=1).status_code == 302
    assert BoardScore.objects.count() == 2


def test_the_code_of_one_line_does_not_answer_for_the_other(phone_a):
    phone_a.send(step="send", version=0, **TYPED)
    answer = phone_a.send(step="agree", version=1)
    assert answer.status_code == 422
    assert "lo conferma l’altra linea" in text(answer)
    # Nor does it by saying that it is the other one.
    assert phone_a.send(step="agree", version=1, line="B").status_code == 422
    assert phone_a.send(step="send", version=1, line="B", **SWAPPED).status_code == 302
    assert TableSlip.objects.filter(given_by_line="B").count() == 0
    assert recorded() == []


def test_a_phone_that_spoke_for_one_line_does_not_speak_for_the_other(phone_a, phone_b):
    phone_a.send(step="send", version=0, **TYPED)
    phone_a.address = phone_b.address
    assert "ha già risposto l’altra linea" in text(phone_a.get())
    assert 'name="step" value="send"' not in source(phone_a.get())
    answer = phone_a.send(step="agree", version=1)
    assert answer.status_code == 422
    answer = phone_a.send(step="send", version=1, **SWAPPED)
    assert "ha già risposto l’altra linea" in text(answer)
    assert 'name="b2-line_a" value="300"' in source(answer)
    assert recorded() == []


@pytest.mark.parametrize("fields", [TYPED | {"b1-line_a": "601"}, TYPED | {"b1-line_a": ""}, {}])
def test_impossible_figures_are_refused_and_kept(address, phone_a, fields):
    answer = phone_a.send(step="send", version=0, **fields)
    assert answer.status_code == 422
    assert not TableSlip.objects.exists()
    assert "400" in source(answer) or not fields


def test_every_impossible_board_says_so_beside_its_figures_and_above_them(phone_a):
    answer = phone_a.send(step="send", version=0, **TYPED | {"b1-line_a": "601", "b2-line_b": "302"})
    page = text(answer)
    assert "Non inviato: riscrivete le smazzate 1, 2." in page
    why = [page.index(f"I punti di {line} non sono un multiplo di 5") for line in ("A-C", "B-D")]
    assert page.index("Il vostro risultato") < why[0] < why[1]


def test_what_is_recorded_already_stands_in_the_form(table, phone_a, sara):
    make_score(table, table.round.boards.get(number=1), (600, 100), sara)
    page = phone_a.get()
    assert "Già registrate: 1 (600 – 100)." in text(page)
    assert 'name="b1-line_a" value="600"' in source(page)


def test_improbable_figures_are_asked_twice(address, phone_a):
    high = TYPED | {"b1-line_a": "2600"}
    answer = phone_a.send(step="send", version=0, **high)
    assert answer.status_code == 422
    assert "Smazzata 1: Più di 2000 punti" in text(answer)
    assert not TableSlip.objects.exists()
    again = phone_a.send(step="send", version=0, **high, sure="2600/100/0/0 400/300/0/0")
    assert again.status_code == 302


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"step": "sleep"}, {"step": "line", "line": "A"}, {"step": "record", **TYPED},
    ],
)  # fmt: skip
def test_nonsense_is_refused(phone_a, fields):
    assert phone_a.send(**fields).status_code == 422
    assert not TableSlip.objects.exists()


@pytest.mark.parametrize("version", ["", "x", "9", "99999999999999999999", "-1"])
def test_versions_that_nobody_saw_agree_to_nothing(address, phone_a, phone_b, version):
    phone_a.send(step="send", version=0, **TYPED)
    assert phone_b.send(step="agree", version=version).status_code == 409
    assert recorded() == []


# Addresses


signed = Signer(salt="tournaments.table", sep=".").sign


def forged(table):
    return [
        "1", "x", f"{table.pk}-A-1.x", f"{table.pk}-A-1.", Signer(salt="other", sep=".").sign(f"{table.pk}-A-1"),
        line_key(table, Line.A)[:-1], "9" + line_key(table, Line.A), signed("99999-A-1"), signed(f"{table.pk}-C-1"),
        line_key(table, Line.A).replace("-A-", "-B-"), line_key(table, Line.A).replace("-1.", "-2."), signed("x"),
    ]  # fmt: skip


def test_a_made_up_address_is_not_found(table, tournament):
    for token in forged(table):
        assert Client().get(f"{TOURNAMENT}tavolo/{token}/").status_code == 404, token
        assert send(Client(), f"{TOURNAMENT}tavolo/{token}/", step="send").status_code == 404, token


def test_the_address_of_another_tournament_is_not_found(tournament, other_tournament):
    theirs = other_tournament.rounds.get().tables.first()
    assert Client().get(f"{TOURNAMENT}tavolo/{line_key(theirs, Line.A)}/").status_code == 404
    assert Client().get(f"/tornei/coppa-ponente/tavolo/{line_key(theirs, Line.A)}/").status_code == 200


@pytest.mark.parametrize(("state", "status"), [("draft", 404), ("published", 200), ("playing", 200), ("closed", 404)])
def test_the_address_dies_when_the_round_closes(address, phone_a, state, status):
    Round.objects.update(state=state)
    assert phone_a.get().status_code == status
    assert phone_a.send(step="send", version=0, **TYPED).status_code == (
        302 if state == "playing" else 422 if state == "published" else 404
    )


def test_an_open_slip_whose_round_closes_is_told_so_and_asks_no_more(phone_a):
    Round.objects.update(state="closed")
    for headers, status in (({}, 404), ({"HX-Request": "true"}, 286)):
        answer = phone_a.client.get(f"{phone_a.address}", headers=headers)
        assert (answer.status_code, "Il turno 1 è chiuso: da qui non si manda" in text(answer)) == (status, True)
        assert source(answer).count('id="slip"') == 1


def test_from_the_phone_of_a_table_one_comes_to_seat_standings_and_own_results_with_the_place_after_the_round(
    phone_a, phone_b
):
    ways = ["/tornei/coppa-levante/coppie/1/", "/tornei/coppa-levante/posto/?q=1", "/tornei/coppa-levante/classifica/"]
    before = source(phone_a.get())
    assert all(f'href="{way}"' in before for way in ways) and "° posto" not in before
    assert "/coppie/2/" not in before.partition("slip-ways")[2]
    phone_a.send(step="send", version=0, **TYPED)
    phone_b.send(step="agree", version=1)
    assert "1 Conti – Serra 1° posto" in text(phone_a.get())
    Round.objects.update(state="closed")
    over = phone_a.client.get(phone_a.address)
    assert "1 Conti – Serra 1° posto" in text(over)
    assert all(f'href="{way}"' in source(over) for way in ways)


def test_what_was_sent_stands_before_an_open_call(phone_a, table, dora):
    phone_a.send(step="send", version=0, **TYPED)
    call_arbiter(by=acting(dora), table=table)
    page = source(phone_a.get())
    assert page.index("Avete mandato") < page.index("Chiamata ricevuta.")


def test_a_tournament_still_hidden_is_open_to_who_holds_the_sheet(address, tournament):
    tournament.is_public = False
    tournament.save()
    assert Client().get(address).status_code == 200


def test_a_table_that_rests_has_nothing_to_send(tournament):
    Round.objects.update(state="closed")
    rest = make_round(tournament, 2, [(tournament.entries.get(number=1), None)]).tables.get()
    assert "In questo turno riposate" in text(Client().get(f"{TOURNAMENT}tavolo/{line_key(rest, Line.A)}/"))


def test_csrf_is_asked_for(address, tournament):
    client = Client(enforce_csrf_checks=True)
    assert send(client, address, step="send", **TYPED).status_code == 403


# Teams


@pytest.fixture
def rooms(db, sara):
    """The addresses of the two rooms of a match, all recorded: the first team leads by 400, then by 200."""
    squads = make_burraco("squadre", contest="teams", vp_scale="burraco-teams")
    one, two = (make_entry(squads, number, [f"Anna Squadra{n}" for n in range(4)]) for number in (1, 2))
    round = make_round(squads, 1, [(one, two)])
    first, second = round.tables.get(), Table.objects.create(round=round, number=2, room=2, line_a=two, line_b=one)
    for table, both in ((first, [(900, 500), (500, 500)]), (second, [(500, 600), (500, 600)])):
        for board, points in zip(round.boards.all(), both, strict=True):
            make_score(table, board, points, sara)
    return [f"/tornei/squadre/tavolo/{line_key(table, Line.A)}/" for table in (first, second)]


def test_either_room_shows_what_the_match_of_teams_is_worth(rooms):
    # F.I.Bur. 18 for teams: 600 over both rooms is 13–7; the 400 of the first alone would be 12–8.
    first, second = (text(Client().get(address)) for address in rooms)
    assert "MP +400 −400 VP 13 7 MP +400, con l’altra sala (+200) +600." in first
    assert "MP −200 +200 VP 7 13 MP −200, con l’altra sala (−400) −600." in second


def test_a_room_is_worth_nothing_before_the_other_is_recorded(rooms):
    BoardScore.objects.filter(table__room=2).update(state="superseded", superseded_at=NOON)
    page = text(Client().get(rooms[0]))
    assert "Il risultato è registrato." in page and " VP " not in page


# Staff


def test_an_arbiter_records_from_the_same_address(address, client_of, bruno):
    client = client_of(bruno)
    assert "registri a tuo nome" in text(client.get(address))
    assert send(client, address, key="una", step="record", **TYPED).status_code == 302
    assert send(client, address, key="una", step="record", **TYPED).status_code == 302
    assert [one[3] for one in recorded()] == ["Bruno Riva", "Bruno Riva"]


def test_what_is_recorded_already_is_corrected_elsewhere(address, client_of, bruno, table, board):
    make_score(table, board, (5, 10), bruno)
    answer = send(client_of(bruno), address, step="record", **TYPED)
    assert answer.status_code == 422
    assert "si corregge dalla sua pagina" in text(answer)
    assert len(recorded()) == 1


def test_others_do_not_record(address, client_of, carla, ettore):
    for user in (carla, ettore):
        assert send(client_of(user), address, step="record", **TYPED).status_code == 422
    assert recorded() == []


def test_tressette_has_its_own_figures(db, other_tournament):
    table = other_tournament.rounds.get().tables.get()
    phone_a, phone_b = (Phone(address_of(table, line, slug="coppa-ponente")) for line in "AB")
    typed = {"b1-line_a": "7+3", "b1-line_b": "", "b2-line_a": "4", "b2-line_b": "7", "b1-version": 0, "b2-version": 0}
    assert phone_a.send(step="send", version=0, **typed).status_code == 302
    phone_b.send(step="agree", version=1)
    assert [one[1:3] for one in recorded()] == [(10, 4), (4, 7)]
    assert BoardScore.objects.get(board__number=1).accusa_a == 3


def test_nobody_is_written_before_somebody_sends(address, tournament):
    before = User.objects.count()
    Client().get(address)
    assert User.objects.count() == before


def test_key_that_no_page_of_ours_makes_is_refused_and_the_figures_kept(address, phone_a):
    answer = phone_a.send(key="a\x00b", step="send", version=0, **TYPED)
    assert answer.status_code == 422
    assert "è arrivata incompleta" in text(answer) and "400" in source(answer)
    assert not TableSlip.objects.exists()


@pytest.mark.long
def test_a_slip_asks_the_same_however_many_tables_there_are(db):
    typed = {"b1-line_a": "7", "b2-line_a": "4", "b1-version": 0, "b2-version": 0}
    counts = []
    for pairs in (6, 202):
        tournament, _director = hall(f"sala-{pairs}", pairs, 1, still_playing=pairs // 2)
        table = tournament.rounds.get().tables.get(number=1)
        phone_a, phone_b = (Phone(address_of(table, line, slug=f"sala-{pairs}")) for line in "AB")
        looked = queries_of(phone_b.client, phone_b.address)
        with counted() as sent:
            assert phone_a.send(step="send", version=0, **typed).status_code == 302
        with counted() as agreed:
            assert phone_b.send(step="agree", version=1).status_code == 302
        counts.append((looked, len(sent), len(agreed)))
    assert counts[0] == counts[1]
    assert len(recorded()) == 4
    looked, sent, agreed = counts[0]
    # Two boards are recorded when the lines agree: less than what two scores at the desk ask (31 each),
    # Each code is asked for under the lock, and its uses are counted; the page asks whether a minor is there.
    # A server is asked for the tournament's lock besides, where SQLite begins to write at once.
    lock = connection.features.has_select_for_update
    assert looked <= 13 and sent <= 26 + lock and agreed <= 48 + lock


def test_an_arbiter_records_the_boards_played_so_far(address, client_of, bruno):
    first = {name: value for name, value in TYPED.items() if name.startswith("b1-")}
    assert (
        send(client_of(bruno), address, step="record", **first, **{"b2-line_a": "", "b2-line_b": ""}).status_code == 302
    )
    assert [one[0] for one in recorded()] == [1]


def test_a_line_is_told_which_board_it_left_out(phone_a):
    first = {name: value for name, value in TYPED.items() if name.startswith("b1-")}
    page = text(phone_a.send(step="send", version=0, **first))
    assert "Non inviato: manca la smazzata 2. Il risultato si manda intero, alla fine." in page
    assert "riscrivete" not in page and not TableSlip.objects.exists()
