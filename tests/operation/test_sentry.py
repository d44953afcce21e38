"""Sentry: off unless it is named, and then told of an error without what anybody typed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sentry_sdk
from django.test import Client

from config import sentry

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
DSN = "http://key@127.0.0.1:9/1"


class Kept(sentry_sdk.transport.Transport):
    """Keeps what would be sent."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.sent: list[Any] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent.extend(item.payload.json for item in envelope.items)


@pytest.fixture
def kept() -> Iterator[Kept]:
    transport = Kept()
    sentry.begin(DSN, transport=transport)
    yield transport
    sentry_sdk.get_global_scope().set_client(None)


@pytest.mark.urls("tests.probe")
def test_error_is_told_without_what_the_visitor_typed(kept: Kept) -> None:
    visitor = Client(raise_request_exception=False, headers={"User-Agent": "Phone of Anna", "Cookie": "note=secret"})
    answer = visitor.get("/rotto/Mario%20Rossi/?q=Anna")
    (event,) = kept.sent
    (error,) = event["exception"]["values"]
    assert (error["type"], error["stacktrace"]["frames"][-1]["function"]) == ("ValueError", "breaks_for")
    assert event["tags"] == {"request": answer.headers["X-Request-ID"]}
    assert not {"request", "user", "breadcrumbs", "extra", "contexts", "modules"} & event.keys()
    for typed in ("Mario", "Rossi", "Anna", "secret", "127.0.0.1"):
        assert typed not in str(event)


def starting(code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        f"{code}\nfrom django.conf import settings; settings.DEBUG; import sys; print('sentry_sdk' in sys.modules)",
    ]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_client_is_loaded_only_where_a_server_is_named() -> None:
    assert starting(SENTRY_DSN="").stdout == "False\n"
    assert starting(SENTRY_DSN=DSN).stdout == "True\n"


def test_start_without_the_client_says_what_to_install() -> None:
    answer = starting("import sys; sys.modules['sentry_sdk'] = None", SENTRY_DSN=DSN)
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1].endswith("pip install -r requirements-sentry.txt")
