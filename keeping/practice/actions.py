"""A practice tournament thrown away, whole: no other ever goes, and the database refuses it (`records.ThrownAway`)."""

import logging
from collections.abc import Collection
from typing import Any

from django.db import models, router, transaction
from django.utils.translation import gettext_lazy as _

from people.accounts.models import PRACTICE, Player
from records.action import Actor, require
from records.locks import lock_tournament
from records.models import ThrownAway
from records.requests import Refused
from records.rights import Right
from tournaments.setup.models import Tournament

log = logging.getLogger(__name__)

ONLY_PRACTICE = _("Solo un torneo di prova si butta: degli altri resta tutto.")

Kept = dict[type[models.Model], set[Any]]


@transaction.atomic
def throw_away(*, by: Actor, tournament: Tournament) -> None:
    """Delete a practice tournament with everything of it; no log is left in which a line could stand."""
    lock_tournament(tournament.pk)
    require(by, tournament, Right.MANAGE_ROUNDS)
    if not tournament.is_practice:
        raise Refused(str(ONLY_PRACTICE))
    found = everything_of(tournament)
    ThrownAway.objects.create(tournament=tournament)
    players = list(
        Player.objects.filter(federation__code=PRACTICE, memberships__entry__tournament=tournament).distinct()
    )
    for model, keys in found.items():
        _delete(model, keys)
    _delete(Player, {player.pk for player in players if not _is_elsewhere(player)})
    _delete(ThrownAway, ThrownAway.objects.values_list("pk", flat=True))
    log.info("practice tournament %s thrown away by account %s", tournament.pk, by.user.pk)


def everything_of(tournament: Tournament) -> Kept:
    """The keys of all that leads to the tournament, by whatever way."""
    found: Kept = {Tournament: {tournament.pk}}
    todo: list[tuple[type[models.Model], set[Any]]] = [(Tournament, {tournament.pk})]
    while todo:
        model, keys = todo.pop()
        for key in _keys_to(model):
            of = key.model
            related = set(of._base_manager.filter(**{f"{key.name}__in": keys}).order_by().values_list("pk", flat=True))
            if new := related - found.get(of, set()):
                found.setdefault(of, set()).update(new)
                todo.append((of, new))
    return found


def _keys_to(model: type[models.Model]) -> list[Any]:
    """The columns of other tables that name a row of the model."""
    relations = model._meta.get_fields(include_hidden=True)
    return [
        one.field  # type: ignore[union-attr]  # what another table has is a column
        for one in relations
        if one.auto_created and not one.concrete and (one.one_to_many or one.one_to_one)
    ]


def _delete(model: type[models.Model], keys: Collection[Any]) -> None:
    # Not one by one, and in any order: the database looks whether keys lead somewhere when the transaction ends.
    rows = model._base_manager.filter(pk__in=keys)
    rows._raw_delete(router.db_for_write(model))


def _is_elsewhere(player: Player) -> bool:
    return any(key.model._base_manager.filter(**{key.name: player.pk}).exists() for key in _keys_to(Player))
