"""Which records are one person's: those that were merged into another and not parted again."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from people.accounts.models import Player, User
from people.merging.models import PlayerMerge


def in_force() -> QuerySet[PlayerMerge]:
    return PlayerMerge.objects.filter(parted_at__isnull=True)


def kept_keys() -> dict[int, int]:
    """Of every merged record the one that stands for the person, by their keys."""
    return dict(in_force().values_list("merged", "kept"))


def kept_of(player: Player) -> Player:
    """The record that stands for the person."""
    merge = in_force().filter(merged=player).select_related("kept").first()
    return merge.kept if merge else player


def merges_of(player: Player) -> list[PlayerMerge]:
    """What was merged into the record, or the one merge by which it was merged into another."""
    merges = in_force().filter(Q(kept=player) | Q(merged=player))
    return list(merges.select_related("kept", "merged__club", "by").order_by("merged"))


def records_of(player: Player) -> list[Player]:
    """All records of the person, the one that stands for them first; one query for most."""
    merges = merges_of(player)
    if merges and merges[0].merged_id == player.pk:
        player = merges[0].kept
        merges = merges_of(player)
    return [player, *(merge.merged for merge in merges)]


def players_of_account(account: User | int) -> QuerySet[Player]:
    """The records of whoever signs in by the account (or its key): only the one that stands for the person has it."""
    merged = in_force().filter(kept__account=account).values("merged")
    return Player.objects.filter(Q(account=account) | Q(pk__in=merged))


def with_merged(players: Iterable[Player]) -> list[int]:
    """The keys of the players and of whatever was merged into their records."""
    keys = [player.pk for player in players]
    return [*keys, *in_force().filter(kept__in=keys).values_list("merged", flat=True)]


def shown_players() -> QuerySet[Player]:
    """Each person once."""
    return Player.objects.exclude(pk__in=in_force().values("merged"))


def each_once(keys: Iterable[int]) -> list[int]:
    """The keys in order, a merged record's by that of the one that stands for it, each once."""
    merged_into = kept_keys()
    return list(dict.fromkeys(merged_into.get(key, key) for key in keys))
