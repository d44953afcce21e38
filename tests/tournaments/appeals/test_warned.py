"""Warnings in view: how many, and when the next costs a VP by itself (the powers of the arbiter, letter d: three)."""

import pytest
from django.test import Client

from tests import factories
from tests.asking import DESK, TOURNAMENT, text
from tournaments.appeals.adjustment_queries import entries_with_warnings, warnings_of
from tournaments.standings.queries import standings


@pytest.fixture
def tournament(db):
    tournament = factories.make_burraco(warnings_per_vp=3)
    one, two = factories.make_entries(tournament, 2)
    factories.make_round(tournament, 1, [(one, two)])
    return tournament


def warn(tournament, dora, times, number=1, **fields):
    entry = tournament.entries.get(number=number)
    for _ in range(times):
        factories.make_adjustment(entry, dora, kind="warning", amount=0, **fields)
    return entry


@pytest.mark.parametrize(
    ("times", "words", "vp"),
    [
        (1, "1 ammonizione: alla 3ª −1 VP", 0),
        (2, "2 ammonizioni: alla 3ª −1 VP", 0),
        (3, "3 ammonizioni: −1 VP, alla 6ª −2 VP", -1),
        (5, "5 ammonizioni: −1 VP, alla 6ª −2 VP", -1),
        (6, "6 ammonizioni: −2 VP, alla 9ª −3 VP", -2),
    ],
)
def test_the_words_and_the_standings_agree(tournament, dora, times, words, vp):
    entry = warn(tournament, dora, times)
    assert warnings_of(entry).words == words
    assert {row.entry.number: row.vp for row in standings(tournament).rows}[1] == vp


def test_a_cancelled_warning_counts_no_more(tournament, dora):
    entry = warn(tournament, dora, 2)
    one = entry.adjustments.first()
    one.cancelled_by, one.cancelled_at, one.cancel_reason = dora, factories.NOON, "Era un altro tavolo"
    one.save()
    assert warnings_of(entry).warnings == 1


def test_where_warnings_cost_nothing_they_are_only_counted(tournament, dora):
    tournament.warnings_per_vp = 0
    tournament.save()
    assert entries_with_warnings(tournament) == []
    warn(tournament, dora, 4)
    assert [one.words for one in entries_with_warnings(tournament)] == ["4 ammonizioni"]


def test_the_pages_show_them(tournament, dora, client_of):
    warn(tournament, dora, 2, number=2)
    client = client_of(dora)
    assert "2 Galli – Fontana 2 ammonizioni: alla 3ª −1 VP" in text(client.get(DESK + "penalita/"))
    assert "2 ammonizioni: alla 3ª −1 VP" in text(client.get(TOURNAMENT + "coppie/2/"))
    assert "ammonizion" not in text(Client().get(TOURNAMENT + "coppie/2/"))
    assert "ammonizion" not in text(client.get(TOURNAMENT + "coppie/1/"))
