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

import yaml

from codes.format.plain_yaml import Document, Location
from federation.points.table import Band, Equals, Period, Points, PointsTable, Rung, TournamentClass, whole

MOST_BYTES = 200_000
DEEPEST = 12
LONGEST = 500
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
    ALIAS = "alias"
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
        super().__init__("; ".join(f"{one.line}: {one.fault} {one.about}".strip() for one in self.problems))


def read_table(text: str) -> PointsTable:
    """The table that the text is. Raises TableRefused."""
    if problem := _unsafe(text):
        raise TableRefused([problem])
    document = Document(text, "")
    # What is no YAML was found before: only a key that stands twice is left.
    reader = _Reader(document, [Problem(one.line, Fault.TWICE) for one in document.problems])
    table = reader.table()
    if reader.problems or table is None:
        raise TableRefused(reader.problems)
    return table


def _unsafe(text: str) -> Problem | None:
    """The first thing for which the text is not even looked at."""
    if len(text.encode()) > MOST_BYTES:
        return Problem(1, Fault.TOO_BIG)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if fault := _unsafe_event(event, depth):
                return Problem((event.start_mark.line if event.start_mark else 0) + 1, fault)
    except yaml.MarkedYAMLError as error:
        return Problem(error.problem_mark.line + 1 if error.problem_mark else 1, Fault.NOT_YAML)
    except yaml.YAMLError:
        return Problem(1, Fault.NOT_YAML)
    return None


def _unsafe_event(event: yaml.Event, depth: int) -> Fault | None:
    if depth > DEEPEST:
        return Fault.TOO_DEEP
    # Names for values that are then repeated: a few lines of them are as long as one likes.
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        return Fault.ALIAS
    return Fault.TOO_LONG if isinstance(event, yaml.ScalarEvent) and len(event.value) > LONGEST else None


Read = TypeVar("Read")


