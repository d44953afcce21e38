"""The demonstration as `load_demo` makes it, at a moment and by a chance of the tests' own."""

from datetime import UTC, datetime
from random import Random

from federation.demo.load import load_federation
from referee.demo.tournament import load
from tests.snapshots import made

NOW = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
SEED = 1


def make_hall() -> None:
    """Its five tournaments."""
    load(now=NOW, chance=Random(SEED))  # noqa: S311  # invented scores


def make_federation() -> None:
    """The same, with the federation of two seasons beside them."""
    made(make_hall)
    load_federation(now=NOW, seed=SEED)
