"""The queue of the calls in a real browser: a new one is seen, counted and heard, though nobody looks at the page."""

import re
from collections.abc import Callable
from time import monotonic

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from codes.seats import Line
from hall.calls.actions import call_arbiter, close_call, give_back_time, take_call
from hall.calls.models import Call
from hall.line_codes.actions import renew_line_code
from people.accounts.models import User
from tests.browser.conftest import Console
from tests.browser.wizard import begin, say, to_the_decision
from tests.factories import acting
from tests.hall.slips.results import address_of
from tournaments.rounds.models import Round, Table

HALL = "/tornei/coppa-levante/"
QUEUE, HOME = f"{HALL}chiamate/", f"{HALL}arbitraggio/"
WITHIN = 15_000  # milliseconds: that it comes by itself; how soon, is measured elsewhere
ONE_WAITS = re.compile(r"^\(1\) ")
# Hidden, as far as a page is told; the tests' browser throttles no timers.
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true })"
HEARD = "window.heard = 0; document.addEventListener('calls:new', () => { window.heard += 1; })"


def called(table: Table, by: User) -> None:
    call_arbiter(by=acting(by, at=timezone.now()), table=table)


def is_heard_once(page: Page) -> None:
    """What is shown is there a moment before the title and the sound."""
    expect(page).to_have_title(ONE_WAITS)
    page.wait_for_function("window.heard > 0")
    assert page.evaluate("window.heard") == 1


@pytest.mark.main("calls.js")
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
    is_heard_once(page)
    expect(page.locator("#call-none")).to_have_count(0)


@pytest.mark.parametrize("address", [f"{HALL}turni/1/tavoli/1/", f"{HALL}classifica/", f"{HALL}direzione/turni/1/"])
def test_a_call_is_counted_and_heard_on_a_page_without_the_queue_behind_another_tab(
    open_page: Callable[..., Page], bruno: User, dora: User, round_1: Round, address: str
) -> None:
    page = open_page("phone", user=bruno)
    page.add_init_script(HIDDEN)
    page.goto(address)
    page.wait_for_selector("#live-state[data-state=here]")
    page.evaluate(HEARD)
    called(round_1.tables.select_related("round__tournament").get(number=2), dora)
    expect(page.locator("#calls-waiting [data-free]")).to_have_count(1, timeout=WITHIN)
    is_heard_once(page)


def test_the_queue_comes_to_a_desk_that_was_open_before_the_round(
    open_page: Callable[..., Page], bruno: User, dora: User, table: Table
) -> None:
    Round.objects.filter(pk=table.round_id).update(state=Round.State.DRAFT)
    page = open_page("laptop", user=bruno)
    page.goto(f"{HALL}direzione/")
    expect(page.locator("#calls")).to_have_count(0)
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PUBLISHED)
    called(Table.objects.select_related("round__tournament").get(pk=table.pk), dora)
    expect(page.locator("#call-lines .is-free")).to_have_count(1, timeout=WITHIN)


def test_the_sound_that_is_on_says_when_it_would_not_be_heard_and_goes_on_from_page_to_page(
    open_page: Callable[..., Page], console: Console, bruno: User, table: Table
) -> None:
    console.expect("AudioContext was not allowed to start")
    page = open_page("phone", user=bruno)
    page.goto(QUEUE)
    switch, silent = page.get_by_role("switch"), page.locator("[data-calls-hush]")
    expect(switch).not_to_be_checked()
    expect(silent).to_be_hidden()
    switch.check()
    expect(silent).to_be_hidden()
    # A new tab that nobody touched yet may not be heard, and says so; nor does the switch lie there.
    page = page.context.new_page()
    console.listen(page)
    page.goto(QUEUE)
    expect(page.get_by_role("switch")).to_be_checked()
    silent = page.locator("[data-calls-hush]")
    expect(silent).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(silent).to_be_hidden()
    # The tap that leads to another page lets that one be heard too.
    page.get_by_role("navigation", name="Dove sei").get_by_role("link", name="Arbitraggio").click()
    expect(page).to_have_url(re.compile("arbitraggio/$"))
    expect(page.get_by_role("switch")).to_be_checked()
    expect(page.locator("[data-calls-hush]")).to_be_hidden()


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
    since = monotonic()
    while len(asked) < 4:
        page.wait_for_timeout(100)
    # Every two seconds; a second question beside the first would ask as often again.
    assert monotonic() - since > 4.5
    assert len(set(asked)) == 1


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
    expect(page).to_have_title(ONE_WAITS)


