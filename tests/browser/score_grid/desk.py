"""The scorer at the grid, in a browser: where its cells are, what is typed there, what is recorded."""

from playwright.sync_api import Locator, Page, Route

from people.accounts.models import User
from tests import factories
from tests.browser.while_writing import patiently
from tournaments.rounds.models import Table
from tournaments.scores.models import BoardScore

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


def why(page: Page, table: int, board: int) -> Locator:
    """In the cell: why it was refused."""
    return page.locator(f"#cell-{table}-{board} .cell-why")


def given(table: Table, board_number: int, result: tuple[int, int], by: User, **fields: object) -> BoardScore:
    return factories.make_score(table, table.round.boards.get(number=board_number), result, by, **fields)


def refuse_all(page: Page, status: int) -> None:
    body = "<!doctype html><title>x</title><main><h1>No</h1></main>"
    # As every answer of ours: what bears no number of a request is a network's own page.
    headers = {"Content-Type": "text/html", "X-Request-ID": "TEST-TEST"}
    page.route("**/smazzate/**", lambda route: route.fulfill(status=status, headers=headers, body=body))


class HeldScores:
    """The requests for scores of a page, or others: none goes through before the first is let go."""

    def __init__(self, page: Page, pattern: str = "**/smazzate/**") -> None:
        self.page, self.routes, self.is_open = page, list[Route](), False
        page.route(pattern, self._keep)

    def _keep(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        self.routes.append(route)

    def let_go(self) -> None:
        """The first, as soon as the browser has sent it; the later ones are not held any more."""
        self.first().continue_()

    def first(self) -> Route:
        """As soon as the browser has sent it; those after it go through."""
        while not self.routes:
            self.page.wait_for_timeout(20)
        self.is_open = True
        return self.routes[0]
