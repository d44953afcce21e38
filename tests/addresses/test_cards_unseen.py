"""Nobody sees a card of a board before its moment: while it is played, the walk (`test_walk.py`); here the others."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from codes.seats import Seat
from tests import factories
from tests.access_table import ACCESS
from tests.addresses.inspectors import CARDS, ON_THE_BOARD
from tests.addresses.walk import Place, ask, forget
from tests.addresses.walked import SALT
from tests.world import Visitor, World, addresses
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.long
# Of everybody, once nobody has still to play it.
OVER = {"deals", "deal", "export_hand_records_pdf", "export_hand_records_xlsx", "export_hand_records_txt"}
# Laid out slowly from what the pages show too.
SLOW = {"export_report", "export_whole_tournament", "export_package", "export_workbook"}


@pytest.fixture(autouse=True)
def taken_back(world: World) -> Iterator[None]:
    with transaction.atomic():
        forget()
        yield
        transaction.set_rollback(True)


def set_round(world: World, state: str) -> None:
    """The round in which board 1 is played."""
    Round.objects.filter(tournament=world.tournament, number=1).update(state=state)


def said(world: World, who: str, names: set[str]) -> dict[str, str]:
    """What the person is told at the addresses of these names, and of board 1 itself."""
    slug, visitor = world.tournament.slug, Visitor(world.people[who])
    places = [Place(one.name, world.path(one)) for one in addresses() if one.name in names]
    places += [Place("board", f"/tornei/{slug}/smazzate/1/"), Place("search", f"/tornei/{slug}/vai/?q=smazzata+1")]
    answers = [ask(visitor, who, place) for place in places]
    return {one.name: one.text for one in answers if one.status == 200}


def telling(told: dict[str, str]) -> set[str]:
    return {name for name, text in told.items() if CARDS.search(text)}


def of_the_tournament() -> set[str]:
    return {one.name for one in addresses() if "GET" in ACCESS[one.name] and "slug" in one.arguments} - SLOW


def test_before_the_round_begins_who_rules_does_not_see_it_either(world: World) -> None:
    set_round(world, "published")
    assert telling(said(world, "bruno", of_the_tournament())) == set()


def test_once_it_is_over_at_every_table_everybody_sees_it_with_its_hands(world: World) -> None:
    set_round(world, "closed")
    told = said(world, "nobody", of_the_tournament())
    assert telling(told) >= {"board", "export_hand_records_pdf", "export_hand_records_txt"}
    assert telling(told) <= OVER | {"board"}
    assert SALT not in told["deals"]
    assert telling(said(world, "giulia", ON_THE_BOARD)) >= ON_THE_BOARD


def test_the_canary_is_the_deal_that_is_shown(world: World) -> None:
    """A walk that could not find it would prove nothing."""
    Tournament.objects.filter(pk=world.tournament.pk).update(
        ending="interrupted", ended_at=factories.NOON, end_reason="x"
    )
    page = said(world, "nobody", set())["board"]
    assert all(CARDS.search(part) for part in page.split("deal-seat")[1:])
    assert len(page.split("deal-seat")) == 1 + len(Seat)
