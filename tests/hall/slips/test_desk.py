"""What the desk sees of the slips: what waits, what is disputed, whose table is missing."""

import pytest

from tests.asking import TOURNAMENT, send, source, text
from tests.factories import acting, make_score
from tests.hall.slips.results import THEIRS, B, agree, put
from tournaments.scores.match_actions import Figures, give_match_score

GRID = f"{TOURNAMENT}direzione/turni/1/"


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


def test_the_grid_shows_what_a_table_sent(desk, players, table):
    put(players, table)
    page = text(desk.get(GRID))
    assert "dal tavolo A-C: 600 – 100" in page
    assert page.count("mancano 2 attende l’altra linea") == 1
    assert "Contestati al tavolo" not in page


def test_the_grid_shows_a_dispute_with_both_figures(desk, players, table):
    put(players, table)
    put(players, table, B, THEIRS, seen=1)
    page = text(desk.get(GRID))
    assert "Contestati al tavolo 1" in page
    assert "B-D: 300 – 400 A-C: 400 – 300" in page
    assert "dal tavolo B-D: 600 – 100" in page
    assert page.count("mancano 2 contestato") == 1


def test_a_row_half_scored_says_what_is_missing_beside_its_confirmation(desk, sara, table):
    make_score(table, table.round.boards.earliest("number"), (300, 100), sara)
    assert "manca 1 Conferma 1" in text(desk.get(GRID))


def test_what_is_agreed_waits_for_nobody(desk, players, table):
    put(players, table)
    agree(players, table)
    page = text(desk.get(GRID))
    assert "dal tavolo" not in page
    assert "Mancano 2 punteggi." in page
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
    assert 'name="a-1-' not in source(answer) and 'name="a-2-' in source(answer)
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
