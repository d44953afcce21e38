"""From match points to victory points, by the tables in scales/ (data with their source).

Knows only tables by difference. A table may proceed by steps of several MP (burraco: five); a difference between two
steps, which means and adjustments can give, is read as the step below, and the award says so.
Not handled: the minimum scores after a time-out or an abandoned match.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from codes.format.model import Text
from codes.format.plain_yaml import Document

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
class TableReading:
    """Where the printed table leaves room, how we read it, and what the other reading would change."""

    boards: int
    difference: int
    text: Text
    other: Text


@dataclass(frozen=True)
class VpAward:
    """The VP of lines A and B, and the difference they were read at where the real one lies between two steps.

    reading: how the table is read at that difference, where what is printed leaves room.
    """

    vp_a: int
    vp_b: int
    read_as: int | None
    reading: TableReading | None = None


@dataclass(frozen=True)
class Scale:
    """A table of victory points: for each number of boards its bands, by rising difference.

    The bands under None hold for any number of boards. Every difference in the bands is a multiple of `step`.
    """

    id: str
    title: Text
    source: Text
    total: int
    step: int
    bands: Mapping[int | None, tuple[Band, ...]]
    readings: tuple[TableReading, ...]

    def award(self, difference: int | Fraction, *, boards: int) -> VpAward:
        """What lines A and B get when A is ahead by so many MP (behind when negative); KeyError without a table."""
        ahead = abs(Fraction(difference)) // self.step * self.step
        bands = self._bands(boards)
        winner = bands[bisect_right(bands, ahead, key=lambda band: band.first) - 1].vp
        loser = self.total - winner
        read_as = None if ahead == abs(difference) else ahead
        reading = self._reading_at(ahead, boards)
        if difference >= 0:
            return VpAward(winner, loser, read_as, reading)
        return VpAward(loser, winner, None if read_as is None else -read_as, reading)

    def victory_points(self, difference: int | Fraction, *, boards: int) -> tuple[int, int]:
        """The VP of lines A and B when A is ahead by so many MP (behind when negative) over so many boards."""
        award = self.award(difference, boards=boards)
        return award.vp_a, award.vp_b

    @property
    def most_boards(self) -> int:
        """The longest encounter it has a table of its own for; 0 where one table serves for any."""
        return max((boards for boards in self.bands if boards), default=0)

    def has_table_for(self, boards: int) -> bool:
        """Whether encounters over so many boards can be scored."""
        return boards in self.bands or None in self.bands

    def table_of(self, boards: int) -> tuple[Band, ...]:
        """The bands of encounters over so many boards, by rising difference; KeyError without a table."""
        return self._bands(boards)

    def readings_over(self, *boards: int) -> tuple[TableReading, ...]:
        """How its tables for so many boards are read where what is printed leaves room."""
        return tuple(reading for reading in self.readings if reading.boards in boards)

    def _reading_at(self, ahead: int, boards: int) -> TableReading | None:
        # Where the table ends the reading holds from there on.
        last = self._bands(boards)[-1].first
        readings = (
            reading
            for reading in self.readings_over(boards)
            if reading.difference == ahead or ahead > reading.difference == last
        )
        return next(readings, None)

    def _bands(self, boards: int) -> tuple[Band, ...]:
        return self.bands[boards if boards in self.bands else None]


@cache
def get_scale(scale_id: str) -> Scale:
    """The scale of that name, read once and checked; raises ScaleError or FileNotFoundError."""
    if scale_id not in all_scales():
        raise FileNotFoundError(scale_id)
    return read_scale((FOLDER / f"{scale_id}.yaml").read_text("utf-8"))


def all_scales() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def scale_problems(folder: Path = FOLDER) -> list[str]:
    """What is wrong with the files of the scales: one that is no scale, or that bears the id of another."""
    problems = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            scale = read_scale(path.read_text("utf-8"))
        except ScaleError as error:
            problems.append(f"{path.name}: {error}")
        else:
            problems += [] if scale.id == path.stem else [f"{path.name}: the id «{scale.id}» is not the file's name"]
    return problems


def read_scale(text: str) -> Scale:
    """The scale that a YAML text describes; raises ScaleError when a difference has no band or two."""
    document = Document(text, "scale")
    if document.problems:
        raise ScaleError("; ".join(map(str, document.problems)))
    try:
        scale = _scale(document.data)
    except (KeyError, TypeError, ValueError) as error:
        raise ScaleError(f"not a scale: {type(error).__name__} {error}") from error
    for boards, bands in scale.bands.items():
        _check(boards, bands, scale)
    return scale


def _scale(data: Mapping[str, Any]) -> Scale:
    return Scale(
        id=data["id"],
        title=Text(**data["title"]),
        source=Text(**data["source"]),
        total=data["total"],
        step=data.get("step", 1),
        bands={_boards(key): tuple(_band(row) for row in rows) for key, rows in data["boards"].items()},
        readings=tuple(_reading(item) for item in data["readings"]),
    )


def _boards(key: int | str) -> int | None:
    return None if key == "any" else int(key)


def _band(row: Sequence[int]) -> Band:
    vp, first, *last = row
    return Band(vp=vp, first=first, last=last[0] if last else None)


def _reading(item: Mapping[str, Any]) -> TableReading:
    return TableReading(
        boards=item["boards"],
        difference=item["difference"],
        text=Text(it=item["it"], en=item["en"]),
        other=Text(**item["other"]),
    )


def _check(boards: int | None, bands: Sequence[Band], scale: Scale) -> None:
    """Refuse gaps, overlaps, figures off the steps, VP that do not rise and a table that ends."""
    name = "any number of" if boards is None else boards
    expected_first, previous_vp = 0, scale.total // 2 - 1
    for band in bands:
        is_last = band is bands[-1]
        whole = band.first == expected_first and band.vp > previous_vp and band.vp <= scale.total
        if not whole or (band.last is None) != is_last or (band.last is not None and band.last < band.first):
            raise ScaleError(f"{name} boards: row {band.vp} does not follow the one before")
        if (band.last or 0) % scale.step:
            raise ScaleError(f"{name} boards: row {band.vp} does not end on a multiple of {scale.step}")
        expected_first, previous_vp = (band.last or 0) + scale.step, band.vp
    if not bands or bands[0].vp * 2 != scale.total:
        raise ScaleError(f"{name} boards: equality must share the {scale.total} VP")
