"""Entries by what a phone types to find its seat; the names are read once for a whole hall."""

from typing import NamedTuple

from tournaments.hall.keeping import Keeper
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.numbers import number_in
from tournaments.people.search import matching, words_of

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
    return [names.keys[place] for place in matching(typed, names.places)]


def _names(tournament: Tournament, round_number: int) -> _Names:
    texts = dict(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", "name"))
    members = EntryMember.objects.filter(entry__tournament=tournament, from_round__lte=round_number)
    members = members.exclude(until_round__lt=round_number).order_by()
    for entry, first_name, last_name in members.values_list("entry", "player__first_name", "player__last_name"):
        texts[entry] += f" {first_name} {last_name}"
    return _Names(list(texts), words_of(list(texts.values())))
