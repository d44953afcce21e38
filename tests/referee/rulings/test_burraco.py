"""Arbitration at burraco: the wizard by the real code, its effects at the table and in the standings, its documents."""

import re
from html import unescape

import pytest
from django.urls import reverse

from records.requests import Refused
from referee.cases.models import Case
from referee.home.queries import reopened_boards
from referee.orders.actions import end_order
from referee.orders.models import StandingOrder
from referee.rulings.actions import decide, depart, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting, let_be, make_score
from tests.reading import book, text_of
from tests.referee.told import REMINDED
from tournaments.rounds.actions import close_round
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings

KEYS = iter(range(10**6))
TWO_CARDS = {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "una"}
TOO_LATE = {"ritardo": "oltre-10", "ritardo-altra": "presente"}
SEEN_AGAIN = {
    "presa-del-pozzo": "con-lo-scarto",
    "scarto-del-compagno": "no",
    "gioco-proseguito": "no",
    "recidiva-pozzo": "si",
}


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Burraco in place of the usual tressette: four pairs, two tables, two deals, round 1 playing."""
    return factories.with_two_rounds(factories.make_burraco())


@pytest.fixture
def bruno_client(client_of, bruno):
    return client_of(bruno)


@pytest.fixture
def send(bruno_client):
    """Posts to the case as its page would, and gives the page that comes next, in words."""

    def run(case, name="case", **fields):
        case.refresh_from_db()
        address = reverse(name, args=[case.tournament.slug, case.number])
        data = {"key": f"k{next(KEYS)}", "version": case.version, **fields}
        return words(bruno_client.post(address, data, follow=True))

    return run


def words(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def by_entry(tournament):
    return {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}


# ---- the table and the wizard -----------------------------------------------


def test_the_table_is_drawn_clockwise_with_its_letters(bruno_client, table):
    page = bruno_client.get(reverse("table", args=["coppa-levante", 1, 1])).content.decode()
    places = re.findall(r'class="seat seat-(\w).*?seat-letter" aria-hidden="true">(\w)<', page, flags=re.DOTALL)
    assert dict(places) == {"N": "A", "E": "B", "S": "C", "W": "D"}
    assert "A-C" in page


@pytest.mark.long
def test_a_burraco_case_is_walked_without_asking_who_noticed(send, draft):
    assert "Chi ha sbagliato?" in send(draft, step="anomalia", procedure="carta-penalizzata")
    page = send(draft, step="posto", responsible="W")
    assert "B: Piero Galli" in page
    assert "Chi se n’è accorto" not in page
    for fact, value in TWO_CARDS.items():
        page = send(draft, step="domanda", fact=fact, answer=value)
    assert "Quali carte sono penalizzate?" in page
    page = send(draft, step="carte", none="1")
    assert "Decisione" in page
    assert "Piero Galli" in page
    send(draft, "decide_case")
    assert Ruling.objects.get().rulebook == "fibur-burraco-2019"


def test_of_what_the_arbiter_brought_about_no_player_answers(send, draft):
    assert "Dipende dall’arbitro" in send(draft, step="anomalia", procedure="gioco-fuori-turno")
    page = send(draft, step="posto", responsible="arb")
    assert "nessun giocatore ne è penalizzato" in page
    assert "Qui il codice lascia decidere a te: scrivi perché." in page


def test_whose_error_it_is_is_not_asked_of_whom_was_tapped(send, draft):
    send(draft, step="anomalia", procedure="gioco-fuori-turno")
    page = send(draft, step="posto", responsible="W")
    assert "Da un giocatore" in page  # known from the seat, and shown as such
    assert "un avversario ha già pescato o raccolto" in page


def test_a_whole_line_is_called_fixed_or_mobile(send, draft):
    page = send(draft, step="anomalia", procedure="carta-penalizzata")
    assert "Tutta la linea fissa A-C" in page
    assert "linea mobile B-D" in send(draft, step="posto", responsible="B")


def test_a_fixed_score_is_shown_before_it_is_given(send, draft):
    send(draft, step="anomalia", procedure="ritardo-al-tavolo")
    send(draft, step="posto", responsible="B")
    for fact, value in TOO_LATE.items():
        page = send(draft, step="domanda", fact=fact, answer=value)
    assert "partita persa" in page
    assert "305" in page


def test_the_arbiter_departs_in_words_of_their_own(told, bruno, bruno_client):
    case = told("carta-penalizzata", TWO_CARDS)
    page = words(bruno_client.get(reverse("depart_case", args=[case.tournament.slug, case.number])))
    assert "Questo codice non ha principi generali fra cui scegliere" in page
    assert "O ordina con parole tue" not in page
    ruling = depart(
        by=acting(bruno), case=case, expected_version=case.version, reason="Separé caduto", order="Si prosegue."
    )
    assert [effect["words"]["it"] for effect in ruling.effects] == ["Si prosegue."]


def test_what_the_arbiter_judges_names_no_article_of_another_code(told, bruno_client):
    case = told("caso-non-previsto", {"ambito-del-caso": "evento"})
    page = words(bruno_client.get(reverse("case", args=[case.tournament.slug, case.number])))
    assert "Qui il codice lascia decidere a te: scrivi perché." in page
    assert "95" not in page


def test_a_departure_without_an_order_offers_no_choice_of_effects(told, send):
    page = send(told("carta-penalizzata", TWO_CARDS), "depart_case", reason="Separé caduto")
    assert "Scrivi che cosa ordini." in page
    assert "Scegli un effetto" not in page


# ---- what a ruling does -----------------------------------------------------


def test_a_card_out_of_place_stays_in_sight_until_it_ends(ruled, bruno, bruno_client):
    ruled("carta-penalizzata", TWO_CARDS, responsible="E")
    order = StandingOrder.objects.get(verb="status")
    assert (order.what, order.seats) == ("penalizzata", ["E"])
    assert "Stato di una carta: D" in words(bruno_client.get(reverse("table", args=["coppa-levante", 1, 1])))
    end_order(by=acting(bruno), order=order)
    assert not StandingOrder.objects.filter(verb="status", state="active").exists()


def test_a_warning_goes_to_the_pair(ruled, tournament):
    ruled("ritardo-al-tavolo", TOO_LATE | {"ritardo": "entro-2"}, responsible="B")
    given = Adjustment.objects.get()
    assert (given.entry.number, given.kind, given.amount) == (2, "warning", 0)
    assert given.reference == "Provvedimento n. 1"


def test_a_penalty_in_vp_counts_in_the_standings(ruled, tournament):
    ruled("pozzo-visto-prima", SEEN_AGAIN)
    assert by_entry(tournament)[1] == (-1, 0)


def test_the_bonus_for_lateness_counts_in_its_match(ruled, tournament, table, sara):
    """Ahead by 85 MP over two deals, 11–9; with the bonus of 100 by 185, 12–8."""
    for board, points in zip(table.round.boards.all(), ((455, 120), (100, 350)), strict=True):
        make_score(table, board, points, sara)
    ruled("ritardo-al-tavolo", {"ritardo": "da-2-a-5", "ritardo-altra": "presente"}, responsible="B")
    given = Adjustment.objects.get()
    assert (given.entry.number, given.kind, given.amount, given.round) == (1, "mp", 100, table.round)
    scores = by_entry(tournament)
    assert (scores[1], scores[2]) == ((12, 185), (8, -85))


def test_a_fixed_score_stands_for_the_match(ruled, tournament, table):
    ruled("ritardo-al-tavolo", TOO_LATE, responsible="B")
    score = MatchScore.objects.get()
    assert (score.table, score.kind, score.reference) == (table, "ritardo-assente", "Provvedimento n. 1")
    assert (score.vp_a, score.mp_a, score.vp_b, score.mp_b) == (14, 305, 6, -305)
    assert not Adjustment.objects.exists()
    assert by_entry(tournament) == {1: (14, 305), 2: (6, -305), 3: (0, 0), 4: (0, 0)}


def test_a_match_with_a_fixed_score_leaves_nothing_to_wait_for(ruled, tournament, table, sara, dora):
    round_1 = table.round
    played = make_score(table, round_1.boards.get(number=1), (455, 120), sara)
    ruled("ritardo-al-tavolo", TOO_LATE, responsible="B")
    assert BoardScore.objects.current().get(table=table) == played
    other = round_1.tables.get(number=2)
    assert standings(tournament).pending == 1
    for board in round_1.boards.all():
        make_score(other, board, (300, 300), sara)
    assert standings(tournament).is_final
    assert close_round(by=acting(dora), round=round_1, **let_be(round_1)).state == "closed"


def test_a_late_line_wins_by_its_name_where_the_other_comes_later_still(ruled, tournament):
    ruling = ruled("ritardo-al-tavolo", {"ritardo": "entro-2", "ritardo-altra": "oltre-10"}, responsible="B")
    won = next(effect["words"]["it"] for effect in ruling.effects if "partita vinta" in effect["words"]["it"])
    assert won.startswith("Per la linea indicata")
    assert by_entry(tournament) == {1: (6, -305), 2: (14, 305), 3: (0, 0), 4: (0, 0)}


def test_a_revision_without_fixed_score_lets_the_deals_count_again(ruled, say, bruno, tournament):
    first = ruled("ritardo-al-tavolo", TOO_LATE, responsible="B")
    case = revise_ruling(by=acting(bruno), ruling=first, expected_version=1, reason="Erano arrivati in tempo")
    case = say(case, facts={"ritardo": "entro-2"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    taken = MatchScore.objects.get()
    assert (taken.superseded_by, taken.supersede_reason) == (bruno, "Provvedimento n. 1 rivisto")
    assert by_entry(tournament) == dict.fromkeys((1, 2, 3, 4), (0, 0))
    assert standings(tournament).pending == 2


def test_a_revision_with_other_figures_takes_the_place_of_the_first(ruled, say, bruno, tournament):
    first = ruled("ritardo-al-tavolo", TOO_LATE, responsible="B")
    case = revise_ruling(by=acting(bruno), ruling=first, expected_version=1, reason="Era l’altra linea")
    case = say(case, responsible="A")
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert MatchScore.objects.current().get().version == 2
    assert by_entry(tournament) == {1: (6, -305), 2: (14, 305), 3: (0, 0), 4: (0, 0)}


LEFT_ALONE = {
    "motivo-abbandono": "litigio",
    "colpa-del-litigio": "coppia",
    "punteggio-superiore": "si",
}


def test_what_the_line_left_alone_had_earned_is_established_by_the_arbiter(told, send, bruno, table):
    case = told("abbandono", LEFT_ALONE, responsible="B")
    with pytest.raises(Refused, match="i MP che la linea presente"):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason="Erano avanti")
    page = send(case, "decide_case", reason="Erano avanti", mp="400")
    assert "Il punteggio già maturato dalla linea presente" in page
    assert "Con 400 MP la linea ha 14 VP: il punteggio maturato conta solo se supera i 14 del codice." in page
    send(case, "decide_case", reason="Erano avanti", mp="405")
    score = MatchScore.objects.get()
    assert (score.kind, score.vp_a, score.mp_a, score.vp_b, score.mp_b) == ("abbandono-colpevole", 15, 405, 0, -1005)
    assert not BoardScore.objects.filter(table=table).exists()


def test_the_figures_of_one_line_alone_stand_among_the_adjustments(ruled, tournament, table):
    """The score of a bye: the other line's is another matter."""
    ruled("riposo", {"gia-riposato": "no"}, responsible="B")
    assert not MatchScore.objects.exists()
    given = Adjustment.objects.values_list("entry__number", "kind", "amount")
    assert sorted(given) == [(2, "mp", 305), (2, "vp", 14)]
    assert set(BoardScore.objects.current().filter(table=table).values_list("kind", flat=True)) == {"void"}


