"""A slow line: a page stands there, and a script of it has not come yet."""

from playwright.sync_api import Page, Route


class LateScript:
    """A script of a page's that comes when it is let go."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route(f"**/js/{name}", lambda route: self.held.append(route))  # noqa: PLW0108 — it wants a function

    def open(self, address: str) -> None:
        """The page's words, without waiting for its scripts."""
        self.page.goto(address, wait_until="commit")

    def let_go(self) -> None:
        while not self.held:
            self.page.wait_for_timeout(20)
        self.held.pop().continue_()
        self.page.wait_for_load_state("load")
