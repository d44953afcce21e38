"""A pending import as the director looks at it: what would be entered, what cannot be, which players seem known."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from papers.sheets import local
from people.accounts.models import Player
from people.imports import table as tables
from people.imports.columns import ColumnDoubt, Recognition, Target, rows_under_header
from people.imports.headings import Datum
from people.imports.likeness import SURE, Comparison, Likeness, Sureness, compare_people
from people.imports.passed_over import PassedOver, passed_over
from people.imports.personal_columns import PlainDays, with_plain_days, with_states
from people.imports.repetitions import with_repetitions
from people.imports.rows import (
    PLAYER,
    EntryRow,
    Shape,
    WrittenPlayer,
    card_key,
    columns_left_out,
    entry_rows,
    grouping_column,
    order_in,
    people_of,
)
from people.imports.table import ListSheet, SheetRow
from people.players.models import Member
from people.players.queries import as_known, kept_keys, members_called, player_of
from tournaments.entries.admission_queries import flagged_people, person_of
from tournaments.entries.eligibility import Finding, Person
from tournaments.entries.models import Entry, EntryMember
from tournaments.entry_lists.mending_queries import ByHand
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.reading import Reading, other_sheets
from tournaments.entry_lists.words import FIELDS, LIKENESSES, problem_in_words
from tournaments.setup.models import Tournament

NEW = "new"


@dataclass(frozen=True)
class PersonOption:
    """A known player whom somebody in the file may be; `entered` is the number of the entry they are in already.

    member: who of the roster it is, of whom there is no player yet; then `player` is to be recorded.
    """

    player: Player
    likeness: Likeness
    entered: int | None
    member: Member | None = None

    @property
    def key(self) -> str:
        """The answer that means them."""
        return f"t{self.member.pk}" if self.member else str(self.player.pk)

    @property
    def words(self) -> str:
        """Why they may be the same."""
        return _("nell’albo") if self.member else str(LIKENESSES[self.likeness])


@dataclass(frozen=True)
class PersonLine:
    """Somebody in the file, and who they may be; `field` names the question in the form."""

    person: WrittenPlayer
    match: Comparison
    options: tuple[PersonOption, ...]
    field: str

    @property
    def is_question(self) -> bool:
        return self.match.verdict is not Sureness.SAME and bool(self.options)

    @property
    def known(self) -> PersonOption | None:
        return self.options[0] if self.match.verdict is Sureness.SAME else None

    @property
    def proposed(self) -> str:
        """The answer marked beforehand; empty where none should be, as when that player is entered already."""
        if all(option.member for option in self.options):
            return self.options[0].key if len(self.options) == 1 else ""
        proposed = next((option for option in self.options if option.player.pk == self.match.proposed), None)
        return proposed.key if proposed and not proposed.entered else ""

    @property
    def is_card_taken(self) -> bool:
        """Whether the card is a known player's already, so that a new one cannot have it too."""
        card = card_key(self.person.card)
        return bool(card) and any(card_key(option.player.card_number) == card for option in self.options)


