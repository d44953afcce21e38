"""Offices: who gives and ends them, what the log says of it, and that it cannot be rewritten."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from federation.api.models import ApiToken
from federation.home.actions import end_office, give_office
from federation.home.verification_queries import under_no_log
from federation.home.words import record_in_words
from people.accounts.models import Federation, User
from people.offices.log import first_broken_line
from people.offices.models import FederationLine, FederationOffice
from records.requests import Refused
from records.rights import FEDERATION_MATRIX, Office, federation_rights
from tests import factories
from tests.factories import acting

OFFICES = "/federazioni/fitres/incarichi/"


@pytest.fixture
def ivo(fitres: Federation) -> User:
    return factories.make_officer("ivo", fitres)


def test_an_office_is_given_and_ended_and_each_leaves_a_line(fitres, ivo, carla):
    given = give_office(by=acting(ivo), federation=fitres, user=carla, office=Office.JUDGE)
    assert federation_rights(carla, fitres) == FEDERATION_MATRIX[Office.JUDGE]
    end_office(by=acting(ivo), given=given)
    assert federation_rights(carla, fitres) == frozenset()
    assert list(FederationLine.objects.values_list("sequence", "action", "data")) == [
        (1, "give_office", {"user": carla.pk, "office": "judge"}),
        (2, "end_office", {"user": carla.pk, "office": "judge"}),
    ]
    assert first_broken_line(fitres) is None


def test_two_offices_give_the_rights_of_both(fitres, ivo, carla):
    for office in (Office.JUDGE, Office.SECRETARY):
        give_office(by=acting(ivo), federation=fitres, user=carla, office=office)
    assert federation_rights(carla, fitres) == FEDERATION_MATRIX[Office.JUDGE] | FEDERATION_MATRIX[Office.SECRETARY]


def test_the_same_office_is_given_once_and_again_after_its_end(fitres, ivo, carla):
    given = give_office(by=acting(ivo), federation=fitres, user=carla, office=Office.JUDGE)
    with pytest.raises(Refused, match="ha già questo incarico"):
        give_office(by=acting(ivo), federation=fitres, user=carla, office=Office.JUDGE)
    end_office(by=acting(ivo), given=given)
    with pytest.raises(Refused, match="L’ha già tolto Ivo Testa"):
        end_office(by=acting(ivo), given=given)
    assert give_office(by=acting(ivo), federation=fitres, user=carla, office=Office.JUDGE).pk != given.pk


def test_no_officer_gives_an_office(fitres, carla):
    olga = factories.make_officer("olga", fitres)
    with pytest.raises(PermissionDenied):
        give_office(by=acting(olga), federation=fitres, user=carla, office=Office.JUDGE)
    assert federation_rights(carla, fitres) == frozenset()


def test_an_account_that_is_shut_holds_nothing(fitres):
    olga = factories.make_officer("olga", fitres)
    olga.is_active = False
    assert federation_rights(olga, fitres) == frozenset()


@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_log_is_never_rewritten(fitres, ivo, carla, change):
    give_office(by=acting(ivo), federation=fitres, user=carla, office=Office.JUDGE)
    lines = FederationLine.objects.all()
    with pytest.raises(DatabaseError), transaction.atomic():
        lines.update(data={}) if change == "update" else lines.delete()


def test_an_office_is_never_deleted(fitres):
    factories.make_officer("olga", fitres)
    with pytest.raises(DatabaseError), transaction.atomic():
        FederationOffice.ever.all().delete()


def test_from_the_page(fitres, ivo, carla):
    client = Client()
    client.force_login(ivo)
    assert "Ancora nessuno" in client.get(OFFICES).content.decode()
    answer = client.post(OFFICES, {"key": "k1", "user": "carla", "office": "archivist"})
    assert (answer.status_code, answer.headers["Location"]) == (302, OFFICES)
    assert "Carla Bassi" in client.get(OFFICES).content.decode()
    refused = client.post(OFFICES, {"key": "k2", "user": "nessuno", "office": "archivist"})
    assert refused.status_code == 422
    assert "Nessun utente attivo" in refused.content.decode()
    given = FederationOffice.objects.get()
    assert client.post(f"{OFFICES}{given.pk}/togli/", {"key": "k3"}).status_code == 302
    assert not FederationOffice.objects.exists()


def test_an_officer_reads_and_gives_nothing(fitres, client):
    client.force_login(factories.make_officer("gemma", fitres))
    assert client.get("/federazioni/fitres/").status_code == 200
    assert client.post(OFFICES, {"key": "k"}).status_code == 403
    assert client.get("/federazioni/altra/").status_code == 404


def test_the_home_leads_an_officer_to_the_federation_and_nobody_else(fitres, carla, client):
    olga = factories.make_officer("olga", fitres)
    way = 'href="/federazioni/fitres/"'
    assert way not in client.get("/").content.decode()
    client.force_login(carla)
    assert way not in client.get("/").content.decode()
    client.force_login(olga)
    assert way in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("people.FederationOffice:3", "incarico federale n. 3"),
        ("gone.model:7", "gone.model:7"),
        ("nothing", "nothing"),
    ],
)
def test_a_record_in_the_log_is_told_in_words(record: str, words: str) -> None:
    assert record_in_words(record) == words


def test_whoever_gives_offices_finds_them_from_the_first_page(fitres, ivo, carla, client):
    for user, leads in ((ivo, True), (carla, False), (factories.make_officer("olga", fitres), False)):
        client.force_login(user)
        assert (f'href="{OFFICES}"' in client.get("/").content.decode()) is leads
    client.force_login(ivo)
    assert client.get(OFFICES).status_code == 200


@pytest.mark.django_db
def test_verifying_names_what_gives_rights_and_stands_in_no_log() -> None:
    assert list(under_no_log()) == []
    factories.make_user("ivo", is_superuser=True)
    factories.make_user("ugo", is_superuser=True, is_active=False)
    nino = factories.make_user("nino")
    nino.user_permissions.add(Permission.objects.get(codename="add_personalexport"))
    past = timezone.now() - timedelta(days=1)
    for name, until in (("sito", timezone.now() + timedelta(days=1)), ("vecchia", past)):
        ApiToken.objects.create(
            user=nino, name=name, scopes=["read"], digest=name, made_at=past - timedelta(days=9), expires_at=until
        )
    assert list(under_no_log()) == [
        "account ivo may do what no log tells of: everything",
        "account nino may do what no log tells of: people.add_personalexport",
        "token «sito» of nino is in force: read",
    ]
