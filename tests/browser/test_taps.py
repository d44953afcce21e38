"""How many taps things take that happen every minute of a hall, counted on a phone from the page of the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from codes.seats import Line
from hall.calls.models import Call
from people.accounts.models import User
from referee.rulings.models import Ruling
from tests import factories
from tests.browser.slips import write_points
from tests.browser.test_calls import called
from tests.hall.slips.results import A, address_of
from tournaments.rounds.models import Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"
QUEUE = "/tornei/coppa-levante/chiamate/"
# Each finger or mouse that comes down, over all the pages of a tab.
COUNT = "addEventListener('pointerdown', () => { sessionStorage.taps = 1 + Number(sessionStorage.taps || 0); }, true)"
FIGURES = ("600", "100", "400", "300")


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def at(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """A phone at an address, its taps counted from then on."""

    def make(address: str, *, user: User | None = None) -> Page:
        page = open_page("phone", user=user)
        page.add_init_script(COUNT)
        page.goto(address)
        return page

    return make


def taps(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.taps || 0)"))


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def write(page: Page) -> None:
    write_points(page, FIGURES)


def recorded() -> list[tuple[int, int]]:
    return list(BoardScore.objects.order_by("board__number").values_list("points_a", "points_b"))


def test_the_score_of_a_table_takes_an_arbiter_two_taps_and_its_figures(at: Callable[..., Page], bruno: User) -> None:
    page = at(TABLE, user=bruno)
    page.get_by_role("link", name="Registra il risultato").click()
    write(page)
    page.get_by_role("button", name="Registra", exact=True).click()
    expect(page.get_by_text("Il risultato è registrato.")).to_be_visible()
    assert (taps(page), recorded()) == (2, [(600, 100), (400, 300)])
    page.get_by_role("link", name="Torna al tavolo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavolo 1")
    expect(page.get_by_role("link", name="Registra il risultato")).to_have_count(0)


def test_the_score_of_a_table_takes_each_line_one_tap(at: Callable[..., Page], table: Table) -> None:
    ours = at(address_of(table, A))
    write(ours)
    tap(ours, "Manda il risultato")
    expect(ours.get_by_text("Ora lo conferma l’altra linea")).to_be_visible()
    theirs = at(address_of(table, Line.B))
    tap(theirs, "È giusto, confermiamo")
    expect(theirs.get_by_text("Il risultato è registrato.")).to_be_visible()
    assert (taps(ours), taps(theirs), recorded()) == (1, 1, [(600, 100), (400, 300)])


def test_a_call_takes_one_tap_and_one_more_to_say_why(at: Callable[..., Page], table: Table) -> None:
    page = at(address_of(table, A))
    tap(page, "Chiama l’arbitro")
    expect(page.get_by_text("Chiamata ricevuta.")).to_be_visible()
    assert (taps(page), Call.objects.get().reason) == (1, "")
    tap(page, "conteggio")
    expect(page.get_by_role("button", name="conteggio", pressed=True)).to_be_visible()
    assert (taps(page), Call.objects.get().reason) == (2, "count")


def test_an_arbiter_calls_for_a_table_with_one_tap(at: Callable[..., Page], bruno: User) -> None:
    page = at(TABLE, user=bruno)
    tap(page, "Chiama un arbitro a questo tavolo")
    expect(page.get_by_role("heading", name="Il tavolo chiama")).to_be_visible()
    assert (taps(page), Call.objects.count()) == (1, 1)


@pytest.mark.parametrize("address", [QUEUE, TABLE])
def test_a_call_is_taken_and_its_table_open_with_one_tap(
    at: Callable[..., Page], bruno: User, dora: User, table: Table, address: str
) -> None:
    called(table, dora)
    page = at(address, user=bruno)
    tap(page, "Prendo io")
    expect(page.get_by_text("ci va Bruno Riva")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavolo 1")
    assert (taps(page), Call.objects.get().owner) == (1, bruno)


@pytest.mark.parametrize(("told", "referred"), [("Sì", False), ("No", True)])
def test_an_absence_takes_three_taps(at: Callable[..., Page], bruno: User, told: str, referred: bool) -> None:
    """The code asks whether the director was told, which decides on a referral: the same tap says it."""
    page = at(TABLE, user=bruno)
    page.get_by_role("link", name="Ritardi e assenze").click()
    absent = page.get_by_role("region", name="B-D").get_by_role("group", name="Linea assente in un turno")
    absent.get_by_role("link", name=told, exact=True).click()
    tap(page, "Conferma")
    expect(page.get_by_text("Punteggio fissato:")).to_be_visible()
    score = MatchScore.objects.get()
    assert (taps(page), score.vp_a, score.vp_b) == (3, 14, 7)
    assert [one["discipline"] for one in Ruling.objects.get().effects if "discipline" in one] == referred * [
        "deferimento"
    ]
