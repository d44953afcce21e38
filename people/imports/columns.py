"""Which rows are the header and what each column holds; where that cannot be told, what to ask."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import count

from people.imports.asides import without_asides
from people.imports.headings import (
    PERSONAL,
    WHOLE_NAMES,
    Datum,
    Heading,
    guess_columns,
    read_heading,
    speak_for_themselves,
)
from people.imports.mail import letter_rows
from people.imports.names import Order, order_of, people_in
from people.imports.standing import read_standing
from people.imports.table import ListSheet, SheetRow
from people.imports.words import header_words, plain_words

SEARCHED_ROWS = 30  # how far down a header is looked for
MOST_GUESSED = 2  # players in a row of a list without headings
SHARED = frozenset({Datum.CLUB, Datum.CATEGORY})  # alone, it holds for every player of the row


class ListKind(StrEnum):
    """What a file lists."""

    ENTRIES = "entries"
    PLAYERS = "players"


class ColumnDoubt(StrEnum):
    """What the director must say, because the file does not."""

    NO_HEADER = "no_header"
    NO_NAMES = "no_names"
    SAME_TWICE = "same_twice"
    ROWS_IN_TWOS = "rows_in_twos"


@dataclass(frozen=True)
class Target:
    """What a column holds, and of which player: from 1; 0 is the entry, or all its players."""

    field: Datum
    place: int = 0

    @property
    def key(self) -> str:
        """The target as one word: «last_name:1»."""
        return f"{self.field}:{self.place}"

    @classmethod
    def parse(cls, key: str) -> "Target":
        """The target of such a word; ValueError when it is none."""
        field, _colon, place = key.partition(":")
        return cls(Datum(field), int(place))


@dataclass(frozen=True)
class Recognition:
    """The columns of a table as understood: `header` is the number of the last header row, 0 without one."""

    header: int
    titles: tuple[str, ...]
    targets: Mapping[int, Target]
    doubts: tuple[ColumnDoubt, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether nothing has to be asked."""
        return not self.doubts

    def column_of(self, field: Datum, place: int = 0) -> int | None:
        """The column that holds it; None when none does."""
        return self._by_target.get((field, place))

    @cached_property
    def naming(self) -> tuple[int, ...]:
        """The columns in which names stand, whole or in parts."""
        fields = WHOLE_NAMES | {Datum.LAST, Datum.FIRST, Datum.PLAYERS}
        return tuple(column for column, target in self.targets.items() if target.field in fields)

    @cached_property
    def _by_target(self) -> Mapping[tuple[Datum, int], int]:
        """Where each stands: every cell of a long list asks. Of two columns that hold the same, the first."""
        return {(target.field, target.place): column for column, target in reversed([*self.targets.items()])}


def rows_under_header(table: ListSheet, header: int) -> tuple[SheetRow, ...]:
    """The rows under the header."""
    return tuple(row for row in table.rows if row.number > header)


def recognition_by_hand(table: ListSheet, *, header: int, targets: Mapping[int, Target]) -> Recognition:
    """The columns as the director says; doubtful while names are missing or two columns hold the same."""
    titles = next((row.cells for row in table.rows if row.number == header), ())
    return Recognition(header, titles, dict(targets), tuple(_doubts(targets.values())))


def recognise(table: ListSheet, kind: ListKind) -> Recognition:
    """Find the header among the first rows and read its columns."""
    hidden = _hidden_titles(table)
    table = table.as_shown
    header, titles = _header(table.rows[:SEARCHED_ROWS])
    if not header and kind is ListKind.ENTRIES:
        header, titles = _header_of_groups(table)
    if not header:
        return _without_header(table, kind)
    columns = _Columns(titles, rows_under_header(table, header))
    targets = columns.targets(kind)
    unrepeated = {column: target for column, target in targets.items() if column not in _repeated_columns(targets)}
    whole = tuple(hidden(header, column) or title for column, title in enumerate(titles))
    return Recognition(header, whole, unrepeated, tuple(_doubts(targets.values())))


def _without_header(table: ListSheet, kind: ListKind) -> Recognition:
    """What the columns of a list without titles seem to hold: asked, unless pairs or teams stand whole in one,
    or the names are known ones and every column is understood.
    """
    words = letter_rows(table, 0)
    table = replace(table, rows=tuple(row for row in table.rows if row.number not in words))
    targets = _guessed_targets(table, kind)
    is_sure = any(target.field is Datum.PLAYERS for target in targets.values()) or (
        speak_for_themselves(table.rows, {column: target.field for column, target in targets.items()})
    )
    return Recognition(0, (), targets, () if is_sure else (ColumnDoubt.NO_HEADER,))


