"""The rows of a table as entries or players, each with what is wrong in it; nothing is guessed silently."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from people.imports.asides import without_asides
from people.imports.club_titles import clubs_by_row
from people.imports.columns import SHARED, Recognition, Target, rows_under_header
from people.imports.headings import WHOLE_NAMES, Datum
from people.imports.names import Order, are_turned, is_guess, order_of, people_in, split_name, tidy
from people.imports.row_groups import rows_together
from people.imports.table import NEVER_COMPUTED, ListSheet, SheetRow
from people.imports.words import header_words, joined_letters, plain_letters
from records.days import Meaning, day_in


class RowFault(StrEnum):
    """What is wrong in a row."""

    MISSING_NAME = "missing_name"
    MISSING_FIRST_NAME = "missing_first_name"
    NOT_A_NAME = "not_a_name"
    ALONE = "alone"
    TOO_MANY = "too_many"
    NUMBER_UNREADABLE = "number_unreadable"
    NUMBER_TWICE = "number_twice"
    CARD_TWICE = "card_twice"
    CARD_ROUNDED = "card_rounded"
    CARD_IS_DATE = "card_is_date"
    NOT_A_DAY = "not_a_day"
    FORMULA_ERROR = "formula_error"
    NEVER_COMPUTED = "never_computed"
    NUMBER_GIVEN = "number_given"
    IN_TWOS = "in_twos"
    TOO_LONG = "too_long"
    SAME_NAME = "same_name"
    PERSON_TWICE = "person_twice"
    SAME_PEOPLE = "same_people"
    CUT = "cut"
    ASIDE = "aside"
    STATE_SAYS = "state_says"
    YEAR_OF_TWO = "year_of_two"
    # Of a roster alone.
    HIDDEN = "hidden"
    NO_CARD = "no_card"
    ENDS_BEFORE = "ends_before"
    STATE_UNKNOWN = "state_unknown"


# The row can be taken nonetheless.
WARNINGS = frozenset(map(RowFault, "same_name cut aside year_of_two state_says number_given in_twos".split()))


@dataclass(frozen=True)
class RowProblem:
    """One thing wrong in a row; `row` is another row it concerns, `most` a limit, 0 for none."""

    code: RowFault
    text: str = ""
    row: int = 0
    most: int = 0

    @property
    def is_error(self) -> bool:
        """Whether the row cannot be taken as it is."""
        return self.code not in WARNINGS


@dataclass(frozen=True)
class WrittenPlayer:
    """A player as written in the file; club and category may be empty. minor_until: a day as 2027-05-31, or nothing."""

    first_name: str
    last_name: str
    card: str = ""
    club: str = ""
    category: str = ""
    minor_until: str = ""

    @property
    def is_nobody(self) -> bool:
        """Whether neither name nor card stands there."""
        return not (self.first_name or self.last_name or self.card)


@dataclass(frozen=True)
class EntryRow:
    """An entry: its first row in the file, its number (None: to be given), its name if it has one, its players."""

    row: int
    number: int | None
    name: str
    players: tuple[WrittenPlayer, ...]
    problems: tuple[RowProblem, ...] = ()
    below: tuple[int, ...] = ()  # the other rows it is made of, where its players stand one below the other

    @property
    def rows(self) -> tuple[int, ...]:
        """All its rows in the file."""
        return (self.row, *self.below)

    @property
    def is_good(self) -> bool:
        """Whether it can be taken."""
        return not any(problem.is_error for problem in self.problems)


@dataclass(frozen=True)
class Shape:
    """How many players an entry may have, and the longest texts that can be kept."""

    fewest: int = 2
    most: int = 2
    name: int = 100
    card: int = 40
    club: int = 200
    category: int = 40
    entry_name: int = 200
    highest_number: int = 9_999


PAIR = Shape()
PLAYER = Shape(fewest=1, most=1)

_NUMBER = re.compile(r"(?:n[.°º]?\s*)?(\d{1,6})(?:[.,]0{1,2})?[°ª.]?", re.IGNORECASE)
# As a spreadsheet shows a long number; «3E12» may be a card of letters and figures.
_ROUNDED = re.compile(r"\d(?:[.,]\d+e\+?|e\+)\d+", re.IGNORECASE)
_MONTH = (
    r"(?:[Gg]en|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ag|[Gg]iu|[Ll]ug|[Aa]go|[Ss]ett?|[Oo]tt|[Nn]ov|[Dd]ic|[Jj]an|[Mm]ay|[Jj]u[nl]|"
    r"[Aa]ug|[Ss]ept?|[Oo]ct|[Dd]e[cz]|[Oo]kt|[Mm]ai|[Mm]rz)[a-z]*\.?"
)
# «03-dic», «dic-03», «18:30»: what a spreadsheet made of a card that looked like a day or an hour. «MAR-12» is a card.
_SPOILT = re.compile(rf"\d{{1,4}}[-/. ]{_MONTH}(?:[-/. ]\d{{2,4}})?|{_MONTH}[-/. ]\d{{1,4}}|\d+:\d\d(?::\d\d)?")
# «n. 12», «tess. 13»: the word is no part of the card. A mark alone («-») says that there is none, and so does «n.t.».
_NUMBERED = re.compile(r"^(?:n(?:r|um)?[.°º]|tess(?:era)?\b\.?(?:\s*n(?:r|um)?\b[.°º]?)?)\s*(?=\w*\d)", re.IGNORECASE)
_DATE = re.compile(r"\d{1,2}[/.-](?:\d{1,2}|[a-z]{3})[/.-]\d{2,4}(?: .*)?", re.IGNORECASE)
# Signs, notes and titles that are no part of a name: asked, for who knows what they say is not the program.
_NOT_IN_NAMES = re.compile(
    r"[/,;|*()\[\]†✝?!@#%&+=<>:\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]|(?<!\w)\d{2}"
    r"|[^\W\d_][015][^\W\d_]|^[015][^\W\d_]|\s-\s"
    r"|^(?:dott|dr|sig|ing|avv|prof|geom|rag|arch)(?:\.?(?:ssa|ra))?(?:\.|\.?\s|\.?$)"
    r"|^(?:cav|comm|mons|mr|mrs)\.|^(?:herr|frau|mme|mlle)\.?\s",
    re.IGNORECASE,
)
_FORMULA_ERRORS = frozenset("#N/A #N/D #REF! #RIF! #NAME? #NOME? #VALUE! #VALORE! #DIV/0! #NULL! #NULLO! #NUM!".split())


def entry_rows(
    table: ListSheet, columns: Recognition, shape: Shape, *, without: Collection[int] = ()
) -> tuple[EntryRow, ...]:
    """The entries in the table, in its order, each by itself; of a list of players of one each (`PLAYER`).

    without: the numbers of the rows that are nobody, or are left out.
    """
    reader = _Reader(table, columns, shape, without)
    return tuple(map(reader.entry, reader.groups))


def are_in_twos(table: ListSheet, columns: Recognition, shape: Shape, *, without: Collection[int]) -> bool:
    """Whether each row names one player and nothing but their order says which of them are a pair: to be asked."""
    return _Reader(table, columns, shape, without).is_in_twos


def order_in(columns: Recognition, rows: Iterable[SheetRow]) -> Order | None:
    """In which order the whole names of a file stand, where no title tells: one for all of it; None without any."""
    whole = [column for column in whole_columns(columns) if columns.targets[column].field not in _TOLD]
    listed = columns.column_of(Datum.PLAYERS)
    cells = [(row.cell(column), column == listed) for row in rows for column in whole]
    people = (one for cell, is_list in cells for one in (people_in(cell) if is_list else [cell]))
    return order_of(people) if whole else None


_TOLD = (Datum.LAST_FIRST, Datum.FIRST_LAST)


def whole_columns(columns: Recognition) -> list[int]:
    """The columns in which surname and name stand together."""
    fields = WHOLE_NAMES | {Datum.PLAYERS}
    return [column for column, target in columns.targets.items() if target.field in fields]


def places_of(columns: Recognition) -> list[int]:
    """The players that the columns tell apart, from 1."""
    return sorted({target.place for target in columns.targets.values() if target.place})


def grouping_column(columns: Recognition, shape: Shape) -> int | None:
    """The column that holds players of one entry together, where each has a row of their own."""
    has_row_each = len(places_of(columns)) <= 1 and columns.column_of(Datum.PLAYERS) is None
    if shape.most == 1 or not has_row_each:
        return None
    number = columns.column_of(Datum.NUMBER)
    return columns.column_of(Datum.NAME) if number is None else number


class _Reader:
    """Reads rows by their columns; the order of whole names is found once per column."""

    def __init__(self, table: ListSheet, columns: Recognition, shape: Shape, without: Collection[int]) -> None:
        self.columns = columns
        self.clubs = clubs_by_row(table, columns, grouping_column(columns, shape))
        self.asides: dict[int, list[str]] = {}
        under = rows_under_header(table, columns.header)
        self.rows = [self._names_alone(row) for row in under if row.number not in without]
        self.shape = shape
        self.places = places_of(columns)
        self.whole = whole_columns(columns)
        self.order = order_in(columns, self.rows)
        key = grouping_column(columns, shape)
        self.groups, self.is_in_twos = rows_together(columns, self.rows, key=key, fewest=shape.fewest, most=shape.most)
        self.orders = {column: self._order(target) for column, target in columns.targets.items()}

    def _names_alone(self, row: SheetRow) -> SheetRow:
        """The row with names alone in the columns of names; what else stood there is kept to be told."""
        cells = list(row.cells)
        for column in (one for one in self.columns.naming if one < len(cells)):
            cells[column], taken = without_asides(cells[column])
            if taken:
                self.asides.setdefault(row.number, []).extend(taken)
        return SheetRow(row.number, tuple(cells)) if row.number in self.asides else row

    def _order(self, target: Target) -> Order:
        return Order(target.field.value) if target.field in _TOLD else self.order or Order.LAST_FIRST

    def entry(self, rows: Sequence[SheetRow]) -> EntryRow:
        """One entry from its rows."""
        readings = [self._people(row) for row in rows]
        players = tuple(person for people, _problems in readings for person in people)
        problems = [problem for _people, problems in readings for problem in problems]
        problems += [guess for row in rows for guess in self._guesses(row)]
        problems += [
            RowProblem(RowFault.ASIDE, text=", ".join(taken)) for row in rows if (taken := self.asides.get(row.number))
        ]
        if self.is_in_twos:
            problems.append(RowProblem(RowFault.IN_TWOS, row=rows[-1].number))
        number, wrong = self._number(rows)
        name = self._text(rows[0], Datum.NAME)
        problems += [*wrong, *self._count(players), *self._long(name, self.shape.entry_name)]
        below = tuple(row.number for row in rows[1:])
        return EntryRow(rows[0].number, number, name, players, tuple(dict.fromkeys(problems)), below)

    def _number(self, rows: Sequence[SheetRow]) -> tuple[int | None, list[RowProblem]]:
        text = next((text for row in rows if (text := self._text(row, Datum.NUMBER))), "")
        if not text:
            return None, []
        if text == NEVER_COMPUTED or plain_letters(text).rstrip(" .0123456789") in header_words()["notes"]:
            return None, [RowProblem(RowFault.NUMBER_GIVEN, text=text)]
        match = _NUMBER.fullmatch(text)
        if not match or not 1 <= int(match[1]) <= self.shape.highest_number:
            return None, [RowProblem(RowFault.NUMBER_UNREADABLE, text=text[:40])]
        return int(match[1]), []

    def _count(self, players: Sequence[WrittenPlayer]) -> list[RowProblem]:
        if not players:
            return [RowProblem(RowFault.MISSING_NAME)]
        if len(players) > self.shape.most:
            return [RowProblem(RowFault.TOO_MANY, most=self.shape.most)]
        return [RowProblem(RowFault.ALONE, most=self.shape.fewest)] if len(players) < self.shape.fewest else []

    def _people(self, row: SheetRow) -> tuple[list[WrittenPlayer], list[RowProblem]]:
        together = self.columns.column_of(Datum.PLAYERS)
        people: list[WrittenPlayer] = []
        if together is not None:
            people = self._people_together(row, together)
        else:
            places = self.places or [0]
            people = [person for place in places if not (person := self._person(row, place)).is_nobody]
        checked = [self._check_person(person) for person in people]
        return [person for person, _problems in checked], [
            problem for _person, problems in checked for problem in problems
        ]

    def _people_together(self, row: SheetRow, column: int) -> list[WrittenPlayer]:
        shared = {field.value: self._text(row, field) for field in SHARED}
        names = [split_name(text, self.orders[column]) for text in people_in(row.cell(column))]
        cards = [self._text(row, Datum.CARD, place) for place in range(1, len(names) + 1)]
        return [
            WrittenPlayer(first_name=first, last_name=last, card=card, **shared)
            for (last, first), card in zip(names, cards, strict=True)
        ]

    def _guesses(self, row: SheetRow) -> Iterator[RowProblem]:
        """The whole names of which nothing tells where they part."""
        if not self.whole:
            yield from (RowProblem(RowFault.CUT, text=f"{last} / {first}") for last, first in self._turned(row))
        for column in self.whole:
            is_list = self.columns.targets[column].field is Datum.PLAYERS
            for text in people_in(row.cell(column)) if is_list else [row.cell(column)]:
                last, first = split_name(text, self.orders[column])
                if is_guess(text, last, first):
                    yield RowProblem(RowFault.CUT, text=f"{last} / {first}")

    def _turned(self, row: SheetRow) -> Iterator[tuple[str, str]]:
        """Surnames that are given names beside names that are none, as where two columns are headed the wrong way."""
        for place in self.places or [0]:
            last, first = self._text(row, Datum.LAST, place), self._text(row, Datum.FIRST, place)
            if are_turned(last, first):
                yield last, first

    def _person(self, row: SheetRow, place: int) -> WrittenPlayer:
        last, first = self._text(row, Datum.LAST, place), self._text(row, Datum.FIRST, place)
        for field in WHOLE_NAMES:
            column = self.columns.column_of(field, place)
            if column is not None and not (last or first):
                last, first = split_name(row.cell(column), self.orders[column])
        return WrittenPlayer(
            first_name=first,
            last_name=last,
            card=self._text(row, Datum.CARD, place),
            club=self._text(row, Datum.CLUB, place) or self._text(row, Datum.CLUB) or self.clubs.get(row.number, ""),
            category=self._text(row, Datum.CATEGORY, place) or self._text(row, Datum.CATEGORY),
            minor_until=self._text(row, Datum.MINOR_UNTIL, place),
        )

    def _text(self, row: SheetRow, field: Datum, place: int = 0) -> str:
        column = self.columns.column_of(field, place)
        return "" if column is None else row.cell(column)

    def _check_person(self, person: WrittenPlayer) -> tuple[WrittenPlayer, list[RowProblem]]:
        """The player with names and card as they are kept, and what is wrong with them."""
        card, problems = read_card(person.card)
        shape = self.shape
        for text, most in (
            (person.first_name, shape.name),
            (person.last_name, shape.name),
            (card, shape.card),
            (person.club, shape.club),
            (person.category, shape.category),
        ):
            problems += self._long(text, most)
        problems += _name_problems(person)
        day, not_a_day = read_day(person.minor_until)
        first, last = tidy(person.first_name), tidy(person.last_name)
        tidied = replace(person, first_name=first, last_name=last, card=card, minor_until=day)
        return tidied, problems + not_a_day

    @staticmethod
    def _long(text: str, most: int) -> list[RowProblem]:
        if text == NEVER_COMPUTED:
            return [RowProblem(RowFault.NEVER_COMPUTED)]
        return [RowProblem(RowFault.TOO_LONG, text=text[:40], most=most)] if len(text) > most else []


def _name_problems(person: WrittenPlayer) -> list[RowProblem]:
    texts = (person.last_name, person.first_name)
    if NEVER_COMPUTED in texts:
        return []  # said with all that stands in the row
    if any(text.upper() in _FORMULA_ERRORS for text in texts):
        return [RowProblem(RowFault.FORMULA_ERROR)]
    if strange := [text for text in texts if text and (_NOT_IN_NAMES.search(text) or not any(map(str.isalpha, text)))]:
        return [RowProblem(RowFault.NOT_A_NAME, text=strange[0][:40])]
    if any(joined_letters(" ".join(pair)) in header_words()["nobody"] for pair in (texts, texts[::-1])):
        return [RowProblem(RowFault.NOT_A_NAME, text=" ".join(filter(None, texts[::-1])))]
    if not person.last_name:
        return [RowProblem(RowFault.MISSING_NAME, text=person.first_name or person.card)]
    return [] if person.first_name else [RowProblem(RowFault.MISSING_FIRST_NAME, text=person.last_name)]


def read_card(text: str) -> tuple[str, list[RowProblem]]:
    """The card number as it is kept (123,0 is 123), and what the spreadsheet has spoilt in it."""
    if text.upper() in _FORMULA_ERRORS:  # one never computed is said with all that stands in the row
        return "", [RowProblem(RowFault.FORMULA_ERROR)]
    if _ROUNDED.fullmatch(text):
        return text, [RowProblem(RowFault.CARD_ROUNDED, text=text)]
    if _DATE.fullmatch(text) or _SPOILT.fullmatch(text):
        return text, [RowProblem(RowFault.CARD_IS_DATE, text=text)]
    if not card_key(text) or joined_letters(text) in header_words()["no_card"]:
        return "", []
    return re.sub(r"^(\d+)[.,]0{1,2}$", r"\1", _NUMBERED.sub("", text)), []


def read_day(text: str, meaning: Meaning = Meaning.OF_AGE) -> tuple[str, list[RowProblem]]:
    """A day as 2027-05-31, whichever way it was written; nothing where none was, or one beyond its bounds."""
    if not text:
        return "", []
    read = day_in(text, meaning)
    if read is None:
        return "", [RowProblem(RowFault.NOT_A_DAY, text=text[:40])]
    said = f"{text[:40]} → {read.day:%d/%m/%Y}"
    return read.day.isoformat(), [RowProblem(RowFault.YEAR_OF_TWO, text=said)] if read.is_short else []


def card_key(card: str) -> str:
    """What makes two card numbers the same: letters and digits, without zeros in front that a spreadsheet drops."""
    return "".join(filter(str.isalnum, card.upper())).lstrip("0")


def people_of(entries: Iterable[EntryRow]) -> list[WrittenPlayer]:
    """All the players of the entries, in order."""
    return [person for entry in entries for person in entry.players]


def columns_left_out(columns: Recognition, width: int) -> Mapping[int, str]:
    """The columns that are not imported, with their titles."""
    titles = (*columns.titles, *[""] * width)[:width]
    return {column: title for column, title in enumerate(titles) if column not in columns.targets and title}
