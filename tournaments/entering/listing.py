"""The entries of a tournament as a list: searched by what is typed, filtered by state, counted."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from django.db.models import QuerySet

from tournaments.imports.words import plain
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.numbers import number_in
from tournaments.people.roster import Flag, flags_of


class EntryList:
    """The entries, and the present players of those that a page shows; of all of them where one searches by name."""

    def __init__(self, tournament: Tournament, *, text: str = "", state: str = "") -> None:
        self.tournament = tournament
        self.text, self.state = text.strip(), state if state in Entry.State.values else ""
        self.entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
        self.present_members = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(entry.state for entry in self.entries)

    @property
    def present(self) -> int:
        return self.counts[Entry.State.PRESENT.value]

    @property
    def missing(self) -> int:
        return self.counts[Entry.State.ENTERED.value]

    @property
    def withdrawn(self) -> int:
        return self.counts[Entry.State.WITHDRAWN.value]

    @property
    def expected(self) -> int:
        return self.present + self.missing

    @property
    def has_checked_in(self) -> bool:
        return self.present > 0

    @cached_property
    def found(self) -> list[Entry]:
        in_state = [entry for entry in self.entries if not self.state or entry.state == self.state]
        return list(self._named(in_state)) if self.text else in_state

    def with_players(self, entries: Iterable[Entry]) -> list[tuple[Entry, str, list[Flag]]]:
        """Entries of the list, each with its players' names and whom of them the roster flags, in a few queries."""
        shown = list(entries)
        players, flags = _players(self.present_members.filter(entry__in=shown)), flags_of(self.tournament, shown)
        named = ((entry, ", ".join(name for name, _card in players[entry.pk])) for entry in shown)
        return [(entry, names, flags.get(entry.pk, [])) for entry, names in named]

    def _named(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        number, words, players = number_in(self.text), plain(self.text).split(), _players(self.present_members)
        for entry in entries:
            everything = plain(" ".join((entry.name, *(f"{name} {card}" for name, card in players[entry.pk]))))
            if entry.number == number or all(word in everything for word in words):
                yield entry


def _players(members: QuerySet[EntryMember]) -> Mapping[int, list[tuple[str, str]]]:
    found = defaultdict[int, list[tuple[str, str]]](list)
    fields = "entry", "player__first_name", "player__last_name", "player__card_number"
    for entry, first_name, last_name, card in members.order_by("position").values_list(*fields):
        found[entry].append((f"{first_name} {last_name}", card))
    return found