def _hidden_titles(table: ListSheet) -> Callable[[int, int], str]:
    """What stands in a row above a column that the sheet hides: such a column is named, and left out."""
    rows = {row.number: row for row in table.rows[: SEARCHED_ROWS + 1]}
    return lambda header, column: rows[header].cell(column) if column in table.hidden_columns else ""


def _guessed_targets(table: ListSheet, kind: ListKind) -> dict[int, Target]:
    """What columns without headings seem to hold; of a list of players, only one."""
    together = next((column for column in range(table.width) if _holds_groups(table, column)), None)
    if kind is ListKind.ENTRIES and together is not None:
        numbers = {0: Target(Datum.NUMBER)} if together and all(row.cell(0).isdecimal() for row in table.rows) else {}
        return {**numbers, together: Target(Datum.PLAYERS)}
    places = range(1, 2) if kind is ListKind.PLAYERS else range(MOST_GUESSED + 1)
    guesses = guess_columns(table.rows, table.width).items()
    return {column: Target(field, place) for column, (field, place) in guesses if place in places}


def _holds_groups(table: ListSheet, column: int) -> bool:
    """Whether most cells hold several people: «Rossi Mario – Bianchi Anna»; «Rossi-Bianchi» may be one."""
    cells = [without_asides(cell)[0] for row in table.rows if (cell := row.cell(column))]
    groups = [cell for cell in cells if " " in cell and len(people_in(cell)) > 1]
    return bool(cells) and 2 * len(groups) > len(cells)


def _doubts(targets: Iterable[Target]) -> list[ColumnDoubt]:
    counted = Counter(targets)
    fields = {target.field for target in counted}
    doubts = [] if fields & (WHOLE_NAMES | {Datum.LAST, Datum.PLAYERS}) else [ColumnDoubt.NO_NAMES]
    return [*doubts, ColumnDoubt.SAME_TWICE] if any(count > 1 for count in counted.values()) else doubts


def _repeated_columns(targets: Mapping[int, Target]) -> set[int]:
    """The columns that hold what one before them holds."""
    first: dict[Target, int] = {}
    return {column for column, target in sorted(targets.items()) if first.setdefault(target, column) != column}


def _header(rows: Sequence[SheetRow]) -> tuple[int, tuple[str, ...]]:
    """The row number and titles of the best header, of one row or of two; 0 when no row names people."""
    best: tuple[tuple[int, int], int, tuple[str, ...]] = ((0, 0), 0, ())
    for index, row in enumerate(rows):
        candidates = [(row.number, row.cells)]
        if index + 1 < len(rows):
            candidates.append((rows[index + 1].number, _stack_rows(row, rows[index + 1])))
        for number, titles in candidates:
            score = _score(titles)
            # A row by itself says as much as with the title of the list above it.
            if score > best[0] or (number == best[1] and score == best[0]):
                best = (score, number, titles)
    return best[1], best[2]


def _header_of_groups(table: ListSheet) -> tuple[int, tuple[str, ...]]:
    """«Coppia» alone, where most cells under it are groups of people."""
    for row in table.rows[:SEARCHED_ROWS]:
        for column, title in enumerate(row.cells):
            heading = read_heading(title)
            under = replace(table, rows=rows_under_header(table, row.number))
            if heading and heading.field is Datum.PAIR and _holds_groups(under, column):
                return row.number, row.cells
    return 0, ()


def _score(titles: Iterable[str]) -> tuple[int, int]:
    """How many titles are understood, and how many name the player; none counts unless one of them is of people."""
    # «Riserve:» alone stands over what follows it, and over no column.
    texts = [text for title in titles if (text := title.strip())]
    headings = [heading for text in texts if (heading := read_heading(text))]
    if len(headings) == 1 and texts[-1].endswith(":"):
        return (0, 0)
    people = WHOLE_NAMES | {Datum.LAST, Datum.FIRST, Datum.PLAYERS, Datum.PAIR}
    # A lone word is a header only where people stand in one column: a title may be one too («Coppie»).
    names = [heading for heading in headings if heading.field in people]
    is_header = len(headings) > 1 or any(heading.field is not Datum.PAIR for heading in names)
    return (len(headings), sum(heading.place > 0 for heading in headings)) if names and is_header else (0, 0)


