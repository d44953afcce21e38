"""The other pages of arbitration: happy, refused, wrong method, empty, foreign."""

import pytest
from django.urls import reverse

from referee.actions.cases import Detected
from referee.actions.orders import invoke_reservation
from referee.actions.rulings import Details, revise_ruling
from referee.actions.scores import set_arbitral_score
from referee.models import ArbitralReview, ArbitralScore, Case, Reservation, Ruling, StandingOrder
from referee.scoring import Choice
from tests.factories import acting, make_entry, make_round, make_score
from tests.referee.test_wizard_pages import HTMX, KEYS, text_of
from tournaments.actions.scores import give_score
from tournaments.models import Round, Table

ANNULLED = {"fase-passata": "in-corso", "origine-numero": "ricevuto"}
CONTESTED = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "incompleta"}
TO_BLAME = {"esercizio-monte": "da-se", "colpa": "una-parte"}
BOTH = {"punteggio-annotato": "no", "ricostruibile": "no", "confusione-di": "due-parti", "gravita-colpe": "diversa"}
BY_EAST = Detected(seats=["E"], timing="tempestiva")


@pytest.fixture
def visit(client_of, bruno):
    """Gets a page of the tournament by its name, as Bruno."""

    def run(name, *args, user=bruno, slug="coppa-levante", **query):
        return client_of(user).get(reverse(name, args=[slug, *args]), query)

    return run


@pytest.fixture
def opened(client_of, bruno):
    """Gets a page as Bruno, who logged in before."""
    client = client_of(bruno)
    return lambda name, *args: client.get(reverse(name, args=["coppa-levante", *args]))


@pytest.fixture
def post(client_of, bruno):
    def run(name, *args, user=bruno, headers=None, **fields):
        data = {"key": f"p{next(KEYS)}", **fields}
        return client_of(user).post(reverse(name, args=["coppa-levante", *args]), data, headers=headers)

    return run


@pytest.fixture
def reserved(ruled):
    facts = {"scelta": "sanatoria-sospesa"}
    return ruled("altra-anomalia", facts, detected=BY_EAST, reason="Si vedrà", details=Details(voiced_by="E"))


@pytest.fixture
def other_result(round_1, board, bruno):
    """Table 2 made 7–4 on board 1."""
    return make_score(round_1.tables.get(number=2), board, (7, 4), bruno)


@pytest.fixture
def scored(ruled, other_result, bruno):
    """An artificial score given on board 1 at table 1."""
    ruling = ruled("numero-carte-errato", ANNULLED)
    ruling.case.refresh_from_db()
    version = ruling.case.version
    return set_arbitral_score(
        by=acting(bruno), case=ruling.case, expected_version=version, score_version=1, choice=Choice()
    )


# -- home and table -----------------------------------------------------------------------------------------------


def test_the_home_shows_the_tables_and_what_waits(draft, visit):
    words = text_of(visit("arbiter_home"))
    assert "Tavoli del turno 1" in words
    assert "Anomalia 1, tavolo 1" in words
    assert "1 anomalia aperta" in words


def test_the_home_shows_reservations_scores_and_late_results(reserved, visit):
    assert "Riserva di Piero Galli" in text_of(visit("arbiter_home"))


def test_the_home_shows_boards_that_wait_for_their_score(ruled, visit):
    ruled("numero-carte-errato", ANNULLED)
    assert "aspetta il punteggio" in text_of(visit("arbiter_home"))


def test_the_home_shows_late_results(scored, other_result, visit, sara):
    late(other_result, sara)
    assert "i risultati degli altri tavoli sono cambiati" in text_of(visit("arbiter_home"))


def test_the_home_without_rounds_says_what_to_do(tournament, visit):
    Round.objects.filter(tournament=tournament).update(state="draft")
    assert "Nessun turno pubblicato" in text_of(visit("arbiter_home"))


@pytest.mark.parametrize("tables", [1, 3])
def test_the_home_costs_the_same_however_many_tables(tables, tournament, opened, django_assert_max_num_queries):
    tournament.rounds.filter(number=1).update(state="closed")
    pairs = [(make_entry(tournament, 2 * n + 11), make_entry(tournament, 2 * n + 12)) for n in range(tables)]
    make_round(tournament, 3, pairs)
    with django_assert_max_num_queries(13):
        opened("arbiter_home")


