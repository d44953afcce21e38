"""What the page of one table reads: its boards with their scores, what binds there, what its players dispute."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from codes.seats import Line
from referee.cases.models import Case, at_table
from referee.home.queries import active_orders, drafts, open_reservations, reopened, rulings_at
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.models import Ruling
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.queries import NamedCell
from tournaments.scores.round_queries import SentSlips, slips_sent_from
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class TablePage:
    tournament: Tournament
    cells: list[NamedCell]
    reservations: list[Reservation]
    orders: list[StandingOrder]
    drafts: list[Case]
    awaiting: list[Ruling]
    rulings: Sequence[Ruling]
    # The score of the whole match, in place of its boards.
    fixed: MatchScore | None = None
    # What its players sent of the match and do not agree on.
    sent: SentSlips | None = None
    # What rulings gave or took in points of the deals, which stand apart from them.
    points: Sequence[Adjustment] = ()
    # Numbers of boards: sent back to be played again; left without a score by a revision; with a result, so that what
    # was open on them may close.
    replays: set[int] = field(default_factory=set)
    reopened: set[int] = field(default_factory=set)
    finished: set[int] = field(default_factory=set)


def table_page(tournament: Tournament, table: Table) -> TablePage:
    cells = board_cells(table)
    rulings = rulings_at(tournament, table)
    # What binds the players comes from rulings: no ruling, nothing to look for.
    reservations = open_reservations(tournament).filter(ruling__case__table=table) if rulings else ()
    orders = active_orders(tournament).filter(ruling__case__table=table) if rulings else ()
    return TablePage(
        tournament=tournament,
        cells=cells,
        reservations=list(reservations),
        orders=list(orders),
        drafts=list(drafts(tournament).filter(at_table(table))),
        awaiting=[r for r in rulings if r.arbitral and not vars(r)["is_scored"] and r.case.state == Case.State.RULED],
        rulings=rulings,
        sent=slips_sent_from([table]).get(table.pk) if table.round.state == Round.State.PLAYING else None,
        fixed=MatchScore.objects.current().filter(table=table).first(),
        points=_points(table) if any(map(_gives_points, rulings)) else (),
        replays=_replays(cells, rulings),
        reopened={
            change.score.board.number for change in reopened([cell.score for cell in cells if cell.score], rulings)
        },
        finished={cell.board.number for cell in cells if cell.score and not cell.score.is_void},
    )


def _gives_points(ruling: Ruling) -> bool:
    return any(effect.get("points") or effect.get("penalty") == "punti" for effect in ruling.effects)


def _points(table: Table) -> list[Adjustment]:
    entries = [entry for line in Line for entry in table.entries_on(line)]
    adjustments = Adjustment.objects.filter(kind=Adjustment.Kind.POINTS, round=table.round_id, entry__in=entries)
    return list(adjustments.filter(cancelled_at__isnull=True).select_related("entry").order_by("pk"))


def board_cells(table: Table) -> list[NamedCell]:
    scores = {score.board_id: score for score in BoardScore.objects.current().filter(table=table)}
    return [NamedCell(board, scores.get(board.pk)) for board in Board.objects.played_at(table)]


def _replays(cells: Iterable[NamedCell], rulings: Iterable[Ruling]) -> set[int]:
    """The numbers of the boards that a ruling sends back to be played again and that have no result since."""
    unplayed = {cell.board.pk for cell in cells if cell.score is None or cell.score.is_void}
    again = [ruling.case.decided_board for ruling in rulings if ruling.annuls == "con-ripetizione"]
    return {board.number for board in again if board.pk in unplayed}