@pytest.mark.main("table-call.js")
def test_the_phone_of_a_table_reads_who_comes(
    open_page: Callable[..., Page], bruno: User, table: Table, dora: User
) -> None:
    called(table, dora)
    page = open_page("phone")
    page.goto(address_of(table, Line.A))
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    take_call(by=acting(bruno, at=timezone.now()), call=table.calls.get())
    expect(page.get_by_text("Arriva Bruno Riva.")).to_be_visible(timeout=WITHIN)


def test_a_phone_that_did_not_call_reads_that_the_table_has_called(
    open_page: Callable[..., Page], bruno: User, table: Table, dora: User
) -> None:
    page = open_page("phone")
    page.clock.install()
    page.goto(address_of(table, Line.B))
    expect(page.get_by_role("button", name="Chiama l’arbitro")).to_be_visible()
    called(table, dora)
    page.clock.run_for(16000)
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    take_call(by=acting(bruno, at=timezone.now()), call=table.calls.get())
    page.clock.run_for(6000)
    expect(page.get_by_text("Arriva Bruno Riva.")).to_be_visible()
    close_call(by=acting(bruno, at=timezone.now()), call=table.calls.get(), outcome="information")
    page.clock.run_for(6000)
    expect(page.get_by_role("button", name="Chiama l’arbitro")).to_be_visible()
    give_back_time(by=acting(bruno, at=timezone.now()), call=table.calls.get())
    page.clock.run_for(16000)
    expect(page.get_by_text("A questo tavolo 1′ in più.")).to_be_visible()


@pytest.mark.parametrize("end", ["closed", "renewed"])
def test_a_phone_does_not_go_on_saying_received_where_its_address_opens_nothing(
    open_page: Callable[..., Page], console: Console, table: Table, dora: User, end: str
) -> None:
    console.expect("status of (403|404)")
    called(table, dora)
    page = open_page("phone")
    page.clock.install()
    page.goto(address_of(table, Line.A))
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    # A network that wants a log-in of its own refuses in nobody's name.
    page.route("**/chiamata/?v=*", lambda route: route.fulfill(status=403, body="log in"))
    with page.expect_response(re.compile("chiamata/")):
        page.clock.run_for(6000)
    page.unroute_all()
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    if end == "renewed":
        renew_line_code(by=acting(dora), table=table, line=Line.A, expected=1)
    else:
        close_call(by=acting(dora), call=table.calls.get(), outcome="information")
        Round.objects.filter(pk=table.round_id).update(state=Round.State.CLOSED)
    with page.expect_response(re.compile("chiamata/")):
        page.clock.run_for(6000)
    expect(page.get_by_text("parlate con la direzione")).to_be_visible()
    expect(page.get_by_text("Chiamata ricevuta.")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(30000)
    assert [one for one in asked if "chiamata/?v=" in one] == []


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
    expect(page).to_have_title(ONE_WAITS)
    assert page.evaluate("document.getElementById('case').here")
    assert page.locator("[data-focus]").inner_text() == question
    assert_accessible(page)
    take_call(by=acting(bruno, at=timezone.now()), call=other.calls.get())
    expect(told).to_have_count(0, timeout=WITHIN)
    expect(page).not_to_have_title(re.compile(r"^\("))
