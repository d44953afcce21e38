"""Documents of arbitration: who may take them away, and that they tell what was decided."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.reading import book, text_of
from tests.referee.told import NAPOLETANA

DOCUMENTS = {
    "export_ruling": {"number": 1},
    "export_ruling_version": {"number": 1, "version": 1},
    "export_rulings_pdf": {},
    "export_rulings_xlsx": {},
    "export_whole_tournament": {},
    "export_report": {},
}


@pytest.fixture
def ruling(ruled):
    return ruled("accusa-anticipata", NAPOLETANA)


@pytest.fixture(params=DOCUMENTS)
def document(request, tournament, ruling):
    """The address of each document in turn."""
    return address(request.param, tournament, **DOCUMENTS[request.param])


def address(name, tournament, **more):
    return reverse(name, kwargs={"slug": tournament.slug, **more})


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "status"), [("giulia", 200), ("bruno", 200), ("dora", 200), ("sara", 403), ("carla", 404), ("ettore", 404)]
)
def test_those_who_see_the_cases_take_the_documents(document, who, status, cast, client_of):
    assert client_of(cast[who]).get(document).status_code == status


def test_without_log_in_the_way_leads_to_the_log_in(document):
    assert Client().get(document).url.startswith(reverse("login"))


def test_a_document_is_only_read(document, bruno, client_of):
    assert client_of(bruno).post(document).status_code == 405


def test_what_does_not_exist_is_not_found(tournament, ruling, bruno, client_of):
    client = client_of(bruno)
    assert client.get(address("export_ruling", tournament, number=9)).status_code == 404
    assert client.get(address("export_ruling_version", tournament, number=1, version=9)).status_code == 404


def test_the_sheet_of_a_ruling_opens(tournament, ruling, bruno, client_of):
    answer = client_of(bruno).get(address("export_ruling", tournament, number=1))
    assert "Provvedimento n. 1" in text_of(answer.content)
    assert 'filename="Coppa Levante - Provvedimento n. 1.pdf"' in answer["Content-Disposition"]


def test_the_list_of_rulings_tells_each(tournament, ruling, bruno, client_of):
    worksheet = book(client_of(bruno).get(address("export_rulings_xlsx", tournament)).content).active
    assert [cell.value for cell in worksheet[2]][:6] == [
        1,
        1,
        1,
        1,
        "Accusa prima del proprio turno",
        "Nord: Anna Conti",
    ]
    assert "Accusa prima del proprio turno" in " ".join(
        text_of(client_of(bruno).get(address("export_rulings_pdf", tournament)).content).split()
    )


def test_a_tournament_without_rulings_has_an_empty_list(tournament, bruno, client_of):
    assert "Nessuna riga" in text_of(client_of(bruno).get(address("export_rulings_pdf", tournament)).content)


@pytest.mark.long
def test_the_whole_tournament_holds_the_rulings_too(tournament, ruling, giulia, bruno, client_of):
    whole = book(client_of(giulia).get(address("export_whole_tournament", tournament)).content)
    assert whole.sheetnames[-3:] == ["Provvedimenti", "Registro", "Catena del registro"]
    assert whole["Provvedimenti"]["E2"].value == "Accusa prima del proprio turno"
    arbiters = book(client_of(bruno).get(address("export_whole_tournament", tournament)).content)
    assert "Registro" not in arbiters.sheetnames
