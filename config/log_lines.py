"""How a line of the log looks: for a person who reads it, or as JSON for a program; each with its request's number.

Nobody's name, and no key of a table, may end there. So an address is told by its pattern («tornei/<slug:slug>/»),
and of an error its kind and its way through the program: its own words often quote what somebody typed, or a row of
the database.
"""

import json
import logging
import traceback
from datetime import UTC, datetime

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, ProgrammingError
from django.http import HttpRequest

from config import request_number

# Errors whose words are the machine's or the program's: disk full, server away, no such table.
SAYS_NO_DATA = (OSError, ImportError, ImproperlyConfigured, InterfaceError, OperationalError, ProgrammingError)
UNKNOWN = "(no address of ours)"


class Readable(logging.Formatter):
    """One line of text, and under it the way of an error."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{when(record)} {record.levelname} {record.name} [{request_number.current()}]: {words(record)}"
        return "\n".join([line, *(f"  {step}" for step in way(record))])


class Json(logging.Formatter):
    """One JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": when(record),
            "level": record.levelname,
            "logger": record.name,
            "request": request_number.current(),
            "message": words(record),
        }
        status = getattr(record, "status_code", None)
        line |= {"status": status} if status else {}
        line |= {"error": way(record)} if record.exc_info else {}
        return json.dumps(line, ensure_ascii=False)


def when(record: logging.LogRecord) -> str:
    """The moment in UTC: servers in several places then agree."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def words(record: logging.LogRecord) -> str:
    """The message on one line: nothing that somebody sent can look like a line of its own."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
        args = tuple(route(request) if argument == request.path else argument for argument in record.args)
        return one_line(str(record.msg) % args if args else str(record.msg))
    return one_line(record.getMessage())


def one_line(text: str) -> str:
    """Without what a terminal or a file would take for an order or the end of a line."""
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)


def route(request: HttpRequest) -> str:
    """Which of our addresses was asked for, without what stands in it: names of tournaments, keys of tables."""
    match = request.resolver_match
    return f"/{match.route}" if match else UNKNOWN


def way(record: logging.LogRecord) -> list[str]:
    """Where an error came from, outermost first, then what it is; the same of the error that led to it."""
    error = record.exc_info[1] if record.exc_info else None
    steps: list[str] = []
    while error is not None:
        here = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
        steps = [*here, error_in_words(error), *steps]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return steps


def error_in_words(error: BaseException) -> str:
    """The kind of an error, with its words where they can hold nobody's data."""
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return f"{kind}: {one_line(str(error))}" if isinstance(error, SAYS_NO_DATA) else kind
