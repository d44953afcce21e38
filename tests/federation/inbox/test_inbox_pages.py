"""The inbox's pages: upload, check, remark, return, homologate, read, erase; keys and tokens; the sender's desk."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.inbox.actions import opened, receive
from federation.packages.actions import add_key, own_key
from federation.packages.models import KnownKey, ReceivedPackage, SentAnswer, UploadToken
from federation.sealed.verification import open_package
from records.outside import PACKAGE
from tests.factories import acting
from tests.federation.packages.packing import packed_world
from tests.module_database import lent_db
from tests.snapshots import lent
from tournaments.entry_lists import forms as entering

__all__ = ["lent_db"]

INBOX, KEYS = "/federazioni/fitres/pacchetti/", "/federazioni/fitres/chiavi/"


@pytest.fixture(scope="module")
def shared(db):
    with lent(packed_world) as (world, data):
        public = own_key().public
        add_key(by=acting(world.people["olga"]), federation=world.tournament.federation, name="Levante", public=public)
        yield world, data


@pytest.fixture
def world(shared):
    with transaction.atomic():
        yield shared[0]
        transaction.set_rollback(True)


@pytest.fixture
def data(world, shared):
    return shared[1]


def as_user(world, name):
    client = Client()
    client.force_login(world.people[name])
    return client


@pytest.fixture
def olga(world):
    return as_user(world, "olga")


def sent(content, name="levante.zip"):
    return SimpleUploadedFile(name, content, content_type="application/zip")


@pytest.fixture
def kept(world, data):
    user, federation = world.people["olga"], world.tournament.federation
    way = ReceivedPackage.Way.UPLOAD
    return receive(by=acting(user), federation=federation, content=opened(data), way=way)


def text(answer):
    return answer.content.decode()


@pytest.mark.long
def test_a_package_is_received_from_the_page_once(olga, data):
    assert "Ancora nessun pacchetto" in text(olga.get(INBOX))
    answer = olga.post(INBOX, {"key": "k1", "file": sent(data)})
    kept = ReceivedPackage.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{INBOX}{kept.pk}/")
    assert olga.post(INBOX, {"key": "k1", "file": sent(data)}).headers["Location"] == f"{INBOX}{kept.pk}/"
    assert "Coppa Levante" in text(olga.get(INBOX))


def test_a_broken_file_is_refused_in_words_with_its_place(olga, data):
    broken = data[:5000] + bytes([data[5000] ^ 1]) + data[5001:]
    answer = olga.post(INBOX, {"key": "k1", "file": sent(broken)})
    assert (answer.status_code, "Il pacchetto non torna" in text(answer)) == (422, True)
    assert "manifest.json" in text(answer)
    assert olga.post(INBOX, {"key": "k2", "file": sent(b"")}).status_code == 422
    assert olga.post(INBOX, {"key": "k3"}).status_code == 422
    assert not ReceivedPackage.objects.exists()


def test_a_file_too_large_is_let_go_while_it_comes_in(olga, data, monkeypatch):
    assert entering.LARGER["packages"] == PACKAGE.size
    monkeypatch.setitem(entering.LARGER, "packages", 1000)
    answer = olga.post(INBOX, {"key": "k1", "file": sent(data)})
    assert (answer.status_code, "troppo grande per essere un pacchetto" in text(answer)) == (422, True)


@pytest.mark.long
def test_the_way_of_a_package_to_its_homologation(olga, kept, world, data):
    page = f"{INBOX}{kept.pk}/"
    assert "Controlla" in text(olga.get(page))
    assert olga.post(f"{page}controlla/", {"key": "k1"}).status_code == 302
    assert "punti aperti" in text(olga.get(page)).lower()
    refused = olga.post(f"{page}omologa/", {"key": "k2", "reason": ""})
    assert (refused.status_code, "scrivi perché si omologa lo stesso" in text(refused)) == (422, True)
    assert olga.post(f"{page}rilievo/", {"key": "k3", "text": ""}).status_code == 422
    assert olga.post(f"{page}rilievo/", {"key": "k4", "text": "Tutto bene"}).status_code == 302
    assert as_user(world, "aldo").post(f"{page}omologa/", {"key": "k5", "reason": "Sì"}).status_code == 403
    assert olga.post(f"{page}omologa/", {"key": "k6", "reason": "Reclamo ritirato"}).status_code == 302
    assert "Omologato da Olga Valli" in text(olga.get(page))
    assert olga.get(f"{page}pacchetto.zip").content == data
    answer = olga.get(f"{page}risposta.json").content
    dora = as_user(world, "dora")
    desk = f"/tornei/{world.tournament.slug}/pacchetto/"
    assert dora.post(desk, {"key": "k7", "file": sent(answer, "risposta.json")}).status_code == 302
    assert "Reclamo ritirato" in text(dora.get(desk))
    assert SentAnswer.objects.get().told["homologation"]["officer"] == "Olga Valli"
    assert dora.post(desk, {"key": "k8", "file": sent(b"{}", "risposta.json")}).status_code == 422


def test_a_package_goes_back_only_with_a_remark(olga, kept):
    page = f"{INBOX}{kept.pk}/"
    assert olga.post(f"{page}rimanda/", {"key": "k1"}).status_code == 422
    assert olga.get(f"{page}risposta.json").status_code == 302  # there is none yet
    olga.post(f"{page}rilievo/", {"key": "k2", "text": "Manca il tavolo 2"})
    assert olga.post(f"{page}rimanda/", {"key": "k3"}).status_code == 302
    assert b"Manca il tavolo 2" in olga.get(f"{page}risposta.json").content


def test_the_tournament_is_read_from_the_package_alone(olga, kept):
    page = f"{INBOX}{kept.pk}/"
    standings = text(olga.get(f"{page}classifica/"))
    assert ("Conti – Serra" in standings, "Anna Conti" in standings) == (True, True)
    assert "1. Accusa prima del proprio turno" in text(olga.get(f"{page}provvedimenti/"))
    ruling = text(olga.get(f"{page}provvedimenti/1/"))
    assert ("Bruno Riva" in ruling, "Conti – Serra" in ruling, "art." in ruling) == (True, True, True)
    assert olga.get(f"{page}provvedimenti/99/").status_code == 404


@pytest.mark.long
def test_an_erased_person_is_told_as_erased(olga, kept):
    page = f"{INBOX}{kept.pk}/"
    assert olga.post(f"{page}cancella/", {"key": "k1", "who": "Nessuno"}).status_code == 422
    assert olga.post(f"{page}cancella/", {"key": "k2", "who": "Anna Conti"}).status_code == 302
    standings = text(olga.get(f"{page}classifica/"))
    assert ("Conti" in standings, "oscurato" in standings) == (False, True)
    assert open_package(olga.get(f"{page}pacchetto.zip").content).erased > 0
    assert "Senza i testi cancellati" in text(olga.get(page))
    assert olga.post(f"{page}controlla/", {"key": "k3"}).status_code == 302


def test_the_list_takes_as_many_queries_for_three_as_for_one(olga, kept, world, data):
    with CaptureQueriesContext(connection) as one:
        assert olga.get(INBOX).status_code == 200
    key = KnownKey.objects.get()
    for turn in "ab":
        more = ReceivedPackage.objects.get(pk=kept.pk)
        more.pk, more.uid, more.sha256, more.manifest_sha256 = None, turn * 64, turn * 64, turn * 64
        more._state.adding = True
        more.save()
    with CaptureQueriesContext(connection) as three:
        assert text(olga.get(INBOX)).count("Coppa Levante") == 3
    assert (len(three), key.name) == (len(one), "Levante")


def test_keys_are_added_and_revoked_from_the_page(olga, world, data):
    assert olga.post(KEYS, {"key": "k1", "name": "Altro", "public": "12"}).status_code == 422
    assert olga.post(KEYS, {"key": "k2", "name": "Altro", "public": "ab" * 32}).status_code == 302
    pk = KnownKey.objects.get(name="Levante").pk
    assert olga.post(f"{KEYS}{pk}/revoca/", {"key": "k3"}).status_code == 302
    assert olga.post(f"{KEYS}{pk}/revoca/", {"key": "k4"}).status_code == 422
    refused = olga.post(INBOX, {"key": "k5", "file": sent(data)})
    assert (refused.status_code, own_key().fingerprint in text(refused)) == (422, True)
    assert as_user(world, "aldo").get(KEYS).status_code == 403


def test_a_token_is_shown_once_and_kept_as_a_digest(olga):
    made = text(olga.post(f"{KEYS}permessi/", {"key": "k1", "name": "Circolo"}))
    token = made.split('<p class="code token">')[1].split("</p>")[0]
    kept = UploadToken.objects.get()
    assert (len(token), token in kept.digest) == (43, False)
    again = text(olga.post(f"{KEYS}permessi/", {"key": "k1", "name": "Circolo"}))
    assert (token in again, "il suo testo non si vede più" in again) == (False, True)
    assert token not in text(olga.get(KEYS))
    assert olga.post(f"{KEYS}permessi/{kept.pk}/revoca/", {"key": "k2"}).status_code == 302


@pytest.mark.long
def test_the_desk_gives_the_package_to_who_may_see_all_of_it(world):
    address = f"/tornei/{world.tournament.slug}/pacchetto/scarica/"
    answer = as_user(world, "dora").get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    assert open_package(answer.content).manifest.tournament["slug"] == world.tournament.slug
    assert [as_user(world, name).get(address).status_code for name in ("bruno", "sara", "ettore")] == [403, 403, 404]
