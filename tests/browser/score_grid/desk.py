"""The scorer at the grid, in a browser: where its cells are, what is typed there, what is recorded."""

from playwright.sync_api import Locator, Page, Route

from tests import factories
from tests.browser.while_writing import patiently
from tournaments.models import BoardScore, Table, User

GRID = "/tornei/coppa-levante/direzione/turni/1/"


def opened(page: Page) -> Page:
    page.goto(GRID)
    return page


def points(page: Page, table: int, board: int, line: str = "N-S") -> Locator:
    return page.get_by_label(f"Tavolo {table}, smazzata {board}, punti {line}")


def scores() -> list[tuple[int, int, int | None, int | None, int]]:
    """Table, board, points of the scores in force, and their version."""
    found = BoardScore.objects.current().order_by("table__number", "board__number")
    told = found.values_list("table__number", "board__number", "points_a", "points_b", "version")
    return patiently(lambda: list(told.all()))


def enter(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def given(table: Table, board_number: int, result: tuple[int, int], by: User, **fields: object) -> BoardScore:
    return factories.make_score(table, table.round.boards.get(number=board_number), result, by, **fields)


def refuse_all(page: Page, status: int) -> None:
    body = "<!doctype html><title>x</title><main><h1>No</h1></main>"
    page.route("**/smazzate/**", lambda route: route.fulfill(status=status, content_type="text/html", body=body))


def hold_scores(page: Page) -> list[Route]:
    """The requests for scores as they come, none let through."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route("**/smazzate/**", keep)
    return held
