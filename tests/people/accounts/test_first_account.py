"""An installation without accounts: one address on its terminal makes the first one, once."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from people.accounts.models import User
from tests.factories import NOON
from tests.people.sign_in.signing import sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
PASSWORD = "tre-assi-e-un-due"
OLGA = {
    "first_name": "Olga",
    "last_name": "Primadonna",
    "username": "olga",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def printed(**options: str) -> str:
    out = StringIO()
    call_command("first_account", stdout=out, **options)
    return out.getvalue()


def path_printed() -> str:
    root = "http://192.168.1.10:8000"
    address = printed(address=root).split()[-1]
    assert address.startswith(f"{root}/accesso/primo/")
    return address.removeprefix(root)


def test_the_address_makes_the_first_account_and_opens_the_house(client: Client) -> None:
    path = path_printed()
    assert client.get(path).status_code == 200
    assert client.post(path, OLGA)["Location"] == "/"
    olga = User.objects.get()
    assert (olga.username, olga.get_full_name(), olga.is_superuser) == ("olga", "Olga Primadonna", True)
    assert client.get("/nuovo-torneo/").status_code == 200
    assert client.get("/admin/").status_code == 200
    assert sign_in(Client(), "olga", PASSWORD).status_code == 302


def test_the_address_serves_once(client: Client) -> None:
    path = path_printed()
    client.post(path, OLGA)
    for answer in (Client().get(path), Client().post(path, OLGA | {"username": "altra"})):
        assert answer.status_code == 404
    assert printed() == ""


def test_the_address_of_a_day_ago_or_forged_opens_nothing(client: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        path = path_printed()
        clock.shift(timedelta(days=1))
        assert client.get(path).status_code == 404
        assert client.get(path[:-2] + "x/").status_code == 404
    assert not User.objects.exists()


def test_what_is_refused_says_why_and_keeps_what_was_typed(client: Client) -> None:
    User.objects.create_user("bruno", password="bruno")
    path = path_printed()
    weak = client.post(path, OLGA | {"password1": "olga", "password2": "olga"})
    taken = client.post(path, OLGA | {"username": "bruno"})
    for answer in (weak, taken):
        assert answer.status_code == 422
        assert "Primadonna" in answer.content.decode()
    assert User.objects.count() == 1


def test_the_address_is_the_one_that_phones_reach(settings) -> None:
    settings.PUBLIC_URL = "https://torneo.example.org/"
    assert printed().split()[-1].startswith("https://torneo.example.org/accesso/primo/")
