"""A part of a kept package that is damaged: every address that reads one says so, found by asking all of them."""

import zlib
from contextlib import suppress

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling
from federation.packages.actions import make_token
from federation.packages.models import PackagePart
from federation.packages.queries import manifest_of
from federation.packages.queries import part as part_of_kept
from federation.received.models import IndexedReceived, ReceivedTournament
from federation.sealed.archive import MANIFEST, Damaged, deflated
from people.offices.models import FederationOffice
from records.rights import Office
from tests.access_table import ACCESS
from tests.factories import NOON, acting
from tests.federation.received.test_received_archive import fitres, homologated, kept, olga, shared, world
from tests.module_database import lent_db
from tests.nightly import NIGHTLY
from tests.outside import guard, unguard
from tests.world import addresses

__all__ = ["fitres", "kept", "lent_db", "olga", "shared", "world"]

# Those that read a part of what was received here; the night asks every address whether there are others.
READERS = {
    "archive", "archive_atom", "archive_feed", "archived", "new_headnote", "package", "fetch_package",
    "packed_standings", "packed_rulings", "packed_ruling", "packed_persons", "file_second", "second_of_received",
    "file_second_of_received", "season",
}  # fmt: skip
POSTED = ("check_package", "recognise_persons", "erase_packed", "return_package")


def another(part):
    """Other content, with a head that tells of it."""
    raw = b'{"fields":{},"id":1,"record":"tournaments.Entry"}\n' if part.name.endswith("l") else b"[]"
    part.packed = raw if part.method == 0 else deflated(raw)
    part.crc, part.size = zlib.crc32(raw), len(raw)


def cut(part):
    part.packed = bytes(part.packed)[:-9]


def noise(part):
    part.packed = b"\xff" * len(part.packed)


def other_head(part):
    part.crc, part.size = part.crc ^ 1, part.size + 1


def other_way(part):
    part.method = 8 if part.method == 0 else 0


WAYS = (another, cut, noise, other_head, other_way, None)


def damage(kept, names, change):
    unguard()
    for part in PackagePart.objects.filter(package=kept, name__in=names):
        PackagePart.objects.filter(pk=part.pk).delete()
        if change is not None:
            change(part)
            PackagePart.objects.bulk_create([part])
    guard()


def paths(world, kept, source):
    """Every address that is read, with what was received where it may be asked for that."""
    received = ReceivedTournament.objects.get(name="Coppa Altrove")
    for address in addresses():
        if "GET" in ACCESS[address.name]:
            arguments = world._arguments(address) | {"source": source}
            if "pacchetti/" in address.route:
                arguments["pk"] = kept.pk
            elif "received" in address.name:
                arguments["pk"] = received.pk
            yield address.name, address.path(arguments)


@pytest.fixture
def officer(olga, fitres, kept):
    """Holds every office; what was received is homologated and in the archive."""
    for office in set(Office) - {Office.SECRETARY}:
        FederationOffice.objects.create(user=olga, federation=fitres, office=office, given_by=olga, given_at=NOON)
    homologated(olga, kept)
    refresh(fitres, most=None)
    return olga


@pytest.fixture
def source(officer):
    """A ruling that came, as the archive names it."""
    return ArchivedRuling.objects.filter(received__isnull=False, kind="ruling").earliest("pk").source


def asked(client, path, *, post=False):
    """The answer, and whether a part was read for it."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(path, {"key": "danno", "player": "1"}) if post else client.get(path)
    return answer, any("federation_packagepart" in one["sql"] for one in queries.captured_queries)


@pytest.mark.long
def test_every_address_that_reads_a_damaged_part_says_so(client, world, kept, officer, source):
    client.force_login(officer)
    client.raise_request_exception = False
    every = dict(paths(world, kept, source))
    assert {name for name, path in every.items() if NIGHTLY and asked(client, path)[1]} <= READERS
    every = {name: path for name, path in every.items() if name in READERS}
    posts = {name: reverse(name, args=["fitres", kept.pk]) for name in POSTED}
    assert every.keys() == READERS
    names = set(kept.parts.values_list("name", flat=True))
    every.pop("package")  # reads the manifest alone
    wrong = []
    for change, which in [(another, names - {MANIFEST}), (cut, names - {MANIFEST}), (None, names - {MANIFEST}),
                          (None, {MANIFEST})]:  # fmt: skip
        with transaction.atomic():
            damage(kept, which, change)
            own = {"package": reverse("package", args=["fitres", kept.pk])} if MANIFEST in which else {}
            for name, path in [*every.items(), *own.items(), *posts.items()]:
                answer, is_read = asked(client, path, post=name in posts)
                in_words = answer.status_code == 422 and b"danneggiat" in answer.content
                if answer.status_code >= 500 or (is_read and name not in posts and not in_words):
                    how = getattr(change, "__name__", "gone")
                    wrong.append((name, how, len(which), answer.status_code, answer.content[:40]))
            transaction.set_rollback(True)
    assert wrong == []


def test_no_way_of_damaging_a_part_is_read_as_what_came(kept):
    """Also what a checksum made anew, and a head that agrees, would let pass."""
    names = [name for name in kept.parts.values_list("name", flat=True) if name.endswith("l") or name == MANIFEST]
    read = []
    for change in WAYS:
        with transaction.atomic():
            damage(kept, names, change)
            for name in names:
                with suppress(Damaged):
                    found = manifest_of(kept) if name == MANIFEST else next(part_of_kept(kept, name).lines())
                    read.append((name, change, found))
            transaction.set_rollback(True)
    assert read == []


@pytest.mark.long
def test_a_newer_package_sent_by_token_over_a_damaged_one_is_answered_in_words(client, kept, fitres, olga, shared):
    """A public address: plain words, as all that it answers."""
    make_token(by=acting(olga), federation=fitres, name="Circolo Levante", token="segreto", standing=True)
    damage(kept, {"log.jsonl"}, cut)
    answer = client.post(
        reverse("send_package", args=["fitres"]), shared[1][1], content_type="application/zip",
        headers={"authorization": "Bearer segreto"},
    )  # fmt: skip
    assert (answer.status_code, answer["Content-Type"]) in [
        (200, "text/plain; charset=utf-8"),
        (422, "text/plain; charset=utf-8"),
    ]


def test_the_archive_keeps_what_it_had_of_a_damaged_package(kept, fitres, officer, source):
    before = ArchivedRuling.objects.filter(received__isnull=False).count()
    damage(kept, {"records/referee.Ruling.jsonl"}, cut)
    IndexedReceived.objects.update(editions="")
    refresh(fitres, most=None)
    assert ArchivedRuling.objects.filter(received__isnull=False).count() == before > 0
