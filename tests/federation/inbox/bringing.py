"""What tests of the inbox do again and again: bring a package, play on, sign as another installation."""

import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from federation.inbox.actions import opened, receive
from federation.packages.exports import sealed
from federation.packages.models import ReceivedPackage
from federation.sealed.archive import MANIFEST, read_parts
from tests.factories import acting
from tournaments.appeals.adjustment_actions import give_adjustment

Way, State, Conflict = ReceivedPackage.Way, ReceivedPackage.State, ReceivedPackage.Conflict


def bring(user, federation, data, **more):
    return receive(by=acting(user), federation=federation, content=opened(data), way=Way.UPLOAD, **more)


def play_on(world):
    give_adjustment(
        by=acting(world.people["dora"]), entry=world.tournament.entries.get(number=2), round=None, kind="vp", amount=-1,
        reason="Ritardo",
    )  # fmt: skip


def by_another(data):
    """The same package signed by another installation."""
    key = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
    return key.public_key().public_bytes_raw().hex(), signed_by(data, key)


def signed_by(data, key, **told):
    parts = read_parts(data)
    manifest = json.loads(parts.pop(MANIFEST).raw)
    mine = {name: value for name, value in manifest.items() if name not in ("parts", "key", "signature")}
    return sealed({**mine, **told}, parts, key)
