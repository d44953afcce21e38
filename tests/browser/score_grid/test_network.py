"""Scores typed while the network, the server or the session is away arrive later, none twice."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from people.accounts.models import User
from tests.browser.conftest import Console, login_as
from tests.browser.score_grid.desk import enter, opened, points, refuse_all, scores


@pytest.mark.main("outbox.js")
def test_scores_typed_without_network_arrive_when_it_returns(grid: Page, console: Console) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED")
    console.expect("htmx:")
    grid.context.set_offline(True)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    enter(grid, "5")
    grid.keyboard.type("9")  # not yet sent when the network returns
    waiting = grid.get_by_text(
        "Non ancora arrivato al server: Tavolo 1, smazzata 1 (7 – 4) · Tavolo 1, smazzata 2 (5 – 6)"
    )
    expect(waiting).to_be_visible()
    grid.context.set_offline(False)
    expect(waiting).to_be_hidden()
    expect(grid.locator("#mp-1")).to_have_text("+2")
    expect(points(grid, 2, 1)).to_have_value("9")
    expect(points(grid, 2, 1)).to_be_focused()
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 5, 6, 1)]


def test_scores_queued_behind_one_that_fails_are_kept_as_well(grid: Page, console: Console) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED")
    console.expect("htmx:")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.abort("internetdisconnected")
        else:
            held.append(route)

    grid.route("**/smazzate/**", hold_the_first)
    points(grid, 1, 1).focus()
    for text in ("7", "5", "9"):
        enter(grid, text)
    expect(points(grid, 2, 2)).to_be_focused()
    held[0].abort("internetdisconnected")
    kept = "Tavolo 1, smazzata 1 (7 – 4) · Tavolo 1, smazzata 2 (5 – 6) · Tavolo 2, smazzata 1 (9 – 2)"
    expect(grid.get_by_text(f"Non ancora arrivato al server: {kept}")).to_be_visible()
    grid.unroute("**/smazzate/**")
    grid.get_by_role("button", name="Riprova").click()
    expect(grid.get_by_text("Non ancora arrivato al server")).to_be_hidden()
    expect(grid.locator("#unsaved")).to_have_text("")
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 5, 6, 1), (2, 1, 9, 2, 1)]


def test_a_server_that_cannot_write_takes_nothing_from_the_screen_and_gets_the_score_later(
    grid: Page, console: Console
) -> None:
    console.expect("503")
    console.expect("htmx:")
    refuse_all(grid, 503)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    waiting = grid.get_by_text("Non ancora arrivato al server: Tavolo 1, smazzata 1 (7 – 4).")
    expect(waiting).to_be_visible()
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(grid.get_by_role("heading", name="No", exact=True)).to_have_count(0)
    grid.unroute("**/smazzate/**")
    grid.get_by_role("button", name="Riprova").click()
    expect(waiting).to_be_hidden()
    assert scores() == [(1, 1, 7, 4, 1)]


def test_a_cell_retyped_without_network_replaces_what_waited(grid: Page, console: Console) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED")
    console.expect("htmx:")
    grid.context.set_offline(True)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid.get_by_text("Non ancora arrivato al server: Tavolo 1, smazzata 1 (7 – 4).")).to_be_visible()
    points(grid, 1, 1).focus()
    enter(grid, "9")
    waiting = grid.get_by_text("Non ancora arrivato al server: Tavolo 1, smazzata 1 (9 – 2).")
    expect(waiting).to_be_visible()
    grid.context.set_offline(False)
    expect(waiting).to_be_hidden()
    assert scores() == [(1, 1, 9, 2, 1)]


def test_session_that_ended_keeps_the_score_and_asks_to_sign_in(
    grid: Page, sara: User, live_server: LiveServer
) -> None:
    grid.context.clear_cookies(name="sessionid")
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid).to_have_url(re.compile("/accesso/"))
    login_as(grid, sara, live_server.url)
    opened(grid)
    expect(grid.locator("#row-1 .row-kept")).to_have_text("salvato")
    expect(points(grid, 1, 1)).to_have_value("7")
    assert scores() == [(1, 1, 7, 4, 1)]


# Each entry: its lane, and whether it waits; each step: a lane whose request is answered.
ORDER = """
([entries, most]) => {
  const kept = entries.map(([lane, waits], key) => ({ key, lane, draft: !waits }));
  const sent = [], most_at_once = [];
  let busy = [];
  for (;;) {
    const left = kept.filter(({ key }) => !sent.includes(key));
    const turns = window.outbox.turns(left, busy.map(({ lane }) => lane), most);
    busy = [...busy, ...turns];
    if (!busy.length) break;
    most_at_once.push(busy.length, new Set(busy.map(({ lane }) => lane)).size);
    sent.push(busy.shift().key);
  }
  return [sent, most_at_once];
}
"""


def test_the_outbox_sends_tables_beside_each_other_and_each_in_order(grid: Page) -> None:
    for seed in range(40):
        chance = Random(seed)  # noqa: S311
        entries = [(f"tavoli/{chance.randint(1, 5)}/", chance.random() < 0.8) for _ in range(chance.randint(0, 30))]
        sent, at_once = grid.evaluate(ORDER, [entries, 4])
        assert sorted(sent) == [key for key, (_lane, waits) in enumerate(entries) if waits]
        for lane in {lane for lane, _waits in entries}:
            mine = [key for key in sent if entries[key][0] == lane]
            assert mine == sorted(mine)
        assert at_once[::2] == at_once[1::2]  # never two of one table at once
        assert max(at_once, default=0) <= 4
