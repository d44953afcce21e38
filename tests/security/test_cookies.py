"""Cookies as production names and marks them; plain HTTP in a hall has the same ones without the prefix."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from pages.views import InACookie, Messages
from tests.people.sign_in.signing import sign_in

NAMES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME")
MARKS = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")


@pytest.fixture
def production(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings that a server with HTTPS reads."""
    monkeypatch.setenv("HTTPS", "True")
    monkeypatch.setenv("SECRET_KEY", "x" * 64)
    return runpy.run_path("config/settings.py")


@pytest.fixture
def https(production: dict[str, Any], settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*NAMES, *MARKS):
        setattr(settings, name, production[name])
    monkeypatch.setattr(InACookie, "cookie_name", production["COOKIE_PREFIX"] + "messages")


def test_names_are_bound_to_the_host_over_https_alone(production: dict[str, Any], settings: Any) -> None:
    assert [production[name] for name in NAMES] == ["__Host-sessionid", "__Host-csrftoken", "__Host-django_language"]
    assert [getattr(settings, name) for name in NAMES] == ["sessionid", "csrftoken", "django_language"]
    assert production["MESSAGE_STORAGE"] == f"{Messages.__module__}.{Messages.__qualname__}"
    assert InACookie in Messages.storage_classes


@pytest.mark.usefixtures("https", "bruno")
def test_every_cookie_is_secure_of_this_host_and_of_this_site() -> None:
    client = Client()
    answers = [
        client.get("/accesso/", secure=True),
        sign_in(client, "bruno", "bruno", secure=True),
        client.post("/lingua/", {"language": "en", "next": "/"}, secure=True),
        client.post("/uscita/ovunque/", secure=True),  # leaves a message
    ]
    cookies = [(name, one) for answer in answers for name, one in answer.cookies.items() if one.value]
    assert {name for name, _one in cookies} == {
        f"__Host-{one}" for one in ("csrftoken", "sessionid", "django_language", "messages")
    }
    for name, one in cookies:
        assert (one["path"], one["domain"], one["samesite"], one["secure"]) == ("/", "", "Lax", True), name
        # The script that sends forms again reads the token.
        assert bool(one["httponly"]) is (name != "__Host-csrftoken")


def test_the_script_finds_the_token_under_either_name() -> None:
    script = Path("static/js/keep.js").read_text()
    assert "(?:__Host-)?csrftoken=" in script


def test_https_is_remembered_for_a_year_by_all_names_below(production: dict[str, Any]) -> None:
    assert production["SECURE_SSL_REDIRECT"] is True
    assert (production["SECURE_HSTS_SECONDS"], production["SECURE_HSTS_INCLUDE_SUBDOMAINS"]) == (31_536_000, True)


@pytest.mark.parametrize("path", ["/accesso/", "/healthz", "/static/css/theme.css"])
@pytest.mark.django_db
def test_every_kind_of_answer_says_so(settings: Any, path: str) -> None:
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    answer = Client().get(path, secure=True)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
def test_looking_at_public_pages_begins_no_session() -> None:
    client = Client()
    for path in ("/", "/accesso/", "/codici/"):
        client.get(path)
    assert "sessionid" not in client.cookies


def test_debugging_is_off_and_the_secret_long(production: dict[str, Any]) -> None:
    assert production["DEBUG"] is False
    assert len(production["_own_secret"]()) >= 64


def test_the_log_goes_to_the_standard_error_and_nowhere_else(production: dict[str, Any]) -> None:
    assert {one["class"] for one in production["LOGGING"]["handlers"].values()} == {"logging.StreamHandler"}
    assert production["SENTRY_DSN"] == ""
