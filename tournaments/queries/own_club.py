"""Who of those whom a matter concerns is of the own club of somebody in office, and what of it was told."""

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from tournaments.imports.words import plain
from tournaments.models import Club, ClubNotice, EntryMember, Tournament, User
from tournaments.queries.merging import players_of_account


def of_own_club(user: User, tournament: Tournament, members: Iterable[EntryMember]) -> str:
    """The user's clubs that somebody else concerned is of, with who: «Le Carte: Anna Conti»; nothing of most."""
    mine = own_clubs(user, tournament)
    if not mine:
        return ""
    named = [(one.player, _cleaned(one.player.club.name)) for one in members if one.player.club]
    theirs = [(player, club) for player, club in named if club in mine]
    me = set(players_of_account(user).values_list("pk", flat=True)) if theirs else set()
    found: dict[str, list[str]] = {}
    for player, club in theirs:
        if player.pk not in me:
            found.setdefault(mine[club], []).append(str(player))
    return "; ".join(f"{club}: {', '.join(dict.fromkeys(names))}" for club, names in sorted(found.items()))


def own_clubs(user: User, tournament: Tournament) -> dict[str, str]:
    """The clubs of somebody of the staff, as players and by their task, by their cleaned names."""
    of_task = Q(memberships__user=user, memberships__tournament=tournament)
    names = Club.objects.filter(of_task | Q(players__in=players_of_account(user))).values_list("name", flat=True)
    return {_cleaned(name): name for name in names}


def club_names() -> "QuerySet[Club, str]":
    """The clubs to choose from, each name once."""
    return Club.objects.order_by("name").values_list("name", flat=True).distinct()


def club_called(name: str) -> Club | None:
    """The club of that name, whatever its case, spaces and accents; of several the one that is written most like it."""
    wanted = _cleaned(name)
    found = [one for one in Club.objects.order_by("pk") if _cleaned(one.name) == wanted]
    return min(found, key=lambda one: one.name.casefold() != name.casefold(), default=None)


def members_of(entries: Collection[int]) -> "QuerySet[EntryMember]":
    """Everybody of these entries, with their clubs."""
    return EntryMember.objects.filter(entry__in=entries).select_related("player__club", "entry")


def told_of(tournament: Tournament, *records: str) -> list[ClubNotice]:
    """What was told of these records, in order."""
    found = ClubNotice.objects.filter(tournament=tournament, record__in=records)
    return list(found.select_related("user").order_by("pk"))


def _cleaned(name: str) -> str:
    """A club's name whatever its case, spaces and accents: two federations may each have written it."""
    return "".join(plain(name).split())
