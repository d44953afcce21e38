"""What the arbiter's pages read, in few queries however much there is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast

from referee.comparing import Proposal, proposals
from referee.models import ArbitralScore, Case, Reservation, Ruling, StandingOrder
from tournaments.models import Board, BoardScore, Membership, Round, Table, Tournament, User
from tournaments.permissions import MATRIX, Right
from tournaments.queries import Cell


@dataclass
class Marks:
    """What is pending at a table."""

    drafts: int = 0
    awaiting: int = 0
    reopened: int = 0
    reservations: int = 0
    orders: int = 0
    late: int = 0

    @property
    def pending(self) -> int:
        return self.drafts + self.awaiting + self.reopened + self.reservations + self.late


@dataclass(frozen=True)
class Reopened:
    """A board whose score is to be entered again: the ruling that had decided it was revised and does so no more."""

    score: BoardScore
    ruling: Ruling


@dataclass(frozen=True)
class ArbiterHome:
    """The arbiter's first screen: the tables of the round, and everything that waits."""

    round: Round | None
    tables: list[tuple[Table, Marks]]
    drafts: list[Case]
    awaiting: list[Ruling]
    reopened: list[Reopened]
    reservations: list[Reservation]
    orders: list[StandingOrder]
    proposals: list[Proposal]


@dataclass(frozen=True)
class TablePage:
    """A table: its boards with their scores, what binds its players, its cases."""

    cells: list[Cell]
    reservations: list[Reservation]
    orders: list[StandingOrder]
    drafts: list[Case]
    awaiting: list[Ruling]
    rulings: Sequence[Ruling]
    # Numbers of boards: sent back to be played again; left without a score by a revision; with a result, so that what
    # was open on them may close.
    replays: set[int] = field(default_factory=set)
    reopened: set[int] = field(default_factory=set)
    finished: set[int] = field(default_factory=set)


def current_round(tournament: Tournament) -> Round | None:
    """The round being played; else the latest that was published."""
    rounds = list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("-number"))
    return next((one for one in rounds if one.state == Round.State.PLAYING), rounds[0] if rounds else None)


def drafts(tournament: Tournament) -> QuerySet[Case]:
    """The cases not yet decided, the one touched last first."""
    found = Case.objects.filter(tournament=tournament, state=Case.State.DRAFT)
    return found.select_related("table__round", "board", "opened_by").order_by("-updated_at")


def current_rulings(tournament: Tournament) -> QuerySet[Ruling]:
    """The rulings in force, the newest first."""
    found = Ruling.objects.filter(tournament=tournament).current()
    return found.select_related("case__table__round", "case__board", "decided_by").order_by("-number")


def awaiting_score(tournament: Tournament) -> QuerySet[Ruling]:
    """The rulings whose board still lacks the arbitral score they call for."""
    calling = current_rulings(tournament).exclude(arbitral="").filter(case__state=Case.State.RULED)
    return calling.exclude(case__arbitral_scores__is_current=True).order_by("number")


def reopened_boards(tournament: Tournament) -> list[Reopened]:
    """The boards to be scored again because the ruling that had decided them was revised, by table and board."""
    decided = BoardScore.objects.current().filter(table__round__tournament=tournament).exclude(reference="")
    scores = decided.exclude(kind=BoardScore.Kind.PLAYED).select_related("table__round", "board")
    found = list(scores.order_by("table__round__number", "table__number", "board__number"))
    return _reopened(found, current_rulings(tournament).filter(version__gt=1) if found else ())


def reopened_at(ruling: Ruling) -> list[Reopened]:
    """The boards that this revised ruling leaves to be scored again."""
    scores = BoardScore.objects.current().filter(table=ruling.case.table_id, reference=ruling.reference)
    return _reopened(scores.select_related("table__round", "board").order_by("board__number"), [ruling])


def _reopened(scores: Iterable[BoardScore], rulings: Iterable[Ruling]) -> list[Reopened]:
    by_reference = {ruling.reference: ruling for ruling in rulings}
    ruled = [score for score in scores if score.kind != BoardScore.Kind.PLAYED and score.reference in by_reference]
    pairs = [Reopened(score, by_reference[score.reference]) for score in ruled]
    return [one for one in pairs if not one.ruling.stands_for(one.score)]


def open_reservations(tournament: Tournament) -> QuerySet[Reservation]:
    found = Reservation.objects.filter(ruling__tournament=tournament, state=Reservation.State.OPEN)
    return found.select_related("ruling__case__table__round", "ruling__case__board")


