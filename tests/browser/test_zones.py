"""Tables dragged from one arbiter's zone to another's, by mouse and by finger; or ticked and sent, by keys alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from hall.calls.models import ZoneTable
from people.accounts.models import User
from tournaments.rounds.models import Table

DIRECT = "/tornei/coppa-levante/direzione/chiamate/"


def row(page: Page, name: str) -> Locator:
    return page.locator("[data-zone]", has=page.locator("legend", has_text=name))


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def opened(page: Page) -> Page:
    page.goto(DIRECT)
    page.locator("#zone-board").scroll_into_view_if_needed()
    return page


@pytest.mark.main("zones.js")
def test_a_table_is_dragged_with_the_mouse(
    open_page: Callable[..., Page], dora: User, bruno: User, table: Table
) -> None:
    page = opened(open_page("laptop", user=dora))
    page.mouse.move(*middle(row(page, "Di nessuno").locator(".zone-table").first))
    page.mouse.down()
    page.mouse.move(*middle(row(page, str(bruno))), steps=5)
    expect(row(page, str(bruno))).to_have_class("zone-row is-target")
    page.mouse.up()
    expect(row(page, str(bruno)).locator(".zone-table")).to_have_count(1)
    assert list(ZoneTable.objects.values_list("table", "arbiter")) == [(1, bruno.pk)]


def test_what_is_ticked_goes_along_with_what_a_finger_drags(
    open_page: Callable[..., Page], dora: User, bruno: User, table: Table
) -> None:
    page = opened(open_page("phone", user=dora))
    free = row(page, "Di nessuno").locator(".zone-table")
    for number in (0, 1):
        free.nth(number).click()
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    start, goal = middle(free.nth(1)), middle(row(page, str(bruno)))
    steps = [("touchStart", start), ("touchMove", (start[0], start[1] - 20)), ("touchMove", goal)]
    for kind, (x, y) in steps:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(row(page, str(bruno)).locator(".zone-table")).to_have_count(2)
    assert set(ZoneTable.objects.values_list("table", "arbiter")) == {(1, bruno.pk), (2, bruno.pk)}


@pytest.mark.parametrize("screen", ["phone", "laptop"])
def test_keys_alone_do_it_too(
    open_page: Callable[..., Page], dora: User, bruno: User, table: Table, screen: str
) -> None:
    page = opened(open_page(screen, user=dora))
    row(page, "Di nessuno").locator("input").first.focus()
    page.keyboard.press("Space")
    row(page, str(bruno)).locator("button").focus()
    page.keyboard.press("Enter")
    expect(row(page, str(bruno)).locator(".zone-table")).to_have_count(1)


def test_escape_and_letting_go_beside_leave_all_as_it_was(
    open_page: Callable[..., Page], dora: User, bruno: User, table: Table
) -> None:
    page = opened(open_page("laptop", user=dora))
    for way in ("escape", "beside"):
        page.mouse.move(*middle(row(page, "Di nessuno").locator(".zone-table").first))
        page.mouse.down()
        page.mouse.move(*middle(row(page, str(bruno))), steps=5)
        if way == "escape":
            page.keyboard.press("Escape")
        else:
            page.mouse.move(*middle(page.locator("h1")), steps=5)
        expect(page.locator(".zone-ghost")).to_have_count(0 if way == "escape" else 1)
        page.mouse.up()
        expect(page.locator(".zone-ghost")).to_have_count(0)
    assert not ZoneTable.objects.exists()
