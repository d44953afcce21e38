"""Results from the table's QR: sent by one line, agreed or disputed by the other, recorded in the players' name."""

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.signing import Signer
from django.test import Client

from tests.factories import acting, make_burraco, make_entries, make_round, make_score
from tests.tournaments.pages import TOURNAMENT, send, source, text
from tournaments.actions.base import Refused
from tournaments.actions.match_scores import Figures, give_match_score
from tournaments.actions.scores import confirm_score
from tournaments.actions.slips import NAME, StaleSlip, agree_slip, players_of, send_slip, sent_from
from tournaments.links.table import token_of
from tournaments.models import BoardScore, LogEntry, Membership, Round, TableSlip, User
from tournaments.scoring.board import Result
from tournaments.seats import Line

A, B = Line.A, Line.B
OURS = {1: Result(points_a=600, points_b=100), 2: Result(points_a=400, points_b=300)}
THEIRS = OURS | {2: Result(points_a=300, points_b=400)}
TYPED = {
    "b1-line_a": "600",
    "b1-line_b": "100",
    "b2-line_a": "400",
    "b2-line_b": "300",
    "b1-version": 0,
    "b2-version": 0,
}
SWAPPED = TYPED | {"b2-line_a": "300", "b2-line_b": "400"}


@pytest.fixture(autouse=True)
def fresh_counters():
    cache.clear()


@pytest.fixture
def tournament(db):
    """Burraco, two deals: four pairs, two tables, round 1 playing."""
    tournament = make_burraco()
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)])
    return tournament


@pytest.fixture
def players(tournament):
    return players_of(tournament)


def put(players, table, line=A, results=OURS, *, seen=0, **fields):
    return send_slip(by=acting(players, **fields), table=table, line=line, results=results, expected_version=seen)


def agree(players, table, line=B, *, version=1, **fields):
    return agree_slip(by=acting(players, **fields), table=table, line=line, version=version)


def recorded():
    found = BoardScore.objects.current().order_by("table__number", "board__number")
    return [(one.board.number, one.points_a, one.points_b, one.given_by.get_full_name()) for one in found]


AGREED = [(1, 600, 100, NAME), (2, 400, 300, NAME)]


# ---- the actions ------------------------------------------------------------


def test_what_one_line_sends_waits_for_the_other(players, table):
    slip = put(players, table)
    assert (slip.state, slip.given_by_line, slip.version) == ("proposed", "A", 1)
    assert slip.points == [[1, 600, 100, 0, 0], [2, 400, 300, 0, 0]]
    assert recorded() == []


def test_what_both_agree_on_is_recorded_in_the_players_name(players, table):
    put(players, table)
    assert agree(players, table).state == "agreed"
    assert recorded() == AGREED
    assert [line.action for line in LogEntry.objects.order_by("sequence")] == [
        "send_slip", "give_score", "give_score", "agree_slip",
    ]  # fmt: skip


def test_the_desk_still_confirms(players, sara, table):
    put(players, table)
    agree(players, table)
    score = BoardScore.objects.get(board__number=1)
    assert score.state == "given"
    assert confirm_score(by=acting(sara), score=score).confirmed_by == sara


def test_the_players_account_is_nobodys(tournament, players):
    assert not players.is_active
    assert not players.has_usable_password()
    assert not Membership.objects.filter(user=players).exists()
    assert players_of(tournament) == players
    assert not Client().login(username=players.username, password="!")


def test_who_sent_it_does_not_confirm_it(players, table):
    put(players, table)
    with pytest.raises(Refused, match="lo conferma l’altra linea"):
        agree(players, table, A)
    assert recorded() == []


def test_the_same_figures_from_the_other_line_are_an_agreement(players, table):
    put(players, table)
    assert put(players, table, B).state == "agreed"
    assert recorded() == AGREED


def test_other_figures_that_saw_the_first_are_a_dispute(players, table):
    put(players, table)
    slip = put(players, table, B, THEIRS, seen=1)
    assert (slip.state, slip.version) == ("disputed", 2)
    sent = sent_from([table])[table.pk]
    assert (sent.is_disputed, sent.slip.points[1][1], sent.other.points[1][1]) == (True, 300, 400)
    assert recorded() == []


