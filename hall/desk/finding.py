"""Where a word typed anywhere leads in a tournament: to a table, a round, a pair."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from hall.seats.queries import find_entries, grid_address
from pages.fields import number_in
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.words import entry_words
from tournaments.setup.access import rounds_of
from tournaments.setup.models import Tournament

# So many pairs by their name; each may bring its table too.
MOST = 6
# «12», «3.12» (table 12 of round 3), «tavolo 12»: a word before the number says which kind is meant.
NUMBERED = re.compile(r"^(?:(?P<kind>[^\W\d_]+)\s*)?(?:(?P<round>\d{1,9})[.,/-])?(?P<number>\d{1,9})$")


class Found(NamedTuple):
    """A place to go to: what it is, and what is said of it beside."""

    href: str
    words: str
    aside: str


class Finder:
    """Looks in a tournament for somebody with these rights; as many queries however large it is."""

    def __init__(self, tournament: Tournament, rights: frozenset[Right]) -> None:
        self.tournament, self.rights = tournament, rights
        self.rounds = rounds_of(tournament)

    @property
    def current(self) -> Round | None:
        """The round being played; else the last one drawn."""
        playing = [one for one in self.rounds if one.state == Round.State.PLAYING]
        return next(iter([*playing, *reversed(self.rounds)]), None)

    def find(self, typed: str) -> list[Found]:
        """The places meant, the nearest first; of nothing typed the rounds, the latest first."""
        text = " ".join(typed.split())
        if not text:
            return [self._round(one) for one in reversed(self.rounds)]
        numbered = NUMBERED.match(text.casefold())
        if numbered is None:
            return list(self._by_name(text))
        number, of_round = number_in(numbered["number"]), numbered["round"]
        if number is None:
            return []
        if of_round:
            return list(self._tables(self._numbered(number_in(of_round)), Q(number=number)))
        return list(self._by_number(number, numbered["kind"] or ""))

    def _by_number(self, number: int, kind: str) -> Iterator[Found]:
        if self._is_meant(kind, _("tavolo")):
            yield from self._tables(self.current, Q(number=number))
        if self._is_meant(kind, _("turno")) and (round := self._numbered(number)):
            yield self._round(round)
        if self._is_meant(kind, entry_words(self.tournament.contest, number)):
            yield from self._pairs(Entry.objects.filter(tournament=self.tournament, number=number))

    def _by_name(self, text: str) -> Iterator[Found]:
        keys = find_entries(self.tournament, text, self.current.number if self.current else 1)[:MOST]
        found = Entry.objects.in_bulk(keys)
        on_a_line = Q(*((f"{line}__in", keys) for line in LINES), _connector=Q.OR)
        yield from self._tables(self.current, on_a_line)
        yield from self._pairs([found[key] for key in keys])

    def _numbered(self, number: int | None) -> Round | None:
        return next((one for one in self.rounds if one.number == number), None)

    def _tables(self, round: Round | None, which: Q) -> Iterator[Found]:
        if round is None:
            return
        tables = Table.objects.filter(which, round=round).select_related("round__tournament", *LINES)
        for table in tables.order_by("number")[:MOST]:
            words = _("Tavolo %(table)s, turno %(round)s") % {"table": table.number, "round": round.number}
            lines = [table.words_a, table.words_b] if table.line_b_id else [table.words_a, _("riposa")]
            yield Found(self._address(table), words, " · ".join(lines))

    def _address(self, table: Table) -> str:
        """Its page, for whoever sees the cases of a round that everybody sees; else its row of the grid."""
        slug = self.tournament.slug
        if Right.VIEW_CASES in self.rights and table.round.is_public:
            return reverse("table", args=[slug, table.round.number, table.number])
        return grid_address(slug, table, f"row-{table.number}")

    def _round(self, round: Round) -> Found:
        href = reverse("round_grid", args=[self.tournament.slug, round.number])
        return Found(href, _("Turno %(number)s") % {"number": round.number}, str(round.get_state_display()))

    def _pairs(self, entries: Iterable[Entry]) -> Iterator[Found]:
        for entry in entries:
            words = entry_words(self.tournament.contest, entry.number)
            yield Found(reverse("pair", args=[self.tournament.slug, entry.number]), words.capitalize(), entry.name)

    def _is_meant(self, kind: str, name: str) -> bool:
        return name.casefold().startswith(kind)
