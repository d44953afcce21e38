"""A table as one test that names the rows that fail: a test for each row costs more to collect than to run."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

Rows = list[tuple[dict[str, Any], str]]


def each(
    names: str | tuple[str, ...], values: Iterable[Any], *, called: Callable[[Any], str] = str
) -> Callable[..., Any]:
    """As `pytest.mark.parametrize`, of a check that asks for nothing else; two of them make every combination.

    called: how a row is named where it fails.
    """
    several = names if isinstance(names, tuple) else (names,)
    rows: Rows = [
        (dict(zip(several, value if isinstance(names, tuple) else (value,), strict=True)), called(value))
        for value in values
    ]

    def table(check: Callable[..., None]) -> Callable[[], None]:
        tables: list[Rows] = [rows, *getattr(check, "tables", [])]
        body: Callable[..., None] = getattr(check, "body", check)

        def test() -> None:
            assert all(tables), "a table without rows proves nothing"
            failed = [f"{name}: {why}" for row, name in _combined(tables) if (why := _fault(body, row))]
            assert not failed, "\n".join(failed)

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        vars(test).update(vars(check) | {"tables": tables, "body": body})
        return test

    return table


def _combined(tables: list[Rows]) -> Iterator[tuple[dict[str, Any], str]]:
    for rows in product(*tables):
        yield (
            {name: value for row, _name in rows for name, value in row.items()},
            ", ".join(name for _row, name in rows),
        )


def _fault(check: Callable[..., None], row: dict[str, Any]) -> str:
    try:
        check(**row)
    except Exception as error:  # whatever it is, the row is named
        return str(error) or type(error).__name__
    return ""
