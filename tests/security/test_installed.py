"""What deploy/ promises of the way from a browser to the program, and of what lies about on the machine."""

import runpy
import stat
from pathlib import Path

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import FileField
from django.test import Client
from django.utils import timezone
from gunicorn.config import Config
from gunicorn.http.errors import ParseException
from gunicorn.http.parser import RequestParser

from codes.seats import Line
from hall.line_codes.codes import line_key, opened_by
from people.accounts.models import first_account_token, opens_first_account
from people.sign_in.actions import TRIES_ALLOWED
from tests.operation import deployed
from tests.operation.deployed import DEPLOY
from tournaments.entries.queries import check_in_key, entry_of, line_up_key, team_of
from tournaments.entry_lists.forms import UploadForm
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament

CADDYFILES = ("Caddyfile", "Caddyfile.hall", "referee.caddy")


def said(name: str) -> str:
    lines = (DEPLOY / name).read_text().splitlines()
    return "\n".join(line for line in lines if not line.strip().startswith("#"))


@pytest.mark.parametrize("name", CADDYFILES)
def test_proxy_keeps_to_its_own_versions_and_ciphers_of_tls(name: str) -> None:
    # Caddy's are TLS 1.3 and 1.2 and their strong ciphers; nothing here may widen them.
    for word in ("protocols", "ciphers", "curves", "insecure", "client_auth", "browse"):
        assert word not in said(name), word


def test_proxy_serves_the_internet_with_certificates_that_browsers_trust() -> None:
    text = said("Caddyfile")
    assert "\n{$SITE} {" in text  # a name alone: HTTPS with a certificate of a public authority, HTTP led there
    assert not [word for word in ("tls", "http://", "auto_https") if word in text]


def test_proxy_writes_no_address_with_the_key_of_a_table() -> None:
    for name in ("Caddyfile", "Caddyfile.hall"):
        assert {"request>uri delete", "request>headers delete"} <= set(map(str.strip, said(name).splitlines()))


def test_inside_one_machine_nothing_crosses_a_network() -> None:
    text = (DEPLOY.parent / "docs/production.md").read_text()
    assert "WEB=unix//run/referee.sock" in text
    assert "DATABASE_URL=postgres:///referee" in text  # by its socket, as the system's user, without a password


def test_history_of_the_source_is_out_of_reach() -> None:
    assert not {".git", ".env", "var"} & deployed.kept()
    for path in deployed.units():
        if path.suffix == ".service":
            assert "/opt/referee/.git" in deployed.unit(path)["Service"]["InaccessiblePaths"]


def test_no_password_is_proposed() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert "POSTGRES_PASSWORD:?" in text
    assert deployed.example(commented=True)["POSTGRES_PASSWORD"] == ""
    assert deployed.example(commented=True)["SECRET_KEY"] == ""


def test_secret_is_made_here_and_read_by_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.delenv("SECRET_KEY", raising=False)
    secret = runpy.run_path("config/settings.py")["SECRET_KEY"]
    assert len(secret) >= 64
    assert secret == (tmp_path / "secret_key").read_text()
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked",
        b"Content-Length: 5\r\nContent-Length: 6",
        b"Transfer-Encoding: chunked, gzip",
        b"Content-Length: +5",
    ],
)
def test_request_of_two_lengths_is_refused(head: bytes) -> None:
    sent = b"POST /accesso/ HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n0\r\n\r\n"
    with pytest.raises(ParseException):
        next(RequestParser(Config(), iter([sent]), ("127.0.0.1", 1)))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/static/", "/static/css/", "/.git/config", "/static/../config/settings.py", "/.env"])
def test_nothing_is_listed_and_nothing_beside_the_pages_is_served(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND"])
def test_other_methods_say_nothing(method: str) -> None:
    assert Client().generic(method, "/accesso/").status_code == 405


def test_what_stands_in_the_address_is_no_field_of_a_form(client: Client, bruno: object) -> None:
    client.post("/accesso/?username=bruno&password=bruno", {"username": "bruno"})
    assert "_auth_user_id" not in client.session


def test_nothing_uploaded_is_kept_as_a_file(settings) -> None:
    fields = [field for model in apps.get_models() for field in model._meta.get_fields()]
    assert fields
    assert not [field for field in fields if isinstance(field, FileField)]
    assert settings.MEDIA_ROOT == ""


@pytest.mark.parametrize(
    ("name", "content"), [("elenco.csv", b"PK\x03\x04"), ("elenco.xlsx", b"Coppia"), ("a.exe", b"MZ")]
)
def test_file_that_is_not_what_its_name_says_is_refused(name: str, content: bytes) -> None:
    form = UploadForm({"kind": "entries"}, {"file": SimpleUploadedFile(name, content)})
    assert form.errors["file"] == ["Il nome del file non dice quello che contiene: salvalo come .xlsx o .csv."]


@pytest.mark.django_db
def test_an_address_of_one_kind_opens_no_other(client: Client, tournament: Tournament) -> None:
    table = Table.objects.filter(round__tournament=tournament).earliest("pk")
    keys = {
        "table_slip": line_key(table, Line.A),
        "check_in_code": check_in_key(table.line_a),
        "captain_line_up": line_up_key(table.round, table.line_a),
        "first_account": first_account_token(timezone.now()),
    }
    assert opened_by(tournament.slug, keys["table_slip"]) is not None
    for key in [key for name, key in keys.items() if name != "table_slip"]:
        assert opened_by(tournament.slug, key) is None
    for key in [key for name, key in keys.items() if name != "check_in_code"]:
        assert entry_of(tournament, key) is None
    for key in [key for name, key in keys.items() if name != "captain_line_up"]:
        assert team_of(tournament, key) is None
    for key in [key for name, key in keys.items() if name != "first_account"]:
        assert not opens_first_account(key, timezone.now())


def test_what_is_for_trying_stays_out_of_the_image() -> None:
    assert not {"tests", "benchmarks", "docs", ".ci", "requirements-dev.txt"} & deployed.kept()


@pytest.mark.django_db
def test_what_looks_like_a_format_is_shown_as_typed(client: Client) -> None:
    typed = "%(minutes)d%s {0.__class__}"
    for _ in range(TRIES_ALLOWED + 1):
        page = client.post("/accesso/", {"username": typed, "password": "x"}).content.decode()
    assert f'value="{typed}"' in page
    assert "Riprova fra 10 minuti" in page
