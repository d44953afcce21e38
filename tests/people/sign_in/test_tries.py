"""How often one may try to sign in: counted whole, by name and address, by nobody else's doing forgotten."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client

from people.accounts.models import SignInTries
from people.sign_in.actions import TRIES_ALLOWED, claim_try, forget_tries
from tests import factories
from tests.people.sign_in.signing import fail, sign_in

pytestmark = pytest.mark.dialect

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
BRUNO = {"name": "bruno", "address": "192.168.1.7"}


def test_blanks_around_a_name_make_no_other_name(client: Client, bruno) -> None:
    fail(client, TRIES_ALLOWED, "bruno")
    for name in ("bruno  ", "  bruno", "bruno\t", "BRUNO "):
        assert sign_in(client, name, "bruno").status_code == 200, name
    assert "_auth_user_id" not in client.session


def test_failures_with_blanks_count_for_the_name_without(client: Client, bruno) -> None:
    fail(client, TRIES_ALLOWED, " bruno ")
    assert sign_in(client, "bruno", "bruno").status_code == 200


def test_the_same_letters_written_otherwise_are_the_same_name(client: Client, db) -> None:
    factories.make_user("niccolò")
    fail(client, TRIES_ALLOWED, "niccolo\u0300")
    assert sign_in(client, "niccolò", "niccolò").status_code == 200


def test_of_forty_tries_at_the_same_moment_ten_look_at_the_password(transactional_db) -> None:
    def one(_number: int) -> int:
        try:
            return claim_try(**BRUNO, at=NOON)
        finally:
            connection.close()

    # SQLite's database in memory lets nobody wait: there one comes after the other.
    at_once = 8 if connection.features.has_select_for_update else 1
    with ThreadPoolExecutor(at_once) as people:
        minutes = sorted(people.map(one, range(40)))
    assert minutes == [0] * TRIES_ALLOWED + [10] * (40 - TRIES_ALLOWED)


@pytest.mark.long
def test_people_of_one_name_who_come_in_at_the_same_moment_all_come_in(transactional_db) -> None:
    def one(_number: int) -> int:
        try:
            minutes = claim_try(**BRUNO, at=NOON)
            forget_tries(**BRUNO, at=NOON)
            return minutes
        finally:
            connection.close()

    at_once = 8 if connection.features.has_select_for_update else 1
    with ThreadPoolExecutor(at_once) as people:
        assert list(people.map(one, range(400))) == [0] * 400


@pytest.mark.long
def test_a_flood_of_other_names_makes_nobody_forgotten(db) -> None:
    for _ in range(TRIES_ALLOWED):
        claim_try(**BRUNO, at=NOON)
    for number in range(500):
        claim_try(name=f"nessuno-{number}", address="192.168.1.7", at=NOON)
    assert claim_try(**BRUNO, at=NOON + timedelta(minutes=1)) == 9


@pytest.mark.long
def test_one_of_sixty_behind_an_address_locks_out_none_of_the_others(client: Client, bruno) -> None:
    for number in range(60):
        fail(client, 2, f"arbitro-{number}")
    fail(client, 30, "arbitro-1")
    assert sign_in(client, "bruno", "bruno").status_code == 302


def test_what_is_too_old_to_count_is_kept_no_longer(db) -> None:
    claim_try(name="giulia", address="192.168.1.8", at=NOON)
    claim_try(**BRUNO, at=NOON + timedelta(minutes=9))
    forget_tries(name="dora", address="192.168.1.9", at=NOON + timedelta(minutes=10))
    assert SignInTries.objects.count() == 1


def test_the_table_tells_no_name_and_no_address(db) -> None:
    claim_try(**BRUNO, at=NOON)
    kept = str(SignInTries.objects.values().get())
    assert "bruno" not in kept
    assert "192.168" not in kept