@pytest.mark.parametrize("who", ["first gives way", "second gives way", "second sends the first's"])
def test_a_dispute_ends_when_one_line_gives_way(players, table, who):
    put(players, table)
    put(players, table, B, THEIRS, seen=1)
    if who == "first gives way":
        agree(players, table, A, version=2)
    elif who == "second gives way":
        put(players, table, A, OURS, seen=2)
        agree(players, table, B, version=3)
    else:
        put(players, table, B, OURS, seen=2)
    expected = (300, 400) if who == "first gives way" else (400, 300)
    assert [one[1:3] for one in recorded()] == [(600, 100), expected]


def test_other_figures_that_did_not_see_the_first_are_stale(players, table):
    put(players, table)
    with pytest.raises(StaleSlip) as stale:
        put(players, table, B, THEIRS, seen=0)
    assert stale.value.current.version == 1


def test_what_was_sent_is_corrected_until_it_is_answered(players, table):
    put(players, table)
    slip = put(players, table, A, THEIRS, seen=1)
    assert (slip.state, slip.version) == ("proposed", 2)
    with pytest.raises(StaleSlip):
        agree(players, table, version=1)
    agree(players, table, version=2)
    assert recorded()[1][1:3] == (300, 400)


def test_two_phones_that_confirm_at_once_record_once(players, table):
    put(players, table)
    assert agree(players, table).state == "agreed"
    assert agree(players, table).state == "agreed"
    assert recorded() == AGREED


def test_a_request_sent_again_counts_once(players, table):
    for _ in range(2):
        put(players, table, key="una")
    assert TableSlip.objects.count() == 1
    for _ in range(2):
        agree(players, table, key="due")
    assert LogEntry.objects.filter(action="agree_slip").count() == 1


def test_after_the_agreement_nothing_more_is_sent(players, table):
    put(players, table)
    agree(players, table)
    with pytest.raises(StaleSlip):
        put(players, table, A, THEIRS, seen=1)
    assert recorded() == AGREED


def test_what_the_desk_recorded_otherwise_stays(players, sara, table, board):
    make_score(table, board, (100, 600), sara)
    put(players, table)
    with pytest.raises(Refused, match="Per la smazzata 1 la direzione ha già un altro punteggio"):
        agree(players, table)
    assert [one[0] for one in recorded()] == [1]
    assert TableSlip.objects.get().state == "proposed"


def test_what_the_desk_recorded_alike_is_left_as_it_is(players, sara, table, board):
    make_score(table, board, (600, 100), sara)
    put(players, table)
    agree(players, table)
    assert recorded() == [(1, 600, 100, "Sara Moro"), (2, 400, 300, NAME)]


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ({1: OURS[1]}, "Mancano i punti"),
        (OURS | {9: OURS[1]}, "Mancano i punti"),
        (OURS | {2: Result(points_a=403, points_b=300)}, "Smazzata 2: .*non sono un multiplo di 5"),
    ],
)
def test_an_impossible_or_partial_result_is_refused(players, table, results, why):
    with pytest.raises(Refused, match=why):
        put(players, table, results=results)
    assert not TableSlip.objects.exists()


def test_only_the_table_speaks_for_its_players(sara, table):
    with pytest.raises(PermissionDenied):
        put(sara, table)


def test_the_players_of_another_tournament_do_not(players, table, other_tournament):
    with pytest.raises(PermissionDenied):
        put(players_of(other_tournament), table)


def test_a_match_with_a_fixed_score_takes_no_slip(players, giulia, table):
    figures = Figures(vp_a=7, vp_b=7, mp_a=-205, mp_b=-205)
    give_match_score(
        by=acting(giulia), table=table, kind="intemperanze", figures=figures, reason="Lite", reference="art. 39",
        expected_version=0,
    )  # fmt: skip
    with pytest.raises(Refused, match="l’arbitro ha già dato un punteggio"):
        put(players, table)


def test_a_closed_round_takes_no_slip(players, table):
    Round.objects.update(state="closed")
    with pytest.raises(Refused, match="chiamate l’arbitro"):
        put(players, table)


