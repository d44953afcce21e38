"""A person erased, and all that her tournament still says."""

from django.core.serializers import serialize

from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts, searched_models, tournament_of
from people.accounts.models import Player
from records.models import RecordSalt
from tests.factories import acting


def erase(eraser, player, **more):
    found = [one for one in find_texts(Words.of_player(player)) if one.sure]
    return erase_person(by=acting(eraser), player=player, found=found, reason="Lo ha chiesto", **more)


def everything(world):
    """Every row of the tournament, and of what belongs to none, as text: others play elsewhere under the same names."""
    told = []
    for model in (*searched_models(), RecordSalt):
        way = "tournament" if model is RecordSalt else tournament_of(model)
        rows = model._base_manager.all()
        told += rows.filter(**{way: world.tournament.pk}) if way else rows
    mine = Player.objects.filter(memberships__entry__tournament=world.tournament)
    return serialize("json", [*told, *mine])
