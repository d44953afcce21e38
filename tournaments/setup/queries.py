"""Whom a copy of a tournament may take along: those who still hold a place in an entry, and those who run it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from people.accounts.models import ERASED, Player, User
from people.players.queries import in_force
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.rules import name_of
from tournaments.setup.models import Contest, Membership, Tournament


@dataclass(frozen=True)
class CopiedEntry:
    """An entry as it would enter again: its players now, and the name it has with them."""

    entry: Entry
    players: Sequence[Player]
    name: str

    @property
    def is_proposed(self) -> bool:
        """Whether it is ticked beforehand: those who withdrew are asked first."""
        return not self.entry.is_withdrawn


def entries_to_copy(source: Tournament) -> list[CopiedEntry]:
    """The entries that can enter again, in order; one with somebody erased, or with too few left, cannot."""
    entries = source.entries.with_players().order_by("number")
    members_by_entry = [
        (entry, [member for member in entry.members.all() if member.until_round is None]) for entry in entries
    ]
    fewest, _most = source.members_per_entry
    kept_players = {merge.merged_id: merge.kept for merge in in_force().select_related("kept")}
    return [
        CopiedEntry(
            entry, [kept_players.get(member.player_id, member.player) for member in members], _name(entry, members)
        )
        for entry, members in members_by_entry
        if len(members) >= fewest and not any(member.player.is_erased for member in members)
    ]


def _name(entry: Entry, members: Sequence[EntryMember]) -> str:
    """The name it has; made anew where it was that of others, or of somebody erased."""
    is_of_others = len(members) < len(entry.members.all()) and entry.tournament.contest != Contest.TEAMS
    return name_of([member.player for member in members]) if is_of_others or ERASED in entry.name else entry.name


def staff_to_copy(source: Tournament, *, but: User) -> QuerySet[Membership]:
    """Those with a task there now; whoever copies directs the new one anyway."""
    active = Membership.objects.filter(tournament=source, user__is_active=True, ends_at__isnull=True).exclude(user=but)
    return active.select_related("user", "club").order_by("role", "user__last_name", "pk")