def test_an_older_ruling_is_taken_back_as_it_was_carried_out(ruled, say, bruno, tournament, table):
    """Before scores of whole matches were kept, both lines had adjustments and the boards were annulled."""
    first = ruled("ritardo-al-tavolo", TOO_LATE | {"ritardo": "entro-2"}, responsible="B")
    factories.make_adjustment(table.line_a, bruno, amount=14, reference=first.reference)
    for board in table.round.boards.all():
        make_score(table, board, (None, None), bruno, kind="void", reference=first.reference)
    case = revise_ruling(by=acting(bruno), ruling=first, expected_version=1, reason="Era un altro ritardo")
    case = say(case, facts={"ritardo": "da-2-a-5"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert Adjustment.objects.filter(cancelled_at__isnull=False).count() == 2
    assert [one.score.board.number for one in reopened_boards(tournament)] == [1, 2]


def test_no_burraco_ruling_leads_to_an_arbitral_score(ruled, bruno_client):
    ruling = ruled("ritardo-al-tavolo", TOO_LATE, responsible="B")
    assert ruling.arbitral == ""
    address = reverse("arbitral_score", args=[ruling.tournament.slug, ruling.case.number])
    assert bruno_client.get(address).status_code == 404


# ---- documents --------------------------------------------------------------


def test_the_sheet_of_a_ruling_speaks_of_its_lines(ruled, bruno_client):
    ruling = ruled("carta-penalizzata", TWO_CARDS, responsible="W")
    sheet = text_of(bruno_client.get(reverse("export_ruling", args=[ruling.tournament.slug, 1])).content)
    assert "A-C 1 Conti – Serra" in sheet
    assert "B: Piero Galli" in sheet
    assert "Linea B-D, per presa visione" in sheet
    assert "Ovest" not in sheet


def test_the_ruling_on_screen_has_the_letters_too(ruled, bruno_client):
    ruling = ruled("carta-penalizzata", TWO_CARDS, responsible="W")
    page = words(bruno_client.get(reverse("ruling", args=[ruling.tournament.slug, 1])))
    assert "B: Piero Galli" in page
    assert "A Anna Conti , B Piero Galli , C Luca Serra , D Rita Fontana" in page


def test_the_list_of_rulings_names_who_was_at_fault(ruled, bruno_client):
    ruled("ritardo-al-tavolo", TOO_LATE, responsible="B")
    made = book(bruno_client.get(reverse("export_rulings_xlsx", args=["coppa-levante"])).content)
    assert "linea mobile B-D" in str([list(sheet.values) for sheet in made])


def test_nobody_is_said_to_lead_a_deal_before_the_cards_are_lifted(draft, bruno_client, bruno, table):
    """F.I.Bur. 3: the lowest card lifted deals first, whatever the number of the deal."""
    Case.objects.filter(pk=draft.pk).update(board=None)
    page = words(bruno_client.get(reverse("case", args=["coppa-levante", draft.number])))
    assert "senza punteggio" in page
    assert "Di mano" not in page
    at_the_table = words(bruno_client.get(reverse("table", args=["coppa-levante", 1, table.number])))
    assert "Di mano" not in at_the_table


# -- the right persons (21, 22): who plays and who speaks are told apart ------------------------


def test_the_orders_of_21_name_who_played_and_warn_who_spoke(ruled):
    told = {"da-allora": "gioca", "rilievo": "carta-legata-male", "numero-penalizzate": "una"}
    ruling = ruled("rilievo-del-compagno", told, responsible="W")
    seats = ruling.scene["seats"]
    spoken = {effect["verb"]: effect["words"]["it"] for effect in ruling.effects}
    assert spoken["penalty"] == f"Per il compagno che è intervenuto ({seats['E']}): ammonizione."
    assert f"il giocatore di turno ({seats['W']})" in ruling.effects[1]["words"]["it"]
    assert spoken["status"].startswith(f"Per il giocatore colpevole ({seats['W']})")
    assert {order.what: order.seats for order in ruling.orders.all()}["sanare-gioco"] == ["W"]


def test_the_orders_of_22_warn_who_prompted_and_bind_who_was_playing(ruled):
    told = {"da-allora": "gioca", "tipo-suggerimento": "giocata", "suggerimento-seguito": "no"}
    ruling = ruled("suggerimento", told, responsible="W")
    seats = ruling.scene["seats"]
    assert [effect["words"]["it"] for effect in ruling.effects] == [
        f"Per chi ha suggerito ({seats['W']}): ammonizione.",
        f"Per chi ha ricevuto il suggerimento ({seats['E']}):"
        " obbligo di fare il contrario di quanto è stato suggerito.",
    ]


@pytest.mark.parametrize(
    ("procedure", "question"),
    [
        ("rilievo-del-compagno", "Chi stava giocando?"),
        ("suggerimento", "Chi ha suggerito?"),
        ("carta-esposta", "Chi ha esposto la carta?"),
        ("riposo", "Quale linea riposa?"),
    ],
)
def test_burraco_asks_for_its_persons_in_its_own_words(send, draft, procedure, question):
    page = send(draft, step="anomalia", procedure=procedure)
    assert question in page
    assert "Chi ha sbagliato?" not in page


@pytest.mark.parametrize(
    ("procedure", "told", "question"),
    [
        ("fine-della-smazzata", {"fact": "fine-smazzata-come", "answer": "carte-finite"}, "Chi ha chiuso?"),
        ("score-incompleto", {"fact": "vizio-score", "answer": "firma"}, "Quale linea non ha firmato?"),
    ],
)
def test_nobody_is_called_at_fault_before_it_is_told_what_happened(send, draft, procedure, told, question):
    assert "Chi ha sbagliato?" not in send(draft, step="anomalia", procedure=procedure)
    assert question in send(draft, step="domanda", **told)


def test_a_deal_that_ends_with_the_stock_asks_for_nobody(send, draft):
    send(draft, step="anomalia", procedure="fine-della-smazzata")
    page = send(draft, step="domanda", fact="fine-smazzata-come", answer="tallone")
    assert "Dopo lo scarto di chi ha pescato la terzultima" in page


def test_a_line_alone_is_asked_for_without_the_seats(send, draft):
    page = send(draft, step="anomalia", procedure="riposo")
    assert "Linea fissa A-C" in page
    assert "Tocca il posto" not in page
    assert "Nessuno in particolare" not in page


def test_nobody_is_responsible_for_whoever_watches(send, draft):
    page = send(draft, step="anomalia", procedure="angolista")
    assert "È un torneo nazionale o regionale?" in page


# -- choices that a decision leaves: whose they are -------------------------------------------------


def test_how_the_prompted_player_draws_is_for_the_opponents_to_choose(ruled):
    ruling = ruled("suggerimento", REMINDED, responsible="W")
    (choice,) = ruling.orders.filter(verb="choose")
    assert (choice.what, set(choice.seats)) == ("pesca-scelta-dagli-avversari", {"N", "S"})
    assert "prima che il giocatore peschi o raccolga" in choice.words["it"]
