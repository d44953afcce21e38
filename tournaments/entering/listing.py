"""The entries of a tournament as a list: searched by what is typed, filtered by state, counted."""

from collections import Counter
from functools import cached_property

from tournaments.imports.words import plain
from tournaments.models import Entry, EntryMember, Tournament


class EntryList:
    """The entries with their present players; read in two queries."""

    def __init__(self, tournament: Tournament, *, text: str = "", state: str = "") -> None:
        self.text, self.state = text.strip(), state if state in Entry.State.values else ""
        self.entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
        self.members: dict[int, list[EntryMember]] = {entry.pk: [] for entry in self.entries}
        held = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)
        for member in held.select_related("player").order_by("position"):
            self.members[member.entry_id].append(member)

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
        """Those who have not withdrawn."""
        return self.present + self.missing

    @property
    def has_checked_in(self) -> bool:
        """Whether anybody has been marked present."""
        return self.present > 0

    @cached_property
    def found(self) -> list[tuple[Entry, list[EntryMember]]]:
        """Those asked for, with their players."""
        return [(entry, self.members[entry.pk]) for entry in self.entries if self._is_asked_for(entry)]

    def _is_asked_for(self, entry: Entry) -> bool:
        if self.state and entry.state != self.state:
            return False
        if not self.text:
            return True
        if self.text.isdecimal() and int(self.text) == entry.number:
            return True
        players = (f"{one.player} {one.player.card_number}" for one in self.members[entry.pk])
        everything = plain(" ".join((entry.name, *players)))
        return all(word in everything for word in plain(self.text).split())
