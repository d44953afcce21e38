"""From match points to victory points, by the tables in scales/ (data with their source).

Knows only tables by difference. Not handled: the minimum scores after a time-out or an abandoned match.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

FOLDER = Path(__file__).parent / "scales"


class ScaleError(Exception):
    """A scale that cannot be applied; the message says which row is wrong."""


@dataclass(frozen=True)
class Band:
    """The differences, first to last, that earn the winner so many VP; without a last they go on."""

    vp: int
    first: int
    last: int | None


@dataclass(frozen=True)
class Reading:
    """Where the printed table leaves room, and how we read it."""

    boards: int
    difference: int
    text: Mapping[str, str]


@dataclass(frozen=True)
class Scale:
    """A table of victory points: for each number of boards its bands, by rising difference."""

    id: str
    title: Mapping[str, str]
    source: Mapping[str, str]
    total: int
    bands: Mapping[int, tuple[Band, ...]]
    readings: tuple[Reading, ...]

    def victory_points(self, difference: int, *, boards: int) -> tuple[int, int]:
        """The VP of lines A and B when A is ahead by so many MP (behind when negative) over so many boards."""
        bands = self.bands[boards]
        winner = bands[bisect_right(bands, abs(difference), key=lambda band: band.first) - 1].vp
        loser = self.total - winner
        return (winner, loser) if difference >= 0 else (loser, winner)


@cache
def get_scale(scale_id: str) -> Scale:
    """The scale of that name, read once and checked; raises ScaleError or FileNotFoundError."""
    if scale_id not in all_scales():
        raise FileNotFoundError(scale_id)
    return read_scale((FOLDER / f"{scale_id}.yaml").read_text("utf-8"))


def all_scales() -> list[str]:
    """The names of the scales there are."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def read_scale(text: str) -> Scale:
    """The scale that a YAML text describes; raises ScaleError when a difference has no band or two."""
    data = YAML(typ="safe").load(text)
    scale = Scale(
        id=data["id"],
        title=data["title"],
        source=data["source"],
        total=data["total"],
        bands={boards: tuple(_band(row) for row in rows) for boards, rows in data["boards"].items()},
        readings=tuple(_reading(item) for item in data["readings"]),
    )
    for boards, bands in scale.bands.items():
        _check(boards, bands, scale.total)
    return scale


def _band(row: Sequence[int]) -> Band:
    vp, first, *last = row
    return Band(vp=vp, first=first, last=last[0] if last else None)


def _reading(item: Mapping[str, Any]) -> Reading:
    text = {"it": item["it"], "en": item["en"]}
    return Reading(boards=item["boards"], difference=item["difference"], text=text)


def _check(boards: int, bands: Sequence[Band], total: int) -> None:
    """Refuse gaps, overlaps, VP that do not rise and a table that ends."""
    expected_first, previous_vp = 0, total // 2 - 1
    for band in bands:
        is_last = band is bands[-1]
        whole = band.first == expected_first and band.vp > previous_vp and band.vp <= total
        if not whole or (band.last is None) != is_last or (band.last is not None and band.last < band.first):
            raise ScaleError(f"{boards} boards: row {band.vp} does not follow the one before")
        expected_first, previous_vp = (band.last or 0) + 1, band.vp
    if not bands or bands[0].vp * 2 != total:
        raise ScaleError(f"{boards} boards: equality must share the {total} VP")