# ---- the page ---------------------------------------------------------------


@pytest.fixture
def address(table):
    return f"{TOURNAMENT}tavolo/{token_of(table)}/"


@pytest.fixture
def phone_a(address):
    return speaking(Client(), address, "A")


@pytest.fixture
def phone_b(address):
    return speaking(Client(), address, "B")


def speaking(client, address, line):
    assert send(client, address, step="line", line=line).status_code == 302
    return client


def test_the_page_says_who_sits_where_and_asks_the_line(address, tournament):
    answer = Client().get(address)
    page = text(answer)
    assert "Tavolo 1" in page
    assert "Anna Conti" in page
    assert "Siete la linea A-C o B-D?" in page
    assert 'name="b1-line_a"' not in source(answer)
    assert "no-store" in answer["Cache-Control"]


def test_a_table_enters_its_result_from_two_phones(address, phone_a, phone_b):
    assert "Il vostro risultato" in text(phone_a.get(address))
    assert send(phone_a, address, step="send", version=0, **TYPED).status_code == 302
    assert "Ora lo conferma l’altra linea" in text(phone_a.get(address))
    page = text(phone_b.get(address))
    assert "L’altra linea ha mandato" in page
    assert "1 600 100 2 400 300" in page
    assert send(phone_b, address, step="agree", version=1).status_code == 302
    for phone in (phone_a, phone_b, Client()):
        # 600 MP over two deals: 16–4 (art. 18).
        assert "MP +600 VP 16 4" in text(phone.get(address))
    assert recorded() == AGREED


def test_a_dispute_shows_both_figures(address, phone_a, phone_b):
    send(phone_a, address, step="send", version=0, **TYPED)
    page = source(phone_b.get(address + "?correggi=1"))
    assert 'name="b2-line_a" value="400"' in page
    assert send(phone_b, address, step="send", version=1, **SWAPPED).status_code == 302
    for phone in (phone_a, phone_b):
        page = text(phone.get(address))
        assert "Le due linee dicono cose diverse" in page
        assert "2 400 300" in page
        assert "2 300 400" in page


def test_figures_changed_meanwhile_are_shown_before_anything_is_agreed(address, phone_a, phone_b):
    send(phone_a, address, step="send", version=0, **TYPED)
    send(phone_a, address, step="send", version=1, **SWAPPED)
    answer = send(phone_b, address, step="agree", version=1)
    assert answer.status_code == 409
    assert "2 300 400" in text(answer)
    assert recorded() == []


def test_two_lines_that_send_at_once_see_each_other(address, phone_a, phone_b):
    send(phone_a, address, step="send", version=0, **TYPED)
    answer = send(phone_b, address, step="send", version=0, **SWAPPED)
    assert answer.status_code == 409
    assert "Intanto l’altra linea ha mandato un risultato diverso" in text(answer)
    assert 'name="b2-line_a" value="300"' in source(answer)
    assert 'name="version" value="1"' in source(answer)


def test_a_phone_sends_again_what_it_is_not_sure_of(address, phone_a, phone_b):
    for _ in range(2):
        assert send(phone_a, address, key="una", step="send", version=0, **TYPED).status_code == 302
    for _ in range(2):
        assert send(phone_b, address, key="due", step="agree", version=1).status_code == 302
    assert BoardScore.objects.count() == 2


def test_one_phone_does_not_speak_for_both_lines(address, phone_a):
    send(phone_a, address, step="send", version=0, **TYPED)
    answer = send(phone_a, address, step="line", line="B")
    assert answer.status_code == 422
    assert "ha già risposto l’altra linea" in text(answer)
    send(phone_a, address, step="agree", version=1)
    assert recorded() == []


def test_before_it_has_sent_anything_a_phone_changes_its_line(address, phone_a):
    assert send(phone_a, address, step="line", line="B").status_code == 302
    assert "Rispondete per la linea B-D" in text(phone_a.get(address))


