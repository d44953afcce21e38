"""How alike is decided: how often otherwise than proposed, with which penalties, how soon.

Counted in the archive's index by the database, of first decisions alone: what a case was decided by at the table. How
far a share may be chance: Wilson's interval, in whole thousandths, without any rounding on the way.

What is counted, by its name: anomalies and articles as their code calls them, arbiters by theirs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from math import isqrt
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, F, QuerySet
from django.utils.translation import gettext as _

from codes.library import get_rulebook, rulebook_ids
from federation.archive.lines import titles_of
from federation.archive.models import ArchivedRuling
from federation.archive.queries import first_of
from people.accounts.models import Federation, User
from referee.cases.words import spoken

# Of fewer nothing is said: between all and none of three lie nine tenths of what may be.
FEWEST = 10
# 1.96²: nineteen times in twenty the true share lies within.
_Z2 = Fraction(2401, 625)
_FINE = 10**12


@dataclass(frozen=True)
class Share:
    """So many of so many; `low` and `high` in thousandths, rounded outwards."""

    part: int
    whole: int

    @property
    def thousandths(self) -> int:
        return 1000 * self.part // self.whole if self.whole else 0

    @property
    def is_telling(self) -> bool:
        return self.whole >= FEWEST

    @property
    def low(self) -> int:
        return self._bounds[0]

    @property
    def high(self) -> int:
        return self._bounds[1]

    @property
    def hundredths(self) -> int:
        """The share in hundredths, halves up."""
        return (200 * self.part + self.whole) // (2 * self.whole) if self.whole else 0

    @property
    def low_hundredths(self) -> int:
        return self.low // 10

    @property
    def high_hundredths(self) -> int:
        return -(-self.high // 10)

    @property
    def _bounds(self) -> tuple[int, int]:
        if not self.whole:
            return 0, 1000
        part, whole = Fraction(self.part), Fraction(self.whole)
        spread = _Z2 * (part * (whole - part) / whole + _Z2 / 4)
        # The root from above: the interval is never narrower than the true one.
        root = Fraction(isqrt(spread.numerator * _FINE**2 // spread.denominator) + 1, _FINE)
        middle, scale = part + _Z2 / 2, 1000 / (whole + _Z2)
        low, high = (middle - root) * scale, (middle + root) * scale
        return max(0, low.numerator // low.denominator), min(1000, -(-high.numerator // high.denominator))


Kind = ArchivedRuling.Kind
# What is told apart beside the anomaly, by kind of record: the column, and how the archive's search calls it.
SPREAD = {
    Kind.RULING: ("penalties", "sanzione"),
    Kind.SCORE: ("method", "punteggio"),
    Kind.APPEAL: ("standing", "stato"),
}
# By what it is counted: the columns of the index; an article is one of several in its column.
BY = {"anomalia": ("code", "procedure"), "articolo": ("code", "articles"), "arbitro": ("arbiter_id",)}
FIRST = 1  # version

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Selection:
    """by: one of BY. since, until: days, both within."""

    by: str = "anomalia"
    kind: str = Kind.RULING
    code: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def address(self) -> dict[str, str]:
        """The archive's search for all that is counted."""
        fields = {"tipo": self.kind, "codice": self.code, "versione": str(FIRST)}
        days = {name: day.isoformat() for name, day in (("dal", self.since), ("al", self.until)) if day}
        return {name: value for name, value in fields.items() if value} | days


@dataclass(frozen=True)
class Measured:
    """A row of figures, each with the search that finds the very records that it counts.

    spread: by what was ordered how often. waits: of so many whole minutes how many; key: as in BY, none of them all.
    """

    key: Key
    asked: Selection
    total: int = 0
    departed: int = 0
    spread: Mapping[str, int] = field(default_factory=dict)
    waits: Mapping[int, int] = field(default_factory=dict)

    @property
    def share(self) -> Share:
        return Share(self.departed, self.total)

    @property
    def measured(self) -> int:
        return sum(self.waits.values())

    @property
    def has_enough_times(self) -> bool:
        return self.measured >= FEWEST

    @property
    def median(self) -> int | None:
        return rank(self.waits, 50)

    @property
    def p90(self) -> int | None:
        return rank(self.waits, 90)

    @property
    def is_findable(self) -> bool:
        """Whether the search can ask for it: not of a code that this program has no more."""
        return self.asked.by == "arbitro" or not self.key or self.key[0] in rulebook_ids()

    @property
    def search_query(self) -> str:
        return self._search()

    @property
    def departed_query(self) -> str:
        return self._search(diversa="si")

    @property
    def shown_spread(self) -> list[tuple[str, int, str, Share]]:
        """What was ordered, how often, where it is found, and how much of all that is; the most frequent first."""
        name = SPREAD[Kind(self.asked.kind)][1]
        ordered = sorted(self.spread.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(value, count, self._search(**{name: value}), Share(count, self.total)) for value, count in ordered]

    def _search(self, **more: str) -> str:
        if not self.is_findable:
            return ""
        names = {"anomalia": ("codice", "anomalia"), "articolo": ("codice", "articolo"), "arbitro": ("arbitro",)}
        mine = dict(zip(names[self.asked.by], map(str, self.key), strict=True)) if self.key else {}
        return urlencode(self.asked.address | mine | more)


