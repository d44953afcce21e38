"""Who sits where in a round and what came out there, as its public page tells: plain values, since tables are many.

Entries by what a phone types to find its seat; the names are read once for a whole hall.

Long lists of tables, a hundred at a time: a phone in the hall does not carry away a thousand of them.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext

from codes.seats import Line
from hall.clock.queries import extra_minutes
from pages.caches import Keeper
from pages.forms import number_in
from people.players.queries import matching_places, words_of
from records.requests import PublicRequest, numbered
from records.rights import Right
from tournaments.entries.models import Entry, EntryMember
from tournaments.rounds.models import LineUp, Round, Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.queries import TableResult, figures_in_force, table_results, with_other_rooms
from tournaments.scores.round_queries import boards_played
from tournaments.scores.words import reference_in_words
from tournaments.setup.models import Contest, Tournament

ENTRIES_ON = {Line.A: ("line_a_id", "line_a2_id"), Line.B: ("line_b_id", "line_b2_id")}
SEATS_OF_A_LINE = 2


@dataclass(frozen=True)
class SeatedEntry:
    """An entry at a table: its number, the address of its record, its players there (of a team besides its name).

    Of two single players who play together each has their own name; so has whoever has no players said.
    """

    number: int
    href: str
    team: str
    names: Sequence[str]


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round: who sits on its lines, without line B a rest, and its result once it is whole."""

    number: int
    href: str
    # Of a match of teams; else nothing.
    room: str
    a: Sequence[SeatedEntry]
    b: Sequence[SeatedEntry]
    result: TableResult
    # Of the whole match, in place of what was played.
    fixed: MatchScore | None = None
    extra_minutes: int = 0
    # A match of a bracket that has a name of its own.
    called: str = ""

    @property
    def lines(self) -> tuple[Sequence[SeatedEntry], Sequence[SeatedEntry]]:
        return self.a, self.b

    @property
    def is_bye(self) -> bool:
        return not self.b

    @property
    def says(self) -> object:
        """All that its row shows besides what came out."""
        return self.number, self.href, self.room, self.called, *map(tuple, self.lines)

    @property
    def score(self) -> str:
        """The VP of the two lines, fixed or played; nothing while a board is missing."""
        if self.fixed:
            return f"{self.fixed.vp_a} – {self.fixed.vp_b}"
        return f"{self.result.vp_a} – {self.result.vp_b}" if self.result.is_complete else ""

    @property
    def reading(self) -> str:
        """Where the VP come from, if not from the difference played."""
        if self.fixed:
            return gettext("Punteggio fissato: %(reference)s") % {"reference": reference_in_words(self.fixed.reference)}
        return self.result.reading


def seated_tables(round_: Round, only: Collection[int], rights: Collection[Right]) -> list[SeatedTable]:
    """The tables (primary keys) in order, with their result; as many queries however many they are.

    rights: who may arbitrate gets the address of each table.
    """
    tables = _read_tables(round_, only)
    wanted = [table for table in tables if table.pk in only]
    results, at = _results(round_, tables), _entries_by_seat(round_, wanted)
    fixed = {
        match_score.table_id: match_score for match_score in MatchScore.objects.current().filter(table__round=round_)
    }
    extra = extra_minutes(round_) if round_.state == Round.State.PLAYING else {}
    href = _address_of_table(round_, rights)
    is_of_teams = round_.tournament.contest == Contest.TEAMS
    return [
        SeatedTable(
            number=table.number,
            href=href(table.number) if href else "",
            room=gettext("Sala %(number)s") % {"number": table.room} if is_of_teams and not table.is_bye else "",
            called=table.called,
            a=at[table.pk, Line.A],
            b=at[table.pk, Line.B],
            result=results[table.pk],
            fixed=fixed.get(table.pk),
            extra_minutes=extra.get(table.number, 0),
        )
        for table in wanted
    ]


def kind_of_entry(contest: str) -> str:
    """What stands before the number of an entry, for who listens to the page; said hundreds of times, so no promise."""
    return {Contest.TEAMS: gettext("Squadra"), Contest.PAIRS: gettext("Coppia")}.get(
        Contest(contest), gettext("Giocatore")
    )


def _read_tables(round_: Round, only: Collection[int]) -> list[Table]:
    # The other rooms too: without them a match of teams has no result.
    tables = list(with_other_rooms(round_, only).order_by("number"))
    for table in tables:
        table.round = round_
    return tables


def _address_of_table(round_: Round, rights: Collection[Right]) -> Callable[[int], str] | None:
    if Right.VIEW_CASES not in rights or not round_.is_public:
        return None
    return numbered("table", round_.tournament.slug, round_.number)


