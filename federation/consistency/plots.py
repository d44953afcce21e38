"""Where the marks of small plots stand, in whole units: told by shape and hatch, never by colour alone.

A plot is 320 wide; from 10 to 310 lies what it shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from federation.archive.lines import ordered_name
from federation.consistency.queries import Measured, Share

LEFT, WIDE = 10, 300
# So many kinds of penalty are drawn apart; the figures name all of them.
MOST_BARS = 5
HATCHES = {"vp": "vp", "mp": "mp", "punti": "points", "ammonizione": "warning"}


@dataclass(frozen=True)
class Span:
    """A mark with how far to both sides; across: what it is compared with. few: drawn hollow and broken."""

    low: str
    at: str
    high: str
    across: str
    few: bool


@dataclass(frozen=True)
class Bar:
    """What was ordered so often: its words, the way to its records, its length and its hatch."""

    words: str
    count: int
    found: str
    share: Share
    length: str
    hatch: str
    drawn: bool


def share_span(share: Share, all_of_them: Share) -> Span:
    """Of thousandths."""
    few = not share.is_telling
    return Span(_at(share.low), _at(share.thousandths), _at(share.high), _at(all_of_them.thousandths), few)


def wait_span(row: Measured, rows: Sequence[Measured]) -> Span | None:
    """From the median to the 90th percentile; None where nothing was measured."""
    median, late = row.median, row.p90
    if median is None or late is None:
        return None
    most = longest(rows)
    return Span(_at(0), _at(1000 * median // most), _at(1000 * late // most), "", not row.has_enough_times)


def longest(rows: Sequence[Measured]) -> int:
    """Where the scale of waits ends: at a round number of minutes beyond all that is told."""
    most = max((row.p90 or 0 for row in rows), default=0)
    step = 5 if most < 30 else 30 if most < 240 else 240
    return (most // step + 1) * step


def wait_ticks(rows: Sequence[Measured]) -> tuple[int, int]:
    """The middle and the end of that scale, in minutes."""
    most = longest(rows)
    return most // 2, most


def bars_of(row: Measured) -> list[Bar]:
    return [
        Bar(
            ordered_name(value), count, query, share, str(share.thousandths * WIDE // 1000),
            HATCHES.get(value.partition("-")[0], "other"), place < MOST_BARS,
        )
        for place, (value, count, query, share) in enumerate(row.shown_spread)
    ]  # fmt: skip


def _at(thousandths: int) -> str:
    return str(LEFT + min(thousandths, 1000) * WIDE // 1000)
