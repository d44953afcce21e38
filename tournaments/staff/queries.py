"""Who of those whom a matter concerns is of the own club of somebody in office, or has their name; what of it was told.

What is told is one text without words of any language, which the page sends back and the record keeps: who has the own
name first, by name alone, then each club with who is of it: «Bruno Riva; Le Carte: Anna Conti».

Who could be the second person that a tournament wants for what weighs, and whether there is to be one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet

from people.accounts.models import Club, Player, User
from people.names.order import by_name
from people.players.queries import club_key
from records.prepared_queries import prepared
from records.rights import MATRIX, Right, Role
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.models import ClubNotice


@dataclass(frozen=True)
class Ties:
    """What ties somebody in office to others: the own records as a player, the own clubs by their cleaned names.

    name: the own, as `_name_key`, of who is known as no player: whoever is called so may be the same person.
    """

    players: frozenset[int]
    clubs: Mapping[str, str]
    name: tuple[str, str] | None = None

    def sit_among(self, members: Iterable[EntryMember]) -> bool:
        """Whether it is one of those concerned."""
        return bool(self.players) and any(member.player_id in self.players for member in members)

    @property
    def are_none(self) -> bool:
        return not (self.players or self.clubs or self.name)

    def in_words(self, members: Iterable[EntryMember]) -> str:
        """Who of those concerned has the own name, and the own clubs that others are of, with who; nothing of most."""
        alike: list[str] = []
        by_club: dict[str, list[str]] = {}
        for player in (member.player for member in members):
            club = club_key(player.club.name) if player.club and player.pk not in self.players else ""
            if self.name and _name_key(player.first_name, player.last_name) == self.name:
                alike.append(str(player))
            elif club in self.clubs:
                by_club.setdefault(self.clubs[club], []).append(str(player))
        clubs = [f"{club}: {', '.join(dict.fromkeys(names))}" for club, names in sorted(by_club.items())]
        return "; ".join([*dict.fromkeys(alike), *clubs])


def ties_of(user: User, tournament: Tournament) -> Ties:
    """Of somebody of the staff, by the account's player, with what was merged into that record, and by the task.

    An account that is no player's is known by its name alone.
    """
    rows = _ties(user=user.pk, tournament=tournament.pk)
    clubs = {name for of_task, _own, mine, _merged, merged in rows for name in (of_task, mine, merged) if name}
    players = {key for _task, own, _mine, merged, _club in rows for key in (own, merged) if key}
    name = None if players or not user.last_name else _name_key(user.first_name, user.last_name)
    return Ties(players=frozenset(players), clubs={club_key(name): name for name in sorted(clubs)}, name=name)


@prepared
def _ties(*, user: int, tournament: int) -> "QuerySet[User, Any]":
    task = FilteredRelation("memberships", condition=Q(memberships__tournament=tournament))
    merge = FilteredRelation("player__merges", condition=Q(player__merges__parted_at__isnull=True))
    users = User.objects.filter(pk=user).annotate(task=task, merge=merge)
    columns = ("task__club__name", "player", "player__club__name", "merge__merged", "merge__merged__club__name")
    return users.values_list(*columns)


def ties_in_words(user: User, tournament: Tournament, members: Iterable[EntryMember]) -> str:
    """`Ties.in_words` of somebody in office."""
    return ties_of(user, tournament).in_words(members)


def plays_in(user: User, tournament: Tournament) -> bool:
    """Whether the user is a player of one of its entries, or was."""
    players = ties_of(user, tournament).players
    return bool(players) and EntryMember.objects.filter(player__in=players, entry__tournament=tournament).exists()


def ties_by_entry(user: User, tournament: Tournament) -> dict[int, str]:
    """`Ties.in_words` of each entry of the tournament in which there is anything to tell; two queries at most."""
    ties = ties_of(user, tournament)
    if ties.are_none:
        return {}
    seated: defaultdict[int, list[EntryMember]] = defaultdict(list)
    for member in _members(entry__tournament=tournament):
        seated[member.entry_id].append(member)
    return {entry: words for entry, members in seated.items() if (words := ties.in_words(members))}


def name_and_clubs(words: str) -> tuple[str, str]:
    """What was told as two: who has the own name, and the clubs."""
    parts = words.split("; ") if words else []
    alike = [part for part in parts if ": " not in part]
    clubs = [part for part in parts if ": " in part]
    return ", ".join(alike), "; ".join(clubs)


def club_names() -> "QuerySet[Club, str]":
    """The clubs to choose from, each name once."""
    return Club.objects.order_by(*by_name("name")).values_list("name", flat=True).distinct()


def clubs_playing(tournament: Tournament) -> "QuerySet[Club, str]":
    """Those of a tournament's players: whoever is not signed in yet is offered no other tournament's."""
    playing = Player.objects.filter(memberships__entry__tournament=tournament)
    return club_names().filter(pk__in=playing.values("club"))


def members_of(entries: Collection[int]) -> "QuerySet[EntryMember]":
    """Everybody of these entries, with their clubs."""
    return _members(entry__in=entries)


def _members(**of: object) -> "QuerySet[EntryMember]":
    return EntryMember.objects.filter(**of).select_related("player__club", "entry")


def notices_of(tournament: Tournament, *records: str) -> list[ClubNotice]:
    """What was told of these records, in order."""
    notices = ClubNotice.objects.filter(tournament=tournament, record__in=records)
    return list(notices.select_related("user").order_by("pk"))


def notices_by_record(tournament: Tournament, records: Collection[str]) -> dict[str, list[ClubNotice]]:
    """The same by record, of several."""
    by_record: dict[str, list[ClubNotice]] = {}
    for notice in notices_of(tournament, *records) if records else ():
        by_record.setdefault(notice.record, []).append(notice)
    return by_record


def _name_key(first: str, last: str) -> tuple[str, str]:
    return club_key(first), club_key(last)


def confirming_memberships(tournament: Tournament) -> "QuerySet[Membership]":
    """The tasks in force that confirm what others propose."""
    roles = [role.value for role in Role if Right.CONFIRM_RULING in MATRIX[role]]
    return Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)


def confirmers(tournament: Tournament, user: User) -> bool:
    """Whether anybody but the user may confirm what the user proposes."""
    return confirming_memberships(tournament).exclude(user=user).exists()


def keeps_scores_alone(tournament: Tournament, user: User) -> bool:
    """Whether nobody but the user may confirm a score that the user gave."""
    roles = [role.value for role, rights in MATRIX.items() if Right.CONFIRM_SCORE in rights]
    return (
        not Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)
        .exclude(user=user)
        .exists()
    )


def decides_alone(tournament: Tournament) -> bool:
    """Whether there is a single arbiter: said so, and true: while a chief is in office there are two."""
    return bool(tournament.single_arbiter) and not confirming_memberships(tournament).exists()


def worked_with(user: User) -> list[str]:
    """Who has, or had, a task in a tournament where the user has one, by the names that everybody knows them by."""
    mine = Membership.objects.filter(user=user).order_by().values("tournament")
    people = User.objects.filter(memberships__tournament__in=mine, is_active=True).exclude(pk=user.pk).distinct()
    return [str(one) for one in people.order_by(*by_name("last_name", "first_name"), "pk")]