def active_orders(tournament: Tournament) -> QuerySet[StandingOrder]:
    found = StandingOrder.objects.filter(ruling__tournament=tournament, state=StandingOrder.State.ACTIVE)
    return found.select_related("ruling__case__table__round", "ruling__case__board")


def arbiter_home(tournament: Tournament) -> ArbiterHome:
    """Everything for the arbiter's first screen, in a dozen queries."""
    shown = current_round(tournament)
    home = ArbiterHome(
        round=shown,
        tables=[],
        drafts=list(drafts(tournament)),
        awaiting=list(awaiting_score(tournament)),
        reopened=reopened_boards(tournament),
        reservations=list(open_reservations(tournament)),
        orders=list(active_orders(tournament)),
        proposals=proposals(tournament),
    )
    if shown:
        marks = _marks(home)
        tables = (
            Table.objects.filter(round=shown)
            .select_related("line_a", "line_b", "line_a2", "line_b2")
            .order_by("number")
        )
        home.tables.extend((table, marks[table.pk]) for table in tables)
    return home


def _marks(home: ArbiterHome) -> defaultdict[int, Marks]:
    marks: defaultdict[int, Marks] = defaultdict(Marks)
    for case in home.drafts:
        marks[case.table_id].drafts += 1
    for ruling in home.awaiting:
        marks[ruling.case.table_id].awaiting += 1
    for one in home.reopened:
        marks[one.score.table_id].reopened += 1
    for reservation in home.reservations:
        marks[reservation.ruling.case.table_id].reservations += 1
    for order in home.orders:
        marks[order.ruling.case.table_id].orders += 1
    for proposal in home.proposals:
        marks[proposal.score.case.table_id].late += 1
    return marks


def table_page(tournament: Tournament, table: Table) -> TablePage:
    """Everything for the page of one table."""
    cells = board_cells(table)
    scored = ArbitralScore.objects.filter(case=OuterRef("case"), is_current=True)
    rulings = list(current_rulings(tournament).filter(case__table=table).annotate(is_scored=Exists(scored)))
    # What binds the players comes from rulings: no ruling, nothing to look for.
    reservations = open_reservations(tournament).filter(ruling__case__table=table) if rulings else ()
    orders = active_orders(tournament).filter(ruling__case__table=table) if rulings else ()
    return TablePage(
        cells=cells,
        reservations=list(reservations),
        orders=list(orders),
        drafts=list(drafts(tournament).filter(table=table)),
        awaiting=[r for r in rulings if r.arbitral and not r.is_scored and r.case.state == Case.State.RULED],
        rulings=rulings,
        replays=_replays(cells, rulings),
        reopened={one.score.board.number for one in _reopened([cell.score for cell in cells if cell.score], rulings)},
        finished={cell.board.number for cell in cells if cell.score and not cell.score.is_void},
    )


def board_cells(table: Table) -> list[Cell]:
    """The boards that the table plays, each with its score in force there."""
    scores = {score.board_id: score for score in BoardScore.objects.current().filter(table=table)}
    return [Cell(board, scores.get(board.pk)) for board in Board.objects.played_at(table)]


def _replays(cells: Iterable[Cell], rulings: Iterable[Ruling]) -> set[int]:
    """The numbers of the boards that a ruling sends back to be played again and that have no result since."""
    unplayed = {cell.board.pk for cell in cells if cell.score is None or cell.score.is_void}
    again = [ruling.case.decided_board for ruling in rulings if ruling.annuls == "con-ripetizione"]
    return {board.number for board in again if board.pk in unplayed}


def rulings_citing(user: User | AnonymousUser, code: str, article: int) -> list[Ruling]:
    """The rulings in force that cited the article of that code, among those the reader may see, the newest first."""
    if not user.is_active:
        return []
    roles = [role.value for role, rights in MATRIX.items() if Right.VIEW_CASES in rights]
    where = Membership.objects.filter(user_id=user.pk, role__in=roles).values("tournament")
    found = Ruling.objects.current().filter(rulebook=code, tournament__in=where).select_related("tournament")
    # SQLite cannot look into lists of JSON: their text is searched, and what it finds looked at again.
    near = found.annotate(cited=Cast("citations", TextField())).filter(cited__contains=f'"number": {article},')
    return [ruling for ruling in near.order_by("-decided_at", "-pk") if article in ruling.cites]
