"""A federation's whole roster in a file: its members by card, what keeps a row from being read, what it changes.

Who is new, changed, back, gone; of rows that cannot be read nothing changes.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any

from people.imports.columns import (
    ListKind,
    PassedOver,
    Recognition,
    passed_over,
    recognise,
    recognition_by_hand,
    rows_under_header,
)
from people.imports.headings import WHOLE_NAMES, Datum
from people.imports.rows import PLAYER, EntryRow, RowFault, RowProblem, card_key, entry_rows, read_day
from people.imports.table import ListSheet, SheetRow
from people.imports.words import plain_letters, roster_words
from records.days import Meaning

FROM, UNTIL = "valid_from", "valid_until"


class RosterFault(StrEnum):
    """What keeps a table from being a roster."""

    NO_HEADER = "no_header"
    NO_NAMES = "no_names"
    NO_CARDS = "no_cards"
    SAME_TWICE = "same_twice"
    NOBODY = "nobody"


class NoRoster(Exception):
    """The tables of a file are no roster; `fault` says why."""

    def __init__(self, fault: RosterFault) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True)
class Member:
    """A member as a file tells of them; the days as 2026-12-31, or nothing."""

    card: str
    last_name: str
    first_name: str
    club: str = ""
    category: str = ""
    valid_from: str = ""
    valid_until: str = ""

    @property
    def key(self) -> str:
        """What makes two cards the same."""
        return card_key(self.card)


@dataclass(frozen=True)
class UnreadRow:
    """A row that cannot be taken: its number, why, and the card that it is about, as far as it shows."""

    row: int
    problems: tuple[RowProblem, ...]
    card: str = ""
    name: str = ""


@dataclass(frozen=True)
class RosterFile:
    """What a file says: its members, the rows that cannot be read, which of the optional columns it has."""

    members: tuple[Member, ...]
    unread: tuple[UnreadRow, ...] = ()
    has: frozenset[str] = frozenset({"club", "category", FROM, UNTIL})
    left_out: tuple[str, ...] = ()  # titles of the columns that are not read

    @property
    def unread_keys(self) -> frozenset[str]:
        """The cards of the rows that cannot be read: of them the file says nothing."""
        return frozenset(card_key(row.card) for row in self.unread) - {""}


def read_roster(tables: Sequence[ListSheet]) -> RosterFile:
    """The roster in the one table that is most like one; raises NoRoster."""
    columns = [_Columns(table) for table in tables]
    best = max(columns, key=lambda columns: (columns.fault is None, len(columns.table.rows)))
    if best.fault is not None:
        raise NoRoster(best.fault)
    rows = {row.number: row for row in rows_under_header(best.table, best.people.header)}
    passed = passed_over(best.table, best.people, grouped=False)
    # A member may stand in a row that is hidden: nobody leaves because of it.
    passed = {row: why for row, why in passed.items() if why is not PassedOver.HIDDEN}
    entries = entry_rows(best.table, best.people, PLAYER, without=passed)
    readings = [best.row(entry, rows[entry.row]) for entry in entries]
    if not readings:
        raise NoRoster(RosterFault.NOBODY)
    bearers: defaultdict[str, list[int]] = defaultdict(list)
    for entry, member, _problems in readings:
        bearers[member.key].append(entry.row)
    good, bad = [], []
    for entry, member, problems in readings:
        same = bearers[member.key] if member.key else []
        if problems or len(same) > 1:
            bad.append(_unread(entry, member, problems, same))
        else:
            good.append(member)
    return RosterFile(tuple(good), tuple(bad), best.has, best.left_out)


_RowReading = tuple[EntryRow, Member, list[RowProblem]]


def _unread(entry: EntryRow, member: Member, problems: Iterable[RowProblem], same: Sequence[int]) -> UnreadRow:
    """same: the rows that bear the card, if it stands more than once: which of them is right nobody can tell."""
    row_problems = [problem for problem in problems if problem.code is not RowFault.CARD_TWICE]
    if other := next((row for row in same if row != entry.row), 0):
        row_problems.append(RowProblem(RowFault.CARD_TWICE, text=member.card, row=other))
    return UnreadRow(entry.row, tuple(row_problems), member.card, f"{member.last_name} {member.first_name}".strip())


class _Columns:
    """The columns of a table: those of people as any list has them, and the days of the card."""

    def __init__(self, table: ListSheet) -> None:
        self.table = table
        recognition = recognise(table, ListKind.PLAYERS)
        self.days = _days(recognition.titles)
        targets = {column: target for column, target in recognition.targets.items() if column not in self.days.values()}
        self.people: Recognition = recognition_by_hand(table, header=recognition.header, targets=targets)
        self.people = replace(self.people, titles=recognition.titles)
        self.fault = self._fault(recognition)
        optional = {field.value for field in (Datum.CLUB, Datum.CATEGORY) if self._has(field)}
        self.has = frozenset({*optional, *self.days})
        read = {*targets, *self.days.values()}
        self.left_out = tuple(title for column, title in enumerate(recognition.titles) if title and column not in read)

    def _has(self, field: Datum) -> bool:
        return self.people.column_of(field, 1) is not None

    def _fault(self, recognition: Recognition) -> RosterFault | None:
        if not recognition.header:
            return RosterFault.NO_HEADER
        if len(set(recognition.targets.values())) < len(recognition.targets) or recognition.doubts:
            return RosterFault.SAME_TWICE if self._has(Datum.LAST) or self._is_whole() else RosterFault.NO_NAMES
        if not (self._has(Datum.LAST) or self._is_whole()):
            return RosterFault.NO_NAMES
        return None if self._has(Datum.CARD) else RosterFault.NO_CARDS

    def _is_whole(self) -> bool:
        return any(self._has(field) for field in WHOLE_NAMES)

    def row(self, entry: EntryRow, row: SheetRow) -> _RowReading:
        """A row as a member, with whatever is wrong in it."""
        people = entry.players
        person = people[0] if people else None
        problems = [problem for problem in entry.problems if problem.is_error]
        days, wrong = {}, list[RowProblem]()
        for field, column in self.days.items():
            days[field], bad = read_day(row.cell(column), Meaning.MEMBER)
            wrong += [problem for problem in bad if problem.is_error]
        if person is None:
            return entry, Member("", "", "", **days), [*problems, *wrong]
        member = Member(
            card=_unguard_formula(person.card),
            last_name=_unguard_formula(person.last_name),
            first_name=_unguard_formula(person.first_name),
            club=_unguard_formula(person.club),
            category=_unguard_formula(person.category),
            **days,
        )
        hidden = [RowProblem(RowFault.HIDDEN)] if entry.row in self.table.hidden_rows else []
        return entry, member, [*problems, *wrong, *hidden, *_of_card(member)]


def _of_card(member: Member) -> Iterator[RowProblem]:
    if not member.key:
        yield RowProblem(RowFault.NO_CARD)
    if member.valid_from and member.valid_until and member.valid_until < member.valid_from:
        yield RowProblem(RowFault.ENDS_BEFORE, text=f"{date.fromisoformat(member.valid_until):%d/%m/%Y}")


def _days(titles: Sequence[str]) -> dict[str, int]:
    """The columns of the days, by what they are; of two that say the same, the first."""
    days: dict[str, int] = {}
    for column, title in enumerate(titles):
        field = _day_words().get(" ".join(re.findall(r"[a-z]+", plain_letters(title))))
        if field and field not in days:
            days[field] = column
    return days


@cache
def _day_words() -> Mapping[str, str]:
    return {phrase: field for field in (FROM, UNTIL) for phrase in roster_words()[field]}


# What a spreadsheet takes for a formula where a cell begins with it.
_DANGEROUS = ("=", "+", "-", "@")


def guard_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe in front, which reading takes away again."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def _unguard_formula(text: str) -> str:
    return text[1:] if text[:1] == "'" and text[1:].startswith(_DANGEROUS) else text


def as_data(file: RosterFile) -> dict[str, object]:
    """The file as plain values, to be kept until somebody has looked at it."""
    members = [
        [
            member.card,
            member.last_name,
            member.first_name,
            member.club,
            member.category,
            member.valid_from,
            member.valid_until,
        ]
        for member in file.members
    ]
    unread = [
        [row.row, row.card, row.name, [[why.code.value, why.text, why.row, why.most] for why in row.problems]]
        for row in file.unread
    ]
    return {"members": members, "unread": unread, "has": sorted(file.has), "left_out": file.left_out}


def from_data(data: Mapping[str, Any]) -> RosterFile:
    """The file that `as_data` gave."""
    members = tuple(Member(*map(str, row)) for row in data["members"])
    unread = tuple(_unread_from(row) for row in data["unread"])
    left_out = tuple(map(str, data.get("left_out", ())))
    return RosterFile(members, unread, frozenset(map(str, data["has"])), left_out)


def _unread_from(row: Sequence[Any]) -> UnreadRow:
    number, card, name, problems = row
    row_problems = tuple(RowProblem(RowFault(code), text, other, most) for code, text, other, most in problems)
    return UnreadRow(number, row_problems, card, name)


# What a file says of a member; the last four only where it has their column.
FIELDS = ("card", "last_name", "first_name", "club", "category", "valid_from", "valid_until")
ALWAYS = frozenset(FIELDS[:3])


@dataclass(frozen=True)
class Stored:
    """A member as the roster has them."""

    pk: int
    member: Member
    has_left: bool = False


@dataclass(frozen=True)
class Change:
    """A member of whom the file says something else, by field what stood there and what comes; or who is back."""

    stored: Stored
    member: Member
    fields: Mapping[str, tuple[str, str]]

    @property
    def is_return(self) -> bool:
        return self.stored.has_left

    @property
    def after(self) -> Member:
        """The member as they become; what the file has no column for stays."""
        return replace(self.stored.member, **{name: new for name, (_old, new) in self.fields.items()})


@dataclass(frozen=True)
class Changes:
    """All that a file changes; `left_alone`: members of whom the file has a row that cannot be read."""

    new: tuple[Member, ...]
    changed: tuple[Change, ...]
    gone: tuple[Stored, ...]
    unchanged: int
    left_alone: int

    @property
    def edited(self) -> list[Change]:
        return [change for change in self.changed if not change.is_return]

    @property
    def returned(self) -> list[Change]:
        return [change for change in self.changed if change.is_return]

    @property
    def before(self) -> int:
        """How many are in the roster now."""
        return len(self.edited) + len(self.gone) + self.unchanged + self.left_alone

    @property
    def is_nothing(self) -> bool:
        return not (self.new or self.changed or self.gone)

    @property
    def drops_many(self) -> bool:
        """Whether more than a third of the roster would leave it."""
        return 3 * len(self.gone) > self.before

    @property
    def counts(self) -> dict[str, int]:
        return {
            "new": len(self.new),
            "changed": len(self.edited),
            "returned": len(self.returned),
            "gone": len(self.gone),
            "unchanged": self.unchanged,
            "left_alone": self.left_alone,
        }


def compare_rosters(stored: Iterable[Stored], file: RosterFile) -> Changes:
    """The file is the whole roster: whoever is not in it leaves, unless a row of theirs cannot be read."""
    coming = {member.key: member for member in file.members}
    columns = ALWAYS | file.has
    unread = file.unread_keys
    changed, gone, unchanged, alone = list[Change](), list[Stored](), 0, 0
    for stored_member in stored:
        key = stored_member.member.key
        member = coming.pop(key, None)
        if member is None:
            if key in unread:
                alone += not stored_member.has_left
            elif not stored_member.has_left:
                gone.append(stored_member)
            continue
        fields = _differences(stored_member.member, member, columns)
        if fields or stored_member.has_left:
            changed.append(Change(stored_member, member, fields))
        else:
            unchanged += 1
    return Changes(tuple(coming.values()), tuple(changed), tuple(gone), unchanged, alone)


def _differences(old: Member, new: Member, columns: frozenset[str]) -> dict[str, tuple[str, str]]:
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in FIELDS if name in columns)
    return {name: (before, after) for name, before, after in pairs if not _is_same(name, before, after)}


def _is_same(field: str, before: str, after: str) -> bool:
    """Whether nothing changes; a card without the zeros that a spreadsheet drops is the same."""
    return before == after or (field == "card" and after.isdecimal() and before.lstrip("0") == after)
