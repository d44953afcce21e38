"""A federation's whole roster in a file: its members by card, their standing, what keeps a row from being read."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any

from people.imports.births import day_of_birth, minor_until
from people.imports.club_titles import clubs_by_row
from people.imports.columns import (
    ListKind,
    Recognition,
    Target,
    recognise,
    recognition_by_hand,
    rows_under_header,
)
from people.imports.day_cells import with_days
from people.imports.headings import WHOLE_NAMES, Datum
from people.imports.names import Order
from people.imports.passed_over import PassedOver, passed_over
from people.imports.rows import (
    PLAYER,
    EntryRow,
    RowFault,
    RowProblem,
    WrittenPlayer,
    card_key,
    entry_rows,
    order_in,
    read_day,
)
from people.imports.standing import IN_FORCE, Standing, read_standing, state_text
from people.imports.table import ListSheet, SheetRow
from people.imports.words import header_words, plain_letters, roster_words
from records.days import Meaning, day_in

FROM, UNTIL, MINOR = "valid_from", "valid_until", "minor_until"
OWN = (FROM, UNTIL, "born", "state", "left", "suspended", "suspended_from", "suspended_until")
DAYS = frozenset({FROM, UNTIL, "born", "left", "suspended_from", "suspended_until"})


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
    minor_until: str = ""
    standing: Standing = IN_FORCE

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
    has: frozenset[str] = frozenset({"club", "category", FROM, UNTIL, MINOR})
    left_out: tuple[str, ...] = ()  # titles of the columns that are not read
    read: tuple[str, ...] = ()  # and of those that are
    out: tuple[Member, ...] = ()  # who by their state are members no more
    table: int = 0  # which of the tables it was read from
    order: str = ""  # in which order whole names stand, where no heading tells
    noted: tuple[UnreadRow, ...] = ()  # rows that are taken, with what is told of them
    passed: tuple[tuple[int, str, str], ...] = ()  # rows that are nobody: number, why, what stands there
    days: tuple[str, ...] = ()  # how days were read that do not say by themselves which they are

    @property
    def unread_keys(self) -> frozenset[str]:
        """The cards of the rows that cannot be read: of them the file says nothing."""
        return frozenset(card_key(row.card) for row in self.unread) - {""}


def read_roster(tables: Sequence[ListSheet], today: date, order: Order | None = None) -> RosterFile:
    """The roster in the one table that is most like one; raises NoRoster.

    today: of who is of age by then the day of birth is not kept. order: of surname and name, where somebody says it.
    """
    columns = [_Columns(table, today, order) for table in tables]
    best = max(columns, key=lambda columns: (columns.fault is None, len(columns.table.rows)))
    if best.fault is not None:
        raise NoRoster(best.fault)
    births = [column for field, column in best.own.items() if field == "born"]
    plain, days = with_days(rows_under_header(best.table, best.people.header), best.days, births)
    rows = {row.number: row for row in plain}
    passed = passed_over(best.table, best.people, grouped=False)
    # A member may stand in a row that is hidden: nobody leaves because of it.
    passed = {row: why for row, why in passed.items() if why is not PassedOver.HIDDEN}
    above = tuple(row for row in best.table.rows if row.number <= best.people.header)
    entries = entry_rows(replace(best.table, rows=above + plain), best.people, PLAYER, without=passed)
    readings = [best.row(entry, rows[entry.row]) for entry in entries]
    if not readings:
        raise NoRoster(RosterFault.NOBODY)
    bearers: defaultdict[str, list[int]] = defaultdict(list)
    for entry, member, _problems in readings:
        bearers[member.key].append(entry.row)
    good, bad, noted = [], [], []
    for entry, member, problems in readings:
        same = bearers[member.key] if member.key else []
        if any(problem.is_error for problem in problems) or len(same) > 1:
            bad.append(_unread(entry, member, problems, same))
            continue
        good.append(member)
        if problems:
            noted.append(_unread(entry, member, problems, ()))
    inside = tuple(member for member in good if not member.standing.is_out)
    out = tuple(member for member in good if member.standing.is_out)
    found = order or order_in(best.people, rows.values())
    told = found.value if found and best.asks_order else ""
    nobody = tuple((row, why.value, " ".join(filter(None, rows[row].cells))) for row, why in passed.items())
    place = columns.index(best)
    return RosterFile(inside, tuple(bad), best.has, *best.titles, out, place, told, tuple(noted), nobody, days)


_RowReading = tuple[EntryRow, Member, list[RowProblem]]


def _unread(entry: EntryRow, member: Member, problems: Iterable[RowProblem], same: Sequence[int]) -> UnreadRow:
    """same: the rows that bear the card, if it stands more than once: which of them is right nobody can tell."""
    row_problems = [problem for problem in problems if problem.code is not RowFault.CARD_TWICE]
    if other := next((row for row in same if row != entry.row), 0):
        row_problems.append(RowProblem(RowFault.CARD_TWICE, text=member.card, row=other))
    return UnreadRow(entry.row, tuple(row_problems), member.card, f"{member.last_name} {member.first_name}".strip())


class _Columns:
    """The columns of a table: those of people as any list has them, and those of a roster: days, birth, state."""

    def __init__(self, table: ListSheet, today: date, order: Order | None) -> None:
        self.table, self.today = table, today
        recognition = recognise(table, ListKind.PLAYERS)
        self.own = _own_columns(recognition.titles)
        targets = {column: target for column, target in recognition.targets.items() if column not in self.own.values()}
        self.asks_order = any(target.field is Datum.FULL for target in targets.values())
        if order:
            targets = {column: _in_order(target, order) for column, target in targets.items()}
        self.people: Recognition = recognition_by_hand(table, header=recognition.header, targets=targets)
        self.people = replace(self.people, titles=recognition.titles)
        self.fault = self._fault(recognition)
        optional = {Datum.CLUB.value} if clubs_by_row(table, self.people) else set()
        optional |= {field.value for field in (Datum.CLUB, Datum.CATEGORY, Datum.MINOR_UNTIL) if self._has(field)}
        self.has = frozenset({*optional, *self.own.keys() & {FROM, UNTIL}, *({MINOR} if "born" in self.own else ())})

    @property
    def days(self) -> list[int]:
        """The columns of which each cell is a day."""
        own = [column for field, column in self.own.items() if field in DAYS]
        of_age = self.people.column_of(Datum.MINOR_UNTIL, 1)
        return own if of_age is None else [*own, of_age]

    @property
    def titles(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The titles of the columns that are left out, and of those that are read."""
        read = {*self.people.targets, *self.own.values()}
        titled = [(column in read, title) for column, title in enumerate(self.people.titles) if title]
        return tuple(title for is_read, title in titled if not is_read), tuple(
            title for is_read, title in titled if is_read
        )

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
        person = entry.players[0] if entry.players else WrittenPlayer("", "")
        problems = list(entry.problems)
        told = {field: row.cell(column) for field, column in self.own.items()}
        days, wrong = self._days(told, person)
        standing = self._standing(told)
        if standing is None:
            wrong.append(RowProblem(RowFault.STATE_UNKNOWN, text=state_text(told)))
        member = Member(
            card=_unguard_formula(person.card),
            last_name=_unguard_formula(person.last_name),
            first_name=_unguard_formula(person.first_name),
            club=_unguard_formula(person.club),
            category=_unguard_formula(person.category),
            standing=standing or IN_FORCE,
            **days,
        )
        hidden = [RowProblem(RowFault.HIDDEN)] if entry.row in self.table.hidden_rows else []
        return entry, member, [*problems, *wrong, *hidden, *(_of_card(member) if entry.players else ())]

    def _standing(self, told: Mapping[str, str]) -> Standing | None:
        """The state; out who left on a day that is over. None where it is not understood."""
        if not (left := told.get("left", "")):
            return read_standing(told)
        read = day_in(left, Meaning.MEMBER)
        return Standing(is_out=True, said=state_text(told)) if read and read.day <= self.today else None

    def _days(self, told: Mapping[str, str], person: WrittenPlayer) -> tuple[dict[str, str], list[RowProblem]]:
        """The days of the card, and that on which who is a minor comes of age."""
        days, wrong = {}, list[RowProblem]()
        for field in (FROM, UNTIL):
            days[field], bad = read_day(told.get(field, ""), Meaning.MEMBER)
            wrong += [problem for problem in bad if problem.is_error]
        text = told.get("born", "")
        born = day_of_birth(text, self.today)
        if text and born is None:
            wrong.append(RowProblem(RowFault.NOT_A_DAY, text=text[:40]))
        return {**days, MINOR: person.minor_until or (minor_until(born, self.today) if born else "")}, wrong


