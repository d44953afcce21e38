"""A real browser before the running application: phone and laptop, light and dark, eyes on the console."""

import os
import re
import shutil
from collections.abc import Callable, Generator
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from threading import RLock, current_thread, main_thread
from typing import Any

import playwright
import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.transaction import Atomic
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from people.accounts.models import User
from tests import migrated
from tests.browser.axe import grave_faults
from tests.stack import with_room

# Playwright runs an event loop in the thread of the test, which is why Django would refuse its ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

SIZES = {"phone": {"width": 390, "height": 844}, "laptop": {"width": 1280, "height": 800}}
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Parts of the browser's own window, which nobody sees here and which cost a process or two for every page: the list
# below the address field, and what is made ready for the next page.
NOT_NEEDED = (
    "PreloadTopChromeWebUI",
    "SpareRendererForSitePerProcess",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    """The browser of the system; `make test` finds or installs it and names it in CHROMIUM."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.fail("No browser: install chromium, or name one in the variable CHROMIUM.", pytrace=False)
    return {"executable_path": found, "args": [*FLAGS, without(*playwright_leaves_out(), *NOT_NEEDED)]}


def without(*features: str) -> str:
    """The flag that leaves parts of the browser out; of several such flags only the last counts."""
    return f"--disable-features={','.join(features)}"


def playwright_leaves_out() -> list[str]:
    """What Playwright's own flag names, which ours replaces."""
    driver = Path(playwright.__file__).with_name("driver") / "package" / "lib" / "coreBundle.js"
    (named,) = re.findall(r"\bdisabledFeatures = \[(.*?)\n\s*\]", driver.read_text(), re.DOTALL)
    return re.findall(r'^\s*"(\w+)"', named, re.MULTILINE)


# Of a database in memory all threads share one connection, and with it one transaction: who has the turn uses it.
TURN = RLock()


@pytest.fixture(scope="session", autouse=True)
def one_request_at_a_time() -> Generator[None, None, None]:
    call, empty = WSGIHandler.__call__, migrated.put_back

    def in_turn(self: WSGIHandler, environ: Any, start_response: Any) -> Any:
        if connection.vendor != "sqlite":
            return with_room(call, self, environ, start_response)
        with TURN:
            return with_room(call, self, environ, start_response)

    def put_back(as_django_does: Callable[[], None]) -> None:
        """After the test a request of a page that is being closed may still be answered: it ends first, or is stuck."""
        has_turn = TURN.acquire(timeout=30)
        try:
            empty(as_django_does)
        finally:
            if has_turn:
                TURN.release()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WSGIHandler, "__call__", in_turn)
        patch.setattr(migrated, "put_back", put_back)
        yield


@pytest.fixture(autouse=True)
def test_takes_turns_with_its_server() -> Generator[None, None, None]:
    """What a test itself writes or reads waits for the request of a page that renews itself meanwhile."""
    if connection.vendor != "sqlite":
        yield
        return
    begin, end, ask = Atomic.__enter__, Atomic.__exit__, CursorWrapper._execute_with_wrappers

    def is_ours() -> bool:
        return current_thread() is main_thread()

    def begin_in_turn(self: Atomic) -> None:
        with TURN if is_ours() else nullcontext():
            begin(self)
            if is_ours():
                TURN.acquire()  # until it ends

    def end_in_turn(self: Atomic, *raised: Any) -> None:
        try:
            end(self, *raised)
        finally:
            if is_ours():
                TURN.release()

    def ask_in_turn(self: CursorWrapper, *given: Any, **named: Any) -> Any:
        with TURN if is_ours() else nullcontext():
            return ask(self, *given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Atomic, "__enter__", begin_in_turn)
        patch.setattr(Atomic, "__exit__", end_in_turn)
        patch.setattr(CursorWrapper, "_execute_with_wrappers", ask_in_turn)
        yield


@dataclass
class Console:
    """What the browser complained of; a test that provokes a complaint names it with `expect`."""

    complaints: list[str] = field(default_factory=list)
    # A form refused or out of date answers 422 or 409, a page that renews itself after the session's end 401: the
    # browser notes it, nothing is wrong.
    expected: list[str] = field(default_factory=lambda: ["status of (401|409|422)"])

    def listen(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def expect(self, pattern: str) -> None:
        self.expected.append(pattern)

    def surprises(self) -> list[str]:
        return [text for text in self.complaints if not any(re.search(known, text) for known in self.expected)]

    def _heard(self, message: ConsoleMessage) -> None:
        # A look that a newer one replaced (hx-sync): htmx reports it, nothing is wrong. Real failures have other names.
        if re.match("htmx:(sendAbort|afterRequest),", message.text):
            return
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")


@pytest.fixture
def console() -> Generator[Console, None, None]:
    """Fails the test when a page wrote an error or a warning into the console."""
    heard = Console()
    yield heard
    assert heard.surprises() == []


@pytest.fixture
def open_page(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, console: Console
) -> Callable[..., Page]:
    """Opens a page: `open_page("phone", scheme="dark", user=giulia)`; addresses are relative to the server."""
    return opener(new_context, live_server.url, console)


def opener(new_context: Callable[..., BrowserContext], url: str, console: Console) -> Callable[..., Page]:
    """Opens pages of the server at an address."""

    def make(screen: str, *, scheme: str = "light", user: User | None = None, language: str = "it-IT") -> Page:
        context = new_context(
            base_url=url,
            viewport=SIZES[screen],
            color_scheme=scheme,
            locale=language,
            reduced_motion="reduce",
            device_scale_factor=2 if screen == "phone" else 1,
        )
        page = context.new_page()
        console.listen(page)
        if user:
            login_as(page, user, url)
        return page

    return make


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    return open_page("phone")


@pytest.fixture
def laptop(open_page: Callable[..., Page]) -> Page:
    return open_page("laptop")


def login_as(page: Page, user: User, url: str) -> None:
    """Puts the user's session into the browser, without the log-in page."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": url}])


class HallClock:
    """The hall's clock, as far ahead of the real one as the test says."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self._now = timezone.now

    def __call__(self) -> datetime:
        return self._now() + self.ahead

    def turn_to(self, at: datetime) -> None:
        self.ahead = at - self._now()

    def wait(self, minutes: int) -> None:
        self.ahead += timedelta(minutes=minutes)


@pytest.fixture
def hall_clock(monkeypatch: pytest.MonkeyPatch) -> HallClock:
    """Lets minutes pass at once."""
    clock = HallClock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Fails when axe finds something serious or critical on the page as it is now."""

    def check(page: Page) -> None:
        assert not (grave := grave_faults(page)), "\n".join(grave)

    return check
