"""Runs the pieces and prints each row as it comes: `python -m benchmarks`, or with names of pieces only those."""

import os
import sys
from importlib import import_module
from tempfile import TemporaryDirectory
from time import perf_counter

import django

from benchmarks.common import MB, Goal, Row

# A piece is a module of this package with `run()` yielding rows; a new one is a line here.
PIECES = [
    "rulebook",
    "arbitral",
    "standings",
    "season",
    "pairing",
    "sheets",
    "process",
    "pages",
    "live",
    "writing",
    "workbook",
    "packages",
    "roster",
    "http",
    "archive",
    "deals",
]
WIDTHS = (50, 9, 9, 9, 6, 9)
HEADS = ("measure", "ours", "base", "ratio", "SQL", "bytes", "goal")


def main(names: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    started, rows = perf_counter(), []
    say(aligned(HEADS))
    with TemporaryDirectory() as scratch:
        os.environ.setdefault("LOG_LEVEL", "WARNING")  # who signs in is no measure
        # A server that is named serves; it is filled, and must have been made for this (.ci/postgres).
        if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
            os.environ["DATABASE_URL"] = f"sqlite:///{scratch}/benchmarks.sqlite3"
        django.setup()
        for name in names:
            for row in import_module(f"benchmarks.{name}").run():
                rows.append(row)
                say(line(row))
    say(summary(rows, perf_counter() - started))


def say(text: str) -> None:
    """Print at once, so that whoever waits sees how far it is."""
    print(text, flush=True)


def line(row: Row) -> str:
    """The row as aligned text; against what and on what it was measured follow underneath."""
    base = "" if row.base_seconds is None else duration(row.base_seconds)
    ratio = "" if row.ratio is None else f"{row.ratio:.2f} ×"
    statements = "" if row.statements is None else str(row.statements)
    first = aligned((row.name, duration(row.ours_seconds), base, ratio, statements, size(row.size), verdict(row)))
    told = "; ".join(filter(None, [row.base_name and f"base: {row.base_name}", row.note]))
    return f"{first}\n    {told}" if told else first


def aligned(cells: tuple[str, ...]) -> str:
    *figures, last = cells
    return "  ".join([*(cell.ljust(width) for cell, width in zip(figures, WIDTHS, strict=True)), last]).rstrip()


def verdict(row: Row) -> str:
    """The goal, and whether it was met; else by what it was missed."""
    if row.goal == Goal():
        return ""
    missed = row.missed
    return f"{limits(row.goal)}: {'MISSED by ' + ', '.join(missed) if missed else 'met'}"


def limits(goal: Goal) -> str:
    said = [
        None if goal.ratio is None else f"{goal.ratio:g} ×",
        None if goal.seconds is None else duration(goal.seconds),
        None if goal.statements is None else f"{goal.statements} SQL",
        None if goal.size is None else size(goal.size),
    ]
    return "≤ " + ", ".join(filter(None, said))


def summary(rows: list[Row], elapsed: float) -> str:
    """How many rows, which goals were missed, and how long it took."""
    missed = [row.name for row in rows if row.missed]
    told = "every goal met" if not missed else f"{len(missed)} missed: " + "; ".join(missed)
    return f"{len(rows)} rows in {elapsed:.0f} s, {told}"


def duration(seconds: float) -> str:
    """Seconds in the unit a person would say them in."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.1f} µs"


def size(count: int | None) -> str:
    if count is None:
        return ""
    return f"{count / MB:.1f} MB" if count >= MB else f"{count / 1000:.0f} kB"


if __name__ == "__main__":
    main(sys.argv[1:] or PIECES)
