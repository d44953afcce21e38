"""Codes printed while the program answers its own machine alone: the page says that no phone opens them."""

from ipaddress import ip_address

import pytest
from django.test import Client, RequestFactory

from pages.own_addresses import own_addresses, stays_on_this_machine
from people.accounts.models import User
from tests.asking import DESK, text
from tournaments.rounds.models import Round

WORDS = "I telefoni non aprono questi codici"


@pytest.mark.parametrize(
    ("host", "stays"),
    [
        ("127.0.0.1:8000", True),
        ("localhost", True),
        ("[::1]:8000", True),
        ("192.168.1.10:8000", False),
        ("torneo.example", False),
    ],
)
def test_which_addresses_lead_nowhere_else(settings, host: str, stays: bool) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert stays_on_this_machine(RequestFactory().get("/", headers={"host": host})) is stays


def test_what_is_printed_counts_not_where_the_desk_works(settings) -> None:
    settings.PUBLIC_URL = "http://192.168.1.10:8000"
    assert not stays_on_this_machine(RequestFactory().get("/", headers={"host": "127.0.0.1"}))


def test_own_addresses_are_those_of_a_network() -> None:
    found = own_addresses()
    assert len(found) == len(set(found)) <= 2
    assert not [one for one in found if ip_address(one.strip("[]")).is_loopback]


def test_the_desk_and_the_codes_of_a_table_say_it(dora: User, client_of, round_1: Round) -> None:
    director: Client = client_of(dora)
    codes = f"/tornei/{round_1.tournament.slug}/direzione/turni/1/tavoli/1/codici/"
    for path in (DESK, codes):
        answer = director.get(path, headers={"host": "127.0.0.1"})
        assert answer.status_code == 200, path
        assert WORDS in text(answer), path
        assert WORDS not in text(director.get(path)), path
    started = text(director.get(codes, headers={"host": "127.0.0.1"}, SERVER_PORT="8130"))
    assert "make run HOST=0.0.0.0 PORT=8130 ALLOWED_HOSTS=" in started or not own_addresses()
