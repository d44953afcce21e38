"""Lines of the log: each with its request's number, none with anybody's data, as text or as JSON."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from django.db import IntegrityError, OperationalError
from django.test import Client, RequestFactory

from config import request_number
from config.log_lines import Json, Readable

OURS = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}")
pytestmark = pytest.mark.urls("tests.probe")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the log of the whole program says, as JSON."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    handler.setFormatter(Json())
    watched = [logging.getLogger(name) for name in ("", "django")]
    for logger in watched:
        logger.addHandler(handler)
    yield said
    for logger in watched:
        logger.removeHandler(handler)


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


def test_page_of_an_error_says_the_number_of_its_line(visitor: Client, lines: io.StringIO) -> None:
    answer = visitor.get("/rotto/")
    (line,) = [json.loads(one) for one in lines.getvalue().splitlines()]
    number = answer.headers["X-Request-ID"]
    assert OURS.fullmatch(number)
    assert f"<strong data-request-number>{number}</strong>" in answer.content.decode()
    assert (line["request"], line["level"], line["status"]) == (number, "ERROR", 500)
    assert line["message"] == "Internal Server Error: /rotto/"
    assert line["error"][-1] == "builtins.RuntimeError"
    assert any(step.endswith(" breaks") for step in line["error"])


def test_nothing_that_a_visitor_typed_is_in_the_line(visitor: Client, lines: io.StringIO) -> None:
    visitor.get("/rotto/Mario%20Rossi/?q=Anna")
    assert "Internal Server Error: /rotto/<str:who>/" in lines.getvalue()
    assert "Mario" not in lines.getvalue()
    assert "Anna" not in lines.getvalue()


def test_requests_have_different_numbers_and_what_is_between_them_has_none(visitor: Client) -> None:
    numbers = {visitor.get("/healthz").headers["X-Request-ID"] for _each in range(3)}
    assert len(numbers) == 3
    assert request_number.current() == "-"


@pytest.mark.parametrize("given", ["7KQ4-M2XR", "0b3f6c1e-4d0f-4b6e-9a55-3f1f6a1c2b7d"])
def test_number_of_our_own_proxy_is_kept(given: str, visitor: Client, settings) -> None:
    settings.BEHIND_PROXY = True
    assert visitor.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "7KQ4-M2XR\r\nSet-Cookie: a=b", "<script>alert(1)</script>", "-" * 9]
)
def test_malformed_number_is_replaced(given: str, visitor: Client, settings) -> None:
    settings.BEHIND_PROXY = True
    assert OURS.fullmatch(visitor.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"])


def test_number_from_a_stranger_is_replaced(visitor: Client, settings) -> None:
    settings.BEHIND_PROXY = False
    assert visitor.get("/healthz", headers={"X-Request-ID": "0b3f6c1e-4d0f"}).headers["X-Request-ID"] != "0b3f6c1e-4d0f"


def record(message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    exc_info = (type(error), error, None) if error else None
    made = logging.LogRecord("referee.test", logging.ERROR, "here.py", 1, message, args, exc_info)
    made.created = 1_790_000_000.25
    return made


def test_line_for_a_person() -> None:
    said = Readable().format(record("no room on %s", "/data", error=OSError(28, "No space left on device")))
    assert said.splitlines() == [
        "2026-09-21T14:13:20.250Z ERROR referee.test [-]: no room on /data",
        "  builtins.OSError: [Errno 28] No space left on device",
    ]


def test_nobody_can_write_a_line_of_their_own() -> None:
    forged = record("said %s", "a\n2026-01-01 INFO referee: signed in\x1b[2J\u2028b")
    assert Readable().format(forged).count("\n") == 0
    assert "\x1b" not in Readable().format(forged)
    assert (
        json.loads(Json().format(forged))["message"] == "said a\\x0a2026-01-01 INFO referee: signed in\\x1b[2J\\x2028b"
    )


def test_errors_tell_the_machine_s_words_and_no_row() -> None:
    row = IntegrityError("duplicate key\nDETAIL: Key (name)=(Mario Rossi) already exists.")
    assert "Rossi" not in Readable().format(record("broken", error=row))
    gone = OperationalError("connection refused")
    gone.__cause__ = ValueError("Mario Rossi")
    assert json.loads(Json().format(record("broken", error=gone)))["error"] == [
        "builtins.ValueError",
        "django.db.utils.OperationalError: connection refused",
    ]


def test_address_that_is_not_ours_is_not_repeated() -> None:
    request = RequestFactory().get("/Mario-Rossi/")
    request.resolver_match = None
    made = record("%s: %s", "Not Found", request.path)
    made.request = request
    assert json.loads(Json().format(made))["message"] == "Not Found: (no address of ours)"
