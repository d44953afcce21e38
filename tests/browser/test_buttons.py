"""The buttons of a page that only a refusal shows; those of every page are looked at with it (`test_axe.py`)."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.buttons import FAULTS, NEAR
from tests.tournaments.draw.by_formula import next_round, play, staged
from tournaments.draw.models import Pairing


def test_a_round_that_cannot_be_paired_is_tried_again_with_what_is_typed(
    open_page: Callable[..., Page], db: None
) -> None:
    tournament, dora = staged("danish", 4)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    page = open_page("laptop", user=dora)
    page.goto("/tornei/coppa-levante/direzione/turni/prepara/")
    page.get_by_role("button", name="Prepara gli abbinamenti").click()
    expect(page.get_by_text("Con queste regole non esiste un abbinamento")).to_be_visible()
    assert page.evaluate(FAULTS, NEAR) == []
    page.get_by_label("Non devono incontrarsi").fill("1-2")
    page.get_by_role("button", name="Ammettere 2 nuovi incontri").first.click()
    expect(page.get_by_role("heading", name="Abbinamento del turno 4")).to_be_visible()
    inputs = Pairing.objects.get(round__number=4).inputs
    assert inputs["sections"][0]["forbidden"] == [[1, 2]]