def rank(counts: Mapping[int, int], percent: int) -> int | None:
    """The percentile by nearest rank of values that are told by how many there are of each; None of none."""
    needed, passed = max(1, -(-percent * sum(counts.values()) // 100)), 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= needed:
            return value
    return None


def measure(federation: Federation, selection: Selection) -> tuple[Measured, list[Measured]]:
    """All of them together, and each group, the largest first. Two queries, whatever there is."""
    rows = counted(federation, selection)
    columns, spread = BY[selection.by], SPREAD[Kind(selection.kind)][0]
    ordered = rows.values(*columns, "departed", spread).annotate(n=Count("place"))
    waited = rows.filter(waited__isnull=False).annotate(minutes=F("waited") / 60)
    waits = waited.values(*columns, "minutes").annotate(n=Count("place"))
    groups: defaultdict[Key, _Sum] = defaultdict(_Sum)
    whole = _Sum()
    for row in ordered:
        for sums in (whole, *(groups[key] for key in _keys(row, columns))):
            sums.take(row["n"], row["n"] if row["departed"] else 0, str(row[spread]).split())
    for row in waits:
        for sums in (whole, *(groups[key] for key in _keys(row, columns))):
            sums.waits[row["minutes"]] += row["n"]
    measures = [sums.measured(key, selection) for key, sums in groups.items()]
    return whole.measured((), selection), sorted(measures, key=lambda each: (-each.total, tuple(map(str, each.key))))


def counted(federation: Federation, selection: Selection) -> QuerySet[ArchivedRuling]:
    """The records that the figures are of."""
    rows = ArchivedRuling.objects.filter(federation=federation, kind=selection.kind, version=FIRST).order_by()
    if selection.code:
        rows = rows.filter(code=selection.code)
    if selection.since:
        rows = rows.filter(place__gte=first_of(selection.since))
    if selection.until:
        rows = rows.filter(place__lt=first_of(selection.until + timedelta(days=1)))
    return rows


def _keys(row: Mapping[str, Any], columns: Iterable[str]) -> Iterator[Key]:
    """The groups that a row counts in: of articles, each that it cites; none where nothing is said."""
    values = [row[name] for name in columns]
    if "articles" in columns:
        yield from ((values[0], int(number)) for number in values[1].split())
    elif all(value not in ("", None) for value in values):
        yield tuple(values)


class _Sum:
    def __init__(self) -> None:
        self.total = self.departed = 0
        self.spread: Counter[str] = Counter()
        self.waits: Counter[int] = Counter()

    def take(self, many: int, departed: int, ordered: Iterable[str]) -> None:
        self.total += many
        self.departed += departed
        for entry in ordered:
            self.spread[entry] += many

    def measured(self, key: Key, selection: Selection) -> Measured:
        return Measured(key, selection, self.total, self.departed, self.spread, self.waits)


def names_of(federation: Federation, rows: Sequence[Measured]) -> Mapping[Key, str]:
    """The name of each row, of a page of them: two queries for each anomaly that its code has no more."""
    by = rows[0].asked.by if rows else ""
    if by == "arbitro":
        users = User.objects.in_bulk([row.key[0] for row in rows])
        return {row.key: str(users.get(row.key[0], row.key[0])) for row in rows}
    name_of = _article if by == "articolo" else _anomaly
    names = {row.key: name_of(*row.key) for row in rows}
    titles = titles_of(federation, [key for key, name in names.items() if not name])
    return {key: name or titles[key[1]] for key, name in names.items()}


def _article(code: str, number: int) -> str:
    words = _("art. %(number)s") % {"number": number}
    article = get_rulebook(code).articles.get(number) if code in rulebook_ids() else None
    return f"{words}, {spoken(article.title)}" if article else words


def _anomaly(code: str, name: str) -> str:
    anomaly = get_rulebook(code).procedures.get(name) if code in rulebook_ids() else None
    return spoken(anomaly.title) if anomaly else ""


def code_of(row: Measured) -> str:
    """The edition of the row, where it is of one."""
    if row.asked.by == "arbitro" or not row.key:
        return ""
    code = str(row.key[0])
    return get_rulebook(code).edition if code in rulebook_ids() else code
