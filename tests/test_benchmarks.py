"""The benchmarks measure what they say, and print it so that it can be read."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from random import Random
from urllib.parse import urlsplit

import pytest

from benchmarks import pairing
from benchmarks.__main__ import PIECES, duration, line, size, summary
from benchmarks.arbitral import played_board, score
from benchmarks.common import Goal, Row, best_of_pairs
from benchmarks.hall import hall
from benchmarks.http import PASSWORD, Scoring, checked, share_of
from benchmarks.standings import burraco_points, sums_in_order
from benchmarks.standings import played as played_tournament
from benchmarks.visits import client_of, page
from codes.arbitral.score import artificial
from records.log import verify_log
from tournaments.pairing.danish import danish
from tournaments.rounds.models import Round
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scoring.standings import standings

WALK = {"name": "a walk", "ours_seconds": 0.003, "base_seconds": 0.0015, "base_name": "a dict"}


def test_a_row_tells_its_figures_its_goal_and_what_they_were_taken_on():
    row = Row(**WALK, statements=3, size=120_000, goal=Goal(ratio=2, size=200_000), note="by hand")
    first, under = line(row).splitlines()
    assert first.split() == "a walk 3.0 ms 1.5 ms 2.00 × 3 120 kB ≤ 2 ×, 200 kB: met".split()
    assert under.strip() == "base: a dict; by hand"


@pytest.mark.parametrize(
    ("goal", "missed"),
    [
        (Goal(ratio=1.9), ("ratio",)),
        (Goal(seconds=0.002, statements=2), ("seconds", "statements")),
        (Goal(size=999), ("size",)),
        (Goal(ratio=2, seconds=0.003, statements=3, size=1000), ()),
        (Goal(), ()),
    ],
)
def test_a_goal_is_missed_by_each_figure_that_is_over_it(goal, missed):
    row = Row(**WALK, statements=3, size=1000, goal=goal)
    assert row.missed == missed
    assert ("MISSED by " + ", ".join(missed) in line(row)) == bool(missed)


def test_a_goal_without_its_figure_is_an_error_of_the_piece():
    with pytest.raises(ValueError, match="statements"):
        _ = Row(**WALK, goal=Goal(statements=40)).missed


def test_the_summary_names_what_was_missed():
    met, missed = Row(**WALK, goal=Goal(ratio=2)), Row(**WALK | {"name": "a run"}, goal=Goal(ratio=1))
    assert summary([met], 3.2) == "1 rows in 3 s, every goal met"
    assert summary([met, missed], 60) == "2 rows in 60 s, 1 missed: a run"


@pytest.mark.parametrize("name", [*PIECES, "phones", "typing"])
def test_every_piece_can_be_run(name):
    assert callable(import_module(f"benchmarks.{name}").run)


@pytest.mark.long
@pytest.mark.django_db
def test_the_hall_that_is_measured_is_a_played_one_with_a_log_that_holds():
    tournament, _director = hall("sala", 60, 2, boards=4, still_playing=3)
    scores = BoardScore.objects.filter(table__round__tournament=tournament)
    states = set(scores.values_list("state", flat=True))
    assert states == set(BoardScore.State.values)
    assert scores.current().count() == (30 + 27) * 4
    assert TableSlip.objects.count() == 10 + 9
    assert set(Adjustment.objects.values_list("kind", flat=True)) == {"vp", "warning"}
    assert verify_log(tournament).holds
    assert verify_log(tournament).lines == tournament.data_version


@pytest.mark.django_db(transaction=True)
def test_over_http_a_scorer_signs_in_and_types_scores_that_are_all_there(live_server, tournament, sara):
    sara.set_password(PASSWORD)
    sara.save()
    Round.objects.filter(number=1).update(state=Round.State.CLOSED)
    Round.objects.filter(number=2).update(state=Round.State.PLAYING)
    cells = [(table, board) for table in (1, 2) for board in (3, 4)]
    scoring = Scoring(urlsplit(live_server.url).port, tournament.slug, [sara.username], iter(cells))
    # In a thread of its own: the browser tests leave a running loop in this one.
    with ThreadPoolExecutor(1) as client:
        # One at a time: the threads of the test's server share one connection to a database in memory.
        (row,) = client.submit(asyncio.run, scoring.steady(len(cells), Goal(seconds=60), a_second=1)).result()
    assert not row.missed
    assert "all 4 scores sent are there once; 4 lines" in checked(tournament, scoring).note


def test_most_of_the_waits_are_under_their_share():
    assert [share_of([1, 2, 3, 40], share) for share in (0.5, 0.95, 1)] == [3, 40, 40]


@pytest.mark.long
@pytest.mark.django_db
def test_a_page_is_measured_with_its_statements_and_bytes(tournament, dora):
    with client_of(dora) as client:
        row = page(client, "desk", "/tornei/coppa-levante/direzione/", Goal(ratio=1), rounds=1)
    assert row.statements > 5
    assert row.size > 5000
    assert row.missed == ("ratio",)


def test_durations_are_said_in_their_own_unit():
    assert [duration(2.5), duration(0.05), duration(0.0000042)] == ["2.50 s", "50.0 ms", "4.2 µs"]
    assert [size(None), size(999), size(1_500_000)] == ["", "1 kB", "1.5 MB"]


@pytest.mark.long
def test_both_sides_run_in_turns():
    heard = []
    ours, base = best_of_pairs(lambda: heard.append("ours"), lambda: heard.append("base"), rounds=2)
    assert heard == ["ours", "base", "ours", "base"]
    assert min(ours, base) > 0


def test_the_board_that_is_measured_is_scored_as_table_by_table():
    board = played_board(Random(1), accuse=[0, 0, 0, 3])  # noqa: S311 the same board every time
    (found,) = score([board])
    for own, (a, b) in zip(board, found, strict=True):
        alone = artificial(
            [other for other in board if other is not own], seed="4711", purpose=f"smazzata 0 tavolo {own.table}"
        )
        assert (alone.a, alone.b) == (a, b)


@pytest.mark.long
def test_the_base_of_the_standings_adds_up_what_the_standings_hold():
    facts = played_tournament("burraco", burraco_points)
    rows = standings(facts)
    assert (len(rows), len(facts.encounters)) == (3000, 24_000)
    base = sums_in_order(facts)
    assert dict(base) == {row.entry: (row.sums.vp_played, row.sums.mp_played) for row in rows}
    assert [points for _entry, points in base] == sorted((points for _entry, points in base), reverse=True)


def test_the_field_that_is_paired_has_played_its_rounds_and_the_base_pairs_it_too():
    entrants, history = pairing.after(3, pairing.field(8, drift=8))
    assert sum(len(rounds) for rounds in history.met.values()) == 12
    base = pairing.least_sum(entrants, history)
    assert sorted(at for pair in base for at in pair) == list(range(8))
    assert len(danish(entrants, history, rematches=False).pairs_met()) == len(base) == 4
