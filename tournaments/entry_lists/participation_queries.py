"""What a player or a club took part in, as far as the reader may see: public tournaments and their own."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from people.accounts.models import Club, Player, User
from people.players.queries import records_of
from tournaments.entries.models import Entry, EntryMember
from tournaments.publication.models import Publication
from tournaments.setup.models import Membership, Tournament


@dataclass(frozen=True)
class Participation:
    """An entry of a player in a tournament, with its place in final standings if there are."""

    tournament: Tournament
    entry: Entry
    members: tuple[EntryMember, ...]
    place: int | None

    @property
    def ended_early(self) -> bool:
        return self.entry.is_withdrawn


def history_of_player(player: Player, reader: User | AnonymousUser) -> list[Participation]:
    return _history(EntryMember.objects.filter(player__in=records_of(player)), reader)


def history_of_club(club: Club, reader: User | AnonymousUser) -> list[Participation]:
    """The entries with somebody who is of the club now."""
    return _history(EntryMember.objects.filter(player__club=club), reader)


def _history(places: Iterable[EntryMember], reader: User | AnonymousUser) -> list[Participation]:
    """The entries behind those places; three queries however many."""
    tasks = Membership.objects.filter(user_id=reader.pk or 0).order_by().values("tournament")
    visible = Q(tournament__is_public=True) | Q(tournament__in=tasks)
    keys = {place.entry_id for place in places}
    entries = Entry.objects.filter(visible, pk__in=keys).select_related("tournament").distinct()
    entries = entries.with_players().order_by("-tournament__starts_on", "-tournament", "number")
    known = _places({entry.tournament_id for entry in entries})
    return [
        Participation(
            entry.tournament, entry, tuple(entry.members.all()), known.get((entry.tournament_id, entry.number))
        )
        for entry in entries
    ]


def _places(tournaments: Iterable[int]) -> Mapping[tuple[int, int], int]:
    """By tournament and entry number the place in the final standings, of the last stage that has them."""
    final = Publication.objects.filter(tournament__in=list(tournaments), kind=Publication.Kind.FINAL)
    found: dict[tuple[int, int], int] = {}
    for tournament, rows in final.order_by("number").values_list("tournament", "rows"):
        for group in json.loads(rows) if isinstance(rows, str) else rows:
            for row in group.get("rows", []):
                found[tournament, row["entry"]] = row["place"]
    return found
