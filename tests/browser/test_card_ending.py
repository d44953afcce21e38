"""An ending on a phone: tapped for one seat a card is no other's, and what it comes to is read on the same page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from people.accounts.models import User
from referee.cards.models import CardEnding
from referee.cases.actions import open_case
from referee.cases.models import Case
from tests.factories import acting
from tests.referee.cards.test_card_endings import HANDS, PAGE
from tournaments.rounds.models import Board, Table


@pytest.fixture
def case(table: Table, board: Board, bruno: User) -> Case:
    return open_case(by=acting(bruno), table=table, board=board)


@pytest.fixture
def opened(case: Case, open_page: Callable[..., Page], bruno: User) -> Callable[..., Page]:
    def run(size: str = "phone", **options: str) -> Page:
        page = open_page(size, user=bruno, **options)
        page.goto(PAGE)
        return page

    return run


@pytest.fixture
def phone(opened: Callable[..., Page]) -> Page:
    return opened()


def card(page: Page, seat: str, short: str) -> Locator:
    return page.locator(f".ending-hand-{seat} input[value={short}]")


def hold(page: Page, seat: str, cards: str) -> None:
    page.locator(f"label:has(#of-{seat})").click()
    for short in cards.split():
        page.locator(f".ending-hand-{seat} label:has([value={short}])").click()


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("laptop", "dark")])
def test_the_cards_are_tapped_seat_by_seat_and_the_bounds_read_below(
    opened: Callable[..., Page], size: str, scheme: str, assert_accessible: Callable[[Page], None]
) -> None:
    page = opened(size, scheme=scheme)
    for seat, cards in HANDS.items():
        hold(page, seat, cards)
    expect(card(page, "N", "d3")).to_be_hidden()
    expect(page.locator("[data-count=W]")).to_have_text("2")
    assert_accessible(page)
    # What it still wants is out of sight: the bar says so, and its button does not pretend to be ready.
    button = page.get_by_role("button", name="Calcola i limiti")
    expect(page.get_by_text("Manca ancora: ")).to_be_in_viewport()
    expect(button).to_have_class("btn btn-primary is-not-ready")
    page.locator("label:has(input[name=leader][value=N])").click()
    page.get_by_label("Punti", exact=True).fill("2")
    page.get_by_label("Terzi").fill("1")
    expect(page.get_by_text("Manca ancora: ")).to_be_hidden()
    expect(button).to_have_class("btn btn-primary")
    page.get_by_label("Chi ha messo a terra").select_option("N")
    page.get_by_role("button", name="Calcola i limiti").click()
    expect(page.get_by_role("heading", name="Giocando a meglio a meglio (120)")).to_be_visible()
    best = page.locator(".ending-bound").filter(has_text="Se tutti giocano al meglio").first
    best.locator("summary").click()
    expect(best.get_by_role("listitem")).to_have_count(2)
    assert_accessible(page)
    assert CardEnding.objects.get().hands == {seat: cards.split() for seat, cards in HANDS.items()}


@pytest.mark.main("ending.js")
def test_a_card_of_one_hand_cannot_be_tapped_for_another_nor_a_seventh(phone: Page) -> None:
    hold(phone, "N", "d3")
    phone.locator("label:has(#of-W)").click()
    expect(card(phone, "W", "d3")).to_be_disabled()
    hold(phone, "W", "s3 s2 sA sR sC sD")
    expect(card(phone, "W", "s7")).to_be_disabled()
    hold(phone, "N", "d3")
    phone.locator("label:has(#of-W)").click()
    hold(phone, "W", "sD")
    expect(card(phone, "W", "d3")).to_be_enabled()


def test_what_is_refused_keeps_every_card(phone: Page) -> None:
    for seat, cards in (HANDS | {"E": "dA"}).items():
        hold(phone, seat, cards)
    phone.locator("label:has(input[name=leader][value=N])").click()
    phone.get_by_label("Punti", exact=True).fill("2")
    phone.get_by_role("button", name="Calcola i limiti").click()
    expect(phone.get_by_text("Le mani non hanno lo stesso numero di carte: Est.")).to_be_visible()
    expect(phone.locator("[data-count=S]")).to_have_text("2")
    expect(card(phone, "S", "d4")).to_be_checked()
