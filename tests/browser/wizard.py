"""What the browser tests of the wizard share: Bruno's phone at table 1, what it asks, what is tapped."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from people.accounts.models import User

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"
HALL = "/tornei/coppa-levante/arbitraggio/"
ANNULLED = "Qualcuno è andato a monte?"
CONTESTED = "Un avversario l’ha contestata?"
DECLARED = "Che cosa aveva già dichiarato?"
WENT_AWAY = "ERR_INTERNET_DISCONNECTED|htmx:"


@pytest.fixture
def phone_of(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """A phone at the page of table 1."""

    def make(user: User, path: str = TABLE) -> Page:
        page = open_page("phone", user=user)
        page.goto(path)
        return page

    return make


@pytest.fixture
def phone(phone_of: Callable[..., Page], bruno: User) -> Page:
    return phone_of(bruno)


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def asks(page: Page, words: str) -> None:
    expect(heading(page)).to_have_text(words)


def say(page: Page, *answers: str) -> None:
    for answer in answers:
        page.get_by_role("button", name=answer, exact=True).click()


def begin(page: Page, anomaly: str = "Accusa prima del proprio turno", whom: str = "Chi ha accusato?") -> None:
    """A new anomaly at board 1, found by its family, and the question whom it concerns."""
    say(page, "Nuova anomalia")
    page.get_by_role("button", name="Di mano").first.click()
    asks(page, "Che cosa è successo?")
    procedure = page.locator("button.answer").filter(has_text=anomaly)
    page.locator("details.family").filter(has=procedure).locator("summary").click()
    procedure.click()
    asks(page, whom)


def to_the_decision(page: Page) -> None:
    """South called too soon; contested in time, the suit named."""
    begin(page)
    say(page, "Sud: Luca Serra")
    asks(page, ANNULLED)
    say(page, "Nessuno")
    asks(page, CONTESTED)
    say(page, "Sì, appena finita la battuta")
    asks(page, DECLARED)
    say(page, "Napoletana, detto il palo")
    asks(page, "Decisione")


def change(page: Page, label: str) -> None:
    page.get_by_role("link", name=f"Cambia {label}").click()


def so_far(page: Page) -> dict[str, str]:
    given = page.locator(".answers-given > div")
    return {one.locator("dt").inner_text(): one.locator("dd").first.inner_text() for one in given.all()}
