"""The hall as its story knows it: 26 pairs, six arbiters with phones, what is played at every table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from codes.seats import Line
from people.accounts.models import User
from records.action import Actor
from records.rights import Role
from tests import factories
from tests.browser.burraco_by_hand import Deals, Sums
from tests.browser.conftest import HallClock
from tests.browser.director import Director
from tests.factories import acting
from tests.hall.slips.results import address_of
from tournaments.rounds.models import Table
from tournaments.scores.actions import give_score
from tournaments.scores.confirmation_actions import confirm_table
from tournaments.setup.models import Tournament

SLUG = "coppa-levante"
HALL = f"/tornei/{SLUG}/"
TABLES = 13
# What a phone says while something waits in it.
KEPT = "Non ancora arrivato al server"
# The chief first; all names are invented.
ARBITERS = {
    "giulia": ("Giulia", "Marchi"),
    "bruno": ("Bruno", "Riva"),
    "irene": ("Irene", "Fosca"),
    "livio": ("Livio", "Dardo"),
    "nora": ("Nora", "Ventura"),
    "tito": ("Tito", "Lampo"),
}


class Luck:
    """What may happen to the server while something is sent: nothing, where the story is told of one that lives."""

    @contextmanager
    def away(self, _sender: Page) -> Iterator[None]:
        """Dead when it is sent, and back afterwards."""
        yield

    @contextmanager
    def struck(self, _sender: Page) -> Iterator[None]:
        """Killed as soon as it was sent, and back afterwards."""
        yield


@dataclass
class Hall:
    """Who is there, with what in their hands; `sums` are the standings by hand."""

    open_page: Callable[..., Page]
    clock: HallClock
    luck: Luck
    director: Director
    users: dict[str, User]
    sums: Sums = field(default_factory=Sums)
    phones: dict[str, Page] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(slug=SLUG)

    def table(self, number: int) -> Table:
        found = Table.objects.select_related("round__tournament", "line_a", "line_b")
        return found.get(round__tournament__slug=SLUG, number=number)

    def phone(self, name: str) -> Page:
        """Of one of the arbiters, opened once and kept in the pocket."""
        if name not in self.phones:
            self.phones[name] = self.open_page("phone", user=self.users[name])
            self.phones[name].goto(f"{HALL}chiamate/")
        return self.phones[name]

    def table_phone(self, number: int, line: Line = Line.A) -> Page:
        """Of a player, who scans the code of the line."""
        page = self.open_page("phone")
        page.goto(address_of(self.table(number), line))
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Tavolo {number}")
        return page

    def put_phones_away(self) -> None:
        """Nothing waits in any of them; and none asks while scores are written beside the server, on its connection."""
        for page in self.phones.values():
            expect(page.locator("#live-state [data-waiting]")).to_be_hidden()
            page.goto("about:blank")

    def play(self, number: int) -> None:
        """Both deals, written by the director and confirmed by the chief, without screens."""
        table = self.table(number)
        for board, (a, b) in zip(table.round.boards.order_by("number"), deals_at(number), strict=True):
            give_score(by=self.acting("dora"), table=table, board=board, points_a=a, points_b=b, expected_version=0)
        seen = {board.number: 1 for board in table.round.boards.all()}
        confirm_table(by=self.acting("giulia"), table=table, seen=seen)
        self.count(number)

    def count(self, number: int) -> None:
        table = self.table(number)
        self.sums.match(table.line_a.number, table.line_b.number, deals_at(number))

    def acting(self, name: str) -> Actor:
        return acting(self.users[name], at=self.clock())


def deals_at(number: int) -> Deals:
    """In turn the fixed and the moving line win, by less from table to table: 1,055 points at the first, then 1,010."""
    first, second = (900 - 35 * number, 100), (500, 200 + 10 * number)
    return (first, second) if number % 2 else (first[::-1], second[::-1])


def make_hall(open_page: Callable[..., Page], clock: HallClock, luck: Luck) -> Hall:
    """A round is being played; a penalty of one VP or more wants two persons."""
    tournament = factories.make_playing_burraco(tables=TABLES, confirm_vp=1)
    tournament.stages.update(rounds_planned=1)
    users = {"dora": factories.make_person("dora")}
    factories.give_role(users["dora"], tournament, Role.DIRECTOR)
    for name, (first, last) in ARBITERS.items():
        users[name] = factories.make_user(name, first_name=first, last_name=last)
        factories.give_role(users[name], tournament, Role.CHIEF_ARBITER if name == "giulia" else Role.ARBITER)
    factories.sealed(tournament)
    return Hall(open_page, clock, luck, Director(open_page("laptop", user=users["dora"]), SLUG), users)
