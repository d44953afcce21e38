"""The same hall before a server that is killed twice: nothing acknowledged is lost or doubled, and the end is the same.

Not collected by itself, since it starts the server three times: `make thorough` runs it. On SQLite, as a hall has it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import DjangoDbBlocker

from tests.browser.conftest import Console, HallClock, opener
from tests.browser.whole_hall.people import KEPT, Luck, make_hall
from tests.browser.whole_hall.story import play_the_hall
from tests.torture.server import Server, answered, serving


class Killed(Luck):
    """All of the server's processes die at once, without a word beforehand."""

    def __init__(self, server: Server) -> None:
        self.server, self.deaths = server, 0

    @contextmanager
    def away(self, sender: Page) -> Iterator[None]:
        self._kill()
        yield
        expect(sender.get_by_text(KEPT)).to_be_visible()
        expect(sender.locator("#connection [data-state=sent]")).to_be_hidden()
        self._begin_again()

    @contextmanager
    def struck(self, _sender: Page) -> Iterator[None]:
        yield
        self._kill()
        self._begin_again()

    def _kill(self) -> None:
        assert self.server.kill(workers_too=True) > 1
        self.deaths += 1

    def _begin_again(self) -> None:
        """Until it answers: its port listens while workers still load, and what is sent then would wait there."""
        self.server.start()
        self.server.wait()
        self.server.first_answer()


class SharedClock(HallClock):
    """The tests' own and the server's."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.wait(0)

    def wait(self, minutes: int) -> None:
        super().wait(minutes)
        self.file.write_text(str(self.ahead.total_seconds()))


@pytest.fixture
def database(django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[str]:
    """A file of its own, which this process and the server have open; its address."""
    assert connection.vendor == "sqlite", "run it without DATABASE_URL"
    file = tmp_path / "hall.sqlite3"
    answered(f"sqlite:///{file}", "manage.py", "migrate", "--verbosity", 0)
    kept, name = connection.connection, connection.settings_dict["NAME"]
    connection.connection, connection.settings_dict["NAME"] = None, str(file)
    with django_db_blocker.unblock():
        yield f"sqlite:///{file}"
        connection.close()
    connection.connection, connection.settings_dict["NAME"] = kept, name


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SharedClock:
    made = SharedClock(tmp_path / "ahead")
    monkeypatch.setattr(timezone, "now", made)
    return made


@pytest.fixture
def server(database: str, clock: SharedClock, tmp_path: Path) -> Iterator[Server]:
    told = {
        "DJANGO_SETTINGS_MODULE": "tests.browser.whole_hall.clocked",
        "CLOCK_AHEAD": str(clock.file),
        "SECRET_KEY": settings.SECRET_KEY,
        "HASHED_STATIC": "False",
    }
    with serving(Server(tmp_path, database, **told)) as running:
        yield running


def test_the_same_hall_while_the_server_is_killed_twice(
    new_context: Callable[..., BrowserContext], server: Server, clock: SharedClock, console: Console
) -> None:
    console.expect("net::ERR|htmx:|status of 50")
    luck = Killed(server)
    play_the_hall(make_hall(opener(new_context, f"http://127.0.0.1:{server.port}", console), clock, luck))
    assert luck.deaths == 2