def _stack_rows(upper: SheetRow, lower: SheetRow) -> tuple[str, ...]:
    """Two rows as one header: a title above, merged over several columns, stands before each title below."""
    titles, group = [], ""
    for column in range(max(len(upper.cells), len(lower.cells))):
        group = upper.cell(column) or group
        below = lower.cell(column)
        titles.append(_stacked(group, below) if below and below != group else upper.cell(column) or below)
    return tuple(titles)


def _stacked(group: str, title: str) -> str:
    """A title under the one of its group: «Anagrafica» says nothing of a «Cognome», «Giocatore 1» says whose it is."""
    both = f"{group} {title}".strip()
    says_less = read_heading(group) or {*plain_words(group)} <= {*header_words()["words"]["above"]}
    return title if says_less and read_heading(title) and not read_heading(both) else both


class _Columns:
    """The titles of a table with the cells under them, from which the targets are worked out."""

    def __init__(self, titles: Sequence[str], rows: Sequence[SheetRow]) -> None:
        self.titles = titles
        self.rows = rows
        self.found = {column: heading for column, title in enumerate(titles) if (heading := read_heading(title))}
        self._leave_out_keys()
        self._settle_bare_names()

    def _leave_out_keys(self) -> None:
        """«ID» beside «Tessera» is the key of some program, and no card."""
        cards = [column for column, heading in self.found.items() if heading.field is Datum.CARD]
        keys = [column for column in cards if {*plain_words(self.titles[column])} <= _OF_PROGRAMS]
        if len(keys) < len(cards):
            self.found = {column: heading for column, heading in self.found.items() if column not in keys}

    def _settle_bare_names(self) -> None:
        """«Name» beside «Vorname» or «First name» is the surname."""
        fields = {(heading.field, heading.place) for heading in self.found.values()}
        given = {column: heading for column, heading in self.found.items() if heading.field is Datum.FIRST}
        bare = {column for column in given if _says_only_name(self.titles[column])}
        for column in bare:
            place = given[column].place
            beside = any(other.place == place for index, other in given.items() if index not in bare)
            if beside and (Datum.LAST, place) not in fields:
                self.found[column] = Heading(Datum.LAST, place)

    def targets(self, kind: ListKind) -> dict[int, Target]:
        """What each column holds, places given and doubtful titles settled by the cells."""
        self._settle_pair()
        if kind is ListKind.PLAYERS:
            listed = {column: heading for column, heading in self.found.items() if heading.field in PERSONAL}
            targets = {column: Target(heading.field, 1) for column, heading in listed.items()}
        else:
            targets = self._targets_placed()
        self._settle_names(targets)
        self._settle_untitled(targets, kind)
        self._settle_states(targets)
        return dict(sorted(targets.items()))

    def _is_mostly(self, column: int, holds: Callable[[str], bool]) -> bool:
        cells = [cell for row in self.rows if (cell := row.cell(column))]
        return bool(cells) and 2 * sum(map(holds, cells)) > len(cells)

    def _settle_pair(self) -> None:
        """«Coppia» over numbers is the number; over words the players, or a name where those have columns."""
        has_people = any(heading.field in WHOLE_NAMES | {Datum.LAST} for heading in self.found.values())
        for column, heading in self.found.items():
            if heading.field is Datum.PAIR:
                is_number = self._is_mostly(column, lambda cell: cell[:1].isdigit())
                words = Datum.NAME if has_people else Datum.PLAYERS
                self.found[column] = Heading(Datum.NUMBER if is_number else words)

    def _targets_placed(self) -> dict[int, Target]:
        """Each heading with its player: named, by the order of equal headings, or of the columns before it."""
        people = max(
            Counter(_datum_family(heading) for heading in self.found.values() if heading.field in _NAMING).values(),
            default=0,
        )
        unplaced = [column for column, heading in self.found.items() if heading.field in PERSONAL and not heading.place]
        alike = Counter(_datum_family(self.found[column]) for column in unplaced)
        counts: Counter[Datum] = Counter()
        targets = {c: Target(heading.field, heading.place) for c, heading in self.found.items() if c not in unplaced}
        for column in unplaced:
            family = _datum_family(self.found[column])
            counts[family] += 1
            if alike[family] > 1:
                place = counts[family] if alike[family] == people or family not in SHARED else 0
                place = _next_free(place, family, targets)
            else:
                place = 0 if family in SHARED else self._place_before(column, family, targets)
            targets[column] = Target(self.found[column].field, place)
        return {column: self._shared_target(target, targets.values()) for column, target in targets.items()}

    def _place_before(self, column: int, family: Datum, targets: Mapping[int, Target]) -> int:
        """The player of the nearest column before it whose own such column is missing; the first otherwise."""
        taken = {target.place for target in targets.values() if _datum_family(target) is family}
        before = [targets[c].place for c in range(column - 1, -1, -1) if c in targets and targets[c].place]
        return next((place for place in before if place not in taken), 1)

    @staticmethod
    def _shared_target(target: Target, others: Iterable[Target]) -> Target:
        """A club or category that stands once is everybody's, whatever group it stands under."""
        is_alone = sum(other.field is target.field for other in others) == 1
        return replace(target, place=0) if target.field in SHARED and is_alone else target

    def _settle_names(self, targets: dict[int, Target]) -> None:
        """«Nome» without «Cognome», or a «Cognome» of several words, is the whole name."""
        fields = {(target.field, target.place) for target in targets.values()}
        whole = {target.place for target in targets.values() if target.field in WHOLE_NAMES}
        for column, target in list(targets.items()):
            place = target.place
            if target.field in WHOLE_NAMES and {(Datum.LAST, place), (Datum.FIRST, place)} <= fields:
                del targets[column]
            elif target.field is Datum.FIRST and (Datum.LAST, place) not in fields and place not in whole:
                targets[column] = Target(Datum.FULL, place)
            elif target.field is Datum.LAST and (Datum.FIRST, place) not in fields and self._has_whole_names(column):
                targets[column] = Target(Datum.LAST_FIRST, place)

    def _settle_states(self, targets: dict[int, Target]) -> None:
        """«Stato» over what is no state of a member, as a country, is left out."""
        for column in [column for column, target in targets.items() if target.field is Datum.STATE]:
            if not self._is_mostly(column, lambda cell: read_standing({"state": cell}) is not None):
                del targets[column]

    def _has_whole_names(self, column: int) -> bool:
        return self._is_mostly(column, lambda cell: " " in cell or "," in cell)

    def _settle_untitled(self, targets: dict[int, Target], kind: ListKind) -> None:
        """A title merged over two columns of single words stands over surname and name."""
        naming = [target for target in targets.values() if target.field in _NAMING | {Datum.PLAYERS}]
        is_of_many = kind is ListKind.ENTRIES and len(naming) == 1
        for column, target in list(targets.items()):
            if target.field is Datum.PLAYERS or (is_of_many and target.field is Datum.FULL):
                self._settle_merged(column, targets)
            after = column + 1
            is_untitled = after not in targets and not (self.titles[after : after + 1] or ("",))[0]
            if target.field not in WHOLE_NAMES or not is_untitled or self._has_whole_names(column):
                continue
            if self._is_mostly(after, lambda cell: not any(map(str.isdigit, cell))):
                fields = (Datum.LAST, Datum.FIRST) if self._surname_first(column) else (Datum.FIRST, Datum.LAST)
                targets[column], targets[after] = (Target(datum, target.place) for datum in fields)

    def _settle_merged(self, column: int, targets: dict[int, Target]) -> None:
        """«Coppia» merged over columns of one whole name each stands over the first, the second …"""
        merged = [column]
        while (after := merged[-1] + 1) not in targets and not (self.titles[after : after + 1] or ("",))[0]:
            if not self._is_mostly(after, lambda cell: " " in cell and len(people_in(cell)) == 1):
                break
            merged.append(after)
        if len(merged) > 1 and self._is_mostly(column, lambda cell: len(people_in(cell)) == 1):
            targets |= {one: Target(Datum.FULL, place) for place, one in enumerate(merged, start=1)}

    def _surname_first(self, column: int) -> bool:
        """Whether the column of surnames comes before that of names, as it does where the names do not tell."""
        rows = [f"{row.cell(column)} {row.cell(column + 1)}" for row in self.rows]
        return order_of(rows) is Order.LAST_FIRST


_NAMING = WHOLE_NAMES | {Datum.LAST}


def _next_free(place: int, family: Datum, targets: Mapping[int, Target]) -> int:
    """The place, or of whole names the next one that no heading names: «Capitano», «Giocatore 2», «Riserva»."""
    taken = {target.place for target in targets.values() if _datum_family(target) is family}
    return next(free for free in count(place) if family is not Datum.FULL or free not in taken)


def _datum_family(column: Heading | Target) -> Datum:
    """The field, the whole names taken together."""
    return Datum.FULL if column.field in WHOLE_NAMES else column.field


def _says_only_name(title: str) -> bool:
    """Whether it says «name» and not which: «Name», «Name 2», «Player's name»."""
    return "name" in (words := plain_words(title)) and not {"first", "given"} & {*words}


_OF_PROGRAMS = frozenset({"id", "cod", "codice", "matricola"})