def test_the_table_shows_players_boards_and_what_binds_them(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    words = text_of(visit("table", 1, 1))
    for expected in ("Anna Conti", "Rita Fontana", "Vale a questo tavolo", "Divieto", "Nuova anomalia"):
        assert expected in words
    assert "Accusa prima del proprio turno" in words


def test_an_empty_table_says_so(visit):
    assert "Nessuna anomalia a questo tavolo" in text_of(visit("table", 1, 2))


def test_a_board_to_be_replayed_is_marked(ruled, visit, tournament):
    tournament.forma, tournament.norme = "ordinario", "moderne"
    tournament.save()
    ruled("numero-carte-errato", ANNULLED)
    assert "da rigiocare" in text_of(visit("table", 1, 1))


def test_a_table_of_an_unpublished_round_is_not_shown(visit):
    assert visit("table", 2, 1).status_code == 404


def test_an_anomaly_at_a_table_at_rest_is_refused_in_place(tournament, post):
    tournament.rounds.filter(number=1).update(state="closed")
    make_round(tournament, 3, [(tournament.entries.first(), None)])
    response = post("new_case", 3, 1)
    assert response.status_code == 422
    assert "riposa" in text_of(response)


@pytest.mark.parametrize("orders", [1, 3])
def test_the_table_costs_the_same_however_much_binds_it(orders, ruled, opened, django_assert_max_num_queries):
    ruled("accusa-anticipata", CONTESTED)
    for order in StandingOrder.objects.all()[orders:]:
        order.delete()
    with django_assert_max_num_queries(13):
        opened("table", 1, 1)


# -- reservations and orders --------------------------------------------------------------------------------------


def test_invoking_a_reservation_leads_to_its_case(reserved, post):
    response = post("invoke_reservation", Reservation.objects.get().pk, seat="E")
    assert response.url == reverse("case", args=["coppa-levante", 2])


def test_invoking_for_somebody_else_is_refused_in_place(reserved, post):
    response = post("invoke_reservation", Reservation.objects.get().pk, seat="W")
    assert response.status_code == 422
    assert "Solo Piero Galli" in text_of(response)


def test_a_reservation_lapses_from_its_table(reserved, post, visit):
    assert post("lapse_reservation", Reservation.objects.get().pk).status_code == 302
    assert "Vale a questo tavolo" not in text_of(visit("table", 1, 1))


def test_a_reservation_of_a_finished_board_may_lapse(reserved, visit, table, board, bruno):
    assert "la riserva decade (75)" not in text_of(visit("table", 1, 1))
    make_score(table, board, (7, 4), bruno)
    assert "la riserva decade (75)" in text_of(visit("table", 1, 1))


def test_a_closed_reservation_is_refused_in_place(reserved, post, bruno):
    reservation = Reservation.objects.get()
    invoke_reservation(by=acting(bruno), reservation=reservation, seat="E")
    assert post("lapse_reservation", reservation.pk).status_code == 422


def test_an_order_ends_from_its_table(ruled, post):
    ruled("accusa-anticipata", CONTESTED)
    order = StandingOrder.objects.first()
    assert post("end_order", order.pk).status_code == 302
    assert post("end_order", order.pk).status_code == 422


# -- rulings ------------------------------------------------------------------------------------------------------


def test_the_list_filters_by_table_anomaly_and_article(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    for query, found in [
        ({}, True),
        ({"table": "1"}, True),
        ({"table": "2"}, False),
        ({"procedure": "accusa-anticipata"}, True),
        ({"article": "183"}, True),
        ({"article": "81"}, False),
    ]:
        words = text_of(visit("rulings", **query))
        assert ("turno 1, tavolo 1, smazzata 1" in words) is found, query
        assert ("Nessun provvedimento così" in words) is not found


def test_a_wrong_filter_is_refused_in_place(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    response = visit("rulings", table="due")
    assert response.status_code == 422
    assert "turno 1, tavolo 1" in text_of(response)


def test_no_rulings_yet_says_where_to_begin(visit):
    assert "Ancora nessun provvedimento" in text_of(visit("rulings"))


def test_the_ruling_is_read_from_its_record(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    words = text_of(visit("ruling", 1))
    for expected in (
        "Provvedimento n. 1",
        "divieto di completare l’accusa",
        "Qualcuno è andato a monte?",
        "Nord, Anna Conti",
        "Gli articoli",
        "Rivedi il provvedimento",
    ):
        assert expected in words
    assert "la norma è cambiata" not in words


def test_a_ruling_of_another_edition_says_so(ruled, visit, bruno):
    ruling = ruled("accusa-anticipata", CONTESTED)
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Prova")
    fields = {field.name: getattr(ruling, field.name) for field in Ruling._meta.concrete_fields}
    fields |= {"id": None, "version": 2, "supersedes": ruling, "revision_reason": "Prova", "rule_hash": "another"}
    Ruling.objects.create(**fields)
    assert "la norma è cambiata" in text_of(visit("ruling", 1))
    assert "in revisione" in text_of(visit("ruling", 1))
    assert case.is_revision
    assert "non è più in vigore" in text_of(visit("ruling_version", 1, 1))


def test_an_unknown_ruling_is_not_found(visit):
    assert visit("ruling", 7).status_code == 404
    assert visit("ruling_version", 7, 1).status_code == 404


def test_revising_opens_the_case_again(ruled, post, visit):
    ruled("accusa-anticipata", CONTESTED)
    assert "si riapre con tutte le sue risposte" in text_of(visit("revise_ruling", 1))
    assert post("revise_ruling", 1, version=1, reason="").status_code == 422
    response = post("revise_ruling", 1, version=1, reason="Sentito il tavolo")
    assert response.url == reverse("case", args=["coppa-levante", 1])
    assert "è in revisione" in text_of(visit("case", 1))
    assert post("revise_ruling", 1, version=1, reason="Ancora").status_code == 422
    assert post("revise_ruling", 1, version=2, reason="Ancora").status_code == 409


# -- arbitral score -----------------------------------------------------------------------------------------------


def late(score, by):
    return give_score(
        by=acting(by),
        table=score.table,
        board=score.board,
        points_a=3,
        points_b=8,
        expected_version=score.version,
        reason="Scritto male",
    )


@pytest.fixture
def arrived(scored, other_result, sara):
    """A result corrected at table 2 after the score was given."""
    return late(other_result, sara)


def score_fields(number=1, **fields):
    case = Case.objects.get(number=number)
    return {"version": case.version, "score_version": 1, **fields}


def test_the_score_is_shown_before_it_is_recorded(ruled, other_result, visit):
    ruled("numero-carte-errato", ANNULLED)
    words = text_of(visit("arbitral_score", 1))
    assert "Punteggio arbitrale artificiale" in words
    assert "Media esatta" in words
    assert not ArbitralScore.objects.exists()


def test_a_recorded_score_shows_on_its_ruling(ruled, other_result, post, visit):
    ruled("numero-carte-errato", ANNULLED)
    assert post("arbitral_score", 1, **score_fields()).status_code == 302
    assert (ArbitralScore.objects.get().points_a, ArbitralScore.objects.get().points_b) == (7, 4)
    assert "Punteggio arbitrale artificiale" in text_of(visit("ruling", 1))
    assert "In vigore" in text_of(visit("arbitral_score", 1))


def test_without_other_results_the_page_says_why(ruled, visit, post):
    ruled("numero-carte-errato", ANNULLED)
    assert "Nessun altro tavolo ha ancora un risultato" in text_of(visit("arbitral_score", 1))
    assert post("arbitral_score", 1, **score_fields()).status_code == 422


def test_the_candidates_come_the_most_favourable_first(ruled, board, other_result, bruno, visit):
    pair = [make_entry(board.tournament, number) for number in (5, 6)]
    third = Table.objects.create(round=board.round, number=3, line_a=pair[0], line_b=pair[1])
    make_score(third, board, (2, 9), bruno)
    ruled("accusa-anticipata", TO_BLAME)
    words = text_of(visit("arbitral_score", 1))
    assert words.index("N-S 2 · E-O 9") < words.index("N-S 7 · E-O 4")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_assigned_score_is_previewed_and_then_needs_its_reason(headers, ruled, other_result, post):
    ruled("accusa-anticipata", TO_BLAME)
    preview = post("arbitral_score", 1, headers=headers, **score_fields(result="7-4", anteprima="1"))
    assert 'value="7-4" checked' in preview.content.decode()
    assert not ArbitralScore.objects.exists()
    refused = post("arbitral_score", 1, headers=headers, **score_fields(result="7-4"))
    assert refused.status_code == 422
    assert "Scrivi il motivo" in text_of(refused)
    assert 'value="7-4" checked' in refused.content.decode()
    post("arbitral_score", 1, **score_fields(result="7-4", reason="Il migliore"))
    assert ArbitralScore.objects.get().method == "assigned"


def test_another_possible_result_can_be_written(ruled, other_result, post):
    ruled("accusa-anticipata", TO_BLAME)
    missing = post("arbitral_score", 1, **score_fields(result="altro", other_a="3", reason="Dalle carte"))
    assert "Scrivi i punti delle due linee" in text_of(missing)
    wrong = post("arbitral_score", 1, **score_fields(result="inventato", reason="Dalle carte"))
    assert "Scegli un risultato" in text_of(wrong)
    post("arbitral_score", 1, **score_fields(result="altro", other_a="3", other_b="8", reason="Dalle carte"))
    assert (ArbitralScore.objects.get().points_a, ArbitralScore.objects.get().points_b) == (3, 8)


def test_a_rectified_score_is_previewed_and_recorded(ruled, other_result, post):
    ruled("confusione-prese", BOTH)
    chosen = {"graver": "A", "share": "1/6", "reason": "Ha mischiato il mazzo"}
    preview = post("arbitral_score", 1, headers=HTMX, **score_fields(anteprima="1", **chosen))
    assert "1/6" in text_of(preview)
    wrong = post("arbitral_score", 1, **score_fields(**chosen | {"share": "poco"}))
    assert "come frazione" in text_of(wrong)
    post("arbitral_score", 1, **score_fields(**chosen))
    assert ArbitralScore.objects.get().method == "rectified"


def test_a_stale_board_shows_both(ruled, other_result, post):
    ruled("numero-carte-errato", ANNULLED)
    response = post("arbitral_score", 1, **score_fields(score_version=0))
    assert response.status_code == 409
    assert "annullato, Bruno Riva" in text_of(response)


def test_a_ruling_without_score_has_no_such_page(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    assert visit("arbitral_score", 1).status_code == 404


def test_late_results_show_both_scores(scored, other_result, sara, visit):
    late(other_result, sara)
    words = text_of(visit("arbitral_score", 1))
    assert "I risultati degli altri tavoli sono cambiati" in words
    assert "Tavolo 2: ora 3 – 8" in words
    assert "Con i risultati di adesso" in words


@pytest.mark.parametrize("verdict", ["ricalcola", "mantieni"])
def test_late_results_are_answered_with_a_reason(verdict, arrived, post, visit):
    inputs_hash = visit("arbitral_score", 1).context["proposal"]["form"].initial["inputs_hash"]
    refused = post("late_results", 1, inputs_hash=inputs_hash, reason=" ", **{verdict: "1"})
    assert refused.status_code == 422
    assert "Scrivi il motivo" in text_of(refused)
    post("late_results", 1, inputs_hash=inputs_hash, reason="Corretto in sala conti", **{verdict: "1"})
    assert ArbitralScore.objects.get(is_current=True).points_a == (3 if verdict == "ricalcola" else 7)
    assert ArbitralReview.objects.exists() is (verdict == "mantieni")
    assert visit("arbitral_score", 1).context["proposal"] is None


def test_the_director_sees_the_score_but_does_not_give_it(ruled, other_result, visit, dora):
    ruled("numero-carte-errato", ANNULLED)
    response = visit("arbitral_score", 1, user=dora)
    assert "Il punteggio non è ancora stato assegnato" in text_of(response)
    assert 'id="score"' not in response.content.decode()
