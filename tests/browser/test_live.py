"""Pages that renew themselves, in a real browser: never under the fingers, no word that the server did not say."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from hall.clock.actions import start_clock
from people.accounts.models import User
from referee.cases.actions import open_case
from tests.browser.conftest import Console, HallClock
from tests.factories import acting
from tests.tournaments.publication.showing import played_out, show
from tournaments.rounds.models import Round, Table
from tournaments.scores.actions import give_score
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Membership

HOME = "/tornei/coppa-levante/arbitraggio/"
GRID = "/tornei/coppa-levante/direzione/turni/1/"
WITHIN = 6000  # milliseconds


@pytest.mark.main("live.js")
def test_what_another_desk_does_is_seen_and_what_is_typed_stays(
    open_page: Callable[..., Page], bruno: User, giulia: User, table: Table
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(HOME)
    field = page.get_by_label("Vai al tavolo")
    field.fill("2")
    node = field.element_handle()
    open_case(by=acting(giulia), table=table)
    expect(page.locator("#hall-1")).to_contain_text("1 anomalia aperta", timeout=WITHIN)
    expect(page.get_by_role("heading", name="In sospeso")).to_be_visible()
    assert node.evaluate("(one) => one.isConnected && document.activeElement === one")
    expect(field).to_have_value("2")


def test_the_page_says_only_what_the_server_answered(
    open_page: Callable[..., Page], bruno: User, console: Console
) -> None:
    console.expect("net::ERR|status of 404")
    page = open_page("laptop", user=bruno)
    page.goto(HOME)
    line = page.locator("#live-state")
    expect(line).to_have_text(re.compile(r"^Collegato\s+ultima risposta alle \d+:\d\d:\d\d\s*$"), use_inner_text=True)
    page.context.set_offline(True)
    expect(line).to_contain_text("Non collegato", use_inner_text=True)
    page.context.set_offline(False)
    expect(line).not_to_contain_text("Non", use_inner_text=True)
    Membership.objects.filter(user=bruno)._raw_delete("default")
    expect(line).to_contain_text("Questa pagina non è più per te", use_inner_text=True, timeout=WITHIN)


def test_the_last_answer_is_told_by_the_clock_of_the_hall_in_english_too(
    open_page: Callable[..., Page], bruno: User
) -> None:
    page = open_page("laptop", user=bruno, language="en-US")
    page.goto(HOME)
    said = re.compile(r"^Connected\s+last answer at \d\d:\d\d:\d\d\s*$")
    expect(page.locator("#live-state")).to_have_text(said, use_inner_text=True)


@pytest.mark.parametrize("status", [200, 401, 403, 404])
def test_what_another_network_answers_is_no_answer_of_the_server(
    open_page: Callable[..., Page], bruno: User, console: Console, status: int
) -> None:
    console.expect("status of 40")
    page = open_page("laptop", user=bruno)
    page.goto(HOME)
    line = page.locator("#live-state")
    expect(line).to_contain_text("ultima risposta", use_inner_text=True)
    noon = {"Date": "Wed, 25 Nov 2026 04:04:05 GMT", "Content-Type": "text/html"}
    page.route("**/arbitraggio/", lambda route: route.fulfill(status=status, headers=noon, body="<main>Wi-Fi</main>"))
    expect(line).to_contain_text("Non collegato", use_inner_text=True, timeout=WITHIN)
    assert ":04:05" not in line.inner_text()
    page.unroute_all()
    expect(line).to_contain_text("Collegato", use_inner_text=True, timeout=3 * WITHIN)


def test_a_desk_sees_what_another_records_and_keeps_what_it_has_not(
    open_page: Callable[..., Page], sara: User, dora: User, table: Table
) -> None:
    ours, theirs = open_page("laptop", user=sara), open_page("laptop", user=dora)
    for page in (ours, theirs):
        page.goto(GRID)
    typed = ours.get_by_label("Tavolo 2, smazzata 1, punti N-S")
    typed.fill("9")
    ours.get_by_label("Tavolo 2, smazzata 2, punti N-S").focus()
    for number, points in ((1, "7"), (2, "10")):
        for board in (1, 2):
            theirs.get_by_label(f"Tavolo {number}, smazzata {board}, punti N-S").fill(points)
            theirs.keyboard.press("Enter")
    expect(theirs.locator("#progress")).to_contain_text("Tutti i punteggi sono entrati")
    expect(ours.get_by_label("Tavolo 1, smazzata 1, punti N-S")).to_have_value("7", timeout=WITHIN)
    expect(ours.locator("#vp-1")).not_to_have_text("…", timeout=WITHIN)
    # The last score may come with the answer after the one that brought the first.
    expect(ours.locator("#progress")).to_contain_text("Tutti i punteggi sono entrati", timeout=WITHIN)
    expect(typed).to_have_value("9")
    expect(ours.locator("#row-2 .row-kept")).to_have_text("da salvare")
    # What came meanwhile is told when the figure is sent, and not written over.
    ours.get_by_role("button", name="Registra: Tavolo 2").click()
    expect(ours.locator("#cell-2-1 .cell-why")).to_be_visible()
    assert BoardScore.objects.current().count() == BoardScore.objects.count() == 4


def test_what_was_recorded_here_is_not_taken_back_by_an_older_answer(
    open_page: Callable[..., Page], sara: User, table: Table, dora: User
) -> None:
    page = open_page("laptop", user=sara)
    page.goto(GRID)
    first = page.get_by_label("Tavolo 1, smazzata 1, punti N-S")
    first.focus()
    # It waits for the row that is typed in, and by then it is out of date.
    board = table.round.boards.get(number=2)
    give_score(by=acting(dora), table=table, board=board, points_a=10, points_b=1, expected_version=0)
    expect(page.locator("#progress")).to_contain_text("Mancano 3", timeout=WITHIN)
    page.evaluate("window.seen = []; new MutationObserver(() => window.seen.push("
                  "document.querySelector('#cell-1-1 input').value)).observe(document.querySelector('#grid'),"
                  " { childList: true, subtree: true })")  # fmt: skip
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator("#row-1 .row-kept")).to_have_text("salvato")
    page.get_by_label("Tavolo 2, smazzata 2, punti N-S").focus()
    expect(page.get_by_label("Tavolo 1, smazzata 2, punti N-S")).to_have_value("10", timeout=WITHIN)
    expect(first).to_have_value("7")
    assert set(page.evaluate("window.seen")) == {"7"}


@pytest.mark.main("clock.js")
def test_the_time_left_counts_down_by_itself(open_page: Callable[..., Page], table: Table, dora: User) -> None:
    start_clock(by=acting(dora, at=timezone.now()), round=table.round, minutes=30)
    page = open_page("phone")
    page.goto("/tornei/coppa-levante/schermo/")
    face = page.locator("[data-clock-face]").first
    shown = face.inner_text()
    assert re.fullmatch("(30|29):[0-5][0-9]", shown)
    expect(face).not_to_have_text(shown)


@pytest.mark.main("clock.js")
def test_time_that_a_device_slept_or_lost_is_counted_by_the_servers(
    open_page: Callable[..., Page], table: Table, dora: User
) -> None:
    start_clock(by=acting(dora, at=timezone.now()), round=table.round, minutes=30)
    page = open_page("laptop", user=dora)
    # Asleep, what a page counts by stands still, and the device's own clock goes on; this one is then set back an hour.
    page.add_init_script(
        "performance.now = () => 0; const real = Date.now; window.shift = 0; Date.now = () => real() + window.shift"
    )
    page.goto(GRID)
    face, line = page.locator("[data-clock-face]").first, page.locator("#live-state")
    expect(face).to_have_text(re.compile("^(30|29):"))
    expect(line).to_contain_text("ultima risposta", use_inner_text=True, timeout=WITHIN)
    page.evaluate("window.shift = 12 * 60000")
    expect(face).to_have_text(re.compile("^1[78]:"))
    page.evaluate("window.shift = -3600000; document.dispatchEvent(new Event('visibilitychange'))")
    expect(face).to_have_text(re.compile("^(30|29):"), timeout=WITHIN)


def test_a_page_left_open_says_that_the_time_to_report_is_over(
    open_page: Callable[..., Page], round_1: Round, sara: User, dora: User, hall_clock: HallClock
) -> None:
    show(dora, played_out(round_1, sara, [(7, 4), (7, 4)]), at=timezone.now())
    page = open_page("phone")
    page.goto("/tornei/coppa-levante/classifica/1/segnala/")
    expect(page.get_by_role("button", name="Manda la segnalazione")).to_be_visible()
    hall_clock.wait(60)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("Il tempo per segnalare errori è finito")).to_be_visible()
    expect(page.get_by_role("button", name="Manda la segnalazione")).to_be_hidden()