def _in_order(target: Target, order: Order) -> Target:
    """A column of whole names as somebody says that they stand there."""
    return replace(target, field=Datum(order.value)) if target.field is Datum.FULL else target


def _of_card(member: Member) -> Iterator[RowProblem]:
    if not member.key:
        yield RowProblem(RowFault.NO_CARD)
    if member.valid_from and member.valid_until and member.valid_until < member.valid_from:
        yield RowProblem(RowFault.ENDS_BEFORE, text=f"{date.fromisoformat(member.valid_until):%d/%m/%Y}")


def _own_columns(titles: Sequence[str]) -> dict[str, int]:
    """The columns that only a roster has, by what they are; of two that say the same, the first."""
    found: dict[str, int] = {}
    for column, title in enumerate(titles):
        words = [_WHOLE.get(word, word) for word in re.findall(r"[a-z]+", plain_letters(title))]
        field = _own_words().get(" ".join(words)) or _own_words().get(" ".join(_without_group(words)))
        if field and field not in found:
            found[field] = column
    return found


def _without_group(words: Sequence[str]) -> Sequence[str]:
    """The words without those of the title that stands over several columns."""
    while words and words[0] in header_words()["words"]["above"]:
        words = words[1:]
    return words


_WHOLE = {"dt": "data"}  # as databases call their columns


