"""A NUL, which SQLite would keep and PostgreSQL refuses: whether a request carries one as far as the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def statements_with_nul() -> Iterator[list[str]]:
    """The statements in whose values a NUL stands, bare or as JSON writes it."""
    found: list[str] = []

    def look(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        said = repr(params)
        if "\\x00" in said or "\\u0000" in said:
            found.append(sql[:60])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield found
