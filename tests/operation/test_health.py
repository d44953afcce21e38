"""What a balancer asks: whether the process is alive, and whether it can serve."""

import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from config import health

pytestmark = pytest.mark.dialect


@pytest.fixture
def stranger() -> Client:
    """Asks by an address that is no name of ours, as probes do, and without a cookie."""
    return Client(headers={"Host": "10.1.2.3:8000"}, enforce_csrf_checks=True)


def test_alive_without_a_database(stranger: Client) -> None:
    # Without the mark of the database any query would raise.
    answer = stranger.get("/healthz")
    assert (answer.status_code, answer.content, answer.headers["Cache-Control"]) == (200, b"ok\n", "no-store")
    assert not answer.cookies
    assert "Vary" not in answer.headers


def test_alive_on_plain_http_where_pages_are_led_to_https(stranger: Client, settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert stranger.get("/healthz").status_code == 200
    assert Client().get("/").status_code == 301


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_only_read(path: str, stranger: Client) -> None:
    assert stranger.head(path).status_code in {200, 503}
    assert stranger.post(path).status_code == 405


@pytest.mark.django_db
def test_ready_costs_the_database_little(stranger: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    stranger.get("/readyz")
    # That it answers, that there is a table of migrations, and which are in it.
    with django_assert_num_queries(3):
        answer = stranger.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "failing": []})
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_unready_before_the_last_migration(stranger: Client) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="tournaments").latest("applied").delete()
    answer = stranger.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "failing": ["migrations"]})


@pytest.mark.django_db
def test_ready_on_a_database_that_is_ahead(stranger: Client) -> None:
    MigrationRecorder(connection).record_applied("tournaments", "9999_of_tomorrow")
    assert stranger.get("/readyz").status_code == 200


def leave_free(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(10**9, 10**9 - room, room))


@pytest.mark.django_db
def test_unready_on_a_full_disk(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_free(monkeypatch, health.ROOM - 1)
    answer = stranger.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "failing": ["disk"]})


@pytest.mark.django_db
def test_unready_where_uploads_cannot_be_written(
    stranger: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    leave_free(monkeypatch, health.ROOM)
    assert stranger.get("/readyz").status_code == 200
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    assert stranger.get("/readyz").json() == {"ready": False, "failing": ["disk"]}


def test_unready_without_its_database_and_says_no_more(stranger: Client, caplog: pytest.LogCaptureFixture) -> None:
    # Without the mark of the database a query raises, as when the server is away.
    answer = stranger.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "failing": ["database", "migrations"]}
    assert "not ready: database" in caplog.text
    assert answer.resolver_match.route == "readyz"  # so the log names it
