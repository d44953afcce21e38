"""Received tournaments in the archive: found, read, told apart from ours; replaced, never doubled; gone when erased."""

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import translation

from federation.archive.actions import find_alike, refresh, write_entries
from federation.archive.lines import cited_counts, citing, lines_at
from federation.archive.models import ArchivedRuling
from federation.archive.queries import Search, search
from federation.archive.records import Entry, facts_of
from federation.archive_exports.exports import records_at
from federation.inbox.actions import (  # fmt: skip
    Checked,
    add_remark,
    check,
    choose,
    homologate,
    opened,
    receive,
    send_back,
)
from federation.packages.actions import add_key
from federation.packages.models import PackagePart, PackageText, ReceivedPackage
from federation.packages.queries import open_points, rulings
from federation.received.models import ReceivedTournament
from referee.rulings.models import Ruling
from referee.wizard.queries import PrecedentQuery, precedents
from tests.factories import NOON, acting, make_tournament
from tests.federation.elsewhere import PUBLIC, packed_elsewhere
from tests.federation.inbox.conftest import fitres, olga
from tests.module_database import lent_db
from tests.snapshots import lent, made
from tests.world import make_world

__all__ = ["fitres", "lent_db", "olga"]

Way = ReceivedPackage.Way


def make_both():
    packed = made(packed_elsewhere)
    return made(make_world), packed


@pytest.fixture(scope="module")
def shared(db):
    with lent(make_both) as both:
        yield both


@pytest.fixture
def world(shared):
    with transaction.atomic(), translation.override("it"):
        yield shared[0]
        transaction.set_rollback(True)


@pytest.fixture
def kept(world, fitres, olga, shared):
    add_key(by=acting(olga), federation=fitres, name="Circolo Levante", public=PUBLIC)
    return receive(by=acting(olga), federation=fitres, content=opened(shared[1][0]), way=Way.UPLOAD)


def homologated(olga, kept):
    check(by=acting(olga), package=kept, found=Checked(open_points(kept)))
    homologate(by=acting(olga), package=kept, reason="Va bene così")
    kept.refresh_from_db()
    return kept


def received_rows(fitres):
    refresh(fitres, most=None)
    return ArchivedRuling.objects.filter(federation=fitres, received__isnull=False)


@pytest.mark.long
def test_what_was_received_is_found_beside_what_was_decided_here(kept, fitres):
    native = Ruling.objects.filter(tournament__federation=fitres).count()
    rows = received_rows(fitres)
    packed = rulings(kept)
    assert rows.filter(kind="ruling").count() == len(packed) > 0
    assert ArchivedRuling.objects.filter(federation=fitres, tournament__isnull=False, kind="ruling").count() == native
    words = packed[0].told["title"]["it"]
    assert rows.filter(place__in=search(fitres, Search(words=words)).places).exists()
    received = ReceivedTournament.objects.get(name="Coppa Altrove")
    alone = search(fitres, Search(filters=(("received", received.pk),)))
    assert (alone.total, alone.facets["received"]) == (rows.count(), {received.pk: rows.count()})


def test_a_place_is_asked_of_received_tournaments_too(kept, fitres):
    rows = received_rows(fitres)
    found = search(fitres, Search(place="Coppa Altrove"))
    assert found.total == rows.count()


def test_the_standing_is_that_of_the_package(kept, fitres):
    by_source = {one.source: one for one in received_rows(fitres).filter(kind="ruling")}
    received = ReceivedTournament.objects.get(name="Coppa Altrove")
    for one in rulings(kept):
        archived = by_source[f"r{received.pk}-ruling-{one.told['id']}"]
        assert (archived.standing == "in_force") is one.is_current or archived.standing == "overturned"
        assert archived.arbiter_id is None


@pytest.mark.long
def test_each_record_is_read_whole_with_its_origin(kept, fitres, world, client):
    client.force_login(world.people["gemma"])
    for kind in ("ruling", "score", "appeal"):
        for one in received_rows(fitres).filter(kind=kind)[:2]:
            page = client.get(reverse("archived", args=["fitres", one.source]))
            assert page.status_code == 200
            assert "Da un pacchetto" in page.content.decode()
            assert "Circolo Levante" in page.content.decode()


@pytest.mark.long
def test_the_list_says_where_it_comes_from_in_as_many_queries_as_without(kept, fitres, world, client):
    refresh(fitres, most=None)
    client.force_login(world.people["gemma"])
    page = client.get(reverse("archive", args=["fitres"]) + "?luogo=Coppa+Altrove").content.decode()
    assert "da un pacchetto ricevuto" in page
    assert "Coppa Altrove" in page


def test_an_export_tells_the_origin(kept, fitres):
    rows = received_rows(fitres)
    told = records_at(fitres, [one.place for one in rows])
    assert {one["origin"] for one in told} == {"received"}
    assert {one["tournament"]["name"] for one in told} == {"Coppa Altrove"}
    assert all(one["decided_by"] for one in told if one["kind"] == "ruling")


