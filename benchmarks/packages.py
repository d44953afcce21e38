"""The sealed package of 3,000 pairs over 16 rounds, out and in; nothing comparable does the same work."""

from collections.abc import Iterator
from hashlib import sha256
from time import process_time

from django.core.management import call_command

from benchmarks.common import Goal, Row, seconds
from benchmarks.hall import AT, hall
from federation.inbox.actions import Opened, opened, receive
from federation.packages.actions import add_key, own_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from tests.factories import acting, make_officer, sealed

PAIRS, ROUNDS = 3000, 16


def run() -> Iterator[Row]:
    call_command("migrate", verbosity=0)
    tournament, _director = hall("pacchetto", PAIRS, ROUNDS)
    sealed(tournament, at=AT)
    olga = make_officer("olga", tournament.federation)
    add_key(by=acting(olga), federation=tournament.federation, name="Questa", public=own_key().public)
    data = b""

    def make() -> None:
        nonlocal data
        data = package(tournament, AT)

    began = process_time()
    out = seconds(make)
    worked = process_time() - began
    name, size = f"package of {PAIRS:,} pairs, {ROUNDS} rounds", len(data)
    note = f"SHA-256 {sha256(data).hexdigest()[:12]}; {worked:.1f} s of it at work"
    yield Row(name=f"{name}: out", ours_seconds=out, size=size, goal=Goal(seconds=20), note=note)
    found: list[Opened] = []
    began = process_time()
    opening = seconds(lambda: found.append(opened(data)))
    way = ReceivedPackage.Way.UPLOAD
    keeping = seconds(lambda: receive(by=acting(olga), federation=tournament.federation, content=found[0], way=way))
    worked = process_time() - began
    told = f"checking it takes {opening:.1f} s ({worked:.1f} s at work), keeping it under the lock {keeping:.1f} s"
    yield Row(name=f"{name}: in", ours_seconds=opening + keeping, size=size, goal=Goal(seconds=20), note=told)