class _Reader:
    """Walks the values; what is wrong is noted with its line, and reading goes on where it can."""

    def __init__(self, document: Document, problems: list[Problem]) -> None:
        self.document, self.problems = document, problems

    def note(self, at: Location, fault: Fault, about: object = "") -> None:
        self.problems.append(Problem(self.document.line_of(at), fault, str(about)[:80]))

    def table(self) -> PointsTable | None:
        wanted = {"id", "title", "source", "periods"}
        given = self.mapping(self.document.data, (), wanted, more={"example", "equal_places"})
        if given is None:
            return None
        identity = self.text(given, (), "id", lambda text: bool(_ID.fullmatch(text)), Fault.NOT_AN_ID)
        title, source = (self.text(given, (), name) for name in ("title", "source"))
        example = given.get("example", False)
        if not isinstance(example, bool):
            self.note(("example",), Fault.NOT_YES_OR_NO, example)
        equals = given.get("equal_places", Equals.MEAN.value)
        if equals not in list(Equals):
            self.note(("equal_places",), Fault.NOT_EQUALS, equals)
        periods = self.in_order(given, (), "periods", self.period)
        if self.problems:
            return None
        self._follow_days(periods)
        return PointsTable(identity, title, source, example, Equals(equals), tuple(periods))

    def period(self, given: Any, at: Location) -> Period | None:
        found = self.mapping(given, at, {"from", "classes"}, more={"to"})
        if found is None:
            return None
        since = self.day(found, at, "from")
        until = self.day(found, at, "to") if "to" in found else None
        if since and until and until < since:
            self.note((*at, "to"), Fault.BACKWARDS, until)
        classes = self.mapping_of(found.get("classes"), (*at, "classes"))
        read = {name: self.one_class(one, (*at, "classes", name), name) for name, one in classes.items()}
        kept = {name: one for name, one in read.items() if one}
        return Period(since, until, kept) if since else None

    def one_class(self, given: Any, at: Location, name: str) -> TournamentClass | None:
        if not _CLASS.fullmatch(name):
            self.note(at, Fault.NOT_A_CLASS, name)
        found = self.mapping(given, at, {"title", "bands"})
        if found is None:
            return None
        title = self.text(found, at, "title")
        bands = self.in_order(found, at, "bands", self.band)
        self._follow(((one.least, one.most) for one in bands), (*at, "bands"), open_ended=True)
        return TournamentClass(title, tuple(bands))

    def band(self, given: Any, at: Location) -> Band | None:
        found = self.mapping(given, at, {"from", "places", "others"}, more={"to"})
        if found is None:
            return None
        least, most = self.span(found, at, to_end=True)
        others = self.points(found, at, "others")
        rungs = self.in_order(found, at, "places", self.rung, may_be_empty=True)
        self._follow(((one.first, one.last) for one in rungs), (*at, "places"), open_ended=False)
        self._fall([*(one.points for one in rungs), others], at)
        return Band(least, most, tuple(rungs), others)

    def rung(self, given: Any, at: Location) -> Rung | None:
        found = self.mapping(given, at, {"from", "points"}, more={"to"})
        if found is None:
            return None
        first, last = self.span(found, at, to_end=False)
        return Rung(first, last or first, self.points(found, at, "points"))

    def span(self, given: Mapping[str, Any], at: Location, *, to_end: bool) -> tuple[int, int | None]:
        """From where to where; without `to` as far as there are any, or that one alone."""
        first = self.number(given, at, "from")
        last = self.number(given, at, "to") if "to" in given else None if to_end else first
        if last is not None and last < first:
            self.note((*at, "to"), Fault.BACKWARDS, last)
        return first, last

    def mapping(
        self, given: Any, at: Location, wanted: set[str], more: set[str] | None = None
    ) -> dict[str, Any] | None:
        """The mapping with these keys and no other."""
        if not isinstance(given, dict):
            self.note(at, Fault.NOT_A_MAPPING)
            return None
        for name in given.keys() - wanted - (more or set()):
            self.note((*at, name), Fault.UNKNOWN_KEY, name)
        for name in wanted - given.keys():
            self.note(at, Fault.MISSING_KEY, name)
        return given

    def mapping_of(self, given: Any, at: Location) -> dict[str, Any]:
        if isinstance(given, dict) and given:
            return given
        self.note(at, Fault.NOT_A_MAPPING)
        return {}

    def in_order(
        self,
        given: Mapping[str, Any],
        at: Location,
        name: str,
        read: Callable[[Any, Location], Read | None],
        *,
        may_be_empty: bool = False,
    ) -> list[Read]:
        """The items of a list, each read; what could not be is noted and left out."""
        items = given.get(name, [])
        if not isinstance(items, list) or (name in given and not items and not may_be_empty):
            self.note((*at, name), Fault.NOT_A_LIST, name)
            return []
        found = (read(one, (*at, name, place)) for place, one in enumerate(items))
        return [one for one in found if one is not None]

    def text(
        self,
        given: Mapping[str, Any],
        at: Location,
        name: str,
        fits: Callable[[str], bool] = lambda _text: True,
        fault: Fault = Fault.NOT_TEXT,
    ) -> str:
        value = given.get(name)
        if name not in given:
            return ""
        said = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not said.strip() or not fits(said):
            self.note((*at, name), fault, said)
        return said.strip()

    def day(self, given: Mapping[str, Any], at: Location, name: str) -> date | None:
        value = given.get(name)
        try:
            return date.fromisoformat(value) if isinstance(value, str) and _DAY.fullmatch(value) else self._no_day()
        except ValueError:
            if name in given:
                self.note((*at, name), Fault.NOT_A_DAY, value)
            return None

    @staticmethod
    def _no_day() -> date:
        raise ValueError("not a day")

    def number(self, given: Mapping[str, Any], at: Location, name: str) -> int:
        value = given.get(name, 1)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_ENTRIES:
            self.note((*at, name), Fault.NOT_A_NUMBER, value)
            return 1
        return value

    def points(self, given: Mapping[str, Any], at: Location, name: str) -> Points:
        value = given.get(name, 0)
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
