"""What is received and refused: keys, offices, versions, conflicts; what the archive reads of it."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from federation.inbox.actions import Opened, add_remark, choose, opened
from federation.inbox.exports import as_it_came
from federation.packages.actions import add_key, own_key, revoke_key, signing_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from federation.packages.queries import appeals, arbitral_scores, in_front, inbox, newest, rulings, standings
from federation.sealed.archive import Part, read_parts, write
from people.offices.log import first_broken_line
from records.models import LogEntry
from records.requests import Refused
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import NOON, acting
from tests.federation.inbox.bringing import Conflict, State, bring, by_another, play_on, signed_by
from tournaments.entries.models import Entry
from tournaments.publication.models import Publication


@pytest.mark.long
def test_a_package_is_received_and_goes_out_byte_for_byte(kept, data, fitres):
    assert (kept.version, kept.state, kept.conflict, kept.size) == (1, "received", "", len(data))
    assert as_it_came(kept, NOON) == data
    assert list(newest(fitres)) == [kept]
    assert first_broken_line(fitres) is None


def test_the_same_package_twice_is_one(kept, fitres, olga, data):
    assert bring(olga, fitres, data) == kept
    assert ReceivedPackage.objects.count() == 1


def test_nothing_native_is_touched(known, fitres, olga, data, world):
    before = (Entry.objects.count(), LogEntry.objects.count(), Ruling.objects.count(), Publication.objects.count())
    bring(olga, fitres, data)
    assert before == (
        Entry.objects.count(), LogEntry.objects.count(), Ruling.objects.count(), Publication.objects.count()
    )  # fmt: skip


def test_a_package_of_an_unknown_key_is_refused_with_its_fingerprint(world, fitres, olga, data):
    with pytest.raises(Refused, match=own_key().fingerprint):
        bring(olga, fitres, data)
    assert not ReceivedPackage.objects.exists()


@pytest.mark.long
def test_a_revoked_key_brings_nothing_more(kept, known, fitres, olga, world):
    revoke_key(by=acting(olga), key=known)
    play_on(world)
    with pytest.raises(Refused, match="non conosce"):
        bring(olga, fitres, package(world.tournament, NOON))
    assert in_front(fitres, kept.uid) == kept


def test_only_who_may_receive_receives(known, fitres, world, data):
    for name in ("gemma", "remo", "carla", "dora"):
        with pytest.raises(PermissionDenied):
            bring(world.people[name], fitres, data)


def test_a_package_of_another_federation_is_refused(world, olga, data):
    other = factories.make_federation("altra")
    boss = factories.make_user("segretaria")
    factories.FederationOffice.objects.create(
        user=boss, federation=other, office="secretary", given_by=boss, given_at=NOON
    )
    with pytest.raises(Refused, match="altra federazione"):
        bring(boss, other, data)


@pytest.mark.long
def test_a_newer_package_stands_in_front_and_the_older_stays(kept, fitres, olga, world, data):
    play_on(world)
    newer = bring(olga, fitres, package(world.tournament, NOON))
    assert (newer.version, newer.conflict, list(newest(fitres))) == (2, "", [newer])
    assert as_it_came(kept, NOON) == data
    assert bring(olga, fitres, data) == kept  # the same as before, not an older one


@pytest.mark.long
def test_an_older_package_after_a_newer_is_refused(known, fitres, olga, world, data):
    play_on(world)
    bring(olga, fitres, package(world.tournament, NOON))
    with pytest.raises(Refused, match="già un pacchetto più nuovo"):
        bring(olga, fitres, data)


@pytest.mark.long
def test_the_same_line_made_later_is_a_newer_one(kept, fitres, olga, world):
    later = bring(olga, fitres, package(world.tournament, NOON + timedelta(hours=1)))
    assert (later.version, later.conflict) == (2, "")
    with pytest.raises(Refused, match="già un pacchetto più nuovo"):
        bring(olga, fitres, package(world.tournament, NOON + timedelta(minutes=1)))


@pytest.mark.long
def test_the_tournament_from_another_installation_waits_for_a_choice(kept, fitres, olga, world):
    public, data = by_another(package(world.tournament, NOON + timedelta(hours=1)))
    add_key(by=acting(olga), federation=fitres, name="Un altro", public=public)
    other = bring(olga, fitres, data)
    assert (other.version, other.conflict, in_front(fitres, kept.uid)) == (2, "key", kept)
    assert set(inbox(fitres)) == {kept, other}
    with pytest.raises(Refused, match="Prima scegli"):
        add_remark(by=acting(olga), package=other, text="?")
    with pytest.raises(Refused, match="perché"):
        choose(by=acting(olga), package=other, keep=True, reason=" ")
    choose(by=acting(olga), package=other, keep=True, reason="Il portatile è stato cambiato")
    assert list(newest(fitres)) == [other]
    with pytest.raises(Refused, match="niente da scegliere"):
        choose(by=acting(olga), package=other, keep=False, reason="Ripensato")


@pytest.mark.long
def test_a_history_rewritten_waits_and_may_be_set_aside(kept, fitres, olga, world, data):
    # A head that no package in front went through: as if the log had been written anew.
    ReceivedPackage.objects.filter(pk=kept.pk).update(head_hash="0" * 64, head_number=2)
    play_on(world)
    other = bring(olga, fitres, package(world.tournament, NOON))
    assert other.conflict == Conflict.HISTORY
    choose(by=acting(olga), package=other, keep=False, reason="Chi dirige non sa spiegarlo")
    other.refresh_from_db()
    assert (other.state, list(newest(fitres))) == (State.SET_ASIDE, [kept])


def test_the_archive_reads_what_the_tournament_says(kept, world):
    tournament = world.tournament
    told = {(one.number, one.version): one for one in rulings(kept)}
    there = {(one.number, one.version): one for one in Ruling.objects.filter(tournament=tournament)}
    assert told.keys() == there.keys()
    for key, ruling in there.items():
        for column in ("title", "effects", "citations", "facts", "scene", "reason", "answers", "departed", "procedure"):
            assert told[key].told[column] == getattr(ruling, column), (key, column)
        assert told[key].decided_by == str(ruling.decided_by)
    publication = Publication.objects.get(tournament=tournament)
    (published,) = standings(kept)
    assert (published.kind, published.sections) == ("provisional", publication.rows)
    assert [(one.number, one.entry, one.told["grounds"]) for one in appeals(kept)] == [(1, 1, "It was in time")]
    assert arbitral_scores(kept) == []


def test_opened_needs_a_package(data):
    assert isinstance(opened(data), Opened)
    with pytest.raises(Refused, match="non comincia come uno zip"):
        opened(b"")


def test_a_package_signed_by_a_key_that_names_another_is_refused(data):
    forged = signed_by(data, signing_key(), made_at="domani")
    with pytest.raises(Refused, match="manifesto"):
        opened(forged)


def test_of_an_unknown_key_no_more_is_read_than_the_manifest(known, fitres, data):
    _key, forged = by_another(data)
    parts = read_parts(forged)
    parts["log.jsonl"] = Part.from_bytes(b"no line\n")
    with pytest.raises(Refused, match="non conosce"):
        opened(write(parts), federation=fitres)
    with pytest.raises(Refused, match="byte della parte"):
        opened(write(parts))


def test_a_package_larger_than_any_is_refused_in_words(known, fitres, data):
    parts = dict(read_parts(data))
    parts["log.jsonl"] = Part.from_bytes(b"0" * 20_000_000)
    with pytest.raises(Refused, match=r"È troppo grande\. \(log\.jsonl"):
        opened(write(parts), federation=fitres)
