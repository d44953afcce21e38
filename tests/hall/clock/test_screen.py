"""The big screen: which panels follow one another, a dozen tables at a time, made once for all who look."""

import re

import pytest
import time_machine
from django.test import Client

from hall.clock.actions import start_clock
from records.rights import Role
from tests.asking import HTMX, text
from tests.factories import (
    NOON,
    acting,
    give_role,
    make_entries,
    make_playing_burraco,
    make_round,
    make_tournament,
    make_user,
)
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import LATE

PANEL = "/tornei/sala/schermo/pannello/"


@pytest.fixture(autouse=True)
def still():
    with time_machine.travel(NOON, tick=False) as travel:
        yield travel


@pytest.fixture
def round(db) -> Round:
    """Thirteen tables, published: two panels."""
    entries = make_entries(make_tournament("sala"), 26)
    return make_round(entries[0].tournament, 1, list(zip(entries[:13], entries[13:], strict=True)), state="published")


def numbers(turn: int, client: Client | None = None) -> list[str]:
    """The tables on the panel of that turn."""
    page = (client or Client()).get(f"{PANEL}?n={turn}", headers=HTMX).content.decode()
    return re.findall(r'<span class="screen-number">.*?</span>(\d+)</span>', page)


def test_a_dozen_tables_follow_the_others_and_it_begins_again(round):
    assert numbers(0) == [str(number) for number in range(1, 13)]
    assert numbers(1) == ["13"]
    assert "2/2" in text(Client().get(f"{PANEL}?n=1"))
    assert f'{PANEL}?n=0"' in Client().get(f"{PANEL}?n=1").content.decode()
    assert numbers(2) == numbers(0)


@pytest.mark.parametrize("turn", ["", "no", "-1", "9999999", "²"])
def test_an_address_that_says_no_turn_shows_the_first_panel(round, turn):
    assert "1/2" in text(Client().get(f"{PANEL}?n={turn}"))


def test_the_clock_comes_after_the_tables_while_they_play(round, dora):
    Round.objects.filter(pk=round.pk).update(state="playing")
    round.refresh_from_db()
    give_role(dora, round.tournament, Role.DIRECTOR)
    start_clock(by=acting(dora), round=round, minutes=20)
    assert "data-clock" in Client().get(f"{PANEL}?n=2").content.decode()
    assert "screen-clock" in Client().get(f"{PANEL}?n=2").content.decode()


def test_where_players_may_not_ask_how_much_time_is_left_no_screen_tells(db):
    """F.I.Bur. 6."""
    played = make_playing_burraco(tables=1).rounds.get()
    director = make_user("direttrice")
    give_role(director, played.tournament, Role.DIRECTOR)
    start_clock(by=acting(director), round=played, minutes=25)
    page = f"/tornei/{played.tournament.slug}/schermo/pannello/"
    pages = [Client().get(f"{page}?n={turn}").content.decode() for turn in range(2)]
    assert "screen-number" in pages[0]
    assert not any("data-clock" in page for page in pages)


def test_a_closed_round_without_a_result_shows_no_standings(round):
    Round.objects.filter(pk=round.pk).update(state="closed")
    assert "I tavoli non sono ancora pubblicati" in text(Client().get(PANEL))


def test_the_second_screen_costs_one_query_by_htmx_too(round, django_assert_num_queries):
    first = Client().get(PANEL, headers=HTMX)
    with django_assert_num_queries(1):
        assert Client().get(PANEL, headers=HTMX).content == first.content


def test_a_round_published_is_on_the_screen_at_once_and_the_clock_within_seconds(round, dora, still):
    Round.objects.filter(pk=round.pk).update(state="playing")
    round.refresh_from_db()
    give_role(dora, round.tournament, Role.DIRECTOR)
    assert "data-clock" not in Client().get(PANEL).content.decode()
    start_clock(by=acting(dora), round=round, minutes=20)
    still.shift(LATE)
    assert "data-clock" in Client().get(PANEL).content.decode()
    Round.objects.filter(pk=round.pk).update(state="closed")
    assert numbers(0) == []


def test_a_hidden_tournament_has_no_screen_for_the_public(round):
    Tournament.objects.filter(slug="sala").update(is_public=False)
    assert Client().get(PANEL).status_code == 404
