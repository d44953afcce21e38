"""The arbiter’s first screen and the page of a table, with what binds its players."""

import pytest
from django.urls import reverse

from referee.orders.actions import invoke_reservation
from referee.orders.models import Reservation, StandingOrder
from tests.asking import source
from tests.factories import NOON, acting, make_entry, make_round, make_score
from tests.referee.arbitral_scores.late import late
from tests.referee.told import ANNULLED, CONTESTED
from tests.referee.wizard.test_wizard_pages import text_of
from tournaments.rounds.models import Round


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
    with django_assert_max_num_queries(15):
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


@pytest.fixture
def status_of(visit, table, board, bruno):
    """Where the page of the table says that the board stands, with this score: kind and word."""

    def run(*points, **fields):
        make_score(table, board, points, bruno, **fields)
        (line,) = [line for line in visit("table", 1, 1).context["boards"] if line.cell.board == board]
        return line.status.kind, line.status.label

    return run


def test_a_score_just_given_is_pending(status_of):
    assert status_of(6, 5) == ("pending", "da confermare")


def test_a_confirmed_score_is_done(status_of, dora):
    assert status_of(6, 5, state="confirmed", confirmed_by=dora, confirmed_at=NOON) == ("done", "confermato")


def test_a_recorded_board_leads_to_its_correction(visit, table, board, bruno):
    make_score(table, board, (6, 5), bruno)
    address = reverse("score", args=[table.round.tournament.slug, 1, 1, board.number])
    assert f'href="{address}?da=tavolo">Correggi' in source(visit("table", 1, 1))
    assert address not in source(visit("table", 1, 2))


def test_a_board_without_a_result_is_refused(status_of):
    assert status_of(None, None, kind="void", reference="Provvedimento n. 1") == ("refused", "annullato")


def test_a_score_by_the_arbiter_is_quiet(status_of):
    assert status_of(6, 5, kind="artificial", reference="Provvedimento n. 1") == ("quiet", "artificiale")


def test_a_board_without_a_score_is_still_to_be_played(visit):
    page = visit("table", 1, 2)
    assert {line.status for line in page.context["boards"]} == {None}
    assert "da giocare" in text_of(page)


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
    with django_assert_max_num_queries(15):
        opened("table", 1, 1)


# Reservations and orders


def test_invoking_a_reservation_leads_to_its_case(reserved, post):
    response = post("invoke_reservation", Reservation.objects.get().pk, seat="E")
    assert response.url == reverse("case", args=["coppa-levante", 2])


def test_invoking_for_somebody_else_is_refused_in_place(reserved, post):
    response = post("invoke_reservation", Reservation.objects.get().pk, seat="W")
    assert response.status_code == 422
    assert "Solo Piero Galli" in text_of(response)


def test_a_reservation_lapses_from_its_table(reserved, post, visit):
    assert "Riserva di" in text_of(visit("table", 1, 1))
    assert post("lapse_reservation", Reservation.objects.get().pk).status_code == 302
    assert "Riserva di" not in text_of(visit("table", 1, 1))


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
