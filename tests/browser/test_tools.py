"""The tools in a real browser: the result follows the finger, its address can be sent on, and no script is needed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

ACES = ("Asso di danari", "Asso di spade", "Asso di coppe", "Asso di bastoni")


def test_tapping_the_cards_counts_at_once_and_the_address_says_the_same(
    phone: Page, open_page: Callable[..., Page], db: None
) -> None:
    phone.goto("/strumenti/conto/")
    for card in ACES:
        phone.get_by_label(card).check()
    phone.get_by_role("group", name="Ultima pigliata").get_by_label("Nord-Sud").check()
    expect(phone.locator("#brief")).to_have_text("N-S 5 · E-O 6")
    expect(phone).to_have_url(re.compile("cards=bA"))
    other = open_page("laptop")
    other.goto(phone.url)
    expect(other.locator("#result")).to_contain_text("Est-Ovest 6")
    expect(other.get_by_label("Asso di coppe")).to_be_checked()


def test_cards_are_large_enough_for_a_thumb(phone: Page, db: None) -> None:
    for path in ("/strumenti/conto/", "/strumenti/buongioco/", "/strumenti/dichiarazioni/"):
        phone.goto(path)
        boxes = [card.bounding_box() for card in phone.locator(".card-tap:visible").all()]
        assert boxes
        assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)


@pytest.fixture
def scriptless(new_context: Callable[..., BrowserContext], live_server: LiveServer, db: None) -> Page:
    context = new_context(base_url=live_server.url, java_script_enabled=False, locale="it-IT")
    return context.new_page()


def test_the_count_works_without_script(scriptless: Page) -> None:
    scriptless.goto("/strumenti/conto/")
    for card in ACES:
        scriptless.get_by_label(card).check()
    scriptless.get_by_role("group", name="Ultima pigliata").get_by_label("Est-Ovest").check()
    scriptless.get_by_role("button", name="Fai il conto").click()
    expect(scriptless.locator("#result")).to_contain_text("Est-Ovest 7")


def test_the_formulas_of_cappotto_follow_one_another_without_script(scriptless: Page) -> None:
    scriptless.goto("/strumenti/cappotto/")
    scriptless.get_by_role("button", name="«potrei»").click()
    scriptless.get_by_role("button", name="«andiamo»").click()
    expect(scriptless.locator("#result")).to_contain_text("Si va per cappotto.")
    scriptless.get_by_role("link", name="Togli l’ultima").click()
    expect(scriptless.get_by_role("button", name="«andiamo»")).to_be_visible()
