"""A score confirmed by a second person: the version that stood on their screen and no other."""

import pytest
from django.test import Client

from people.accounts.models import User
from tests.asking import send, source, text
from tests.tournaments.scores.cell import CELL, GRID, current
from tournaments.scores.models import BoardScore


@pytest.mark.parametrize("htmx", [True, False])
def test_second_person_confirms(scorer: Client, sara: User, given: BoardScore, htmx: bool) -> None:
    answer = send(scorer, CELL + "conferma/", version=1, htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert (current().state, current().confirmed_by) == ("confirmed", sara)


def test_giver_does_not_confirm(dora: User, client_of, given: BoardScore) -> None:
    client = client_of(dora)
    assert 'name="confirm"' not in source(client.get(GRID))
    answer = send(client, CELL + "conferma/", version=1, htmx=True)
    assert answer.status_code == 422
    assert "Conferma una persona diversa" in text(answer)


def test_arbiter_gives_and_does_not_confirm(bruno: User, client_of, given: BoardScore) -> None:
    client = client_of(bruno)
    assert 'name="confirm"' not in source(client.get(GRID))
    assert send(client, CELL + "conferma/", version=1).status_code == 403
    assert send(client, GRID + "tavoli/1/smazzate/2/", line_a="6", version=0).status_code == 302


@pytest.mark.parametrize("htmx", [True, False])
def test_version_corrected_meanwhile_is_not_confirmed(
    scorer: Client, dora: User, client_of, given: BoardScore, htmx: bool
) -> None:
    send(client_of(dora), CELL, line_a="8", line_b="3", version=1, reason="Letto male")
    answer = send(scorer, CELL + "conferma/", version=1, htmx=htmx)
    assert answer.status_code == 409
    assert "Intanto Dora Pace ha registrato 8 – 3" in text(answer)
    assert current().state == "given"


def test_version_that_does_not_exist_is_not_found(scorer: Client, given: BoardScore) -> None:
    assert send(scorer, CELL + "conferma/", version="9").status_code == 404


@pytest.mark.parametrize("version", ["", "uno", "-1", "9" * 30, "9" * 5000], ids=lambda version: version[:4] or "none")
@pytest.mark.parametrize("htmx", [True, False])
def test_what_is_no_version_confirms_nothing(scorer: Client, given: BoardScore, version: str, htmx: bool) -> None:
    answer = send(scorer, CELL + "conferma/", version=version, htmx=htmx)
    assert answer.status_code == 422
    assert "è arrivata incompleta" in text(answer)
    assert current() == given


@pytest.mark.parametrize("version", ["uno", "9" * 30, "9" * 5000], ids=lambda version: version[:4])
@pytest.mark.parametrize("htmx", [True, False])
def test_what_is_no_version_gives_nothing_and_keeps_what_was_typed(
    scorer: Client, given: BoardScore, version: str, htmx: bool
) -> None:
    answer = send(scorer, CELL, line_a="8", line_b="3", version=version, htmx=htmx)
    assert answer.status_code == 422
    assert "è arrivata incompleta" in text(answer) and 'value="8"' in source(answer)
    assert current() == given
