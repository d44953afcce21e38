"""Runs every piece and prints one table: `python -m benchmarks`, or with names of pieces only those."""

import os
import sys
from importlib import import_module
from tempfile import TemporaryDirectory

import django

from benchmarks.common import Row

# A piece is a module of this package with `run() -> list[Row]`; a new one is a line here.
PIECES = [
    "rulebook",
    "arbitral",
    "standings",
    "sheets",
    "pages",
    "forty",
    "pairing",
]


def main(names: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with TemporaryDirectory() as scratch:
        os.environ["DATABASE_URL"] = f"sqlite:///{scratch}/benchmarks.sqlite3"
        django.setup()
        rows = [row for name in names for row in import_module(f"benchmarks.{name}").run()]
    print(table(rows))


def table(rows: list[Row]) -> str:
    """The rows as aligned text: what, ours, the base, how many times, what was asked; notes underneath."""
    cells = [("measure", "ours", "base", "ratio", "against", "goal"), *map(written, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    notes = [f"{row.name}: {row.note}" for row in rows if row.note]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:], "", *notes])


def written(row: Row) -> tuple[str, ...]:
    ours, base = duration(row.ours_seconds), duration(row.base_seconds)
    return row.name, ours, base, f"{row.ratio:.2f} ×", row.base_name, row.goal


def duration(seconds: float) -> str:
    """Seconds in the unit a person would say them in."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.1f} µs"


if __name__ == "__main__":
    main(sys.argv[1:] or PIECES)
