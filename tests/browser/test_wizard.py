"""The wizard on a phone: answers change without loss, drafts outlive the phone, all works without script and mouse."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from people.accounts.models import User
from referee.cases.models import Case
from referee.orders.models import Reservation
from referee.rulings.models import Ruling
from tests.browser.conftest import SIZES, login_as
from tests.browser.wizard import (
    ANNULLED,
    CONTESTED,
    DECLARED,
    HALL,
    TABLE,
    asks,
    begin,
    change,
    heading,
    phone,
    phone_of,
    say,
    so_far,
    to_the_decision,
)

__all__ = ["phone", "phone_of"]

pytestmark = pytest.mark.usefixtures("table")


# -- under the thumb --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 390])
def test_the_ways_to_end_are_in_reach_and_the_first_has_a_row_of_its_own(phone: Page, giulia: User, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    to_the_decision(phone)
    ways = phone.locator(".in-reach > .btn")
    expect(ways).to_contain_text(["Conferma", "Proponi al capo arbitro", "Decido diversamente"])
    boxes = [one.bounding_box() for one in ways.all()]
    found = [box for box in boxes if box]
    first, *others = found
    assert first["width"] >= 0.9 * width
    assert [one["y"] >= first["y"] + first["height"] for one in others] == [True, True]
    assert min(min(one["width"], one["height"]) for one in found) >= 44
    assert max(one["y"] + one["height"] for one in found) <= 640
    # No button's words are wider than the button.
    assert ways.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


# -- back and change --------------------------------------------------------------------------------------------------


def test_an_answer_is_changed_and_the_others_stay(phone: Page) -> None:
    to_the_decision(phone)
    before = so_far(phone)
    change(phone, ANNULLED)
    asks(phone, ANNULLED)
    expect(phone.get_by_role("button", name="Nessuno", exact=True)).to_have_attribute("aria-pressed", "true")
    say(phone, "Sì, chi può, ma dopo consulto")
    asks(phone, "Decisione")
    assert so_far(phone) == before | {ANNULLED: "Sì, chi può, ma dopo consulto"}


def test_another_anomaly_chosen_by_mistake_brings_its_answers_back(phone: Page) -> None:
    to_the_decision(phone)
    before = so_far(phone)
    for query, title in (
        ("tardi", "Accusa fatta o corretta dopo la prima battuta"),
        ("183", "Accusa prima del proprio turno"),
    ):
        change(phone, "Anomalia")
        asks(phone, "Che cosa è successo?")
        expect(heading(phone)).to_be_focused()
        phone.get_by_role("searchbox").press_sequentially(query)
        phone.locator("#anomalies:has([role=status]) button").filter(has_text=title).click()
        expect(phone.locator(".answers-given")).to_contain_text(title)
    asks(phone, "Decisione")
    assert so_far(phone) == before


def test_the_phone_s_own_way_back_shows_the_case_as_it_stands(phone: Page) -> None:
    begin(phone)
    say(phone, "Sud: Luca Serra")
    change(phone, "Chi ha accusato?")
    asks(phone, "Chi ha accusato?")
    phone.go_back()
    asks(phone, ANNULLED)
    assert so_far(phone)["Chi ha accusato?"] == "Sud: Luca Serra"


def test_our_way_back_and_the_browser_s_lead_through_the_questions_one_by_one(phone: Page) -> None:
    begin(phone)
    say(phone, "Sud: Luca Serra")
    asks(phone, ANNULLED)
    say(phone, "Nessuno")
    asks(phone, CONTESTED)
    phone.go_back()
    asks(phone, ANNULLED)
    expect(phone.get_by_role("button", name="Nessuno", exact=True)).to_have_attribute("aria-pressed", "true")
    before = phone.evaluate("history.length")
    for question in ("Chi ha accusato?", "Che cosa è successo?", "Quale smazzata?"):
        phone.get_by_role("link", name="Indietro").click()
        asks(phone, question)
    assert phone.evaluate("history.length") == before  # the same way as the browser's
    phone.get_by_role("link", name="Indietro").click()
    asks(phone, "Tavolo 1")


def test_a_tapped_answer_is_marked_while_it_is_on_its_way(phone: Page) -> None:
    begin(phone)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/casi/*/", hold)
    tapped = phone.get_by_role("button", name="Sud: Luca Serra")
    tapped.click()
    expect(tapped).to_have_attribute("aria-busy", "true")
    assert tapped.evaluate("one => getComputedStyle(one, '::after').height") == "4px"
    held[0].continue_()
    asks(phone, ANNULLED)


def test_a_choice_not_made_yet_is_waited_for_and_gone_on_from(phone: Page) -> None:
    begin(phone)
    say(phone, "Sud: Luca Serra")
    asks(phone, ANNULLED)
    phone.get_by_role("button", name="Non ancora").click()
    expect(phone.get_by_text("In attesa: non hanno ancora scelto.")).to_be_visible()
    expect(phone.get_by_role("link", name="Foglietto da dare al tavolo")).to_be_visible()
    phone.goto(TABLE)
    expect(phone.get_by_text("aspetta una scelta")).to_be_visible()
    phone.get_by_role("link", name="Anomalia 1, smazzata 1").click()
    asks(phone, ANNULLED)
    say(phone, "Nessuno")
    asks(phone, CONTESTED)
    assert so_far(phone)["Chi ha accusato?"] == "Sud: Luca Serra"


def test_a_second_tap_on_an_answer_counts_once(phone: Page) -> None:
    begin(phone)
    phone.get_by_role("button", name="Sud: Luca Serra").dblclick()
    asks(phone, ANNULLED)
    assert Case.objects.get().responsible == "S"
    known = "Il punteggio è già annotato, o la posta pagata?"
    assert list(so_far(phone)) == ["Smazzata", "Anomalia", "Chi ha accusato?", known]


# -- drafts -----------------------------------------------------------------------------------------------------------


def test_a_draft_outlives_the_phone(phone: Page, phone_of: Callable[..., Page], bruno: User) -> None:
    begin(phone)
    say(phone, "Sud: Luca Serra")
    asks(phone, ANNULLED)
    phone.context.close()
    another = phone_of(bruno, HALL)
    another.get_by_role("link", name="Anomalia 1, tavolo 1").click()
    asks(another, ANNULLED)
    assert so_far(another)["Chi ha accusato?"] == "Sud: Luca Serra"


# -- deciding otherwise, reservations, orders -------------------------------------------------------------------------


def test_deciding_otherwise_takes_a_reason_and_keeps_the_proposal(phone: Page) -> None:
    to_the_decision(phone)
    phone.get_by_role("link", name="Decido diversamente").click()
    phone.get_by_text("O ordina con parole tue").click()
    phone.get_by_label("parole", exact=False).last.fill("Si gioca la smazzata senza l’accusa.")
    phone.locator("#depart").evaluate("form => (form.noValidate = true)")
    say(phone, "Decido così")
    expect(phone.get_by_role("alert").first).to_be_visible()
    assert not Ruling.objects.exists()
    phone.locator("#reason").fill("L’accusa era stata sollecitata da un avversario")
    say(phone, "Decido così")
    expect(phone.get_by_text("Diverso da quanto il codice proponeva")).to_be_visible()
    expect(phone.locator("main")).to_contain_text("Si gioca la smazzata senza l’accusa.")
    expect(phone.locator(".departed")).to_contain_text("i punti di quel buongioco sono perduti")
    assert Ruling.objects.get().reason == "L’accusa era stata sollecitata da un avversario"


def test_a_reservation_stands_at_the_table_until_it_ends(phone: Page) -> None:
    begin(phone, "Anomalia non prevista dal codice", "Chi ha sbagliato?")
    say(phone, "Sud: Luca Serra")
    asks(phone, "Chi se n’è accorto, e quando?")
    say(phone, "Est: Piero Galli")
    phone.locator("button[value=sanatoria-sospesa]").click()
    asks(phone, "Chi ha giocato dopo l’errore?")
    say(phone, "Nessuno")
    asks(phone, "Decisione")
    phone.get_by_label("Piero Galli").check()
    phone.locator("#decide textarea").fill("Resta da vedere se nuoce")
    say(phone, "Conferma")
    expect(phone.get_by_text("Provvedimento n. 1 registrato.")).to_be_visible()
    phone.goto(TABLE)
    expect(phone.get_by_role("heading", name="Riserva di Piero Galli, smazzata 1")).to_be_visible()
    phone.goto(HALL)
    expect(phone.get_by_role("link", name="Tavolo 1")).to_contain_text("1 riserva")
    phone.goto(TABLE)
    say(phone, "Passata finita: decade")
    expect(phone.get_by_text("La riserva è decaduta")).to_be_visible()
    expect(phone.get_by_text("Riserva di")).to_have_count(0)
    assert Reservation.objects.get().state == Reservation.State.LAPSED


def test_orders_stand_at_the_table_until_they_are_over(phone: Page) -> None:
    to_the_decision(phone)
    say(phone, "Conferma")
    expect(phone.get_by_text("Provvedimento n. 1 registrato.")).to_be_visible()
    phone.goto(TABLE)
    orders = phone.locator(".standing .bound")
    expect(orders.first).to_be_visible()
    # The choice ends in one of three ways, the others are only over.
    choice = orders.filter(has_text="Ha scelto")
    expect(choice.get_by_role("button")).to_have_text(["Ha scelto", "Ha rinunciato", "Non più in tempo"])
    choice.get_by_role("button", name="Ha scelto").click()
    expect(choice).to_have_count(0)
    for left in range(orders.count() - 1, -1, -1):
        orders.first.get_by_role("button", name="È finito").click()
        expect(orders).to_have_count(left)
    expect(phone.get_by_text("Vale a questo tavolo")).to_have_count(0)


# -- two arbiters, no script, no mouse, no network --------------------------------------------------------------------


def test_two_arbiters_on_one_case_are_told_and_lose_nothing(
    phone: Page, phone_of: Callable[..., Page], giulia: User
) -> None:
    begin(phone)
    giulias = phone_of(giulia, f"/tornei/coppa-levante/casi/{Case.objects.get().number}/")
    say(giulias, "Est: Piero Galli")
    asks(giulias, ANNULLED)
    say(phone, "Sud: Luca Serra")
    asks(phone, "Nel frattempo è cambiato")
    expect(phone.locator("main")).to_contain_text("Sud")
    expect(phone.locator("main")).to_contain_text("Est: Piero Galli")
    assert Case.objects.get().responsible == "E"
    phone.get_by_role("link", name="Vai a quello in vigore").click()
    asks(phone, ANNULLED)
    change(phone, "Chi ha accusato?")
    say(phone, "Sud: Luca Serra")
    asks(phone, ANNULLED)
    assert Case.objects.get().responsible == "S"


def test_everything_works_without_script(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, bruno: User
) -> None:
    context = new_context(base_url=live_server.url, java_script_enabled=False, viewport=SIZES["phone"], locale="it-IT")
    page = context.new_page()
    login_as(page, bruno, live_server.url)
    page.goto(TABLE)
    say(page, "Nuova anomalia")
    page.get_by_role("button", name="Di mano").first.click()
    page.get_by_role("searchbox").fill("acusa prima del turno")
    say(page, "Cerca")
    page.get_by_role("button", name=re.compile("^Accusa prima del proprio turno")).click()
    say(page, "Sud: Luca Serra", "Nessuno", "Sì, appena finita la battuta", "Incompleta o generica", "Conferma")
    asks(page, "Accusa prima del proprio turno")
    expect(page.get_by_text("Provvedimento n. 1 registrato.")).to_be_visible()


def test_everything_works_by_keyboard(phone: Page) -> None:
    press(phone, "Nuova anomalia")
    asks(phone, "Quale smazzata?")
    press(phone, re.compile("Di mano Ovest"))
    asks(phone, "Che cosa è successo?")
    expect(heading(phone)).to_be_focused()
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("searchbox")).to_be_focused()
    phone.keyboard.type("183")
    expect(phone.locator("#anomalies [role=status]")).to_be_visible()
    press(phone, re.compile("^Accusa prima del proprio turno"))
    asks(phone, "Chi ha accusato?")
    expect(heading(phone)).to_be_focused()
    press(phone, "Sud: Luca Serra")
    for question, answer in (
        (ANNULLED, "Nessuno"),
        (CONTESTED, "Sì, appena finita la battuta"),
        (DECLARED, "Incompleta o generica"),
        ("Decisione", "Conferma"),
    ):
        asks(phone, question)
        expect(heading(phone)).to_be_focused()
        press(phone, answer)
    expect(phone.get_by_text("Provvedimento n. 1 registrato.")).to_be_visible()


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Goes to the button by Tab, as somebody without a mouse does, and presses Enter."""
    button = page.get_by_role("button", name=name, exact=isinstance(name, str))
    expect(button).to_be_visible()
    for _step in range(40):
        if button.evaluate("one => one === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never reaches {name}")
