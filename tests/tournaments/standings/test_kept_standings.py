"""Standings that are kept: the same figures until something moves them, then other ones with the very next request."""

from threading import Barrier, Thread

import pytest

from hall.calls.actions import call_arbiter
from pages.caches import Latest
from tests import factories
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standing_figures, standings_now, state_of

pytestmark = pytest.mark.dialect

PAGE = "/tornei/coppa-levante/classifica/"


def now(tournament):
    fresh = Tournament.objects.get(pk=tournament.pk)
    return standings_now(fresh, state_of(fresh))


def test_the_same_state_is_reckoned_once(tournament, django_assert_num_queries):
    first = now(tournament)
    with django_assert_num_queries(2):  # the tournament and the count of its entries
        assert now(tournament) is first


def test_what_moves_no_figure_is_not_ranked_again_and_what_does_is(tournament, giulia, table):
    rows = now(tournament).rows
    call_arbiter(by=factories.acting(giulia), table=table)
    assert now(tournament).rows is rows
    one = tournament.entries.get(number=1)
    give_adjustment(
        by=factories.acting(giulia), entry=one, kind=Adjustment.Kind.VP, amount=-2, reason="Ritardo", round=None
    )
    assert now(tournament).rows != rows
    assert now(tournament).rows == standing_figures(tournament).rows


def test_an_action_is_seen_by_the_next_request(tournament, giulia, client_of):
    client, one = client_of(giulia), tournament.entries.get(number=1)
    assert "di penalità e compensi" not in client.get(PAGE).content.decode()
    give_adjustment(
        by=factories.acting(giulia), entry=one, kind=Adjustment.Kind.VP, amount=-2, reason="Ritardo", round=None
    )
    assert "−2 VP" in " ".join(client.get(PAGE).content.decode().split())
    assert now(tournament).rows == standing_figures(tournament).rows


def test_another_name_is_seen_by_the_next_request(tournament, giulia, client_of):
    client, one = client_of(giulia), tournament.entries.get(number=1)
    client.get(PAGE)
    tournament.entries.filter(pk=one.pk).update(name="Rossi – Bianchi")  # as the archive does, without a line
    assert "Rossi – Bianchi" in client.get(PAGE).content.decode()


def test_a_pair_entered_in_the_archive_is_seen_by_the_next_request(tournament):
    before = len(now(tournament).rows)
    tournament.entries.create(number=99, name="Ultimi – Arrivati")
    assert len(now(tournament).rows) == before + 1


def test_each_language_has_its_own_words(tournament, giulia, client_of):
    client = client_of(giulia)
    assert "MP fatti" in client.get(PAGE).content.decode()
    english = client.get(PAGE, headers={"accept-language": "en"}).content.decode()
    assert "MP fatti" not in english


def test_only_so_many_things_are_kept_the_oldest_goes():
    kept, made = Latest(most=2), []

    def make(name):
        return lambda: made.append(name) or name

    for name in ("a", "b", "a", "c", "a", "b"):
        assert kept.get(name, 1, make(name)) == name
    assert made == ["a", "b", "c", "b"]


def test_another_mark_makes_it_anew_and_keeps_only_the_last():
    kept, made = Latest(most=2), []
    for mark in (1, 1, 2, 2, 1):
        kept.get("a", mark, lambda mark=mark: made.append(mark))
    assert made == [1, 2, 1]


@pytest.mark.parametrize("phones", [8])
def test_many_at_once_wait_for_the_one_that_makes_it(phones):
    kept, made, start = Latest(most=2), [], Barrier(phones)

    def ask():
        start.wait()
        kept.get("a", 1, lambda: made.append("made"))

    threads = [Thread(target=ask) for _ in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["made"]
