"""A table of points read from its text: whole and without gaps, or refused with every problem and its line.

YAML as the codes are written in: no guesses, no key twice. Whoever sends it need not be trusted: no anchors, no depth,
no endless numbers.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from codes.format.plain_yaml import Document, Location
from federation.points.table import Band, Equals, Period, Points, PointsTable, Rung, TournamentClass, whole
from records.outside import POINTS, unsafe_yaml

MOST_POINTS, MOST_ENTRIES = 1_000_000, 9_999
_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?")
_CLASS = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}")
_FRACTION = re.compile(r"(\d{1,7})/(\d{1,4})")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Fault(StrEnum):
    """What is wrong; the words for it are `federation.seasons.words`'s."""

    NOT_YAML = "not-yaml"
    TOO_BIG = "too-big"
    TOO_DEEP = "too-deep"
    TOO_LONG = "too-long"
    ANCHORS = "anchors"
    TAG = "tag"
    TWICE = "twice"
    NOT_A_MAPPING = "not-a-mapping"
    NOT_A_LIST = "not-a-list"
    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    NOT_TEXT = "not-text"
    NOT_AN_ID = "not-an-id"
    NOT_A_CLASS = "not-a-class"
    NOT_A_DAY = "not-a-day"
    NOT_A_NUMBER = "not-a-number"
    NOT_POINTS = "not-points"
    NOT_YES_OR_NO = "not-yes-or-no"
    NOT_EQUALS = "not-equals"
    BACKWARDS = "backwards"
    GAP = "gap"
    OVERLAP = "overlap"
    NO_END = "no-end"
    ENDS = "ends"
    MORE_BELOW = "more-below"


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong, where a person can find and mend it; about: the key or the value that is meant."""

    line: int
    fault: Fault
    about: str = ""


class TableRefused(Exception):
    """A table that must not be used, with every problem found in it, in order."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__(
            "; ".join(f"{problem.line}: {problem.fault} {problem.about}".strip() for problem in self.problems)
        )


def read_table(text: str) -> PointsTable:
    """The table that the text is. Raises TableRefused."""
    if problem := _unsafe(text):
        raise TableRefused([problem])
    document = Document(text, "")
    # What is no YAML was found before: only a key that stands twice is left.
    reader = _Reader(document, [Problem(problem.line, Fault.TWICE) for problem in document.problems])
    table = reader.table()
    if reader.problems or table is None:
        raise TableRefused(reader.problems)
    return table


def _unsafe(text: str) -> Problem | None:
    """The first thing for which the text is not even looked at."""
    if len(text.encode()) > POINTS.size:
        return Problem(1, Fault.TOO_BIG)
    found = unsafe_yaml(text, POINTS)
    return Problem(found[0], Fault(found[1])) if found else None


Read = TypeVar("Read")