@dataclass(frozen=True)
class EntryLine:
    """A row of the file: the number it would have (0: none), its people, what is wrong in words."""

    entry: EntryRow
    number: int
    people: tuple[PersonLine, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        return not self.errors

    @property
    def name(self) -> str:
        return (self.entry.name or name_of([line.person for line in self.people]))[:200]


@dataclass(frozen=True)
class ListColumn:
    """A column for the director to name: its letter, title, first texts and what it holds."""

    index: int
    letter: str
    title: str
    samples: tuple[str, ...]
    target: str


class Review:
    """What accepting the batch would do, worked out anew from the file and from what is known now."""

    def __init__(self, batch: ImportBatch) -> None:
        self.batch = batch
        self.is_of_players = batch.kind == ImportBatch.Kind.PLAYERS
        self.all_tables = [tables.from_data(data) for data in batch.tables]
        self.by_hand = ByHand.of_batch(batch)
        self.table: ListSheet = self.by_hand.over(self.all_tables[batch.columns["table"]])
        self.columns = columns_of(batch)
        self.shape = shape_of(batch)

    @cached_property
    def lines(self) -> list[EntryLine]:
        if not self.columns.is_sure:
            return []
        without = {*self.passed, *(row.number for row in self.left)}
        plain = self.plain
        entries = entry_rows(plain.table, plain.columns, self.shape, without=without)
        return list(_Lines(self.batch, with_repetitions(with_states(entries, self.table, self.columns))))

    @cached_property
    def plain(self) -> PlainDays:
        """The list with the days that it tells made plain."""
        return with_plain_days(self.table, self.columns, local(timezone.now()).date())

    @cached_property
    def passed(self) -> dict[int, PassedOver]:
        """The rows that are nobody, but for those of which the director has said otherwise."""
        grouped = grouping_column(self.columns, self.shape) is not None
        passed = passed_over(self.table, self.columns, grouped=grouped)
        return {row: why for row, why in passed.items() if row not in self.by_hand.rows}

    @cached_property
    def left(self) -> list[SheetRow]:
        """The rows that the director leaves out."""
        return [row for row in self.table.rows if self.by_hand.rows.get(row.number) is False]

    @property
    def passed_rows(self) -> list[tuple[SheetRow, PassedOver]]:
        return [(row, self.passed[row.number]) for row in self.table.rows if row.number in self.passed]

    @cached_property
    def good(self) -> list[EntryLine]:
        return [line for line in self.lines if line.is_good]

    @cached_property
    def bad(self) -> list[EntryLine]:
        return [line for line in self.lines if not line.is_good]

    @cached_property
    def people(self) -> list[PersonLine]:
        """Everybody in the rows that can be taken."""
        return [person for line in self.good for person in line.people]

    @cached_property
    def questions(self) -> list[PersonLine]:
        return [person for person in self.people if person.is_question]

    @cached_property
    def lines_with_warnings(self) -> list[EntryLine]:
        return [line for line in self.good if line.warnings]

    @cached_property
    def flagged(self) -> list[tuple[Person, tuple[Finding, ...]]]:
        """Whom the roster of the tournament's federation would flag, and what it says of them."""
        tournament = self.batch.tournament
        if tournament is None or self.is_of_players:
            return []
        return flagged_people(tournament, [self._as_asked(line, tournament) for line in self.people])

    @staticmethod
    def _as_asked(line: PersonLine, tournament: Tournament) -> Person:
        """A known player with what the file completes of them, or somebody new of the tournament's federation."""
        written = line.person
        if line.known is None:
            card, club = written.card, written.club
            return Person(written.last_name, written.first_name, card, club, tournament.federation_id)
        known = person_of(line.known.player)
        return replace(known, card=known.card or written.card, club=known.club or written.club)

    @property
    def known_count(self) -> int:
        return sum(person.known is not None for person in self.people)

    @property
    def new_count(self) -> int:
        return sum(not person.options for person in self.people)

    @property
    def left_out(self) -> list[str]:
        return list(columns_left_out(self.columns, self.table.width).values())

    @property
    def is_text(self) -> bool:
        """Whether the tables are readings of one text, and no sheets."""
        return not self.batch.file_name.lower().endswith((".xlsx", ".xlsm"))

    @property
    def reading(self) -> Reading:
        """How it was read: of a text by which letters and separator, with a sample."""
        return Reading(
            name=self.table.name if self.is_text else "",
            order=self.order,
            left_out=self.left_out,
            days=self.plain.told,
            sheets=[] if self.is_text else other_sheets(self.all_tables, self.batch.columns["table"]),
            rows=len(self.lines_with_warnings),
            names=[f"{one.person.last_name} {one.person.first_name}" for one in self.people],
        )

    @property
    def order(self) -> str:
        """In which order the whole names are read, in words; nothing where surname and name have a column each."""
        found = order_in(self.columns, rows_under_header(self.table, self.columns.header))
        return str(FIELDS[Datum(found.value)]) if found and self.columns.is_sure else ""

    @property
    def sheet_columns(self) -> list[ListColumn]:
        under = [row for row in self.table.rows if row.number > self.columns.header]
        return [self._column(index, [row.cell(index) for row in under]) for index in range(self.table.width)]

    def _column(self, index: int, texts: Iterable[str]) -> ListColumn:
        title = (self.columns.titles[index : index + 1] or ("",))[0]
        target = self.columns.targets.get(index)
        samples = tuple(text for text in texts if text)[:3]
        return ListColumn(index, letter_of(index), title, samples, target.key if target else "")


def letter_of(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def shape_of(batch: ImportBatch) -> Shape:
    """What an entry of the tournament may hold, or a lone player."""
    if batch.kind == ImportBatch.Kind.PLAYERS or batch.tournament is None:
        return PLAYER
    fewest, most = batch.tournament.members_per_entry
    return Shape(fewest=fewest, most=most)


def columns_of(batch: ImportBatch) -> Recognition:
    columns = batch.columns
    targets = {int(index): Target.parse(key) for index, key in columns["targets"].items()}
    return Recognition(columns["header"], tuple(columns["titles"]), targets, tuple(map(ColumnDoubt, columns["doubts"])))


def name_of(people: Iterable[WrittenPlayer]) -> str:
    """What an entry of these people is called: the surnames, or one's whole name."""
    listed = list(people)
    if len(listed) == 1:
        return f"{listed[0].first_name} {listed[0].last_name}"
    return " – ".join(person.last_name for person in listed)


def entered_players(tournament: Tournament, merged_into: Mapping[int, int]) -> dict[int, int]:
    """The players who hold a place in an entry of the tournament, with its number."""
    members = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)
    numbers = members.exclude(entry__state=Entry.State.WITHDRAWN).values_list("player_id", "entry__number")
    return {merged_into.get(player, player): number for player, number in numbers}


class _Lines:
    """The rows of a file beside what the tournament and its federation know."""

    def __init__(self, batch: ImportBatch, entries: tuple[EntryRow, ...]) -> None:
        self.entries = entries
        self.is_of_players = batch.kind == ImportBatch.Kind.PLAYERS
        merged_into = kept_keys()
        people, federation = people_of(entries), batch.of_federation
        known = Player.objects.filter(Q(federation=federation) | Q(federation__isnull=True))
        comparisons = compare_people(people, as_known(known))
        self.matches = [comparison.of_one(merged_into) for comparison in comparisons]
        alike = {candidate.key for comparison in self.matches for candidate in comparison.candidates}
        self.players: dict[int, Player] = Player.objects.select_related("club").in_bulk(alike)
        new = [one for one, found in zip(people, self.matches, strict=True) if found.verdict is Sureness.NEW]
        self.members = iter(members_called(new, federation.pk))
        self.entered: dict[int, int] = {}
        self.numbers: _Numbers | None = None
        if batch.tournament and not self.is_of_players:
            self.entered = entered_players(batch.tournament, merged_into)
            self.numbers = _Numbers(batch.tournament, entries)

    def __iter__(self) -> Iterator[EntryLine]:
        matches = iter(self.matches)
        for entry in self.entries:
            yield self._line(entry, [next(matches) for _person in entry.players])

    def _line(self, entry: EntryRow, matches: list[Comparison]) -> EntryLine:
        people = tuple(
            PersonLine(person, comparison, self._options(comparison), f"p{entry.row}-{index}")
            for index, (person, comparison) in enumerate(zip(entry.players, matches, strict=True))
        )
        errors = [problem_in_words(problem) for problem in entry.problems if problem.is_error]
        errors += [*_already_in(people), *self.numbers.errors(entry)] if self.numbers else []
        number = self.numbers.number_of(entry) if self.numbers and not errors else 0
        warnings = tuple(problem_in_words(problem) for problem in entry.problems if not problem.is_error)
        return EntryLine(entry, number, people, tuple(errors), warnings)

    def _options(self, comparison: Comparison) -> tuple[PersonOption, ...]:
        if comparison.verdict is Sureness.NEW:
            return self._of_roster()
        return tuple(
            PersonOption(self.players[candidate.key], candidate.likeness, self.entered.get(candidate.key))
            for candidate in comparison.candidates
        )

    def _of_roster(self) -> tuple[PersonOption, ...]:
        """The members of the name of somebody new, each as the player that they would be."""
        return tuple(PersonOption(player_of(one), Likeness.NAME, None, one) for one in next(self.members))


def _already_in(people: Sequence[PersonLine]) -> list[str]:
    """Those known by their card who hold a place already; or that the whole row does, as when a list comes again."""
    numbers = {_surely_entered(line) for line in people}
    if len(numbers) == 1 and (number := numbers.pop()):
        return [_("Questa iscrizione c’è già, col numero %(number)d.") % {"number": number}]
    words = _("%(player)s è già iscritto col numero %(number)d.")
    known = [line.known for line in people if line.known and line.known.entered]
    return [words % {"player": option.player, "number": option.entered} for option in known]


def _surely_entered(line: PersonLine) -> int | None:
    """The number under which who has this card, or exactly this name, holds a place."""
    return next((option.entered for option in line.options if option.likeness in SURE and option.entered), None)


class _Numbers:
    """Numbers of entries: those of the file where they are free, the next free ones for the rest."""

    def __init__(self, tournament: Tournament, entries: Iterable[EntryRow]) -> None:
        self.taken = set(tournament.entries.values_list("number", flat=True))
        numbers = {entry.number for entry in entries if entry.number is not None}
        last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
        # What the file asks for further down is not given away above it.
        self.free = (number for number in range(last + 1, 100_000) if number not in numbers)

    def errors(self, entry: EntryRow) -> list[str]:
        """Whether the number asked for belongs to an entry of the tournament."""
        is_taken = entry.number in self.taken
        return [_("Il numero %(number)d è già di un’altra iscrizione.") % {"number": entry.number}] if is_taken else []

    def number_of(self, entry: EntryRow) -> int:
        return entry.number if entry.number is not None else next(self.free)
