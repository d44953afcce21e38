"""A tournament of another installation: a world like the tests' own, packed, and gone from this database again.

Its records have the same keys as those of the world that is made here afterwards: what mixes them up is seen.
"""

import json
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction

from federation.packages.exports import package, sealed
from federation.sealed.archive import MANIFEST, read_parts
from people.accounts.models import Player
from tests import factories
from tests.factories import NOON
from tests.snapshots import made
from tests.world import World, make_played
from tournaments.publication.models import Publication
from tournaments.setup.models import Ending, Tournament

OTHER = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
PUBLIC = OTHER.public_key().public_bytes_raw().hex()
# The card of each player, in the order of their keys.
CARDS = [f"EL{number:03d}" for number in range(1, 100)]


class _Back(Exception):
    """Take back all that was made."""


def packed_elsewhere() -> list[bytes]:
    """The package of a concluded public tournament, signed by another installation; then a newer one of it, hidden."""
    packed: list[bytes] = []
    try:
        with transaction.atomic():
            world = make_played()
            _finish(world)
            packed.append(by_other(package(world.tournament, NOON)))
            Tournament.objects.filter(pk=world.tournament.pk).update(is_public=False)
            world.tournament.refresh_from_db()
            factories.sealed(world.tournament)
            packed.append(by_other(package(world.tournament, NOON + timedelta(hours=1))))
            raise _Back
    except _Back:
        return packed


def make_here_and_elsewhere() -> tuple[World, list[bytes]]:
    """The world of here, of which nothing was sent to anybody, and what was packed elsewhere."""
    packed = made(packed_elsewhere)
    return made(make_played), packed


def _finish(world: World) -> None:
    told = {"ending": Ending.CONCLUDED, "ended_at": NOON, "is_public": True, "name": "Coppa Altrove"}
    Tournament.objects.filter(pk=world.tournament.pk).update(**told)
    world.tournament.refresh_from_db()
    federation = world.tournament.federation
    for card, player in zip(CARDS, Player.objects.order_by("pk"), strict=False):
        Player.objects.filter(pk=player.pk).update(card_number=card, federation=federation)
    shown = Publication.objects.filter(tournament=world.tournament).latest("number")
    shown.pk, shown.number, shown.kind, shown.closes_at, shown.hash = None, shown.number + 1, "final", None, "f" * 64
    shown.save()
    factories.sealed(world.tournament)


def by_other(data: bytes) -> bytes:
    parts = read_parts(data)
    manifest = json.loads(parts.pop(MANIFEST).raw)
    mine = {name: value for name, value in manifest.items() if name not in ("parts", "key", "signature")}
    return sealed(mine, parts, OTHER)