@pytest.mark.parametrize("fields", [TYPED | {"b1-line_a": "601"}, TYPED | {"b1-line_a": ""}, {}])
def test_impossible_figures_are_refused_and_kept(address, phone_a, fields):
    answer = send(phone_a, address, step="send", version=0, **fields)
    assert answer.status_code == 422
    assert not TableSlip.objects.exists()
    assert "400" in source(answer) or not fields


def test_improbable_figures_are_asked_twice(address, phone_a):
    high = TYPED | {"b1-line_a": "2600"}
    answer = send(phone_a, address, step="send", version=0, **high)
    assert answer.status_code == 422
    assert "Smazzata 1: Più di 2000 punti" in text(answer)
    assert not TableSlip.objects.exists()
    again = send(phone_a, address, step="send", version=0, **high, sure="2600/100/0/0 400/300/0/0")
    assert again.status_code == 302


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"step": "sleep"}, {"step": "line", "line": "C"}, {"step": "send", **TYPED},
        {"step": "agree", "version": 1},
    ],
)  # fmt: skip
def test_nonsense_and_phones_without_a_line_are_refused(address, tournament, fields):
    assert send(Client(), address, **fields).status_code == 422
    assert not TableSlip.objects.exists()


@pytest.mark.parametrize("version", ["", "x", "9", "99999999999999999999", "-1"])
def test_versions_that_nobody_saw_agree_to_nothing(address, phone_a, phone_b, version):
    send(phone_a, address, step="send", version=0, **TYPED)
    assert send(phone_b, address, step="agree", version=version).status_code == 409
    assert recorded() == []


# Addresses


def forged(table):
    return [
        "1", "x", f"{table.pk}.x", f"{table.pk}.", Signer(salt="other", sep=".").sign(str(table.pk)),
        token_of(table)[:-1], "9" + token_of(table), Signer(salt="tournaments.table", sep=".").sign("99999"),
    ]  # fmt: skip


def test_a_made_up_address_is_not_found(table, tournament):
    for token in forged(table):
        for client in (Client(),):
            assert client.get(f"{TOURNAMENT}tavolo/{token}/").status_code == 404, token
            assert send(client, f"{TOURNAMENT}tavolo/{token}/", step="line", line="A").status_code == 404, token


def test_the_address_of_another_tournament_is_not_found(tournament, other_tournament):
    theirs = other_tournament.rounds.get().tables.first()
    assert Client().get(f"{TOURNAMENT}tavolo/{token_of(theirs)}/").status_code == 404
    assert Client().get(f"/tornei/coppa-ponente/tavolo/{token_of(theirs)}/").status_code == 200


@pytest.mark.parametrize(("state", "status"), [("draft", 404), ("published", 200), ("playing", 200), ("closed", 404)])
def test_the_address_dies_when_the_round_closes(address, phone_a, state, status):
    Round.objects.update(state=state)
    assert phone_a.get(address).status_code == status
    assert send(phone_a, address, step="send", version=0, **TYPED).status_code == (
        302 if state == "playing" else 422 if state == "published" else 404
    )


def test_a_tournament_still_hidden_is_open_to_who_holds_the_sheet(address, tournament):
    tournament.is_public = False
    tournament.save()
    assert Client().get(address).status_code == 200


def test_a_table_that_rests_has_nothing_to_send(tournament):
    Round.objects.update(state="closed")
    rest = make_round(tournament, 2, [(tournament.entries.get(number=1), None)]).tables.get()
    assert "In questo turno riposate" in text(Client().get(f"{TOURNAMENT}tavolo/{token_of(rest)}/"))


def test_a_table_that_sends_without_end_waits(address, phone_a):
    statuses = {send(phone_a, address, step="sleep").status_code for _ in range(60)}
    assert statuses == {422, 429}
    assert "aspettate qualche minuto" in text(send(phone_a, address, step="sleep"))
    assert phone_a.get(address).status_code == 200


def test_csrf_is_asked_for(address, tournament):
    client = Client(enforce_csrf_checks=True)
    assert send(client, address, step="line", line="A").status_code == 403


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
        assert send(client_of(user), address, step="record", **TYPED).status_code == 404
    assert recorded() == []


