"""The benchmarks measure what they say, and print it so that it can be read."""

from random import Random

from benchmarks import pairing
from benchmarks.__main__ import duration, table
from benchmarks.arbitral import played_board, score
from benchmarks.common import Row, best_of_pairs
from benchmarks.standings import bare_sum, burraco_points
from benchmarks.standings import played as played_tournament
from referee.law.arbitral_score import artificial
from tournaments.pairing.danish import danish
from tournaments.scoring.standings import standings


def test_a_row_prints_its_ratio_and_its_note():
    row = Row(
        name="a walk", ours_seconds=0.003, base_seconds=0.0015, base_name="a dict", goal="under 1 ms", note="by hand"
    )
    assert table([row]).splitlines() == [
        "measure  ours    base    ratio   against  goal",
        "-" * 52,
        "a walk   3.0 ms  1.5 ms  2.00 ×  a dict   under 1 ms",
        "",
        "a walk: by hand",
    ]


def test_durations_are_said_in_their_own_unit():
    assert [duration(2.5), duration(0.05), duration(0.0000042)] == ["2.50 s", "50.0 ms", "4.2 µs"]


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


def test_the_base_of_the_standings_adds_up_what_the_standings_hold():
    facts = played_tournament("burraco", burraco_points)
    rows = standings(facts)
    assert (len(rows), len(facts.encounters)) == (3000, 24_000)
    assert bare_sum(facts) == {row.entry: (row.sums.vp_played, row.sums.mp_played) for row in rows}


def test_the_field_that_is_paired_has_played_its_rounds_and_the_base_pairs_it_too():
    entrants, history = pairing.after(3, pairing.field(8, drift=8))
    assert sum(len(rounds) for rounds in history.met.values()) == 12
    plain, ours = pairing.two_by_two(entrants), danish(entrants, history, rematches=True)
    assert plain.pairs_met() == ours.pairs_met()
