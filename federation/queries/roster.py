"""The roster as it is: its version, its members, what a waiting file changes of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import Max, Q, QuerySet

from tournaments.imports import roster
from tournaments.imports.roster_changes import Changes, Stored, compare
from tournaments.imports.rows import card_key
from tournaments.imports.words import joined
from tournaments.models import Federation, Member, Player, PlayerMerge, RosterUpdate

MOST_ALIKE = 200
_COLUMNS = ("card_number", "last_name", "first_name", "club_name", "category", "valid_from", "valid_until")


def version_of(federation: Federation) -> int:
    """How many files were accepted; 0 for a federation without a roster."""
    last: int | None = RosterUpdate.objects.filter(federation=federation).aggregate(last=Max("number"))["last"]
    return last or 0


def stored_members(federation: Federation) -> Iterator[Stored]:
    """Everybody who is or was in the roster, but for who was erased."""
    rows = Member.objects.filter(federation=federation).exclude(card_key="").order_by()
    for pk, left_at, card, last, first, club, category, begins, ends in rows.values_list("pk", "left_at", *_COLUMNS):
        days = ("" if day is None else day.isoformat() for day in (begins, ends))
        yield Stored(pk, roster.Member(card, last, first, club, category, *days), left_at is not None)


@dataclass(frozen=True)
class Preview:
    """What accepting a waiting file would do now."""

    update: RosterUpdate

    @cached_property
    def version(self) -> int:
        return version_of(self.update.federation)

    @cached_property
    def file(self) -> roster.RosterFile:
        return roster.from_data(self.update.read)

    @cached_property
    def changes(self) -> Changes:
        return compare(stored_members(self.update.federation), self.file)


def in_roster(federation: Federation) -> QuerySet[Member]:
    """The members who have not left."""
    return Member.objects.filter(federation=federation, left_at__isnull=True)


def suspended_on(day: date) -> Q:
    """That a member is suspended on that day."""
    return Q(suspensions__lifted_at__isnull=True, suspensions__starts_on__lte=day) & (
        Q(suspensions__ends_on__isnull=True) | Q(suspensions__ends_on__gte=day)
    )


def players_of(member: Member) -> list[Player]:
    """The records of whoever plays here by this card, merged ones after the one that stands for them."""
    if not member.card_key:
        return []
    near = Player.objects.filter(federation=member.federation_id, card_number__icontains=member.card_key)
    exact = Player.objects.filter(federation=member.federation_id, card_number=member.card_number)
    found = [one for one in (exact | near).select_related("club") if card_key(one.card_number) == member.card_key]
    merged = Player.objects.filter(merged_into__kept__in=found, merged_into__parted_at__isnull=True)
    return [*found, *merged.select_related("club").exclude(pk__in=[one.pk for one in found])]


def merges_ever(players: list[Player]) -> list[PlayerMerge]:
    """Every merge of these records, those that were parted again too."""
    mine = PlayerMerge.objects.filter(Q(kept__in=players) | Q(merged__in=players))
    return list(mine.select_related("kept", "merged", "by", "parted_by").order_by("-at", "-pk"))


def twice(federation: Federation) -> list[list[int]]:
    """Members with the same name and club and another card each, by their keys, group by group."""
    names = ("last_name", "first_name", "club_name")
    groups: dict[tuple[str, ...], list[int]] = {}
    for pk, *told in in_roster(federation).order_by(*names, "card_number").values_list("pk", *names):
        groups.setdefault(tuple(joined(text) for text in told), []).append(pk)
    return [keys for keys in groups.values() if len(keys) > 1]


def alike(federation: Federation) -> list[list[Member]]:
    """Those members, group by group; at most MOST_ALIKE groups."""
    groups = twice(federation)[:MOST_ALIKE]
    found = Member.objects.in_bulk([pk for keys in groups for pk in keys][:900])
    return [[found[pk] for pk in keys if pk in found] for keys in groups]
