"""A clock that was set back: whoever writes is told, and the log marks the lines whose hour is before the one above."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from people.accounts.models import User
from records.log import write_line
from tests.asking import DESK, text
from tests.factories import acting, make_kept_apart
from tournaments.draw.actions import lift_kept_apart
from tournaments.setup.models import Tournament

MARK = "l’ora è di prima della riga precedente: l’orologio era stato spostato indietro"
TOLD = "L’orologio del server è indietro di 90 minuti sull’ultima riga del registro"


@pytest.fixture
def ahead(tournament: Tournament, dora: User) -> Tournament:
    """Its last line was written while the clock was an hour and a half ahead."""
    at = timezone.now() + timedelta(minutes=90) - timedelta(seconds=30)
    write_line(tournament=tournament, actor=dora, at=at, action="open_slips", record=tournament, data={})
    return tournament


def test_whoever_writes_is_told_and_the_log_marks_the_line(ahead: Tournament, dora: User, client_of) -> None:
    client: Client = client_of(dora)
    assert MARK not in text(client.get(DESK + "registro/"))
    after = client.post(DESK + "presenze/1/", {"key": "a"}, follow=True)
    assert TOLD in text(after)
    assert ahead.log.latest("sequence").action == "check_in"
    assert MARK in text(client.get(DESK + "registro/"))


def test_a_clock_that_goes_on_says_nothing(tournament: Tournament, dora: User, client_of) -> None:
    kept = make_kept_apart(tournament, dora, 1, 2)
    lift_kept_apart(by=acting(dora, at=datetime(2026, 11, 15, tzinfo=UTC)), kept=kept, reason="Non serve")
    assert MARK not in text(client_of(dora).get(DESK + "registro/"))
