"""Who may take documents away, under which name they arrive, and that they open."""

import pytest
from django.test import Client
from django.urls import reverse

from papers.download import download
from tests.factories import acting, make_score
from tests.reading import book, darkness, pages, text_of
from tournaments.scores.actions import give_score

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

DOCUMENTS = {
    "export_standings_pdf": ({}, PDF),
    "export_standings_xlsx": ({}, XLSX),
    "export_workbook": ({}, XLSX),
    "export_round_sheets": ({"number": 1}, PDF),
    "export_blank_round_sheets": ({"number": 1}, PDF),
    "export_blank_round_sheets_in_two": ({"number": 1}, PDF),
    "export_table_sheet": ({"number": 1, "table": 2}, PDF),
    "export_blank_table_sheet": ({"number": 1, "table": 2}, PDF),
}


def address(name, tournament, **more):
    return reverse(name, kwargs={"slug": tournament.slug, **more})


@pytest.fixture(params=DOCUMENTS)
def document(request, tournament):
    """The address of each document in turn, and the kind it should be."""
    more, kind = DOCUMENTS[request.param]
    return address(request.param, tournament, **more), kind


@pytest.mark.parametrize("who", ["giulia", "bruno", "dora", "sara"])
def test_staff_take_every_document_away(document, who, cast, client_of):
    answer = client_of(cast[who]).get(document[0])
    assert answer.status_code == 200
    assert answer["Content-Type"] == document[1]
    assert "private" in answer["Cache-Control"]
    assert answer["Content-Disposition"].startswith("attachment; filename=")


@pytest.mark.parametrize("who", ["carla", "ettore"])
def test_strangers_find_nothing(document, who, cast, client_of):
    assert client_of(cast[who]).get(document[0]).status_code == 404


def test_without_log_in_the_way_leads_to_the_log_in(document):
    answer = Client().get(document[0])
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("login"))


def test_a_document_is_only_read(document, dora, client_of):
    assert client_of(dora).post(document[0]).status_code == 405


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("export_round_sheets", {"number": 9}),
        ("export_table_sheet", {"number": 1, "table": 9}),
        ("export_table_sheet", {"number": 9, "table": 1}),
    ],
)
def test_what_does_not_exist_is_not_found(name, more, tournament, dora, client_of):
    assert client_of(dora).get(address(name, tournament, **more)).status_code == 404


def test_the_sheets_of_a_round_are_one_file(tournament, round_1, sara, board, client_of):
    make_score(round_1.tables.get(number=1), board, (8, 3), sara)
    found = pages(client_of(sara).get(address("export_round_sheets", tournament, number=1)).content)
    assert len(found) == 2
    assert "giocato" in found[0]
    assert "giocato" not in found[1]


def test_a_table_sheet_is_of_that_table_only(tournament, sara, client_of):
    (page,) = pages(client_of(sara).get(address("export_blank_table_sheet", tournament, number=1, table=2)).content)
    assert "Tavolo 2" in page
    assert "Nicolò D’Amico" in page


@pytest.mark.long
def test_the_code_on_a_sheet_leads_where_phones_reach_us(tournament, sara, client_of, settings):
    place = address("export_blank_table_sheet", tournament, number=1, table=2)
    near = darkness(client_of(sara).get(place).content)
    settings.PUBLIC_URL = "https://torneo.example.org/"
    assert darkness(client_of(sara).get(place).content) != near


@pytest.mark.long
def test_a_scorer_gets_the_workbook_without_the_log(tournament, round_1, sara, dora, client_of):
    table, board = round_1.tables.get(number=1), round_1.boards.get(number=1)
    give_score(by=acting(sara), table=table, board=board, points_a=8, points_b=3, expected_version=0)
    mine = book(client_of(sara).get(address("export_workbook", tournament)).content)
    whole = book(client_of(dora).get(address("export_workbook", tournament)).content)
    assert ("Registro" in mine.sheetnames, "Registro" in whole.sheetnames) == (False, True)


def test_standings_open_in_both_forms(tournament, dora, client_of):
    assert "Conti – Serra" in text_of(client_of(dora).get(address("export_standings_pdf", tournament)).content)
    opened = book(client_of(dora).get(address("export_standings_xlsx", tournament)).content)
    assert opened.active["C2"].value == "Conti – Serra"


def test_the_name_of_a_file_is_safe_in_both_spellings():
    name = download(b"", 'Città «là»/../"x"\r\nSet-Cookie: a – b', "pdf")["Content-Disposition"]
    assert name == (
        'attachment; filename="Citta la .. x Set-Cookie a - b.pdf"; '
        "filename*=UTF-8''Citt%C3%A0%20%C2%ABl%C3%A0%C2%BB%20..%20x%20Set-Cookie%20a%20%E2%80%93%20b.pdf"
    )


def test_a_name_of_nothing_still_has_a_name():
    assert 'filename="documento.pdf"' in download(b"", "///", "pdf")["Content-Disposition"]
