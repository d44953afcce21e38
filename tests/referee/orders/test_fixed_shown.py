"""After a score is fixed every page and paper shows it, not the one that was played."""

import pytest

from tests import factories
from tests.asking import DESK, TOURNAMENT, text
from tests.factories import make_score
from tests.reading import text_of
from tests.referee.happened import record_late


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(boards_per_round=2)


@pytest.fixture
def fixed(bruno, sara, table):
    """Played 17–3, then fixed at 14–6."""
    for board in table.round.boards.all():
        make_score(table, board, (455, 120), sara)
    return record_late(bruno, table, b="oltre-10")


@pytest.mark.parametrize("path", [TOURNAMENT, TOURNAMENT + "turni/1/"])
def test_the_public_round(client, fixed, path):
    page = text(client.get(path))
    assert "14 – 6" in page
    assert "17 – 3" not in page
    assert "Punteggio fissato: Provvedimento n. 1" in page


def test_the_page_of_the_pair(client, fixed):
    assert "Punteggio fissato Provvedimento n. 1 – – +305 14" in text(client.get(TOURNAMENT + "coppie/1/"))


def test_the_table_of_the_arbiter(client_of, bruno, fixed):
    page = text(client_of(bruno).get(TOURNAMENT + "turni/1/tavoli/1/"))
    assert "Punteggio fissato: 14 – 6 VP , +305 / −305 MP. Linea in ritardo al via (Provvedimento n. 1)." in page
    assert "restano agli atti e non contano" in page


def test_the_grid_of_the_desk(client_of, dora, fixed):
    page = text(client_of(dora).get(DESK + "turni/1/"))
    assert "14 – 6" in page
    assert "17 – 3" not in page


def test_the_score_sheet(client_of, bruno, fixed):
    sheet = text_of(client_of(bruno).get(TOURNAMENT + "esporta/turni/1/tavoli/1/segnapunti.pdf").content)
    words = " ".join(sheet.split())
    assert "910 240 +305 −305 14 6 Punteggio fissato: Provvedimento n. 1" in words
    assert "+670" not in words


def test_a_sheet_without_any_board_shows_it_too(client_of, bruno, table):
    record_late(bruno, table, b="oltre-10")
    sheet = text_of(client_of(bruno).get(TOURNAMENT + "esporta/turni/1/tavoli/1/segnapunti.pdf").content)
    assert "+305 −305 14 6" in " ".join(sheet.split())
