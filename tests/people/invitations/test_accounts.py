"""Accounts without the administration: invited, let create tournaments, a password written once at a link."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from people.accounts.models import User
from tests import factories
from tests.asking import send, text

ACCOUNTS = "/accessi/"
NEW = {"first_name": "Nora", "last_name": "Nuova", "username": "nora", "may_create": "on"}
WRITTEN = {"new_password1": "una parola lunga e mia", "new_password2": "una parola lunga e mia"}


@pytest.fixture
def ivo(db: None) -> User:
    return factories.make_user("ivo", is_superuser=True)


@pytest.fixture
def office(db: None) -> User:
    """Who says who holds which office, and does not administer."""
    made = factories.make_user("otto")
    made.user_permissions.add(Permission.objects.get(codename="add_federationoffice"))
    return made


def link_in(answer) -> str:
    found = re.search(r"/accesso/benvenuto/[^<\s]+/", answer.content.decode())
    assert found
    return found[0]


def test_somebody_invited_writes_a_password_and_creates_tournaments(office: User, client_of) -> None:
    link = link_in(send(client_of(office), ACCOUNTS, **NEW))
    newcomer = Client()
    assert "nora" in text(newcomer.get(link))
    assert newcomer.post(link, WRITTEN).url == "/accesso/"
    assert newcomer.login(username="nora", password=WRITTEN["new_password1"])
    assert newcomer.get("/si-comincia/").status_code == 200


def test_the_link_serves_once(office: User, client_of) -> None:
    link = link_in(send(client_of(office), ACCOUNTS, **NEW))
    Client().post(link, WRITTEN)
    again = Client().post(link, dict.fromkeys(WRITTEN, "un’altra parola lunga"))
    assert again.status_code == 404
    assert User.objects.get(username="nora").check_password(WRITTEN["new_password1"])


@pytest.mark.parametrize("token", ["abc", "MQ.xyz", "99999999999999999999.a-b", "MQ", "é.è"])
def test_what_is_no_link_leads_nowhere(ivo: User, token: str) -> None:
    assert Client().get(f"/accesso/benvenuto/{token}/").status_code == 404


def test_leave_to_create_is_given_and_taken(office: User, client_of) -> None:
    anna = factories.make_user("anna")
    assert client_of(anna).get("/si-comincia/").status_code == 403
    send(client_of(office), ACCOUNTS + "tornei/", user=anna.pk, allowed="yes")
    assert client_of(anna).get("/si-comincia/").status_code == 200
    send(client_of(office), ACCOUNTS + "tornei/", user=anna.pk, allowed="no")
    assert client_of(anna).get("/si-comincia/").status_code == 403


def test_the_page_says_who_may_and_offers_only_what_is_possible(office: User, ivo: User, client_of) -> None:
    factories.make_user("anna", first_name="Anna", last_name="Prima")
    page = text(client_of(office).get(ACCOUNTS))
    assert "amministra, e crea tornei" in page
    assert "Nuova password" not in page
    assert "Nuova password" in text(client_of(ivo).get(ACCOUNTS))
    assert "Nessuno con questo nome" in text(client_of(office).get(ACCOUNTS + "?cerca=zzz"))


def test_a_password_of_others_is_made_anew_only_by_who_administers(office: User, ivo: User, client_of) -> None:
    anna = factories.make_user("anna")
    assert send(client_of(office), ACCOUNTS + "password/", user=anna.pk).status_code == 422
    assert send(client_of(office), ACCOUNTS + "password/", user=ivo.pk).status_code == 422
    link = link_in(send(client_of(ivo), ACCOUNTS + "password/", user=anna.pk))
    assert Client().post(link, WRITTEN).status_code == 302
    assert User.objects.get(username="anna").check_password(WRITTEN["new_password1"])


def test_who_administers_cannot_be_kept_from_creating(office: User, ivo: User, client_of) -> None:
    answer = send(client_of(office), ACCOUNTS + "tornei/", user=ivo.pk, allowed="no")
    assert answer.status_code == 422
    assert "può creare tornei comunque" in text(answer)


@pytest.mark.parametrize(
    ("typed", "told"),
    [({"username": "otto"}, "già"), ({"username": "a b"}, "nome utente"), ({"first_name": ""}, "obbligatorio")],
)
def test_what_cannot_be_is_said(office: User, client_of, typed: dict[str, str], told: str) -> None:
    answer = send(client_of(office), ACCOUNTS, **NEW | typed)
    assert answer.status_code == 422
    assert told in text(answer)


def test_others_are_refused(db: None, client_of) -> None:
    anna = factories.make_user("anna")
    assert client_of(anna).get(ACCOUNTS).status_code == 403
    assert send(client_of(anna), ACCOUNTS, **NEW).status_code == 403
    assert send(client_of(anna), ACCOUNTS + "tornei/", user=anna.pk, allowed="yes").status_code == 403
    assert send(client_of(anna), ACCOUNTS + "password/", user=anna.pk).status_code == 403
    assert Client().get(ACCOUNTS).status_code == 302