class _Reader:
    """Walks the values; what is wrong is noted with its line, and reading goes on where it can."""

    def __init__(self, document: Document, problems: list[Problem]) -> None:
        self.document, self.problems = document, problems

    def note(self, at: Location, fault: Fault, about: object = "") -> None:
        self.problems.append(Problem(self.document.line_of(at), fault, str(about)[:80]))

    def table(self) -> PointsTable | None:
        required = {"id", "title", "source", "periods"}
        fields = self.mapping(self.document.data, (), required, more={"example", "equal_places"})
        if fields is None:
            return None
        identity = self.text(fields, (), "id", lambda text: bool(_ID.fullmatch(text)), Fault.NOT_AN_ID)
        title, source = (self.text(fields, (), name) for name in ("title", "source"))
        example = fields.get("example", False)
        if not isinstance(example, bool):
            self.note(("example",), Fault.NOT_YES_OR_NO, example)
        equals = fields.get("equal_places", Equals.MEAN.value)
        if equals not in list(Equals):
            self.note(("equal_places",), Fault.NOT_EQUALS, equals)
        periods = self.in_order(fields, (), "periods", self.period)
        if self.problems:
            return None
        self._follow_days(periods)
        return PointsTable(identity, title, source, example, Equals(equals), tuple(periods))

    def period(self, node: Any, at: Location) -> Period | None:
        fields = self.mapping(node, at, {"from", "classes"}, more={"to"})
        if fields is None:
            return None
        since = self.day(fields, at, "from")
        until = self.day(fields, at, "to") if "to" in fields else None
        if since and until and until < since:
            self.note((*at, "to"), Fault.BACKWARDS, until)
        classes = self.mapping_of(fields.get("classes"), (*at, "classes"))
        classes_read = {
            name: self.one_class(node_of_class, (*at, "classes", name), name) for name, node_of_class in classes.items()
        }
        complete = {name: class_ for name, class_ in classes_read.items() if class_}
        return Period(since, until, complete) if since else None

    def one_class(self, node: Any, at: Location, name: str) -> TournamentClass | None:
        if not _CLASS.fullmatch(name):
            self.note(at, Fault.NOT_A_CLASS, name)
        fields = self.mapping(node, at, {"title", "bands"})
        if fields is None:
            return None
        title = self.text(fields, at, "title")
        bands = self.in_order(fields, at, "bands", self.band)
        self._follow(((band.least, band.most) for band in bands), (*at, "bands"), open_ended=True)
        return TournamentClass(title, tuple(bands))

    def band(self, node: Any, at: Location) -> Band | None:
        fields = self.mapping(node, at, {"from", "places", "others"}, more={"to"})
        if fields is None:
            return None
        least, most = self.span(fields, at, to_end=True)
        others = self.points(fields, at, "others")
        rungs = self.in_order(fields, at, "places", self.rung, may_be_empty=True)
        self._follow(((rung.first, rung.last) for rung in rungs), (*at, "places"), open_ended=False)
        self._fall([*(rung.points for rung in rungs), others], at)
        return Band(least, most, tuple(rungs), others)

    def rung(self, node: Any, at: Location) -> Rung | None:
        fields = self.mapping(node, at, {"from", "points"}, more={"to"})
        if fields is None:
            return None
        first, last = self.span(fields, at, to_end=False)
        return Rung(first, last or first, self.points(fields, at, "points"))

    def span(self, fields: Mapping[str, Any], at: Location, *, to_end: bool) -> tuple[int, int | None]:
        """From where to where; without `to` as far as there are any, or that one alone."""
        first = self.number(fields, at, "from")
        last = self.number(fields, at, "to") if "to" in fields else None if to_end else first
        if last is not None and last < first:
            self.note((*at, "to"), Fault.BACKWARDS, last)
        return first, last

    def mapping(
        self, node: Any, at: Location, required: set[str], more: set[str] | None = None
    ) -> dict[str, Any] | None:
        """The mapping with these keys and no other."""
        if not isinstance(node, dict):
            self.note(at, Fault.NOT_A_MAPPING)
            return None
        for name in node.keys() - required - (more or set()):
            self.note((*at, name), Fault.UNKNOWN_KEY, name)
        for name in required - node.keys():
            self.note(at, Fault.MISSING_KEY, name)
        return node

    def mapping_of(self, node: Any, at: Location) -> dict[str, Any]:
        if isinstance(node, dict) and node:
            return node
        self.note(at, Fault.NOT_A_MAPPING)
        return {}

    def in_order(
        self,
        fields: Mapping[str, Any],
        at: Location,
        name: str,
        reader: Callable[[Any, Location], Read | None],
        *,
        may_be_empty: bool = False,
    ) -> list[Read]:
        """The items of a list, each read; what could not be is noted and left out."""
        items = fields.get(name, [])
        if not isinstance(items, list) or (name in fields and not items and not may_be_empty):
            self.note((*at, name), Fault.NOT_A_LIST, name)
            return []
        results = (reader(item, (*at, name, place)) for place, item in enumerate(items))
        return [result for result in results if result is not None]

    def text(
        self,
        fields: Mapping[str, Any],
        at: Location,
        name: str,
        fits: Callable[[str], bool] = lambda _text: True,
        fault: Fault = Fault.NOT_TEXT,
    ) -> str:
        value = fields.get(name)
        if name not in fields:
            return ""
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not text.strip() or not fits(text):
            self.note((*at, name), fault, text)
        return text.strip()

    def day(self, fields: Mapping[str, Any], at: Location, name: str) -> date | None:
        value = fields.get(name)
        try:
            return date.fromisoformat(value) if isinstance(value, str) and _DAY.fullmatch(value) else self._no_day()
        except ValueError:
            if name in fields:
                self.note((*at, name), Fault.NOT_A_DAY, value)
            return None

    @staticmethod
    def _no_day() -> date:
        raise ValueError("not a day")

    def number(self, fields: Mapping[str, Any], at: Location, name: str) -> int:
        value = fields.get(name, 1)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_ENTRIES:
            self.note((*at, name), Fault.NOT_A_NUMBER, value)
            return 1
        return value

    def points(self, fields: Mapping[str, Any], at: Location, name: str) -> Points:
        value = fields.get(name, 0)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS:
            return value
        parts = _FRACTION.fullmatch(value) if isinstance(value, str) else None
        if parts and int(parts[2]):
            return whole(Fraction(int(parts[1]), int(parts[2])))
        self.note((*at, name), Fault.NOT_POINTS, value)
        return 0

    def _follow(self, spans: Iterator[tuple[int, int | None]], at: Location, *, open_ended: bool) -> None:
        """Each begins where the one before ends, the first at one; the last goes on, where it must."""
        expected: int | None = 1
        for place, (first, last) in enumerate(spans):
            if expected is None:
                self.note((*at, place - 1), Fault.NO_END)
            elif first != expected:
                self.note((*at, place, "from"), Fault.GAP if first > expected else Fault.OVERLAP, expected)
            expected = None if last is None else last + 1
        if open_ended and expected is not None and expected > 1:
            self.note(at, Fault.ENDS, expected - 1)

    def _fall(self, points: list[Points], at: Location) -> None:
        """No place is worth more than a better one."""
        for above, below in pairwise(points):
            if below > above:
                self.note((*at, "places"), Fault.MORE_BELOW, below)

    def _follow_days(self, periods: list[Period]) -> None:
        for place, (before, after) in enumerate(pairwise(periods), start=1):
            at = ("periods", place, "from")
            if before.until is None:
                self.note(("periods", place - 1), Fault.NO_END)
            elif after.since != before.until + timedelta(days=1):
                is_gap = after.since > before.until + timedelta(days=1)
                self.note(at, Fault.GAP if is_gap else Fault.OVERLAP, before.until + timedelta(days=1))
