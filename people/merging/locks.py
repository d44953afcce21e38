"""Records of persons held while somebody acts on them."""

from collections.abc import Collection, Iterable

from django.db import connection
from django.utils.translation import gettext as _

from people.accounts.models import Player
from people.merging.queries import in_force
from records.refusals import Refused


def lock_unmerged_players(players: Iterable[Player]) -> None:
    """Let nobody merge these records until this transaction ends; refused what was merged since they were read.

    After their tournament, as whoever merges holds them (docs/decisions/0065-two-records-of-one-person.md).
    """
    keys = [player.pk for player in players]
    lock_players(keys)
    if merge := in_force().filter(merged__in=keys).select_related("merged").first():
        words = _("Intanto la scheda di %(player)s è stata unita a un’altra: riguarda, e registra di nuovo.")
        raise Refused(words % {"player": merge.merged})


def lock_players(keys: Collection[int]) -> None:
    """In the order of their keys, as everybody does who locks several: of two none waits for the other for ever."""
    if connection.features.has_select_for_update:
        list(Player.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
