"""The frame around every page: doors, languages, headers, what happens when something goes wrong."""

import re
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.template.loader import render_to_string
from django.test import Client

from config.settings import SQLITE_OPTIONS
from people.accounts.models import User
from tests import factories
from tests.factories import NOON
from tests.people.sign_in.signing import fail, sign_in
from tests.tables import each

pytestmark = pytest.mark.django_db
TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def carla(db: None) -> User:
    return factories.make_user("carla", first_name="Carla", last_name="Bassi")


# ---- the door -------------------------------------------------------------


def test_sign_in_leads_home(client: Client, carla: User) -> None:
    answer = sign_in(client)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(carla.pk)


def test_sign_in_returns_to_the_page_asked_for(client: Client, carla: User) -> None:
    asked = client.get("/password/")
    assert asked["Location"] == "/accesso/?next=/password/"
    answer = client.post(asked["Location"], {"username": "carla", "password": "carla", "next": "/password/"})
    assert answer["Location"] == "/password/"


def test_sign_in_never_leads_to_another_site(client: Client, carla: User) -> None:
    answer = client.post("/accesso/", {"username": "carla", "password": "carla", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_sign_in_with_a_wrong_password_says_so(client: Client, carla: User) -> None:
    answer = fail(client, 1)
    assert answer.status_code == 200
    assert "non corrispondono" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_sign_in_after_nine_failures_still_works(client: Client, carla: User) -> None:
    fail(client, 9)
    assert sign_in(client).status_code == 302


def test_sign_in_after_ten_failures_waits_even_with_the_right_password(client: Client, carla: User) -> None:
    fail(client, 10)
    answer = sign_in(client)
    assert answer.status_code == 200
    assert "Riprova fra 10 minuti" in answer.content.decode()


def test_sign_in_ten_minutes_after_the_last_failure_works_again(client: Client, carla: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        fail(client, 10)
        clock.shift(9 * 60)
        assert sign_in(client).status_code == 200
        clock.shift(2 * 60)
        assert sign_in(client).status_code == 302


def test_sign_in_success_forgets_earlier_failures(client: Client, carla: User) -> None:
    fail(client, 9)
    sign_in(client)
    fail(client, 9)
    assert sign_in(client).status_code == 302


def test_failures_of_one_user_do_not_lock_out_the_hall(client: Client, carla: User) -> None:
    fail(client, 12, username="giulia")
    assert sign_in(client).status_code == 302


def test_failures_from_elsewhere_do_not_lock_out_the_user(client: Client, carla: User) -> None:
    fail(client, 12, REMOTE_ADDR="203.0.113.9")
    assert sign_in(client).status_code == 302


def test_failures_are_counted_whatever_the_case_of_the_name(client: Client, carla: User) -> None:
    fail(client, 5, username="CARLA")
    fail(client, 5)
    assert sign_in(client).status_code == 200


def test_a_forged_forwarded_address_changes_nothing_without_a_proxy(client: Client, carla: User) -> None:
    for number in range(10):
        fail(client, 1, HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
    assert sign_in(client).status_code == 200


def test_behind_a_proxy_its_own_word_counts(client: Client, carla: User, settings) -> None:
    settings.BEHIND_PROXY = True
    for number in range(10):
        fail(client, 1, HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, 203.0.113.9")
    assert sign_in(client, HTTP_X_FORWARDED_FOR="203.0.113.9").status_code == 200
    assert sign_in(client, HTTP_X_FORWARDED_FOR="203.0.113.10").status_code == 302


def test_sign_out_needs_a_post(client: Client, carla: User) -> None:
    client.force_login(carla)
    assert client.get("/uscita/").status_code == 405
    assert client.post("/uscita/")["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_password_change(client: Client, carla: User) -> None:
    client.force_login(carla)
    new = "tre-assi-e-un-due"
    answer = client.post("/password/", {"old_password": "carla", "new_password1": new, "new_password2": new})
    assert answer["Location"] == "/password/cambiata/"
    assert "Password cambiata" in client.get(answer["Location"]).content.decode()
    assert sign_in(Client(), password=new).status_code == 302


def test_administration_has_no_door_of_its_own(client: Client, carla: User) -> None:
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/accesso/?next=/admin/"
    assert client.post("/admin/login/", {"username": "carla", "password": "carla"}).status_code == 405
    client.force_login(carla)
    assert client.get("/admin/login/").status_code == 403


def test_administration_opens_for_staff(client: Client) -> None:
    client.force_login(factories.make_user("olga", is_staff=True))
    assert client.get("/admin/login/")["Location"] == "/admin/"


# ---- languages ------------------------------------------------------------


def test_language_is_italian_unless_the_visitor_prefers_english(client: Client) -> None:
    assert '<html lang="it">' in client.get("/accesso/").content.decode()
    assert '<html lang="en">' in client.get("/accesso/", HTTP_ACCEPT_LANGUAGE="en-GB").content.decode()


def test_language_chosen_is_remembered_in_a_cookie(client: Client) -> None:
    answer = client.post("/lingua/", {"language": "en", "next": "/accesso/"})
    assert answer["Location"] == "/accesso/"
    assert (client.cookies["django_language"].value, client.cookies["django_language"]["max-age"]) == ("en", 31536000)
    page = client.get("/accesso/", HTTP_ACCEPT_LANGUAGE="it").content.decode()
    assert "Tables and standings are open to everybody" in page


def test_language_cannot_be_set_by_a_link(client: Client) -> None:
    client.get("/lingua/?language=en")
    assert "django_language" not in client.cookies


# ---- headers --------------------------------------------------------------


def test_content_policy_allows_nothing_inline(client: Client) -> None:
    policy = client.get("/accesso/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("header", "value"),
    [("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")],
)
def test_security_headers(client: Client, header: str, value: str) -> None:
    assert client.get("/accesso/")[header] == value


@each("path", TEMPLATES)
def test_templates_hold_no_inline_script_or_style(path: Path) -> None:
    # Without Django's own tags and comments, whose words (`only=`) are no attributes of the page.
    text = re.sub(r"{% comment %}.*?{% endcomment %}|{%.*?%}", "", path.read_text(), flags=re.DOTALL)
    assert not re.search(r"""\sstyle=|<style|\son[a-z]+=["']|<script(?![^>]*\ssrc=)|javascript:""", text)


@pytest.mark.parametrize(
    "path",
    [
        *("css/theme.css", "js/keep.js", "vendor/bootstrap/css/bootstrap.min.css", "django_htmx/htmx-2.min.js"),
        *("vendor/plex-serif/IBMPlexSerif-Regular.ttf", "vendor/plex-serif/IBMPlexSerif-SemiBold.ttf"),
    ],
)
def test_static_files_are_served_without_another_server(client: Client, path: str) -> None:
    answer = client.get(f"/static/{path}")
    assert answer.status_code == 200
    assert len(b"".join(answer.streaming_content)) > 500


def test_browsers_that_ask_for_an_icon_find_ours(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/img/mark.svg"


# ---- when something goes wrong ---------------------------------------------


def test_page_that_does_not_exist(client: Client) -> None:
    answer = client.get("/non-esiste/")
    assert answer.status_code == 404
    assert "Questa pagina non c’è" in answer.content.decode()


def test_request_that_cannot_be_understood(client: Client) -> None:
    answer = client.get("/accesso/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "La richiesta non si capisce" in answer.content.decode()


def test_role_that_does_not_reach(client: Client, carla: User) -> None:
    client.force_login(carla)
    answer = client.get("/admin/login/")
    assert answer.status_code == 403
    assert "Il tuo ruolo non arriva qui" in answer.content.decode()


def test_form_left_open_too_long(carla: User) -> None:
    answer = sign_in(Client(enforce_csrf_checks=True))
    assert answer.status_code == 403
    assert "Il modulo è scaduto" in answer.content.decode()


@pytest.mark.urls("tests.probe")
def test_page_that_breaks(client: Client) -> None:
    client.raise_request_exception = False
    answer = client.get("/rotto/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "Qualcosa si è rotto qui da noi" in page
    assert "broken on purpose" not in page


def test_stale_version_shows_both_texts() -> None:
    page = render_to_string("409.html", {"mine": "7 a 4", "current": "6 a 5", "back": "/tornei/prova/"})
    assert "7 a 4" in page
    assert "6 a 5" in page
    assert 'href="/tornei/prova/"' in page


# ---- the database ----------------------------------------------------------


def test_sqlite_options_all_reach_the_connection(tmp_path: Path) -> None:
    defaults = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}
    probe = DatabaseWrapper({"NAME": tmp_path / "probe.sqlite3", "OPTIONS": SQLITE_OPTIONS, **defaults}, "probe")
    with probe.cursor() as cursor:
        pragmas = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "foreign_keys", "recursive_triggers", "journal_mode", "busy_timeout")
        }
    probe.close()
    assert pragmas.pop("journal_mode") == settings.SQLITE.journal.lower()
    assert pragmas == {"synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1, "busy_timeout": 20_000}
    assert probe.transaction_mode == "IMMEDIATE"