def test_tressette_has_its_own_figures(db, other_tournament):
    table = other_tournament.rounds.get().tables.get()
    address = f"/tornei/coppa-ponente/tavolo/{token_of(table)}/"
    phone_a, phone_b = (speaking(Client(), address, line) for line in "AB")
    typed = {"b1-line_a": "7+3", "b1-line_b": "", "b2-line_a": "4", "b2-line_b": "7", "b1-version": 0, "b2-version": 0}
    assert send(phone_a, address, step="send", version=0, **typed).status_code == 302
    send(phone_b, address, step="agree", version=1)
    assert [one[1:3] for one in recorded()] == [(10, 4), (4, 7)]
    assert BoardScore.objects.get(board__number=1).accusa_a == 3


def test_nobody_is_written_before_somebody_sends(address, tournament):
    before = User.objects.count()
    Client().get(address)
    assert User.objects.count() == before


# ---- at the desk ------------------------------------------------------------

GRID = f"{TOURNAMENT}direzione/turni/1/"


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


def test_the_grid_shows_what_a_table_sent(desk, players, table):
    put(players, table)
    page = text(desk.get(GRID))
    assert "A-C: 600 – 100 dal tavolo, attende l’altra linea" in page
    assert "Contestati al tavolo" not in page


def test_the_grid_shows_a_dispute_with_both_figures(desk, players, table):
    put(players, table)
    put(players, table, B, THEIRS, seen=1)
    page = text(desk.get(GRID))
    assert "Contestati al tavolo 1" in page
    assert "B-D: 300 – 400 A-C: 400 – 300 contestato al tavolo" in page
    assert "B-D: 600 – 100 contestato al tavolo" in page


def test_what_is_agreed_waits_only_for_the_desks_confirmation(desk, players, table):
    put(players, table)
    agree(players, table)
    page = text(desk.get(GRID))
    assert "dal tavolo" not in page
    assert "Mancano 2 punteggi, 2 da confermare." in page
    assert "Mancano i tavoli 2" in page


def test_the_tables_that_are_missing_are_named_and_linked(desk, sara, table):
    page = desk.get(GRID)
    assert "Mancano i tavoli 1 2" in text(page)
    assert '<a href="#row-2">2</a>' in source(page)
    assert 'id="row-2"' in source(page)
    for board in table.round.boards.all():
        make_score(table, board, (300, 100), sara)
    assert "Mancano i tavoli 2" in text(desk.get(GRID))


def test_a_fixed_score_stands_in_its_row(desk, dora, table):
    figures = Figures(vp_a=14, vp_b=6, mp_a=305, mp_b=-305)
    give_match_score(
        by=acting(dora), table=table, kind="ritardo-assente", figures=figures, reason="Oltre 10′", expected_version=0,
        reference="F.I.Bur., art. 40",
    )  # fmt: skip
    answer = desk.get(GRID)
    assert "Oltre 10′ F.I.Bur., art. 40 · Dora Pace" in text(answer)
    assert "+305 / −305 14 – 6" in text(answer)
    assert f'href="{GRID}tavoli/1/punteggio-fissato/togli/"' in source(answer)
    assert 'id="a-1-1"' not in source(answer)
    assert "Mancano i tavoli 2" in text(answer)
    assert "Mancano 2 punteggi" in text(answer)


def test_a_cell_registered_brings_the_list_up_to_date(desk, table):
    address = GRID + "tavoli/1/smazzate/"
    send(desk, address + "1/", line_a="300", line_b="100", version=0, htmx=True)
    answer = send(desk, address + "2/", line_a="300", line_b="100", version=0, htmx=True)
    assert 'id="missing-tables" class="missing-tables" hx-swap-oob="true"' in source(answer)
    assert "Mancano i tavoli 2" in text(answer)


def test_the_row_leads_to_lateness_only_where_the_code_fixes_scores(desk, client_of, ettore, table):
    assert f'href="{GRID}tavoli/1/ritardo/"' in source(desk.get(GRID))
    other = "/tornei/coppa-ponente/direzione/turni/1/"
    assert "ritardo/" not in source(client_of(ettore).get(other))
