"""Two installations as they run: each a server of its own on its own SQLite file, with its own key."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import DjangoDbBlocker

from people.accounts.models import User
from tests.browser.conftest import Console, opener
from tests.torture.server import Server, answered, serving

PATIENCE, USUAL = 60_000, 5_000  # milliseconds


@dataclass
class Installation:
    """A server, and its file as the test has it open; `there` is where the test works meanwhile."""

    server: Server
    connection: BaseDatabaseWrapper
    open_page: Callable[..., Page]

    @contextmanager
    def there(self) -> Iterator[None]:
        before = connections["default"]
        connections["default"] = self.connection
        try:
            yield
        finally:
            connections["default"] = before

    def page(self, name: str, *, screen: str = "laptop") -> Page:
        """A browser of somebody of there, by their user name."""
        with self.there():
            made = self.open_page(screen, user=User.objects.get(username=name) if name else None)
        made.set_default_timeout(PATIENCE)
        return made


@dataclass
class Two:
    club: Installation
    federation: Installation


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """A package is checked for some seconds, and two servers share the machine with the browser."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL)


@pytest.fixture
def two(
    django_db_blocker: DjangoDbBlocker,
    tmp_path: Path,
    new_context: Callable[..., BrowserContext],
    console: Console,
) -> Iterator[Two]:
    """The club where one plays, and the federation; neither knows the other."""
    empty = tmp_path / "empty.sqlite3"
    answered(f"sqlite:///{empty}", "manage.py", "migrate", "--verbosity", 0)
    with ExitStack() as running, django_db_blocker.unblock():
        made = []
        for name in ("club", "federation"):
            folder = tmp_path / name
            folder.mkdir()
            shutil.copy(empty, folder / "own.sqlite3")
            made.append(running.enter_context(_installation(folder, new_context, console)))
        yield Two(*made)


@contextmanager
def _installation(folder: Path, new_context: Callable[..., BrowserContext], console: Console) -> Iterator[Installation]:
    file = folder / "own.sqlite3"
    told = {"DJANGO_SETTINGS_MODULE": "tests.settings", "SECRET_KEY": settings.SECRET_KEY, "HASHED_STATIC": "False"}
    connection = _connected(file)
    with serving(Server(folder, f"sqlite:///{file}", **told)) as server:
        try:
            yield Installation(server, connection, opener(new_context, f"http://127.0.0.1:{server.port}", console))
        finally:
            connection.close()


def _connected(file: Path) -> BaseDatabaseWrapper:
    """As the settings say for a file, whatever database the tests themselves run on."""
    made = connections.create_connection("default")
    assert made.vendor == "sqlite", "run it without DATABASE_URL"
    made.settings_dict = made.settings_dict | {"NAME": str(file)}
    return made
