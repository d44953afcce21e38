"""What is noted at the door: who came in and how, who was refused; never what they typed."""

import logging
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from people.accounts.models import User
from people.sign_in.actions import TRIES_ALLOWED
from tests.asking import DESK
from tests.factories import NOON
from tests.people.sign_in.authenticator import come_in, turn_on
from tests.people.sign_in.signing import fail, sign_in
from tournaments.setup.models import Tournament

GOOD = "tre-assi-e-un-due"


@pytest.fixture
def noted(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, "referee.doors")
    return lambda: [one.getMessage() for one in caplog.records if one.name.startswith(("referee.", "django.security"))]


def test_coming_in_going_and_being_refused(noted, client: Client, bruno: User) -> None:
    fail(client, 1, "bruno")
    sign_in(client, "bruno", "bruno")
    client.post("/uscita/")
    assert noted() == [
        "sign-in refused from 127.0.0.1",
        f"signed in by password: account {bruno.pk} from 127.0.0.1",
        f"signed out: account {bruno.pk}",
    ]


def test_who_tries_too_often(noted, client: Client, bruno: User) -> None:
    fail(client, TRIES_ALLOWED + 1, "bruno")
    assert noted()[-1] == "sign-in held back from 127.0.0.1: too many tries"


def test_the_second_factor_and_the_password(noted, client: Client, dora: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        client.force_login(dora)
        letters, _backup = turn_on(client)
        clock.shift(timedelta(minutes=2))
        come_in(Client(), "dora", letters)
        guesser = Client()
        sign_in(guesser, "dora", "dora")
        guesser.post("/accesso/codice/", {"code": "000000"})
        new = {"new_password1": GOOD, "new_password2": GOOD}
        client.post("/password/", new | {"old_password": "sbagliata"})
        client.post("/password/", new | {"old_password": "dora"})
    said = f"account {dora.pk} from 127.0.0.1"
    assert noted()[1:] == [
        f"second factor turned on: {said}",
        f"signed in by password and code: {said}",
        f"code refused at the door: {said}",
        f"own password refused: {said}",
        f"password changed: {said}",
    ]


def test_what_one_may_not_do_and_what_one_may_not_see(
    noted, client: Client, tournament: Tournament, sara: User, ettore: User
) -> None:
    client.force_login(sara)
    assert client.get(DESK + "impostazioni/").status_code == 403
    client.force_login(ettore)
    assert client.get(DESK).status_code == 404
    refused = [one for one in noted() if one.startswith("not allowed")]
    assert refused == [
        f"not allowed: account {sara.pk} from 127.0.0.1, GET /tornei/<slug:slug>/direzione/impostazioni/",
        f"not allowed: account {ettore.pk} has no task in tournament {tournament.pk}",
    ]


@pytest.mark.django_db
def test_a_forged_form_and_a_foreign_name(noted) -> None:
    Client(enforce_csrf_checks=True).post("/accesso/", {"username": "bruno", "password": "segreta"})
    Client().get("/accesso/", headers={"host": "evil.example"})
    said = noted()
    assert re.match("Forbidden .CSRF cookie not set", said[0])
    assert "evil.example" in said[1]
    assert "segreta" not in str(said)
