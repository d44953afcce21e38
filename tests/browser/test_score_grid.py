"""The score grid by keyboard, in a real browser: nothing typed is lost, whatever the server or the network says."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.conftest import SIZES, Console, login_as
from tournaments.models import BoardScore, Round, Table, Tournament, User
from tournaments.permissions import Role

GRID = "/tornei/coppa-levante/direzione/turni/1/"


@pytest.fixture
def grid(open_page: Callable[..., Page], tournament: Tournament, sara: User) -> Page:
    """Sara at the grid of the round being played."""
    return opened(open_page("laptop", user=sara))


def opened(page: Page) -> Page:
    page.goto(GRID)
    return page


def points(page: Page, table: int, board: int, line: str = "N-S") -> Locator:
    return page.get_by_label(f"Tavolo {table}, smazzata {board}, punti {line}")


def scores() -> list[tuple[int, int, int | None, int | None, int]]:
    """Table, board, points of the scores in force, and their version."""
    found = BoardScore.objects.current().order_by("table__number", "board__number")
    return list(found.values_list("table__number", "board__number", "points_a", "points_b", "version"))


def enter(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def given(table: Table, board_number: int, result: tuple[int, int], by: User, **fields: object) -> BoardScore:
    return factories.make_score(table, table.round.boards.get(number=board_number), result, by, **fields)


def test_whole_round_is_entered_without_a_mouse_and_without_waiting(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for text in ("7", "10", "7+3", "1"):
        enter(grid, text)
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 4 da confermare.")).to_be_visible()
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 10, 1, 1), (2, 1, 10, 4, 1), (2, 2, 1, 10, 1)]
    expect(grid.locator("#vp-1")).to_have_text("16 – 4")


def test_an_improbable_score_takes_enter_twice(grid: Page) -> None:
    points(grid, 1, 1).focus()
    enter(grid, "11")
    expect(grid.locator("#cell-1-1").get_by_role("alert")).to_contain_text("è un cappotto")
    expect(points(grid, 1, 1)).to_be_focused()
    assert scores() == []
    grid.keyboard.press("Enter")
    expect(grid.locator("#cell-1-1").get_by_role("alert")).to_have_count(0)
    assert scores() == [(1, 1, 11, 0, 1)]


def test_east_west_follows_and_keeps_what_was_typed(grid: Page) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("8")
    expect(points(grid, 1, 1, "E-O")).to_have_value("3")
    grid.keyboard.press("ArrowRight")
    expect(points(grid, 1, 1, "E-O")).to_be_focused()
    enter(grid, "+3")
    expect(points(grid, 1, 2)).to_be_focused()
    expect(points(grid, 1, 1, "E-O")).to_have_value("3+3")
    assert scores() == [(1, 1, 8, 6, 1)]


def test_arrows_move_between_cells(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for key, table, board, line in (
        ("ArrowDown", 2, 1, "N-S"),
        ("ArrowRight", 2, 1, "E-O"),
        ("ArrowRight", 2, 2, "N-S"),
        ("ArrowUp", 1, 2, "N-S"),
        ("ArrowLeft", 1, 1, "E-O"),
    ):
        grid.keyboard.press(key)
        expect(points(grid, table, board, line)).to_be_focused()


def test_impossible_score_stays_with_its_reason(grid: Page, console: Console) -> None:
    console.expect("422")
    console.expect("htmx:")
    points(grid, 1, 1).focus()
    enter(grid, "7+5")
    cell = grid.locator("#cell-1-1")
    expect(cell.get_by_role("alert")).to_contain_text("L’accusa di N-S è impossibile")
    expect(points(grid, 1, 1)).to_have_value("7+5")
    expect(points(grid, 1, 1)).to_be_focused()
    enter(grid, "7+4")
    expect(cell.get_by_role("alert")).to_have_count(0)
    assert scores() == [(1, 1, 11, 4, 1)]


def test_refusal_leaves_alone_whoever_already_types_elsewhere(grid: Page, console: Console) -> None:
    console.expect("422")
    console.expect("htmx:")
    points(grid, 1, 1).focus()
    enter(grid, "7+5")
    grid.keyboard.type("6")
    expect(grid.locator("#cell-1-1").get_by_role("alert")).to_be_visible()
    expect(points(grid, 1, 2)).to_be_focused()
    expect(points(grid, 1, 2)).to_have_value("6")


def test_correction_asks_its_reason_in_the_cell(grid: Page, table: Table, sara: User) -> None:
    given(table, 1, (7, 4), sara)
    opened(grid)
    reason = grid.get_by_label("Perché si corregge?").first
    expect(reason).to_be_hidden()
    points(grid, 1, 1).focus()
    enter(grid, "8")
    expect(reason).to_be_focused()
    enter(grid, "Letto male il foglio")
    expect(points(grid, 1, 2)).to_be_focused()
    expect(points(grid, 1, 1, "E-O")).to_have_value("3")
    expect(reason).to_be_hidden()
    assert scores() == [(1, 1, 8, 3, 2)]
    assert BoardScore.objects.current().get().reason == "Letto male il foglio"


def test_correction_of_the_deck_keeps_the_accusa_of_the_others(grid: Page, table: Table, sara: User) -> None:
    given(table, 1, (7, 8), sara, accusa_b=4)
    opened(grid)
    points(grid, 1, 1).focus()
    grid.keyboard.type("8")
    expect(points(grid, 1, 1, "E-O")).to_have_value("3+4")


def test_escape_puts_back_what_is_registered(grid: Page, table: Table, sara: User) -> None:
    given(table, 1, (7, 4), sara)
    opened(grid)
    points(grid, 1, 1).focus()
    grid.keyboard.type("9")
    grid.keyboard.press("Escape")
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(points(grid, 1, 1, "E-O")).to_have_value("4")
    expect(grid.get_by_label("Perché si corregge?").first).to_be_hidden()


def test_enter_on_somebody_elses_score_confirms_it(grid: Page, table: Table, dora: User, sara: User) -> None:
    given(table, 1, (7, 4), dora)
    own = given(table, 2, (6, 5), sara)
    opened(grid)
    points(grid, 1, 1).focus()
    grid.keyboard.press("Enter")
    expect(grid.locator("#cell-1-1").get_by_role("link", name="confermato")).to_be_visible()
    points(grid, 1, 2).focus()
    grid.keyboard.press("Enter")
    expect(points(grid, 2, 1)).to_be_focused()
    own.refresh_from_db()
    assert (BoardScore.objects.get(board__number=1).confirmed_by, own.confirmed_by) == (sara, None)


def test_score_registered_meanwhile_is_shown_beside_ones_own(
    grid: Page, table: Table, dora: User, console: Console
) -> None:
    console.expect("409")
    console.expect("htmx:")
    given(table, 1, (6, 5), dora)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    said = grid.locator("#cell-1-1").get_by_role("alert")
    expect(said).to_contain_text("Intanto Dora Pace ha registrato 6 – 5.")
    expect(said).to_contain_text("Il tuo 7 – 4 è ancora qui")
    expect(grid.get_by_label("Perché si corregge?").first).to_be_focused()
    enter(grid, "Ho il foglio in mano")
    expect(said).to_have_count(0)
    assert scores() == [(1, 1, 7, 4, 2)]


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


def test_grid_works_without_a_script(
    grid: Page, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    state = grid.context.storage_state()
    context = new_context(base_url=live_server.url, storage_state=state, java_script_enabled=False, locale="it-IT")
    page = context.new_page()
    opened(page)
    points(page, 1, 1).fill("7")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"turni/1/#cell-1-1$"))
    points(page, 1, 1).fill("9")
    points(page, 1, 1, "E-O").fill("2")
    points(page, 1, 1, "E-O").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("per correggerlo scrivi il motivo")
    page.get_by_label("Motivo della correzione").fill("Letto male")
    page.get_by_role("button", name="Registra").click()
    expect(points(page, 1, 1)).to_have_value("9")
    assert scores() == [(1, 1, 9, 2, 2)]


def test_closed_round_is_only_read_by_the_scorer(grid: Page, tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament, number=1).update(state=Round.State.CLOSED)
    opened(grid)
    expect(grid.locator(".cell > input")).to_have_count(0)
    expect(grid.locator("#cell-1-1")).to_be_visible()


def refuse_all(page: Page, status: int) -> None:
    body = "<!doctype html><title>x</title><main><h1>No</h1></main>"
    page.route("**/smazzate/**", lambda route: route.fulfill(status=status, content_type="text/html", body=body))


@pytest.mark.parametrize("status", [401, 403, 404, 409, 422])
def test_what_waited_and_is_refused_stays_until_it_is_discarded(grid: Page, console: Console, status: int) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED")
    console.expect("htmx:")
    console.expect(str(status))
    grid.context.set_offline(True)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid.get_by_text("Non ancora arrivato al server")).to_be_visible()
    refuse_all(grid, status)
    grid.context.set_offline(False)
    refused = grid.get_by_text("Il server non ha accettato: Tavolo 1, smazzata 1 (7 – 4)")
    expect(refused).to_be_visible()
    opened(grid)
    expect(refused).to_be_visible()
    grid.get_by_role("button", name="Scarta").click()
    expect(refused).to_be_hidden()
    opened(grid)
    expect(refused).to_be_hidden()
    assert scores() == []


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


def test_task_taken_away_is_told_beside_the_figures(grid: Page, sara: User, console: Console) -> None:
    console.expect("403")
    sara.memberships.update(role=Role.ARBITER)
    Round.objects.update(state=Round.State.CLOSED)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid.locator("#row-1 .row-kept")).to_have_text("rifiutato: Il tuo ruolo non arriva qui")
    expect(grid.locator("#unsaved")).to_have_text("1 rifiutato")
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(grid.get_by_text("Il server non ha accettato: Tavolo 1, smazzata 1 (7 – 4).")).to_be_visible()


def test_scores_typed_and_the_page_left_at_once_are_all_there(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for text in ("7", "10", "7+3", "1"):
        enter(grid, text)
    opened(grid)
    expect(grid.locator("#vp-1")).to_have_text("16 – 4")
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 4 da confermare.")).to_be_visible()
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 10, 1, 1), (2, 1, 10, 4, 1), (2, 2, 1, 10, 1)]


def test_figures_not_sent_yet_warn_before_leaving_and_are_found_again(grid: Page) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("7")
    points(grid, 2, 1).focus()
    grid.keyboard.type("9")
    expect(grid.locator("#unsaved")).to_have_text("2 da salvare")
    expect(grid.locator("#row-2 .row-kept")).to_have_text("da salvare")
    asked: list[str] = []
    grid.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    opened(grid)
    assert asked == ["beforeunload"]
    expect(grid.locator("#unsaved")).to_have_text("2 da salvare")
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(points(grid, 1, 1, "E-O")).to_have_value("4")
    points(grid, 2, 1).focus()
    grid.keyboard.press("Enter")
    expect(grid.locator("#row-2 .row-kept")).to_have_text("salvato")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    grid.get_by_role("button", name="Registra: Tavolo 1").click()
    expect(grid.locator("#unsaved")).to_have_text("")
    assert scores() == [(1, 1, 7, 4, 1), (2, 1, 9, 2, 1)]


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


def test_round_drawn_up_and_started_is_scored_at_once(
    open_page: Callable[..., Page], tournament: Tournament, dora: User
) -> None:
    Round.objects.filter(number=1).update(state=Round.State.CLOSED)
    page = open_page("laptop", user=dora)
    page.goto("/tornei/coppa-levante/direzione/turni/nuovo/")
    for button in ("Crea il turno", "Pubblica i tavoli", "Avvia il turno"):
        page.get_by_role("button", name=button).click()
    points(page, 1, 5).focus()
    enter(page, "7")
    expect(points(page, 1, 6)).to_be_focused()
    expect(page.get_by_text("Mancano 3 punteggi, 1 da confermare.")).to_be_visible()
    assert scores() == [(1, 5, 7, 4, 1)]


@pytest.mark.parametrize("screen", ["phone", "laptop"])
def test_no_page_of_the_desk_scrolls_sideways(
    open_page: Callable[..., Page], screen: str, table: Table, dora: User
) -> None:
    given(table, 1, (7, 4), dora)
    factories.make_adjustment(table.line_a, dora, reason="Ritardo di dieci minuti al tavolo, dopo il secondo avviso")
    factories.make_entry(table.round.tournament, 5, ("Massimiliano Degli Abbati Cornaro", "Maria Immacolata Di Sangro"))
    page = open_page(screen, user=dora)
    desk = "/tornei/coppa-levante/direzione/"
    paths = ["", "turni/1/", "turni/2/", "turni/nuovo/", "turni/1/tavoli/1/smazzate/1/", "coppie/", "incarichi/"]
    paths += ["penalita/", "registro/", "../", "../classifica/", "../coppie/1/", "../coppie/5/", "../../../"]
    for path in paths:
        page.goto(desk + path)
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"], path


def test_targets_of_the_grid_are_large_enough_for_a_thumb(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, table: Table, dora: User, sara: User
) -> None:
    given(table, 1, (7, 4), dora)
    page = new_context(base_url=live_server.url, viewport=SIZES["phone"], has_touch=True, is_mobile=True).new_page()
    login_as(page, sara, live_server.url)
    opened(page)
    for target in page.locator(
        ".cell > input, .grid-state [name=confirm], .cell-sign, .tabs a:visible, .turns a, .brand"
    ).all():
        box = target.bounding_box()
        assert box, target
        assert box["height"] >= 44, target
