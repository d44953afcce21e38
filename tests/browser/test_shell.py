"""The shell in a real browser: the door, the theme, the language, the network that goes away."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from people.accounts.models import User, first_account_token
from tests import factories, probe
from tests.browser.conftest import Console

NETWORK_AWAY = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture(autouse=True)
def nothing_recorded() -> None:
    probe.RECORDED.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["phone", "laptop"])
@pytest.mark.urls("tests.probe")
def test_pages_are_accessible(
    open_page: Callable[..., Page], assert_accessible: Callable[[Page], None], carla: User, screen: str, scheme: str
) -> None:
    page = open_page(screen, scheme=scheme, user=carla)
    for path in ("/accesso/", "/prova/", "/password/", "/accesso/mio/"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("data-bs-theme", scheme)
        assert_accessible(page)
        page.locator(".menu summary").click()
        assert_accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_account_is_made_on_a_phone(
    open_page: Callable[..., Page], assert_accessible: Callable[[Page], None], transactional_db: None, scheme: str
) -> None:
    page = open_page("phone", scheme=scheme)
    page.goto(f"/accesso/primo/{first_account_token(timezone.now())}/")
    assert_accessible(page)
    password = "tre-assi-e-un-due"
    told = {"first_name": "Olga", "last_name": "Primadonna", "username": "olga"}
    for name, value in (told | {"password1": password, "password2": password}).items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Crea l’accesso ed entra").click()
    expect(page.get_by_text("Il tuo accesso è pronto")).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_error_page_is_accessible(
    open_page: Callable[..., Page], assert_accessible: Callable[[Page], None], console: Console, scheme: str
) -> None:
    console.expect("404")
    page = open_page("phone", scheme=scheme)
    page.goto("/non-esiste/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Questa pagina non c’è")
    assert_accessible(page)


def test_sign_in_by_keyboard(phone: Page, carla: User) -> None:
    phone.goto("/accesso/?next=/password/")
    expect(phone.get_by_label("Nome utente")).to_be_focused()
    phone.keyboard.type("carla")
    phone.keyboard.press("Tab")
    phone.keyboard.type("carla")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Cambia password")


def test_page_never_scrolls_sideways(phone: Page) -> None:
    phone.goto("/accesso/")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.main("theme.js")
def test_theme_chosen_is_kept_and_known_before_the_first_paint(phone: Page) -> None:
    phone.goto("/accesso/")
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Scuro").click()
    expect(phone.locator("html")).to_have_attribute("data-bs-theme", "dark")
    phone.reload(wait_until="commit")
    expect(phone.locator("html")).to_have_attribute("data-bs-theme", "dark")
    phone.locator(".menu summary").click()
    expect(phone.get_by_role("button", name="Scuro")).to_have_attribute("aria-pressed", "true")


def test_language_is_changed_from_the_menu(phone: Page) -> None:
    phone.goto("/accesso/")
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="English").click()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.main("shell.js")
def test_escape_closes_the_menu(phone: Page) -> None:
    phone.goto("/accesso/")
    phone.locator(".menu summary").click()
    phone.keyboard.press("Escape")
    expect(phone.locator(".menu")).not_to_have_attribute("open", "")
    expect(phone.locator(".menu summary")).to_be_focused()


@pytest.mark.urls("tests.probe")
def test_seat_is_chosen_by_touch_and_by_keyboard(phone: Page) -> None:
    phone.goto("/prova/")
    choice = phone.get_by_role("group", name="Chi è responsabile?")
    choice.get_by_text("Rita Fontana").click()
    expect(choice.get_by_role("radio", name="Ovest: Rita Fontana")).to_be_checked()
    phone.keyboard.press("ArrowDown")
    expect(choice.get_by_role("radio", name="Est: Piero Galli")).to_be_checked()


@pytest.mark.urls("tests.probe")
def test_targets_are_large_enough_for_a_thumb(phone: Page) -> None:
    phone.goto("/prova/")
    for target in phone.locator("button:visible, summary, label.seat, input.form-control").all():
        box = target.bounding_box()
        assert box, target
        assert box["height"] >= 44, target.inner_text()


def fill(page: Page, points: str) -> None:
    page.locator("label.seat-N").click()
    page.get_by_label("Punti").fill(points)
    page.get_by_role("button", name="Registra").click()


def close_for_another(page: Page) -> Page:
    """Closes the page without network and gives another one of the same device.

    It is left first: a page that is being closed is told that the network is back, and may still send.
    """
    another = page.context.new_page()
    page.goto("about:blank")
    page.close()
    return another


@pytest.mark.urls("tests.probe")
def test_form_is_recorded_once_and_the_answer_shown(phone: Page) -> None:
    phone.goto("/prova/")
    fill(phone, "7")
    expect(phone.get_by_text("Registrati: 1")).to_be_visible()
    assert [points for _key, points in probe.RECORDED] == ["7"]


@pytest.mark.urls("tests.probe")
def test_refused_form_shows_why(phone: Page) -> None:
    phone.goto("/prova/")
    fill(phone, "12")
    expect(phone.get_by_role("alert")).to_have_text("I punti non tornano.")
    # Though its page folds it away.
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    expect(phone.get_by_role("alert")).to_be_focused()
    assert probe.RECORDED == []


@pytest.mark.main("keep.js")
@pytest.mark.urls("tests.probe")
def test_entry_without_network_is_kept_and_sent_when_it_returns(phone: Page, console: Console) -> None:
    console.expect(NETWORK_AWAY)
    phone.goto("/prova/")
    phone.context.set_offline(True)
    fill(phone, "6")
    for height in ({"width": 390, "height": 844}, {"width": 640, "height": 400}):
        phone.set_viewport_size(height)
        phone.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(phone.get_by_text("Non ancora arrivato al server: Tavolo 3")).to_be_in_viewport(ratio=1)
    expect(phone.get_by_label("Punti")).to_have_value("6")
    phone.context.set_offline(False)
    expect(phone.get_by_text("Registrati: 1")).to_be_visible()
    assert [points for _key, points in probe.RECORDED] == ["6"]


@pytest.mark.urls("tests.probe")
def test_entry_outlives_the_closed_page(phone: Page, console: Console) -> None:
    console.expect(NETWORK_AWAY)
    phone.goto("/prova/")
    phone.context.set_offline(True)
    fill(phone, "5")
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_visible()
    reopened = close_for_another(phone)
    reopened.context.set_offline(False)
    reopened.goto("/accesso/")
    assert probe.RECORDED == []  # nobody signs in for an entry to be sent
    reopened.goto("/prova/")
    expect(reopened.get_by_text("Registrati: 1")).to_be_visible()


@pytest.mark.urls("tests.probe")
def test_entry_refused_when_the_network_returns_shows_why(phone: Page, console: Console) -> None:
    console.expect(NETWORK_AWAY)
    phone.goto("/prova/")
    phone.context.set_offline(True)
    fill(phone, "12")
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_role("alert")).to_have_text("I punti non tornano.")


@pytest.mark.urls("tests.probe")
def test_entry_refused_on_another_page_may_be_reviewed(phone: Page, console: Console) -> None:
    console.expect(NETWORK_AWAY)
    phone.goto("/prova/")
    phone.context.set_offline(True)
    fill(phone, "12")
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_visible()
    elsewhere = close_for_another(phone)
    elsewhere.context.set_offline(False)
    elsewhere.goto("/altrove/")
    expect(elsewhere.get_by_text("Il server non ha accettato: Tavolo 3")).to_be_visible()
    elsewhere.get_by_role("button", name="Rivedi").click()
    expect(elsewhere.get_by_role("alert")).to_have_text("I punti non tornano.")
    expect(elsewhere).to_have_url(re.compile("/prova/$"))


@pytest.mark.urls("tests.probe")
def test_htmx_entry_without_network_is_kept_and_sent_when_it_returns(
    open_page: Callable[..., Page], carla: User, console: Console
) -> None:
    console.expect(NETWORK_AWAY)
    console.expect("htmx:")
    page = open_page("phone", user=carla)
    page.goto("/parte/")
    page.context.set_offline(True)
    page.get_by_role("button", name="Registra").click()
    expect(page.get_by_text("Non ancora arrivato al server: Tavolo 4")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Registrati: 1")).to_be_visible()


@pytest.mark.urls("tests.probe")
def test_entry_of_an_ended_session_is_sent_after_signing_in(open_page: Callable[..., Page], carla: User) -> None:
    page = open_page("phone", user=carla)
    page.goto("/parte/")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Registra").click()
    expect(page).to_have_url(re.compile("/accesso/"))
    page.get_by_label("Nome utente").fill("carla")
    page.get_by_label("Password").fill("carla")
    with page.expect_response(re.compile("/parte/$")):
        page.get_by_role("button", name="Entra").click()
    expect(page.get_by_text("Registrati: 1")).to_be_visible()
    assert [points for _key, points in probe.RECORDED] == ["8"]


def test_administration_keeps_to_the_content_policy(open_page: Callable[..., Page]) -> None:
    olga = factories.make_user("olga", is_staff=True, is_superuser=True)
    page = open_page("laptop", user=olga)
    for path in ("/admin/", "/admin/people/user/add/"):
        page.goto(path)
        expect(page.locator("#content h1")).to_be_visible()


def test_printed_page_leaves_the_furniture_out(laptop: Page) -> None:
    laptop.goto("/accesso/")
    laptop.emulate_media(media="print")
    expect(laptop.locator(".masthead")).to_be_hidden()
    expect(laptop.get_by_role("heading", level=1)).to_be_visible()
