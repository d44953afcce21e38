"""A deal of burraco is dealt at the table: people call it first to fourth of its match, wherever it is named."""

import re

import pytest
from django.urls import reverse

from hall.score_sheets.exports import round_sheet
from keeping.documents.workbook import scores_sheet
from referee.cases.actions import Answers, answer, open_case
from referee.rulings.actions import decide
from referee.rulings.document import document_of
from referee.rulings.exports import rulings_sheet
from referee.rulings.layout import ruling_sheet
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import NOON, acting, make_score
from tests.reading import text_of as paper_text
from tournaments.rounds.models import Round
from tournaments.scores.actions import give_score
from tournaments.scores.queries import round_grid
from tournaments.setup.models import Tournament


@pytest.fixture
def tournament(db):
    """Burraco: round 3 of four deals being played; its deals are numbers 9 to 12 of the tournament."""
    made = factories.make_playing_burraco(tables=2, boards_per_round=4, warnings_per_vp=3)
    one, two, three, four = made.entries.order_by("number")
    for number, pairs in ((2, [(one, three), (two, four)]), (3, [(one, four), (two, three)])):
        Round.objects.filter(tournament=made).update(state="closed")
        factories.make_round(made, number, pairs)
    return made


@pytest.fixture
def third(tournament):
    return tournament.rounds.get(number=3)


@pytest.fixture
def last(third):
    board = third.boards.get(number=12)
    assert list(third.boards.values_list("number", flat=True)) == [9, 10, 11, 12]
    return board


@pytest.fixture
def played(third, last, sara):
    return make_score(third.tables.get(number=1), last, (300, 100), sara)


@pytest.fixture
def ruling(third, last, bruno):
    table = third.tables.get(number=1)
    case = open_case(by=acting(bruno), table=table, board=last, procedure="gioco-lento")
    answers = Answers(responsible="N", facts={"ragione-valida": "si"})
    case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=answers)
    return decide(by=acting(bruno), case=case, expected_version=case.version)


@pytest.mark.parametrize(
    ("game", "boards", "number", "called"),
    [("burraco", 4, 9, 1), ("burraco", 4, 12, 4), ("burraco", 2, 3, 1), ("burraco", 3, 1, 1), ("tressette", 4, 9, 9)],
)
def test_a_deal_is_called_by_its_place_in_the_match_and_a_board_by_its_number(game, boards, number, called):
    assert Tournament(game=game, boards_per_round=boards).deal_called(number) == called


def test_the_grid_the_table_and_the_score_say_fourth(third, last, played, client_of, dora):
    client = client_of(dora)
    grid = client.get(f"{DESK}turni/3/")
    assert "Smazzata 4" in text(grid)
    assert "Tavolo 1, smazzata 4" in grid.content.decode()
    page = text(client.get(f"{TOURNAMENT}turni/3/tavoli/1/"))
    score = text(client.get(reverse("score", args=[third.tournament.slug, 3, 1, last.number])))
    for said in (text(grid), page, score):
        assert "Smazzata 12" not in said
        assert "smazzata 12" not in said
    assert "Tavolo 1, smazzata 4" in score


def test_the_pairs_page_numbers_its_deals_from_one_in_each_round(third, played, client_of, tournament):
    page = text(client_of(factories.make_person("carla")).get(f"{TOURNAMENT}coppie/1/"))
    assert "Smazzata 4 300 – 100" in page
    assert "Smazzata 12" not in page


def test_the_paper_sheet_numbers_them_from_one(third):
    sheet = round_sheet(third, round_grid(third), filled=False)
    assert [board.number for board in sheet.boards] == [1, 2, 3, 4]


def test_the_log_and_the_workbook_say_fourth_and_keep_the_number(third, last, dora, sara, client_of):
    table = third.tables.get(number=1)
    give_score(by=acting(sara), table=table, board=last, expected_version=0, points_a=300, points_b=100)
    assert "turno 3, tavolo 1, smazzata 4" in text(client_of(dora).get(f"{DESK}registro/"))
    assert third.tournament.log.latest("sequence").data["board"] == 12
    assert [row[2] for row in scores_sheet(third.tournament).rows] == [4]


def test_the_case_and_its_ruling_say_fourth(ruling, third, client_of, bruno):
    client = client_of(bruno)
    page = text(client.get(reverse("ruling", args=[third.tournament.slug, ruling.number])))
    assert "turno 3, tavolo 1, smazzata 4" in page
    paper = " ".join(paper_text(ruling_sheet(document_of(ruling, language="it"), at=NOON)).split())
    assert "Turno 3 · Tavolo 1 · Smazzata 4" in paper
    assert ruling.scene["board"] == 12
    assert [row[3] for row in rulings_sheet(third.tournament).rows] == [4]
    assert "smazzata 4" in text(client.get(f"{TOURNAMENT}turni/3/tavoli/1/"))


def test_the_wizard_offers_first_to_fourth(third, bruno, client_of):
    case = open_case(by=acting(bruno), table=third.tables.get(number=1))
    client, address = client_of(bruno), reverse("case", args=[third.tournament.slug, case.number])
    page = client.get(address).content.decode()
    assert [f'<span class="answer-figure">{number}</span>' in page for number in (1, 4, 9)] == [True, True, False]
    answered = send(client, address, step="smazzata", version=case.version, board=12, htmx=True)
    assert "Tavolo 1 · smazzata 4" in text(answered)
    assert "Smazzata 4 Cambia" in text(answered)


def test_on_a_phone_the_grid_calls_each_deal_by_its_place_in_the_match(third, client_of, sara):
    page = source(client_of(sara).get(DESK + "turni/3/"))
    assert re.findall(r'data-board="(\d+)"', page)[:4] == ["1", "2", "3", "4"]