@cache
def _own_words() -> Mapping[str, str]:
    words = {**header_words(), **roster_words()}
    return {phrase: field for field in OWN for phrase in words[field]}


# What a spreadsheet takes for a formula where a cell begins with it.
_DANGEROUS = ("=", "+", "-", "@")


def guard_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe in front, which reading takes away again."""
    return f"'{text}" if text.startswith(_DANGEROUS) else text


def _unguard_formula(text: str) -> str:
    return text[1:] if text[:1] == "'" and text[1:].startswith(_DANGEROUS) else text


def as_data(file: RosterFile) -> dict[str, object]:
    """The file as plain values, to be kept until somebody has looked at it."""
    told = {"unread": list(map(_row_data, file.unread)), "noted": list(map(_row_data, file.noted))}
    titles = {"left_out": file.left_out, "read": file.read, "reading": [file.table, file.order]}
    people = {"members": [astuple(one) for one in file.members], "out": [astuple(one) for one in file.out]}
    return {**people, **told, "passed": file.passed, "days": file.days, "has": sorted(file.has), **titles}


def _row_data(row: UnreadRow) -> list[object]:
    return [row.row, row.card, row.name, [[why.code.value, why.text, why.row, why.most] for why in row.problems]]


def from_data(data: Mapping[str, Any]) -> RosterFile:
    """The file that `as_data` gave."""
    members, out = (
        tuple(replace(Member(*row[:-1]), standing=Standing(*row[-1])) for row in data.get(name, ()))
        for name in ("members", "out")
    )
    unread, noted = (tuple(_unread_from(row) for row in data.get(name, ())) for name in ("unread", "noted"))
    passed = tuple((row, why, text) for row, why, text in data.get("passed", ()))
    left_out, read = (tuple(map(str, data.get(name, ()))) for name in ("left_out", "read"))
    table, order = data.get("reading", (0, ""))
    has, days = (tuple(map(str, data.get(name, ()))) for name in ("has", "days"))
    return RosterFile(members, unread, frozenset(has), left_out, read, out, table, order, noted, passed, days)


def _unread_from(row: Sequence[Any]) -> UnreadRow:
    number, card, name, problems = row
    row_problems = tuple(RowProblem(RowFault(code), text, other, most) for code, text, other, most in problems)
    return UnreadRow(number, row_problems, card, name)
