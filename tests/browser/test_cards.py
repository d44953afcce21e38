"""The cards that orders name, tapped in a real browser: on a phone and a laptop, by thumb, by key, without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from people.accounts.models import User
from referee.cases.actions import Answers, Detected, answer, open_case
from tests import factories
from tests.browser.conftest import login_as
from tests.factories import acting
from tournaments.rounds.models import Board
from tournaments.setup.models import Tournament

# What leads to a question for cards: the anomaly, its facts, how it was detected.
TOLD = {
    "burraco": (
        "carta-penalizzata",
        {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "piu-di-una"},
        None,
    ),
    "tressette": (
        "carte-esposte",
        {"esposizione": "pronta", "compagno-dopo-vista": "no"},
        Detected(seats=["E"], timing="tempestiva"),
    ),
    # 182: the accuser mends it in the first trick, and the opponents may replace an answer.
    "accusa": (
        "accusa-dimenticata-o-errata",
        {"difetto-accusa": "errata", "prima-battuta": "in-corso", "risposta-avversaria": "si"},
        Detected(seats=["N"], timing="tempestiva"),
    ),
}


@pytest.fixture
def game() -> str:
    return "burraco"


@pytest.fixture
def tournament(db: None, game: str) -> Tournament:
    if game == "burraco":
        return factories.make_playing_burraco(tables=1)
    tournament = factories.make_tournament()
    one, two = factories.make_entries(tournament, 2)
    factories.make_round(tournament, 1, [(one, two)])
    return tournament


@pytest.fixture
def address(tournament: Tournament, game: str, bruno: User) -> str:
    """Where a case asks which cards its orders name."""
    table, board = tournament.rounds.get().tables.get(), Board.objects.order_by("number")[0]
    case = open_case(by=acting(bruno), table=table, board=board)
    procedure, facts, detected = TOLD[game]
    first = Answers(procedure=procedure, responsible="N", detected=detected)
    for answers in (first, *(Answers(facts={name: value}) for name, value in facts.items())):
        case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=answers)
    return f"/tornei/{tournament.slug}/casi/{case.number}/"


@pytest.fixture
def at_the_cards(open_page: Callable[..., Page], address: str, bruno: User) -> Callable[..., Page]:
    def run(screen: str, **more: str) -> Page:
        page = open_page(screen, user=bruno, **more)
        page.goto(address)
        return page

    return run


@pytest.mark.parametrize("screen", ["phone", "laptop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["burraco", "tressette"])
def test_the_cards_can_be_read_and_tapped(
    at_the_cards: Callable[..., Page], assert_accessible: Callable[[Page], None], screen: str, scheme: str
) -> None:
    page = at_the_cards(screen, scheme=scheme)
    page.locator(".card-tap input").nth(7).check()
    for fold in page.locator("main details").all():
        fold.evaluate("one => (one.open = true)")
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    boxes = [card.bounding_box() for card in page.locator(".card-tap:visible").all()]
    assert boxes
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert_accessible(page)


def test_two_cards_are_named_in_the_order_in_which_they_go(at_the_cards: Callable[..., Page]) -> None:
    page = at_the_cards("phone")
    page.get_by_label("Re di picche").first.check()
    page.get_by_label("Dieci di cuori").first.check()
    page.get_by_role("button", name="Continua").click()
    orders = page.locator(".effects").first
    expect(orders).to_contain_text("♠: Dieci di cuori; l’altra al turno dopo: Re di picche.")
    expect(page.locator(".given")).to_contain_text("Dieci di cuori e Re di picche")


@pytest.mark.parametrize("game", ["accusa"])
def test_the_card_to_be_replaced_is_named_from_the_decision(
    at_the_cards: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    page = at_the_cards("phone")
    expect(page.get_by_role("button", name="Conferma")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Nomina le carte").click()
    page.get_by_label("Asso di danari").check()
    page.get_by_role("button", name="Continua").click()
    expect(page.locator(".effects").first).to_contain_text("in risposta e non di battuta: Asso di danari")
    expect(page.locator(".given")).to_contain_text("Asso di danari")


def test_they_need_not_be_named_and_that_is_one_tap(at_the_cards: Callable[..., Page]) -> None:
    page = at_the_cards("phone")
    page.get_by_role("button", name="Non serve nominarle").click()
    expect(page.get_by_role("button", name="Conferma")).to_be_visible()
    expect(page.locator(".given")).to_contain_text("non nominate")


@pytest.mark.parametrize("game", ["tressette"])
def test_a_card_is_chosen_by_the_keys(at_the_cards: Callable[..., Page]) -> None:
    page = at_the_cards("laptop")
    page.get_by_label("Tre di danari").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")  # one card alone: the next one takes its place
    expect(page.get_by_label("Due di danari")).to_be_checked()
    page.get_by_role("button", name="Continua").press("Enter")
    expect(page.locator(".effects").first).to_contain_text("la carta mostrata: Due di danari")


def test_no_script_is_needed(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, address: str, bruno: User
) -> None:
    page = new_context(java_script_enabled=False, locale="it-IT", base_url=live_server.url).new_page()
    login_as(page, bruno, live_server.url)
    page.goto(address)
    page.get_by_label("Jolly").first.check()
    page.get_by_text("Anche una carta uguale").click()
    page.get_by_label("Jolly").nth(2).check()
    page.get_by_role("button", name="Continua").click()
    expect(page.locator(".effects").first).to_contain_text("Jolly; l’altra al turno dopo: Jolly")
    expect(page.locator(".given")).to_contain_text("Jolly (due)")
