"""Points of a deal that a ruling takes or gives: they change the score of the match, and go with the ruling."""

import pytest

from referee.decisions.details import Details
from tests import factories
from tests.asking import TOURNAMENT, send, text
from tests.factories import acting, make_score
from tests.referee.happened import by_entry, given
from tests.referee.told import BY_EAST
from tournaments.scores.actions import give_score
from tournaments.scores.models import Adjustment
from tournaments.scores.queries import round_grid
from tournaments.standings.record_queries import pair_record

CONTESTED = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "uguali-completa"}
POINTS_TAKEN = {"scelta": "correzione", "onere": "punti", "gioco-proseguito": "avversari"}


@pytest.fixture
def tournament(db):
    """Duplicate: one table of two pairs, two boards."""
    tournament = factories.make_tournament(boards_per_round=2)
    factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
    return tournament


@pytest.fixture
def played(table, sara):
    """7–4 and 6–5: ahead by four."""
    for board, points in zip(table.round.boards.all(), ((7, 4), (6, 5)), strict=True):
        make_score(table, board, points, sara)
    return table


@pytest.fixture
def penalise(ruled):
    """Three points from N-S, by the arbiter's choice under the general principles (72, 76)."""
    who = {"responsible": "N", "detected": BY_EAST}
    return lambda: ruled("altra-anomalia", POINTS_TAKEN, reason="Vantaggio", details=Details(amount=3), **who)


@pytest.fixture
def penalised(played, penalise):
    return penalise()


def test_a_penalty_in_points_changes_the_score_of_the_match(penalised, tournament, table):
    """13–9 becomes 10–9: one match point for one side, one less for the other."""
    assert given() == [(1, "points", -3, 1, "Provvedimento n. 1")]
    scores = by_entry(tournament)
    assert (scores[1][1], scores[2][1]) == (1, -1)
    (row,) = round_grid(table.round)
    assert (row.result.mp_a, row.result.mp_b, row.result.vp_a) == (10, 9, scores[1][0])
    assert "Punti dati o tolti per provvedimento: −3 e 0" in row.result.reading


def test_the_proof_of_the_line_tells_it(penalised, tournament, client):
    record = pair_record(tournament.entries.get(number=1))
    assert (record.vp_played, record.mp_played) == (record.row.vp, record.row.mp)
    page = text(client.get(f"{TOURNAMENT}coppie/1/"))
    assert "−3 punti della smazzata, contati nell’incontro" in page
    assert "Punti dati o tolti per provvedimento: −3 e 0" in page


def test_it_is_said_that_the_program_takes_them(penalised):
    (order,) = [one for one in penalised.effects if one["verb"] == "penalty"]
    assert "una penalità in punti della passata. Il programma toglie 3 punti" in order["words"]["it"]


def test_annulled_it_counts_no_more(penalised, tournament, client_of, bruno):
    client = client_of(bruno)
    page = text(client.get(f"{TOURNAMENT}provvedimenti/1/annulla/"))
    assert "punti della smazzata −3" in page
    assert "+1 +4 MP" in page
    assert send(client, f"{TOURNAMENT}provvedimenti/1/annulla/", version=1, reason="Errore").status_code == 302
    assert by_entry(tournament)[1][1] == 4
    assert given() == []


def test_given_before_the_score_it_counts_when_the_score_comes(penalise, sara, tournament, table):
    penalise()
    assert by_entry(tournament)[1] == (0, 0)
    for board, points in zip(table.round.boards.all(), ((7, 4), (6, 5)), strict=True):
        make_score(table, board, points, sara)
    assert by_entry(tournament)[1][1] == 1


@pytest.mark.parametrize(("points", "left"), [(None, 4), (3, 8)])
def test_an_accusa_already_written_is_taken_off_the_score(ruled, table, sara, points, left):
    """N-S wrote seven points of accusa (four alike, and a napoletana): both lost, or the three of one of them."""
    one, two = table.round.boards.all()
    give_score(by=acting(sara), table=table, board=one, points_a=14, points_b=4, accusa_a=7, expected_version=0)
    make_score(table, two, (6, 5), sara)
    ruling = ruled("accusa-anticipata", CONTESTED, responsible="N", detected=BY_EAST, details=Details(points=points))
    assert by_entry(table.round.tournament)[1][1] == left
    (lost,) = [one for one in ruling.effects if one["verb"] == "forfeit"]
    assert lost["points"] == (points or 7)


def test_of_a_score_still_to_be_written_nothing_is_taken(ruled):
    ruling = ruled("accusa-anticipata", CONTESTED, responsible="N", detected=BY_EAST)
    assert any("forfeit" in effect for effect in ruling.effects)
    assert not Adjustment.objects.exists()
