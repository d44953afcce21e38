"""What every round of the demo's large burraco has: a clock, scores of two deals, what happens to a pair."""

from collections.abc import Callable, Iterable

from django.db.models import Q

from codes.seats import Line
from hall.clock.actions import start_clock
from referee.demo.burraco import deal
from referee.demo.play import Play
from referee.happenings.facts import lateness
from referee.incidents.actions import record_happening
from tournaments.entries.models import Entry
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import give_score
from tournaments.scores.models import BoardScore

MINUTES = 25


def begin(play: Play) -> Round:
    round_ = play.drawn_round()
    start_clock(by=play.clock.by(play.staff.director, minutes=0), round=round_, minutes=MINUTES)
    return round_


def finish(play: Play, round_: Round) -> None:
    play.clock.by(play.staff.scorer, minutes=MINUTES - 5)
    give_results(play, tables_of(round_))
    play.close(round_)


def give_results(play: Play, tables: Iterable[Table]) -> None:
    for table in tables:
        for board in Board.objects.played_at(table):
            play.score(table, board, deal(play))


def tables_of(round_: Round) -> list[Table]:
    """The tables whose result is still awaited."""
    scored = BoardScore.objects.current().filter(table__round=round_).values("table")
    tables = Table.objects.with_players().filter(round=round_, line_b__isnull=False, match_scores__isnull=True)
    return list(tables.exclude(pk__in=scored).order_by("number"))


def table_of(round_: Round, pair: int) -> Table:
    sits = Q(line_a__number=pair) | Q(line_b__number=pair)
    return Table.objects.with_players().get(sits, round=round_)


def opponents_of(table: Table, pair: int) -> Entry:
    others = table.line_b if table.line_a.number == pair else table.line_a
    if others is None:
        raise ValueError(f"{table} has one line")
    return others


def correct(
    play: Play,
    table: Table,
    change: Callable[[int, int], tuple[int, int]],
    *,
    cause: BoardScore.Cause,
    reason: str,
    agreed_by: str = "",
) -> None:
    """The first deal of a table with other figures, made from those in force."""
    wrong = BoardScore.objects.current().filter(table=table).order_by("board__number")[0]
    if wrong.points_a is None or wrong.points_b is None:
        raise ValueError(f"{wrong} has no figures")
    points_a, points_b = change(wrong.points_a, wrong.points_b)
    give_score(
        by=play.clock.by(play.staff.director, minutes=2),
        table=table,
        board=wrong.board,
        points_a=points_a,
        points_b=points_b,
        expected_version=wrong.version,
        cause=cause,
        agreed_by=agreed_by,
        reason=reason,
    )


def record_late_pair(play: Play, round_: Round, pair: int, row: str) -> None:
    """A pair comes late; row: that of art. 40."""
    table = table_of(round_, pair)
    happening = lateness({Line.A if table.line_a.number == pair else Line.B: row})
    if happening is None:
        raise ValueError("nobody is late")
    record_happening(by=play.clock.by(play.staff.arbiter), table=table, happening=happening, expected_version=0)
