"""A table enters its result from two phones: one line sends, the other confirms, the desk sees it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from codes.seats import Line
from hall.line_codes.actions import renew_line_code
from hall.line_codes.codes import line_key
from people.accounts.models import User
from tests import factories
from tests.browser.conftest import Console
from tests.browser.late_script import LateScript
from tests.browser.slips import write_points
from tournaments.rounds.models import Round
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Burraco in place of the usual tressette: two pairs, one table, two deals, round 1 playing."""
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def phones(open_page: Callable[..., Page], tournament: Tournament) -> tuple[Page, Page]:
    """The phones of lines A-C and B-D at table 1."""
    pages = (open_page("phone"), open_page("phone", scheme="dark"))
    for page, line in zip(pages, Line, strict=True):
        page.goto(f"/tornei/coppa-levante/tavolo/{line_key(Round.objects.get().tables.get(), line)}/")
        expect(page.get_by_role("heading", name="Il vostro risultato")).to_be_visible()
    return pages


def send(page: Page, *figures: tuple[str, str]) -> None:
    write_points(page, sum(figures, ()))
    page.get_by_role("button", name="Manda il risultato").click()


def test_a_result_is_sent_and_confirmed(
    phones: tuple[Page, Page], open_page: Callable[..., Page], sara: User, assert_accessible: Callable[[Page], None]
) -> None:
    first, second = phones
    assert_accessible(first)
    send(first, ("600", "100"), ("400", "300"))
    expect(first.get_by_text("Ora lo conferma l’altra linea")).to_be_visible()
    second.reload()
    expect(second.get_by_role("heading", name="L’altra linea ha mandato")).to_be_visible()
    assert_accessible(second)
    second.get_by_role("button", name="È giusto, confermiamo").click()
    expect(second.get_by_text("Il risultato è registrato.")).to_be_visible()
    first.get_by_role("link", name="Aggiorna").click()
    expect(first.get_by_text("Il risultato è registrato.")).to_be_visible()
    assert_accessible(first)
    assert list(BoardScore.objects.values_list("points_a", "points_b")) == [(600, 100), (400, 300)]
    grid = open_page("laptop", user=sara)
    grid.goto("/tornei/coppa-levante/direzione/turni/1/")
    expect(grid.get_by_text("Tutti i punteggi sono entrati.")).to_be_visible()
    expect(grid.locator("#state-1")).to_have_text("confermato")


@pytest.mark.main("sign-key.js")
def test_points_below_zero_are_typed_on_the_numeric_keypad(phones: tuple[Page, Page]) -> None:
    field = phones[0].get_by_label("Punti A-C").first
    sign = phones[0].get_by_role("button", name="Cambia segno", description="Punti A-C").first
    expect(field).to_have_attribute("inputmode", "numeric")
    box = sign.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    sign.click()
    expect(field).to_be_focused()
    phones[0].keyboard.type("120")
    expect(field).to_have_value("−120")
    sign.click()
    expect(field).to_have_value("120")
    field.press("Home")
    phones[0].keyboard.type("-")  # a keyboard has its own
    send(phones[0], ("-120", "600"), ("400", "300"))
    expect(phones[0].get_by_role("cell", name="−120")).to_be_visible()


def test_whoever_types_before_the_key_for_the_sign_is_there_goes_on_typing(
    open_page: Callable[..., Page], tournament: Tournament
) -> None:
    page = open_page("phone")
    script = LateScript(page, "sign-key*.js")
    script.open(f"/tornei/coppa-levante/tavolo/{line_key(Round.objects.get().tables.get(), Line.A)}/")
    field = page.get_by_label("Punti A-C").first
    field.focus()
    page.keyboard.type("60")
    script.let_go()
    expect(page.get_by_role("button", name="Cambia segno", description="Punti A-C").first).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.type("0")
    expect(field).to_have_value("600")


def test_what_was_sent_is_taken_back_by_one_tap(phones: tuple[Page, Page]) -> None:
    send(phones[0], ("600", "100"), ("400", "300"))
    phones[0].get_by_role("button", name="Ritira").click()
    expect(phones[0].get_by_role("heading", name="Il vostro risultato")).to_be_visible()
    expect(phones[0].get_by_label("Punti A-C").first).to_have_value("")
    expect(phones[0].get_by_role("button", name="Cambia segno", description="Punti A-C").first).to_be_visible()
    assert TableSlip.objects.get().state == TableSlip.State.SUPERSEDED


def test_a_dispute_is_seen_on_both_phones_and_at_the_desk(
    phones: tuple[Page, Page], open_page: Callable[..., Page], sara: User, assert_accessible: Callable[[Page], None]
) -> None:
    first, second = phones
    send(first, ("600", "100"), ("400", "300"))
    expect(first.get_by_text("Ora lo conferma l’altra linea")).to_be_visible()
    second.reload()
    second.get_by_role("link", name="Non è così").click()
    send(second, ("600", "100"), ("300", "400"))
    expect(second.get_by_role("heading", name="L’altra linea dice")).to_be_visible()
    first.reload()
    for page in phones:
        expect(page.get_by_text("Le due linee dicono cose diverse.")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
        assert_accessible(page)
    grid = open_page("laptop", user=sara)
    grid.goto("/tornei/coppa-levante/direzione/turni/1/")
    expect(grid.locator("#cell-1-2 .cell-said")).to_contain_text("B-D: 300 – 400")
    assert_accessible(grid)


def test_the_points_fit_a_thumb(phones: tuple[Page, Page]) -> None:
    for target in phones[0].locator(".slip-points input, .slip-form .btn").all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 44


def test_figures_sent_by_a_code_made_anew_stay_on_the_phone(
    phones: tuple[Page, Page], bruno: User, console: Console
) -> None:
    phone, _other = phones
    console.expect("status of 403")
    renew_line_code(by=factories.acting(bruno), table=Round.objects.get().tables.get(), line=Line.A, expected=1)
    send(phone, ("600", "100"), ("400", "300"))
    expect(phone.get_by_role("heading", name="Questo codice non vale più")).to_be_visible()
    refused = phone.locator("#connection [data-state=refused] [data-what]")
    expect(refused).to_have_text("Tavolo 1 (600 – 100 – 400 – 300)")
