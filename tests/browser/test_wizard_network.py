"""The wizard on a bad network: nothing is lost, nothing is sent twice, nothing counts for somebody else."""

from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, Route, expect

from people.accounts.models import User
from records.models import IdempotencyKey
from referee.cases.models import Case
from referee.rulings.models import Ruling
from tests.browser.conftest import Console
from tests.browser.wizard import (
    ANNULLED,
    CONTESTED,
    WENT_AWAY,
    asks,
    begin,
    heading,
    phone,
    phone_of,
    say,
    so_far,
    to_the_decision,
)
from tournaments.scores.models import BoardScore

__all__ = ["phone", "phone_of"]

pytestmark = pytest.mark.usefixtures("table")


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
    assert so_far(phone)["Chi ha accusato?"] == "Sud: Luca Serra"


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


BOTH = {("other_a", "4"), ("other_b", "7")}


def test_what_is_typed_while_the_network_is_slow_stays(phone: Page, console: Console) -> None:
    console.expect("htmx:")  # it notes every look broken off by a newer one
    to_an_assigned_score(phone)
    held: list[Route] = []
    phone.route("**/punteggio-arbitrale/", lambda route: held.append(route))  # noqa: PLW0108 — it wants a function
    phone.get_by_text("Un altro risultato possibile").click()
    phone.locator("#other-a").fill("4")
    phone.locator("#other-b").fill("7")
    phone.locator("#reason").press_sequentially("Il miglior ")
    # Each look replaces the one before, which then nobody waits for any more.
    while not (held and {*parse_qsl(held[-1].request.post_data or "")} >= BOTH):
        phone.wait_for_timeout(20)
    held[-1].continue_()
    expect(phone.locator("#outcome .verdict strong")).to_have_text(["4", "7"])
    expect(phone.locator("#reason")).to_be_focused()
    phone.keyboard.type("risultato")
    expect(phone.locator("#reason")).to_have_value("Il miglior risultato")
    expect(phone.locator("#other-b")).to_have_value("7")
