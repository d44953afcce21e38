"""The play of a board on a phone: with the hands known the pad offers what the seat to play still holds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from codes.seats import Seat
from codes.tressette.deals import deals_text, dealt
from people.accounts.models import User
from referee.cards.models import BoardPlay
from referee.cases.actions import open_case
from tests.factories import acting
from tests.referee.cards.test_board_plays import PAGE
from tournaments.rounds.models import Board, Table

OFFERED = "[data-pad] [data-card]:visible"


@pytest.mark.main("replay.js")
def test_the_pad_offers_the_cards_of_whoever_is_to_play(
    open_page: Callable[..., Page], table: Table, board: Board, bruno: User, assert_accessible: Callable[[Page], None]
) -> None:
    deal = dealt("prova", board.number)
    open_case(by=acting(bruno), table=table, board=board)
    page = open_page("phone", user=bruno, scheme="dark")
    page.goto(PAGE)
    page.get_by_text("Le mani, se si conoscono").click()
    page.get_by_label("La smazzata come testo").fill(deals_text([deal, dealt("prova", 99)]))
    page.locator("label:has(input[name=leader][value=W])").click()
    played = []
    for seat in (Seat.W, Seat.S):
        expect(page.locator(OFFERED)).to_have_count(10)
        offered = [one.get_attribute("data-card") for one in page.locator(OFFERED).all()]
        assert set(offered) == {card.short for card in deal.hands[seat]}
        page.locator(OFFERED).first.click()
        played.append(offered[0])
    page.get_by_role("button", name="Togli l’ultima").click()
    expect(page.locator("[data-turn]")).to_have_text("Tocca a Sud")
    assert_accessible(page)
    page.locator("[data-pad] [data-card]:visible").first.click()
    page.get_by_role("button", name="Registra e rivedi").click()
    expect(page.locator(".replay-N .small-card")).to_have_count(10)
    assert_accessible(page)
    assert BoardPlay.objects.get().cards == played
