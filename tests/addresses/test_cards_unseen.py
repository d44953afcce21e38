"""Nobody sees a card of a board that somebody has still to play: every address, for everybody, at every moment."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.utils import translation

from codes.seats import Seat
from codes.tressette.deals import dealt, written
from referee.views import home
from tests import factories
from tests.access_table import ACCESS
from tests.addresses.conftest import db
from tests.reading import text_of
from tests.world import Visitor, World, addresses, make_played
from tournaments.hall import kept_publications, kept_rows, kept_standings
from tournaments.models import EntryMember, Player, Round, Tournament
from tournaments.views import desk_parts, drawn, grid, standings_table, tables_parts

pytestmark = pytest.mark.long

__all__ = ["db"]

SALT = "sale che nessuno deve leggere"
WHOLE = "32ARCD7654"
# A hand of one suit, as a page, a paper, a text or a record would have it; no other board has one.
CANARY = re.compile(
    r"3 2 A R C D 7 6 5 4|32ARCD7654|napoletana di danari|"
    r"[\"'][dscb]3[\"'], ?[\"'][dscb]2[\"'], ?[\"'][dscb]A[\"'], ?[\"'][dscb]R[\"']|" + SALT
)
# Those who rule and do not play see the hands in a case on the board, and in its ruling.
ON_THE_BOARD = {"case", "ruling", "ruling_version"}
# Of everybody, once nobody has still to play it.
OVER = {"deals", "deal", "export_hand_records_pdf", "export_hand_records_xlsx", "export_hand_records_txt"}
WALKED = ("nobody", "carla", "dora", "sara", "giulia", "bruno", "aldo")


@pytest.fixture(scope="module")
def world(db: None) -> World:
    """Board 1 is being played, and the cases are about it; Giulia, who rules, is a player of pair 2 too."""
    with translation.override("it"):
        world = make_played()
        one_suit = f'[Board "1"]\n[Deal "N:{WHOLE}... .{WHOLE}.. ..{WHOLE}. ...{WHOLE}"]\n'
        factories.make_deals(
            world.tournament, world.people["dora"], text=one_suit + written([dealt("altrove", 2)]), seed=SALT
        )
        plays = Player.objects.create(first_name="Giulia", last_name="Marchi", account=world.people["giulia"])
        EntryMember.objects.create(entry=world.tournament.entries.get(number=2), player=plays, position=3)
    return world


def telling(world: World, who: str) -> set[str]:
    """The addresses whose answer to that person names a card of board 1."""
    _forget()
    visitor = Visitor(world.people[who])
    return {name for name, path in _paths(world) if CANARY.search(_said(visitor, path))}


def _paths(world: World) -> Iterator[tuple[str, str]]:
    for one in addresses():
        if "GET" in ACCESS[one.name] and "slug" in one.arguments:
            try:
                yield one.name, world.path(one)
            except LookupError:
                continue
    yield "deal", f"/tornei/{world.tournament.slug}/smazzate/1/"
    yield "search", f"/tornei/{world.tournament.slug}/vai/?q=smazzata+1"


def _said(visitor: Visitor, path: str) -> str:
    answer = visitor.ask("GET", path)
    if answer.status_code != 200:
        return ""
    is_paper = answer["Content-Type"] == "application/pdf"
    return text_of(answer.content) if is_paper else answer.content.decode(errors="replace")


def _forget() -> None:
    for one in ("default", "pages"):
        caches[one].clear()
    for kept in (kept_rows.KEPT, kept_standings.KEPT, kept_standings.ROWS, kept_publications.PROVEN):
        kept.clear()
    for kept in (standings_table.DRAWN, desk_parts.KEPT, grid.READ, tables_parts.KEPT, drawn.OPEN, home.READ):
        kept.clear()


@pytest.mark.parametrize("who", WALKED)
def test_while_a_table_has_it_still_to_play_who_rules_and_does_not_play_sees_it_in_its_case(world, who):
    assert telling(world, who) == (ON_THE_BOARD if who == "bruno" else set())


@pytest.mark.parametrize("who", WALKED)
def test_before_the_round_begins_nobody_sees_it(world, who):
    Round.objects.filter(tournament=world.tournament, number=1).update(state="published")
    assert telling(world, who) == set()


def test_once_it_is_over_at_every_table_everybody_sees_it_with_its_hands(world):
    Round.objects.filter(tournament=world.tournament, number=1).update(state="closed")
    assert telling(world, "nobody") >= {"deal", "export_hand_records_pdf", "export_hand_records_txt"}
    assert telling(world, "nobody") <= OVER
    assert telling(world, "giulia") >= ON_THE_BOARD
    assert SALT not in _said(Visitor(None), f"/tornei/{world.tournament.slug}/smazzate/")


def test_the_canary_is_the_deal_that_is_shown(world):
    """A walk that could not find it would prove nothing."""
    Tournament.objects.filter(pk=world.tournament.pk).update(
        ending="interrupted", ended_at=factories.NOON, end_reason="x"
    )
    page = _said(Visitor(None), f"/tornei/{world.tournament.slug}/smazzate/1/")
    assert all(CANARY.search(part) for part in page.split("deal-seat")[1:])
    assert len(page.split("deal-seat")) == 1 + len(Seat)
