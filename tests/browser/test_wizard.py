"""The wizard on a phone: answers change without loss, drafts outlive the phone, a bad network sends nothing twice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Case, Reservation, Ruling
from tests.browser.conftest import SIZES, Console, login_as
from tournaments.models import BoardScore, IdempotencyKey, User

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"
HALL = "/tornei/coppa-levante/arbitraggio/"
ANNULLED = "Qualcuno è andato a monte?"
CONTESTED = "Un avversario l’ha contestata?"
DECLARED = "Che cosa aveva già dichiarato?"
WENT_AWAY = "ERR_INTERNET_DISCONNECTED|htmx:"

pytestmark = pytest.mark.usefixtures("table")


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
    assert so_far(phone)["Chi ha accusato?"] == "Sud, Luca Serra"


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
    assert so_far(phone)["Chi ha accusato?"] == "Sud, Luca Serra"


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
    assert so_far(another)["Chi ha accusato?"] == "Sud, Luca Serra"


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
    for left in range(orders.count() - 1, -1, -1):
        orders.first.get_by_role("button").click()
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
    expect(phone.locator("main")).to_contain_text("Est, Piero Galli")
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


def test_an_answer_without_network_is_kept_and_sent_once(phone: Page, console: Console) -> None:
    console.expect(WENT_AWAY)
    begin(phone)
    answered = IdempotencyKey.objects.count()
    phone.context.set_offline(True)
    say(phone, "Sud: Luca Serra")
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_visible()
    asks(phone, "Chi ha accusato?")
    phone.context.set_offline(False)
    asks(phone, ANNULLED)
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_hidden()
    assert Case.objects.get().responsible == "S"
    assert IdempotencyKey.objects.count() == answered + 1
    say(phone, "Nessuno")
    asks(phone, CONTESTED)


def test_a_ruling_confirmed_without_network_is_given_once(phone: Page, console: Console) -> None:
    console.expect(WENT_AWAY)
    to_the_decision(phone)
    phone.context.set_offline(True)
    say(phone, "Conferma")
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_text("Provvedimento n. 1 registrato.")).to_be_visible()
    assert Ruling.objects.count() == 1


def test_an_answer_given_after_the_session_ended_arrives_after_signing_in(phone: Page) -> None:
    begin(phone)
    phone.context.clear_cookies(name="sessionid")
    say(phone, "Sud: Luca Serra")
    asks(phone, "Accesso")
    sign_in(phone, "bruno")
    asks(phone, ANNULLED)
    assert so_far(phone)["Chi ha accusato?"] == "Sud, Luca Serra"


def sign_in(page: Page, username: str) -> None:
    page.get_by_label("Nome utente").fill(username)
    page.get_by_label("Password").fill(username)
    say(page, "Entra")


def sign_in_elsewhere(page: Page, username: str) -> None:
    """In another tab of the same device: the page of before then carries a token that is no longer good."""
    page.context.clear_cookies()
    elsewhere = page.context.new_page()
    elsewhere.goto("/accesso/")
    sign_in(elsewhere, username)
    expect(heading(elsewhere)).not_to_have_text("Accesso")
    # Its script has told the other tabs who signed in.
    elsewhere.wait_for_function("() => localStorage.getItem('last-signed-in') === document.body.dataset.user")


def test_an_answer_given_after_signing_in_elsewhere_counts(phone: Page) -> None:
    begin(phone)
    sign_in_elsewhere(phone, "bruno")
    say(phone, "Sud: Luca Serra")
    asks(phone, ANNULLED)


def test_an_answer_does_not_count_for_another_who_signed_in_elsewhere(
    phone: Page, giulia: User, console: Console
) -> None:
    console.expect("403")
    begin(phone)
    sign_in_elsewhere(phone, "giulia")
    say(phone, "Sud: Luca Serra")
    asks(phone, "Il modulo è scaduto")
    assert Case.objects.get().responsible == ""


def to_an_assigned_score(page: Page) -> None:
    begin(page)
    say(page, "Sud: Luca Serra", "Sì, chi può, da sé")
    page.locator("button[value=una-parte]").click()
    asks(page, "Decisione")
    say(page, "Conferma")
    asks(page, "Punteggio arbitrale assegnato")


def test_a_look_at_a_score_without_network_is_not_kept(phone: Page, console: Console) -> None:
    console.expect(WENT_AWAY)
    to_an_assigned_score(phone)
    phone.context.set_offline(True)
    phone.get_by_text("Un altro risultato possibile").click()
    expect(phone.get_by_text("Senza rete.")).to_be_visible()
    expect(phone.get_by_text("Non ancora arrivato al server")).to_be_hidden()
    phone.context.set_offline(False)
    phone.locator("#other-a").fill("4")
    phone.locator("#other-b").fill("7")
    phone.locator("#reason").fill("Il miglior risultato possibile")
    say(phone, "Registra il punteggio")
    expect(phone.get_by_text("Punteggio arbitrale registrato")).to_be_visible()
    score = BoardScore.objects.current().get()
    assert (score.points_a, score.points_b, score.kind) == (4, 7, "assigned")


def test_what_is_typed_while_the_network_is_slow_stays(phone: Page, console: Console) -> None:
    console.expect("htmx:")  # it notes every look broken off by a newer one
    to_an_assigned_score(phone)
    held: list[Route] = []
    phone.route("**/punteggio-arbitrale/", lambda route: held.append(route))  # noqa: PLW0108 — it wants a function
    phone.get_by_text("Un altro risultato possibile").click()
    phone.locator("#other-a").fill("4")
    phone.locator("#other-b").fill("7")
    phone.locator("#reason").press_sequentially("Il miglior ")
    held[-1].continue_()
    expect(phone.locator("#outcome .verdict strong")).to_have_text(["4", "7"])
    expect(phone.locator("#reason")).to_be_focused()
    phone.keyboard.type("risultato")
    expect(phone.locator("#reason")).to_have_value("Il miglior risultato")
    expect(phone.locator("#other-b")).to_have_value("7")
