"""The database away, locked or full: 503 in words, nothing half done, and the same request again succeeds."""

import errno
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import Client

from config.error_pages import causes, is_away
from config.settings import SQLITE_OPTIONS
from people.accounts.models import User
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

DEFAULTS = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}
CELL = "/tornei/coppa-levante/direzione/turni/1/tavoli/1/smazzate/1/"
SCORE = {"key": "once", "version": 0, "line_a": "7", "line_b": ""}
Place = Callable[..., DatabaseWrapper]


class Stopped(Exception):
    """As the driver of PostgreSQL tells it."""

    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


def told(error: Exception, driver: Exception) -> Exception:
    error.__cause__ = driver
    return error


@contextmanager
def failing(statement: str, error: Exception) -> Iterator[None]:
    """Until left, every statement that begins so fails, as where there is no server any more."""

    def execute(run, sql, params, many, context):
        if sql.startswith(statement):
            raise error
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield


def gone() -> Exception:
    return told(OperationalError("terminating connection due to administrator command"), Stopped("57P01"))


@pytest.fixture
def visitor(client_of: Callable[[User], Client], sara: User) -> Client:
    client = client_of(sara)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("statement", ["SELECT", 'INSERT INTO "records_logentry"', 'UPDATE "records_idemp'])
def test_a_score_is_not_recorded_while_the_database_is_away_and_once_when_it_is_back(
    tournament: Tournament, visitor: Client, statement: str
) -> None:
    with failing(statement, gone()):
        answer = visitor.post(CELL, SCORE)
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
    assert "Il server non può registrare adesso" in answer.content.decode()
    assert "Traceback" not in answer.content.decode()
    assert BoardScore.objects.count() == 0
    for _twice in range(2):
        assert visitor.post(CELL, SCORE, headers={"HX-Request": "true"}).status_code == 200
    assert list(BoardScore.objects.values_list("points_a", "version")) == [(7, 1)]


def test_it_is_said_in_the_language_of_who_asks_even_where_nothing_else_answers(visitor: Client) -> None:
    with failing("", gone()):
        answer = visitor.get(CELL, headers={"accept-language": "en"})
    assert answer.status_code == 503
    assert "The server cannot record now" in answer.content.decode()


def test_a_session_that_cannot_be_written_is_no_session_that_was_deleted(visitor: Client) -> None:
    with (
        time_machine.travel(datetime.now(UTC) + timedelta(hours=2)),
        failing('UPDATE "django_session"', gone()),
    ):
        assert visitor.get("/").status_code == 503
    assert visitor.get("/").status_code == 200


def test_a_statement_that_is_wrong_stays_an_error_of_ours(visitor: Client) -> None:
    wrong = told(OperationalError("no such column: x"), Stopped("42703"))
    with failing("SELECT", wrong):
        answer = visitor.get(CELL)
    assert answer.status_code == 500
    assert "Qualcosa si è rotto qui da noi" in answer.content.decode()


@pytest.fixture
def place(tmp_path: Path, db: None) -> Iterator[Place]:
    """Connections as our processes open them, that wait for nobody, to one file."""
    made: list[DatabaseWrapper] = []

    def connect() -> DatabaseWrapper:
        options = SQLITE_OPTIONS | {"timeout": 0}
        made.append(DatabaseWrapper({"NAME": tmp_path / "hall.sqlite3", "OPTIONS": options, **DEFAULTS}, "hall"))
        with closing(made[-1].cursor()) as cursor:
            cursor.execute("CREATE TABLE IF NOT EXISTS line (words TEXT)")
        return made[-1]

    yield connect
    for one in made:
        one.close()


def refusal(database: DatabaseWrapper, statement: str) -> OperationalError:
    with database.cursor() as cursor, pytest.raises(OperationalError) as raised:
        cursor.execute(statement)
    return raised.value


def test_sqlite_says_that_another_one_holds_it(place: Place) -> None:
    one, other = place(), place()
    with one.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        assert is_away(refusal(other, "BEGIN IMMEDIATE"))


def test_sqlite_says_that_the_disk_is_full(place: Place) -> None:
    one = place()
    with one.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 3")
    assert is_away(refusal(one, "INSERT INTO line VALUES (zeroblob(100000))"))


def test_sqlite_says_that_the_statement_is_wrong(place: Place) -> None:
    assert not is_away(refusal(place(), "SELECT nothing FROM nowhere"))


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (told(OperationalError(), Stopped(None)), True),  # no server answered
        (told(OperationalError(), Stopped("53100")), True),  # its disk is full
        (told(OperationalError(), Stopped("40P01")), True),
        (told(InterfaceError("the connection is closed"), Stopped(None)), True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.ENOENT, "No such file"), False),
        (told(OperationalError(), Stopped("42P01")), False),
        (ValueError("locked"), False),
    ],
)
def test_what_may_succeed_later_is_told_from_what_will_not(error: Exception, away: bool) -> None:
    assert is_away(error) is away


def test_the_reason_is_found_below_what_it_made_fail() -> None:
    try:
        try:
            raise gone()
        except OperationalError:
            raise RuntimeError("and rolling back failed too") from KeyError()
    except RuntimeError as error:
        assert [type(one) for one in causes(error)] == [RuntimeError, KeyError, OperationalError, Stopped]
