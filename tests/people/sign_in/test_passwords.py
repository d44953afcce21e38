"""What a password may be, how it is asked for, and what changing it, or the second factor, takes."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import global_settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.password_validation import password_changed, validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from config import settings as own
from people.accounts.models import User
from people.sign_in.actions import TRIES_ALLOWED
from tests import factories
from tests.factories import NOON
from tests.people.sign_in.authenticator import code_of, come_in, turn_on
from tests.people.sign_in.signing import sign_in

GOOD = "tre-assi-e-un-due"
CODE = re.compile(r"<code>([A-Z2-7 ]+)</code>")


@pytest.mark.parametrize(
    "password",
    ["settass", "12345678", "password1", "iloveyou", "qwertyuiop", "Torneo2026", "arbitro-burraco", "direttorediGara!"],
)
def test_short_known_and_obvious_ones_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    ["ottocara", "tuttominuscole", "♠♥♦♣ passo", "il mio torneo di marzo", "x" * 200, "è" * 20_000],
    ids=lambda password: password[:20],
)
def test_any_other_of_eight_characters_is_taken(password: str) -> None:
    validate_password(password)
    password_changed(password)


@pytest.mark.parametrize("password", ["Donna Di Fiori ", "x" * 100 + "ù"])
def test_it_counts_as_typed_to_the_last_character(client: Client, db: None, password: str) -> None:
    User.objects.create_user("bruno", password=password)
    for other in (password[:-1], password.lower().swapcase(), password + " "):
        assert sign_in(Client(), "bruno", other).status_code == 200
    assert sign_in(client, "bruno", password).status_code == 302


def test_it_never_has_to_be_changed(client: Client, bruno: User) -> None:
    with time_machine.travel(NOON + timedelta(days=3650), tick=False):
        assert sign_in(client, "bruno", "bruno")["Location"] == "/"


@pytest.mark.parametrize("path", ["/accesso/", "/password/", "/accesso/due-passaggi/"])
def test_it_is_hidden_and_managers_may_fill_it_in(client: Client, bruno: User, path: str) -> None:
    if path != "/accesso/":
        client.force_login(bruno)
    page = client.get(path).content.decode()
    fields = [one for one in re.findall(r"<input[^>]*>", page) if re.search(r'name="\w*password', one)]
    assert fields
    for one in fields:
        assert 'type="password"' in one
        assert re.search(r'autocomplete="(current|new)-password"', one)
        assert not re.search(r"onpaste|readonly|maxlength", one)


def test_a_new_one_takes_the_old_one(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    new = {"new_password1": GOOD, "new_password2": GOOD}
    for wrong in ({}, {"old_password": "giulia"}):
        assert client.post("/password/", new | wrong).status_code == 200
    assert client.post("/password/", new | {"old_password": "bruno"}).status_code == 302


def test_the_old_one_cannot_be_tried_without_end(client: Client, bruno: User) -> None:
    client.force_login(bruno)
    new = {"new_password1": GOOD, "new_password2": GOOD}
    for _ in range(TRIES_ALLOWED):
        client.post("/password/", new | {"old_password": "sbagliata"})
    page = client.post("/password/", new | {"old_password": "bruno"}).content.decode()
    assert "Riprova fra 10 minuti" in page
    assert User.objects.get(pk=bruno.pk).check_password("bruno")


def test_the_second_factor_is_turned_on_and_off_with_the_password_too(client: Client, dora: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        client.force_login(dora)
        letters = CODE.search(client.get("/accesso/due-passaggi/").content.decode())[1]
        for password in ("", "giulia"):
            told = {"password": password, "code": code_of(letters)}
            assert client.post("/accesso/due-passaggi/", told).status_code == 422
        letters, _backup = turn_on(client)
        clock.shift(timedelta(minutes=2))
        told = {"password": "giulia", "code": code_of(letters)}
        assert client.post("/accesso/due-passaggi/togli/", told).status_code == 422
        come_in(Client(), "dora", letters)


def test_one_sees_where_one_is_in_and_ends_any_with_the_password(bruno: User, dora: User) -> None:
    phone, laptop, other = Client(), Client(), Client()
    assert "Sei dentro soltanto qui" not in phone.get("/accesso/mio/", follow=True).content.decode()
    sign_in(phone, "bruno", "bruno")
    assert "Sei dentro soltanto qui" in phone.get("/accesso/mio/").content.decode()
    sign_in(laptop, "bruno", "bruno")
    sign_in(other, "dora", "dora")
    page = phone.get("/accesso/mio/").content.decode()
    (mark,) = re.findall(r'name="session" value="([0-9a-f]{16})"|value="([0-9a-f]{16})"[^>]*name="session"', page)
    told = {"session": "".join(mark)}
    assert laptop.cookies["sessionid"].value not in page
    for wrong in ({"password": "dora"}, {}, {"password": "bruno", "session": "0" * 16}):
        assert phone.post("/uscita/altrove/", told | wrong).status_code == 422
    assert laptop.get("/accesso/mio/").status_code == 200
    assert phone.post("/uscita/altrove/", told | {"password": "bruno"})["Location"] == "/accesso/mio/"
    assert [one.get("/accesso/mio/").status_code for one in (phone, laptop, other)] == [200, 302, 200]


def test_an_administrator_ends_the_sessions_of_others(client: Client, bruno: User) -> None:
    phone, olga = Client(), factories.make_user("olga", is_staff=True, is_superuser=True)
    sign_in(phone, "bruno", "bruno")
    client.force_login(olga)
    asked = {"action": "sign_out", "_selected_action": [bruno.pk]}
    assert client.post("/admin/people/user/", asked).status_code == 302
    assert phone.get("/accesso/mio/").status_code == 302
    assert client.get("/accesso/mio/").status_code == 200


def test_an_account_switched_off_or_given_another_password_is_out_at_once(
    client: Client, bruno: User, dora: User
) -> None:
    for name, change in (("bruno", {"is_active": False}), ("dora", {"password": "pbkdf2_sha256$x"})):
        phone = Client()
        sign_in(phone, name, name)
        User.objects.filter(username=name).update(**change)
        assert phone.get("/accesso/mio/").status_code == 302


def test_a_session_is_another_after_signing_in_and_gone_after_the_way_out(client: Client, bruno: User) -> None:
    client.get("/accesso/")
    before = client.session
    before["planted"] = "yes"
    before.save()
    client.cookies["sessionid"] = before.session_key
    sign_in(client, "bruno", "bruno")
    key = client.cookies["sessionid"].value
    assert key != before.session_key
    assert len(key) == 32  # of 36 letters and figures: 165 bits
    client.post("/uscita/")
    stolen = Client()
    stolen.cookies["sessionid"] = key
    assert stolen.get("/accesso/mio/").status_code == 302


@pytest.mark.long
def test_it_is_kept_by_a_slow_function_which_may_be_replaced(client: Client, settings, bruno: User) -> None:
    assert not hasattr(own, "PASSWORD_HASHERS")
    assert global_settings.PASSWORD_HASHERS[0].endswith("PBKDF2PasswordHasher")
    assert (PBKDF2PasswordHasher.algorithm, PBKDF2PasswordHasher.iterations >= 600_000) == ("pbkdf2_sha256", True)
    kept = "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher"
    settings.PASSWORD_HASHERS = [kept, *settings.PASSWORD_HASHERS]
    sign_in(client, "bruno", "bruno")
    assert User.objects.get(pk=bruno.pk).password.startswith("pbkdf2_sha1$")


def test_no_hint_no_question_and_no_way_back_by_mail(client: Client, db: None) -> None:
    page = client.get("/accesso/").content.decode()
    assert re.findall(r'name="(\w+)"', page.split('id="sign-in"')[1].split("</form>")[0]) == [
        "csrfmiddlewaretoken",
        "username",
        "password",
        "next",
    ]
    names = {field.name for field in User._meta.get_fields()}
    assert not {name for name in names if "hint" in name or "question" in name}
    assert client.get("/password/reset/").status_code == 404


def test_a_new_database_has_no_account(db: None) -> None:
    assert not User.objects.exists()


def test_an_administrator_s_new_password_leaves_the_second_factor(client: Client, dora: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        phone = Client()
        phone.force_login(dora)
        letters, _backup = turn_on(phone)
        client.force_login(factories.make_user("olga", is_staff=True, is_superuser=True))
        new = {"usable_password": "true", "password1": GOOD, "password2": GOOD}
        assert client.post(f"/admin/people/user/{dora.pk}/password/", new).status_code == 302
        assert phone.get("/accesso/mio/").status_code == 302
        clock.shift(timedelta(minutes=2))
        assert sign_in(phone, "dora", GOOD)["Location"] == "/accesso/codice/"
        assert phone.post("/accesso/codice/", {"code": code_of(letters)}).status_code == 302


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/accesso/mio/", "/codici/", "/tornei/{}/direzione/", "/tornei/{}/classifica/"])
def test_the_way_out_is_on_every_page_of_whoever_is_in(client: Client, dora: User, tournament, path: str) -> None:
    client.force_login(dora)
    assert '<form method="post" action="/uscita/">' in client.get(path.format(tournament.slug)).content.decode()
