"""Which page, table, round or pair is meant by a typed word; of a round's tables, who sits there, who calls."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from hall.calls.models import Call
from hall.desk.menu import named
from hall.desk.ways import Here
from hall.seats.queries import find_entries, grid_address
from pages.forms import number_in
from people.accounts.models import called
from records.prepared_queries import prepared
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.words import entry_words
from tournaments.setup.access import rounds_of
from tournaments.setup.models import Tournament


class Calling(NamedTuple):
    """Since when a table calls; who goes there (an empty name: nobody yet), since when, and since when they are there.

    second: since when the table asks for a second arbiter, as long as none comes.
    """

    since: datetime
    owner: str
    taken: datetime | None = None
    put_off: datetime | None = None
    arrived: datetime | None = None
    second: datetime | None = None


def seated_names(round_: Round) -> dict[int, tuple[str, str]]:
    """By table (primary key), the names and numbers of both lines; line B is empty if line A rests."""
    callings = {}
    for pk, *values in _seated_tables(round_pk=round_.pk):
        a, b, a2, b2 = zip(values[::2], values[1::2], strict=True)
        callings[pk] = _line(a, a2), _line(b, b2)
    return callings


def calls_of(round_: Round) -> dict[int, Calling]:
    """The open calls of the round, by table."""
    return {
        table: Calling(
            since, called(*owner) if owner[-1] else "", taken, put_off, arrived, None if comes else second_asked
        )
        for table, since, taken, put_off, arrived, second_asked, comes, *owner in _calls(round_pk=round_.pk)
    }


def _line(*entries: tuple[int | None, str | None]) -> str:
    return " + ".join(f"{number} {name}" for number, name in entries if number)


@prepared
def _seated_tables(*, round_pk: int) -> "QuerySet[Table, Any]":
    fields = [f"{line}__{field}" for line in LINES for field in ("number", "name")]
    return Table.objects.filter(round=round_pk).order_by().values_list("pk", *fields)


@prepared
def _calls(*, round_pk: int) -> "QuerySet[Call, Any]":
    when = ("opened_at", "taken_at", "put_off_until", "arrived_at", "second_asked_at")
    owner = ("owner__first_name", "owner__last_name", "owner__username")
    return Call.objects.open().filter(table__round=round_pk).order_by().values_list("table", *when, "second", *owner)


# The most pairs found by a name; each may bring its table too.
MOST = 6
# «12», «3.12» (table 12 of round 3), «tavolo 12»: a word before the number says what it is the number of.
NUMBERED = re.compile(r"^(?:(?P<kind>[^\W\d_]+)\s*)?(?:(?P<round>\d{1,9})[.,/-])?(?P<number>\d{1,9})$")


class Destination(NamedTuple):
    """A page to go to: its address, its name, and a remark."""

    href: str
    words: str
    aside: str


class Finder:
    """Searches a tournament for somebody with these rights. The number of queries does not grow with it."""

    def __init__(self, tournament: Tournament, rights: frozenset[Right], *, copies: bool = False) -> None:
        self.tournament, self.rights, self.copies = tournament, rights, copies
        self.rounds = rounds_of(tournament)

    @property
    def current(self) -> Round | None:
        """The round being played; else the last one drawn."""
        playing = [round_ for round_ in self.rounds if round_.state == Round.State.PLAYING]
        return next(iter([*playing, *reversed(self.rounds)]), None)

    def find(self, typed: str) -> list[Destination]:
        """The pages that the typed word may mean, the nearest first; for an empty word the rounds, the latest first."""
        text = " ".join(typed.split())
        if not text:
            return [self._round(round_) for round_ in reversed(self.rounds)]
        numbered = NUMBERED.match(text.casefold())
        if numbered is None:
            return [*self._ways(text), *self._by_name(text)]
        number, of_round = number_in(numbered["number"]), numbered["round"]
        if number is None:
            return []
        if of_round:
            return list(self._tables(self._numbered(number_in(of_round)), Q(number=number)))
        # A number after another word is of a page: «posti 3».
        return list(self._by_number(number, numbered["kind"] or "")) or list(self._ways(text))

    def _ways(self, text: str) -> Iterator[Destination]:
        playing = Entry.objects.filter(tournament=self.tournament).exclude(state=Entry.State.WITHDRAWN).count()
        here = Here(self.tournament, self.rights, playing, copies=self.copies, rounds=self.rounds)
        yield from (Destination(link.href, link.words, link.aside) for link in named(here, text))

    def _by_number(self, number: int, kind: str) -> Iterator[Destination]:
        if self._is_meant(kind, _("tavolo")):
            yield from self._tables(self.current, Q(number=number))
        if self._is_meant(kind, _("turno")) and (round_ := self._numbered(number)):
            yield self._round(round_)
        if self._is_meant(kind, entry_words(self.tournament.contest, number)):
            yield from self._pairs(Entry.objects.filter(tournament=self.tournament, number=number))

    def _by_name(self, text: str) -> Iterator[Destination]:
        keys = find_entries(self.tournament, text, self.current.number if self.current else 1)[:MOST]
        entries = Entry.objects.in_bulk(keys)
        on_a_line = Q(*((f"{line}__in", keys) for line in LINES), _connector=Q.OR)
        yield from self._tables(self.current, on_a_line)
        yield from self._pairs([entries[key] for key in keys])

    def _numbered(self, number: int | None) -> Round | None:
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    def _tables(self, round_: Round | None, which: Q) -> Iterator[Destination]:
        if round_ is None:
            return
        tables = Table.objects.filter(which, round=round_).select_related("round__tournament", *LINES)
        for table in tables.order_by("number")[:MOST]:
            words = _("Tavolo %(table)s, turno %(round)s") % {"table": table.number, "round": round_.number}
            lines = [table.words_a, table.words_b] if table.line_b_id else [table.words_a, _("riposa")]
            yield Destination(self._address(table), words, " · ".join(lines))

    def _address(self, table: Table) -> str:
        """The table's page, if the round is public and the user may see its cases; else its row of the grid."""
        slug = self.tournament.slug
        if Right.VIEW_CASES in self.rights and table.round.is_public:
            return reverse("table", args=[slug, table.round.number, table.number])
        return grid_address(slug, table, f"row-{table.number}")

    def _round(self, round_: Round) -> Destination:
        href = reverse("round_grid", args=[self.tournament.slug, round_.number])
        return Destination(href, _("Turno %(number)s") % {"number": round_.number}, str(round_.get_state_display()))

    def _pairs(self, entries: Iterable[Entry]) -> Iterator[Destination]:
        for entry in entries:
            words = entry_words(self.tournament.contest, entry.number)
            yield Destination(
                reverse("pair", args=[self.tournament.slug, entry.number]), words.capitalize(), entry.name
            )

    def _is_meant(self, kind: str, name: str) -> bool:
        return name.casefold().startswith(kind)
