"""The queue of the calls in a real browser: a new one is seen, counted and heard, though nobody looks at the page."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from codes.seats import Line
from tests.browser.wizard import begin, say, to_the_decision
from tests.factories import acting
from tests.tournaments.slips.results import address_of
from tournaments.actions.call_answers import take_call
from tournaments.actions.calls import call_arbiter
from tournaments.models import Call, Round, Table, User

HALL = "/tornei/coppa-levante/"
QUEUE, HOME = f"{HALL}chiamate/", f"{HALL}arbitraggio/"
WITHIN = 3000  # milliseconds
# Hidden, as far as a page is told; the tests' browser throttles no timers.
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true })"
HEARD = "window.heard = 0; document.addEventListener('calls:new', () => { window.heard += 1; })"


def called(table: Table, by: User) -> None:
    call_arbiter(by=acting(by, at=timezone.now()), table=table)


@pytest.mark.parametrize("address", [QUEUE, HOME])
def test_a_new_call_is_seen_counted_and_heard_in_a_tab_behind_another(
    open_page: Callable[..., Page], bruno: User, dora: User, table: Table, address: str
) -> None:
    page = open_page("phone", user=bruno)
    page.add_init_script(HIDDEN)
    page.goto(address)
    expect(page.locator("#call-none")).to_be_visible()
    page.evaluate(HEARD)
    called(table, dora)
    expect(page.locator("#call-lines .is-free")).to_have_count(1, timeout=WITHIN)
    assert page.title().startswith("(1) ")
    assert page.evaluate("window.heard") == 1
    expect(page.locator("#call-none")).to_have_count(0)


def test_the_queue_is_asked_for_by_one_question_at_a_time(
    open_page: Callable[..., Page], bruno: User, dora: User, table: Table
) -> None:
    page = open_page("laptop", user=bruno)
    asked: list[str] = []

    def note(request: Request) -> None:
        if "x-live" in request.headers:
            asked.append(request.url)

    page.on("request", note)
    page.goto(HOME)
    page.wait_for_timeout(6500)
    assert len(set(asked)) == 1
    assert 3 <= len(asked) <= 5


def test_a_call_that_comes_does_not_touch_what_is_held_and_one_that_is_taken_moves(
    open_page: Callable[..., Page], bruno: User, giulia: User, dora: User, round_1: Round
) -> None:
    first, second = round_1.tables.select_related("round__tournament").order_by("number")[:2]
    called(first, dora)
    page = open_page("laptop", user=bruno)
    page.goto(QUEUE)
    button = page.locator("#call-lines > li").nth(0).get_by_role("button")
    button.focus()
    called(second, dora)
    expect(page.locator("#call-lines .is-free")).to_have_count(2, timeout=WITHIN)
    expect(button).to_be_focused()
    page.locator("#call-lines > li").nth(1).get_by_role("button").focus()
    take_call(by=acting(giulia, at=timezone.now()), call=first.calls.get())
    line = page.locator(f"#call-{first.calls.get().pk}")
    expect(line).to_contain_text("Ci va Giulia Marchi", timeout=WITHIN)
    expect(page.locator("#call-lines > li").first).to_contain_text("Prendo io")
    assert page.title().startswith("(1) ")


def test_the_phone_of_a_table_reads_who_comes(
    open_page: Callable[..., Page], bruno: User, table: Table, dora: User
) -> None:
    called(table, dora)
    page = open_page("phone")
    page.goto(address_of(table, Line.A))
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    take_call(by=acting(bruno, at=timezone.now()), call=table.calls.get())
    expect(page.get_by_text("Arriva Bruno Riva.")).to_be_visible(timeout=6000)


def test_a_case_decided_from_the_call_closes_it(
    open_page: Callable[..., Page], bruno: User, dora: User, table: Table
) -> None:
    called(table, dora)
    page = open_page("phone", user=bruno)
    page.goto(QUEUE)
    page.get_by_role("button", name="Prendo io").click()
    expect(page.get_by_role("heading", name="Il tavolo chiama")).to_be_visible()
    to_the_decision(page)
    expect(page.locator(".call-here")).to_contain_text("la chiude il tuo provvedimento")
    call = table.calls.get()
    assert (call.owner, call.arrived_at is None, call.is_open) == (bruno, False, True)
    say(page, "Conferma")
    expect(page.get_by_text("Provvedimento n. 1 registrato.")).to_be_visible()
    call.refresh_from_db()
    assert (call.outcome, call.closed_by) == (Call.Outcome.RULING, bruno)
    page.goto(QUEUE)
    expect(page.locator("#call-none")).to_be_visible()


def test_a_call_that_comes_while_one_decides_is_told_without_touching_the_form(
    open_page: Callable[..., Page], bruno: User, dora: User, table: Table, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(f"{HALL}turni/1/tavoli/{table.number}/")
    begin(page)
    question = page.locator("[data-focus]").inner_text()
    page.evaluate("document.getElementById('case').here = true")
    other = table.round.tables.get(number=2)
    called(other, dora)
    told = page.get_by_role("link", name="1 chiamata aspetta")
    expect(told).to_be_visible(timeout=WITHIN)
    assert page.title().startswith("(1) ")
    assert page.evaluate("document.getElementById('case').here")
    assert page.locator("[data-focus]").inner_text() == question
    assert_accessible(page)
    take_call(by=acting(bruno, at=timezone.now()), call=other.calls.get())
    expect(told).to_have_count(0, timeout=WITHIN)
    assert not page.title().startswith("(")
