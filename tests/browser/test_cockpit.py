"""The hall at the desk, in a real browser: what is in sight, what the keys find."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from benchmarks.hall import hall
from codes.seats import Line, Result
from hall.calls.actions import call_arbiter
from hall.calls.models import Call
from hall.clock.actions import start_clock
from hall.slips.actions import send_slip
from people.accounts.models import User
from tests.factories import acting, make_score, make_user
from tournaments.rounds.models import Round, Table
from tournaments.staff.actions import players_of

LAPTOP = {"width": 1366, "height": 768}
GRID = "/tornei/sala/direzione/turni/1/"
DESK = "/tornei/coppa-levante/direzione/"
WITHIN = 6000  # milliseconds


def say_at_the_tables(round: Round) -> None:
    """Table 2 waits for its other line; 3 disputes every deal; 4 too, the director having to confirm what was typed."""
    ours, theirs = ({number: Result(points_a=a, points_b=11 - a) for number in range(1, 5)} for a in (7, 10))
    players = players_of(round.tournament)
    for table in round.tables.filter(number__in=(2, 3, 4)):
        send_slip(by=acting(players), table=table, line=Line.A, issue=1, results=ours, expected_version=0)
        if table.number > 2:
            send_slip(by=acting(players), table=table, line=Line.B, issue=1, results=theirs, expected_version=1)
    sveva = make_user("sveva")
    for board in round.boards.filter(number__lt=4):
        make_score(round.tables.get(number=4), board, (6, 5), sveva)


def test_ten_tables_of_the_grid_stand_on_a_small_laptop(open_page: Callable[..., Page]) -> None:
    tournament, director = hall("sala", 24, 1, boards=4, still_playing=12)
    start_clock(by=acting(director, at=timezone.now()), round=tournament.rounds.get(), minutes=42)
    say_at_the_tables(tournament.rounds.get())
    page = open_page("laptop", user=director)
    page.set_viewport_size(LAPTOP)
    page.goto(GRID)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^41:\d\d$"))
    expect(page.get_by_text("Mancano i tavoli 1 2 3 4 5 6 7 8 9 10 11 12")).to_be_visible()
    expect(page.locator("#state-2")).to_have_text(re.compile(r"mancano 4\s*attende l’altra linea"))
    expect(page.locator("#state-3")).to_have_text(re.compile(r"mancano 4\s*contestato"))
    expect(page.locator("#state-4")).to_have_text(re.compile(r"manca 1\s*contestato\s*Conferma"))
    for number in range(1, 11):
        row = page.locator(f"#row-{number}")
        box = row.bounding_box()
        assert box and box["height"] <= 56, number
        for share in (0.1, 0.9):  # neither below the window nor under a bar
            at = [box["x"] + 5, box["y"] + box["height"] * share]
            assert row.evaluate("(one, at) => one.contains(document.elementFromPoint(...at))", at), number
    assert page.locator(".scroll").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def call(table: Table, by: User) -> Call:
    return call_arbiter(by=acting(by, at=timezone.now()), table=table)


def test_only_the_tile_that_changed_is_exchanged(open_page: Callable[..., Page], table: Table, dora: User) -> None:
    page = open_page("laptop", user=dora)
    page.goto(DESK)
    first, second = page.locator("#tile-1"), page.locator("#tile-2")
    expect(first).to_contain_text("in gioco")
    untouched, changed = second.element_handle(), first.element_handle()
    call(table, dora)
    expect(first).to_contain_text("chiama adesso", timeout=WITHIN)
    expect(page.locator("#hall-counts")).to_have_text("1 chiama 1 in gioco")
    assert untouched.evaluate("(one) => one.isConnected") and not changed.evaluate("(one) => one.isConnected")


def test_on_a_phone_what_needs_somebody_stands_first_and_once(
    open_page: Callable[..., Page], table: Table, dora: User, assert_accessible: Callable[[Page], None]
) -> None:
    call(table.round.tables.get(number=2), dora)
    page = open_page("phone", user=dora)
    page.goto(DESK)
    tiles = page.locator(".tile:visible b")
    assert tiles.all_inner_texts() == ["Tavolo\n2", "Tavolo\n1"]
    assert_accessible(page)


@pytest.mark.main("palette.js")
def test_the_keys_lead_to_a_table(open_page: Callable[..., Page], table: Table, dora: User) -> None:
    page = open_page("laptop", user=dora)
    page.goto(DESK)
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.type("coppia 2")
    expect(page.get_by_role("option")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="1 risultato")).to_be_visible()
    field.fill("2")
    expect(page.get_by_role("option")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_contain_text("Turno 2")
    assert field.get_attribute("aria-activedescendant") == "palette-2"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/turni/1/tavoli/2/")


def test_enter_waits_for_the_answer_and_escape_gives_the_focus_back(
    open_page: Callable[..., Page], table: Table, dora: User, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=dora)
    page.goto(GRID.replace("sala", "coppa-levante"))
    opener = page.get_by_role("link", name="Vai a…")
    opener.click()
    expect(page.get_by_role("option")).to_have_count(2)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("turno 2")
    page.keyboard.press("Enter")  # before anything was found
    page.wait_for_url("**/direzione/turni/2/")


def test_a_slash_that_is_typed_stays_one_and_can_be_switched_off(
    open_page: Callable[..., Page], table: Table, dora: User
) -> None:
    page = open_page("laptop", user=dora)
    page.goto("/tornei/coppa-levante/direzione/turni/1/")
    page.get_by_label("Tavolo 1, smazzata 1, punti N-S").focus()
    page.keyboard.press("/")
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("Control+k")
    page.get_by_label("Si apre anche col tasto /").uncheck()
    page.get_by_role("button", name="Chiudi", exact=True).click()
    page.reload()
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("#palette")).to_be_hidden()