def _results(round_: Round, tables: Sequence[Table]) -> dict[int, TableResult]:
    scores = figures_in_force(tables)
    boards = boards_played(round_)
    played = {table: [scores.get((table.pk, board.pk)) for board in boards.of_table(table)] for table in tables}
    return table_results(round_.tournament, played)


def _entries_by_seat(round_: Round, tables: Iterable[Table]) -> dict[tuple[int, Line], list[SeatedEntry]]:
    places = {
        (table.pk, line): [key for key in (getattr(table, name) for name in names) if key]
        for table in tables
        for line, names in ENTRIES_ON.items()
    }
    keys = {key for entries in places.values() for key in entries}
    named = Entry.objects.filter(pk__in=keys).values_list("pk", "number", "name")
    entries = {pk: (number, name) for pk, number, name in named}
    is_of_teams = round_.tournament.contest == Contest.TEAMS
    line_ups, members = (_line_ups(round_), {}) if is_of_teams else ({}, _members(round_, keys))
    href = numbered("pair", round_.tournament.slug)

    def seated(place: tuple[int, Line], key: int) -> SeatedEntry:
        number, name = entries[key]
        if is_of_teams:
            return SeatedEntry(number, href(number), name, line_ups.get(place, ()))
        is_alone = len(places[place]) == 1
        return SeatedEntry(number, href(number), "", (is_alone and members.get(key)) or (name,))

    return {place: [seated(place, key) for key in entries] for place, entries in places.items()}


def _members(round_: Round, entries: Collection[int]) -> dict[int, list[str]]:
    members = EntryMember.objects.filter(entry__in=entries, position__lte=SEATS_OF_A_LINE)
    here = members.at_end_of(round_.number).order_by("position")
    names = defaultdict[int, list[str]](list)
    for entry, first_name, last_name in here.values_list("entry", "player__first_name", "player__last_name"):
        names[entry].append(f"{first_name} {last_name}")
    return names


def _line_ups(round_: Round) -> dict[tuple[int, Line], Sequence[str]]:
    """Who plays for a team at each table and line, where its line-up is given."""
    line_up_query_set = LineUp.objects.filter(table__round=round_).with_players()
    return {
        (line_up.table_id, Line(line_up.line)): (str(line_up.first), str(line_up.second))
        for line_up in line_up_query_set
    }


# A player who entered or came in for another within so many seconds may not be found yet.
LATE = 10
SECONDS = 60


class _Names(NamedTuple):
    """The entries (primary keys) in order, and by each word of their names the places of those who bear it."""

    keys: list[int]
    places: dict[str, list[int]]


NAMES: Keeper[_Names] = Keeper("names", late=LATE, seconds=SECONDS)


def find_entries(tournament: Tournament, typed: str, round_number: int) -> list[int]:
    """The entries (primary keys) of that number, or with players or a name like it in the round, the nearest first."""
    if typed.isdecimal():
        # No entry has the number 0: what no number can be finds nobody.
        numbered = Entry.objects.filter(tournament=tournament, number=number_in(typed) or 0)
        return list(numbered.values_list("pk", flat=True))
    key = f"{tournament.pk}-{round_number}"
    names = NAMES.get(key, tournament.data_version, lambda: _names(tournament, round_number))
    return [names.keys[place] for place in matching_places(typed, names.places)]


def _names(tournament: Tournament, round_number: int) -> _Names:
    texts = dict(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", "name"))
    members = EntryMember.objects.filter(entry__tournament=tournament, from_round__lte=round_number)
    members = members.exclude(until_round__lt=round_number).order_by()
    for entry, first_name, last_name in members.values_list("entry", "player__first_name", "player__last_name"):
        texts[entry] += f" {first_name} {last_name}"
    return _Names(list(texts), words_of(list(texts.values())))


TABLES_A_PAGE = 100


def tables_shown(request: PublicRequest, round_: Round) -> "Page[int]":
    """The tables (primary keys) of the page asked for, in order."""
    tables = Table.objects.filter(round=round_).order_by("number").values_list("pk", flat=True)
    return Paginator(list(tables), TABLES_A_PAGE).get_page(request.GET.get("page"))


def grid_address(slug: str, table: Table, anchor: str) -> str:
    """Where the score grid shows the table, at that anchor."""
    before = Table.objects.filter(round=table.round_id, number__lt=table.number).count()
    page = before // TABLES_A_PAGE + 1
    page_query = f"?page={page}" if page > 1 else ""
    return f"{reverse('round_grid', args=[slug, table.round.number])}{page_query}#{anchor}"