def test_a_package_sent_back_and_one_of_a_tournament_played_here_give_nothing(kept, fitres, olga):
    assert received_rows(fitres).exists()
    add_remark(by=acting(olga), package=kept, text="Manca la firma")
    send_back(by=acting(olga), package=kept)
    assert not received_rows(fitres).exists()
    assert search(fitres, Search(place="Coppa Altrove")).total == 0


def test_a_conflict_that_waits_changes_nothing_and_set_aside_does_not_double(kept, fitres, olga, shared):
    before = set(received_rows(fitres).values_list("source", flat=True))
    other = ReceivedPackage.objects.get(pk=kept.pk)
    other.pk, other.version, other.sha256, other.conflict = None, 2, "f" * 64, "key"
    other.save()
    for part in PackagePart.objects.filter(package=kept):
        part.pk, part.package = None, other
        part.save(force_insert=True)
    assert set(received_rows(fitres).values_list("source", flat=True)) == before
    choose(by=acting(olga), package=other, keep=False, reason="Non è loro")
    assert set(received_rows(fitres).values_list("source", flat=True)) == before


def test_an_erasure_takes_the_stems_along(kept, fitres, olga):
    received_rows(fitres)
    text = PackageText.objects.filter(package=kept, record__startswith="referee.Ruling", place="reason").exclude(
        text=""
    )
    one = text.first()
    PackageText.objects.filter(pk=one.pk).update(text="")
    assert not ArchivedRuling.objects.filter(received__isnull=False).exists()
    assert received_rows(fitres).exists()


@pytest.mark.long
def test_precedents_take_homologated_ones_alone_and_name_nobody(kept, fitres, olga, world):
    refresh(fitres, most=None)
    one = next(ruling for ruling in rulings(kept) if ruling.is_current)
    asked = PrecedentQuery(world.tournament, one.told["rulebook"], one.told["procedure"], facts_of(one.told["trail"]))
    before = find_alike(asked)
    homologated(olga, kept)
    found = find_alike(asked)
    assert found.of_anomaly > before.of_anomaly
    assert len(found.elsewhere) > 0
    told = precedents(found.nearest, asked.facts, found.elsewhere)
    assert "Coppa Altrove" in {case.tournament for case in told}
    names = {text.text for text in PackageText.objects.filter(package=kept, place="last_name")}
    assert not [case for case in told for order in case.orders if any(name and name in order for name in names)]


@pytest.mark.long
def test_a_newer_version_that_is_hidden_takes_the_place_and_is_no_precedent(kept, world, fitres, olga, shared):
    kept = receive(by=acting(olga), federation=fitres, content=opened(shared[1][1]), way=Way.UPLOAD)
    homologated(olga, kept)
    refresh(fitres, most=None)
    one = rulings(kept)[0]
    asked = PrecedentQuery(world.tournament, one.told["rulebook"], one.told["procedure"], ())
    assert find_alike(asked).elsewhere == {}


def reason(key, number, text):
    """A ruling of that number whose reason says so."""
    return Entry(kind="ruling", key=key, at=NOON, number=number, free=(text,))


def test_whoever_decides_here_cites_what_was_received(kept, fitres):
    refresh(fitres, most=None)
    received = ReceivedTournament.objects.get(name="Coppa Altrove")
    ReceivedTournament.objects.filter(pk=received.pk).update(slug="coppa-altrove")
    cited = received_rows(fitres).filter(kind="ruling").earliest("place")
    other = make_tournament("altra")
    write_entries(fitres, other, [reason(91, 1, f"Come in coppa-altrove n. {cited.number}"), reason(92, 2, "Di nuovo")])
    (line,) = citing(cited)
    assert (line.tournament, line.number) == (other, 1)
    assert cited_counts([cited]) == {cited.place: 1}
    assert [one.cited_by for one in lines_at(fitres, [cited.place])] == [1]


@pytest.mark.long
def test_of_two_tournaments_of_one_name_each_is_cited_by_its_own(kept, fitres):
    refresh(fitres, most=None)
    received = ReceivedTournament.objects.get(name="Coppa Altrove")
    here = make_tournament(received.slug + "-qui")
    ReceivedTournament.objects.filter(pk=received.pk).update(slug=here.slug)
    received.refresh_from_db()
    write_entries(fitres, None, [reason(1, 1, "Uno"), reason(2, 2, "Come nel provvedimento n. 1")], received=received)
    write_entries(fitres, here, [reason(81, 1, "Uno"), reason(82, 2, "Come nel provvedimento n. 1")])
    ours, theirs = (ArchivedRuling.objects.get(number=1, **of) for of in ({"tournament": here}, {"received": received}))
    assert [one.source for one in citing(ours)] == ["ruling-82"]
    assert [one.source for one in citing(theirs)] == [f"{received.origin}ruling-2"]
    assert cited_counts([ours, theirs]) == {ours.place: 1, theirs.place: 1}
