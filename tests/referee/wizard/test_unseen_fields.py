"""What no page of ours sends in a field that nobody sees is told in words, once, and what was typed is kept."""

import pytest

from tests import factories
from tests.asking import TOURNAMENT, send, source, text
from tests.referee.happened import LATE, OVER_TEN, record_late

CASE, RULING = TOURNAMENT + "casi/1/", TOURNAMENT + "provvedimenti/1/"
INCOMPLETE = "La richiesta è arrivata incompleta"
WHY = "Erano nove minuti"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def arbiter(client_of, bruno):
    return client_of(bruno)


@pytest.mark.parametrize("version", ["molti", "", "0"])
@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("", {"step": "domanda", "fact": "ritardo", "answer": "entro-2"}),
        ("conferma/", {}),
        ("diversamente/", {"order": "Si gioca", "reason": WHY}),
        ("scarta/", {"reason": WHY}),
    ],
)
def test_of_a_case(told, arbiter, path, typed, version):
    told(LATE, OVER_TEN, responsible="A")
    refused = send(arbiter, CASE + path, version=version, **typed)
    assert (refused.status_code, text(refused).count(INCOMPLETE)) == (422, 1)
    assert "Questo campo è obbligatorio" not in text(refused)
    assert typed.get("reason", "") in source(refused)


@pytest.mark.parametrize("path", ["revisione/", "annulla/"])
def test_of_a_ruling(table, bruno, arbiter, path):
    record_late(bruno, table, "oltre-10")
    refused = send(arbiter, RULING + path, version="molti", reason=WHY)
    assert (refused.status_code, text(refused).count(INCOMPLETE)) == (422, 1)
    assert WHY in source(refused) and 'name="version" value="1"' in source(refused)


def test_of_what_is_seen_it_says_what_is_missing(told, arbiter):
    late = told(LATE, OVER_TEN, responsible="A")
    refused = text(send(arbiter, CASE + "scarta/", version=late.version, reason=""))
    assert ("Scrivi perché la scarti." in refused, INCOMPLETE in refused) == (True, False)
