"""The score grid of a large round: a hundred tables at a time, what is missing named from wherever one looks."""

import pytest

from benchmarks.hall import hall
from records.rights import Role
from tests.asking import counted, send, source, text
from tests.factories import give_role, make_score, make_user
from tournaments.scores.models import BoardScore

pytestmark = pytest.mark.long

GRID = "/tornei/sala/direzione/turni/1/"


def test_the_grid_comes_a_hundred_tables_at_a_time(db, client_of):
    _tournament, director = hall("sala", 202, 1)
    page = source(client_of(director).get(GRID + "?page=2"))
    assert 'id="row-101"' in page and 'id="row-100"' not in page
    assert "pagina 2 di 2" in page


def test_what_is_missing_is_named_and_found_on_its_page(db, client_of):
    tournament, director = hall("sala", 202, 1, still_playing=101)
    round = tournament.rounds.get()
    for table in round.tables.exclude(number__in=[3, 101]):
        for board in round.boards.all():
            make_score(table, board, (6, 5), director)
    page = client_of(director).get(GRID)
    assert "Mancano 4 punteggi" in text(page)
    assert '<a href="?page=1#row-3">3</a> <a href="?page=2#row-101">101</a>' in source(page)


def test_of_very_many_missing_tables_the_first_are_named(db, client_of):
    _tournament, director = hall("sala", 202, 1, still_playing=101)
    words = text(client_of(director).get(GRID))
    assert "39 40 e altri 61" in words


def test_without_a_script_a_score_leads_back_to_its_page(db, client_of):
    _tournament, director = hall("sala", 202, 1, still_playing=101)
    path = GRID + "tavoli/101/smazzate/1/"
    answer = send(client_of(director), path, version=0, line_a="6", line_b="5")
    assert answer["Location"] == GRID + "?page=2#cell-101-1"


def test_a_score_asks_the_same_however_many_tables_there_are(db, client_of):
    counts = []
    for pairs in (6, 202):
        _tournament, director = hall(f"sala-{pairs}", pairs, 1, still_playing=pairs // 2)
        client = client_of(director)
        path = f"/tornei/sala-{pairs}/direzione/turni/1/tavoli/1/smazzate/1/"
        with counted() as queries:
            assert send(client, path, htmx=True, version=0, line_a="6", line_b="5").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 31
    assert BoardScore.objects.count() == 2


def test_a_hundred_tables_of_four_boards_are_a_quarter_of_a_megabyte_at_most(db, client_of):
    tournament, director = hall("sala", 200, 1, boards=4)
    scorer = make_user("segnapunti")
    give_role(scorer, tournament, Role.SCORER)
    for reader in (director, scorer):  # who gave every score, and who may confirm every one
        assert len(client_of(reader).get(GRID).content) <= 250_000
