"""What waits for an arbiter in a tournament: drafts, scores to give, boards to score again, reservations, orders.

What the arbiter's first screen reads, of what waits only what its lines say, for a hall has hundreds of them; and what
the page of one table reads.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from hall.seats.queries import find_entries
from pages.forms import number_in
from people.accounts.models import User
from records.prepared_queries import Slices, prepared
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.queries import Proposal, proposals
from referee.cases.models import Case, at_table
from referee.decisions.queries import current_rulings
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.models import Ruling
from tournaments.appeals.hearing_queries import Hearing, hearings, is_appealed
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Reopened:
    """A board whose score is to be entered again: the ruling that had decided it was revised and does so no more."""

    score: BoardScore
    ruling: Ruling


def drafts(tournament: Tournament | int) -> QuerySet[Case]:
    cases = Case.objects.filter(tournament=tournament, state=Case.State.DRAFT)
    return cases.select_related("table__round", "board", "opened_by").order_by("-updated_at")


def awaiting_score(tournament: Tournament | int) -> QuerySet[Ruling]:
    # One under revision may call for another score, or none, when it is decided again.
    calling = current_rulings(tournament).exclude(arbitral="").filter(case__state=Case.State.RULED)
    return calling.exclude(case__arbitral_scores__is_current=True).order_by("number")


def rulings_at(tournament: Tournament, table: Table) -> list[Ruling]:
    """The rulings in force at the table, each knowing whether it has its arbitral score."""
    scored = ArbitralScore.objects.filter(case=OuterRef("case"), is_current=True)
    return list(current_rulings(tournament).filter(at_table(table, "case__")).annotate(is_scored=Exists(scored)))


def reopened_boards(tournament: Tournament) -> list[Reopened]:
    # Only a revision leaves a board behind, and most often there is none.
    if not _revised(tournament=tournament.pk):
        return []
    rulings = list(current_rulings(tournament).filter(version__gt=1))
    references = [ruling.reference for ruling in rulings]
    decided = BoardScore.objects.current().filter(table__round__tournament=tournament, reference__in=references)
    scores = decided.exclude(kind=BoardScore.Kind.PLAYED).select_related("table__round", "board")
    return reopened(scores.order_by("table__round__number", "table__number", "board__number"), rulings)


@prepared
def _revised(*, tournament: int) -> QuerySet[Ruling, Any]:
    return Ruling.objects.filter(tournament=tournament, version__gt=1).order_by().values_list("pk")


def reopened_at(ruling: Ruling) -> list[Reopened]:
    scores = BoardScore.objects.current().filter(table=ruling.case.table_id, reference=ruling.reference)
    return reopened(scores.select_related("table__round", "board").order_by("board__number"), [ruling])


def reopened(scores: Iterable[BoardScore], rulings: Iterable[Ruling]) -> list[Reopened]:
    """Those of the scores that came from one of these rulings, which orders them no more."""
    by_reference = {ruling.reference: ruling for ruling in rulings}
    ruled = [score for score in scores if score.kind != BoardScore.Kind.PLAYED and score.reference in by_reference]
    pairs = [Reopened(score, by_reference[score.reference]) for score in ruled]
    return [pair for pair in pairs if not pair.ruling.stands_for(pair.score)]


def open_reservations(tournament: Tournament | int) -> QuerySet[Reservation]:
    reservations = Reservation.objects.filter(ruling__tournament=tournament, state=Reservation.State.OPEN)
    return reservations.select_related("ruling__case__table__round", "ruling__case__board")


def active_orders(tournament: Tournament | int) -> QuerySet[StandingOrder]:
    orders = StandingOrder.objects.filter(ruling__tournament=tournament, state=StandingOrder.State.ACTIVE)
    return orders.select_related("ruling__case__table__round", "ruling__case__board")


class Draft(NamedTuple):
    """A case to be finished; opened_by: the user's primary key, and the parts of the name.

    proposal, returned: the number of the ruling proposed on it that waits for an answer, or that was returned.
    """

    number: int
    table_id: int
    table: int
    updated_at: datetime
    revision_reason: str
    opened_by: int
    first_name: str
    last_name: str
    username: str
    waits: dict[str, Any]
    elsewhere: dict[str, str] | None
    returned: int | None
    proposal: int | None
    procedure: str


class Awaiting(NamedTuple):
    """A ruling that calls for a score not yet given."""

    number: int
    title: dict[str, str]
    case: int
    table_id: int
    table: int
    board: int | None


class Voiced(NamedTuple):
    """An open reservation."""

    voiced_by: str
    voiced_by_name: str
    table_id: int
    round: int
    table: int
    board: int | None


class Binding(NamedTuple):
    """An order or a choice that stands at a table.

    is_over: its deal has a score, or its round is closed, so that it may end.
    """

    verb: str
    words: dict[str, str]
    ruling: int
    table_id: int
    round: int
    table: int
    board: int | None
    is_over: bool


class Dispute(NamedTuple):
    """A table of a round in play whose two lines sent different results."""

    table_id: int
    round: int
    table: int


class HallTable(NamedTuple):
    """A table of the round: its number, and who sits on each line (an empty name: nobody)."""

    pk: int
    number: int
    a: str
    a2: str | None
    b: str | None
    b2: str | None

    @property
    def names_a(self) -> list[str]:
        return [name for name in (self.a, self.a2) if name]

    @property
    def names_b(self) -> list[str]:
        return [name for name in (self.b, self.b2) if name]


@dataclass
class Marks:
    disputes: int = 0
    drafts: int = 0
    awaiting: int = 0
    reopened: int = 0
    reservations: int = 0
    orders: int = 0
    late: int = 0

    @property
    def pending(self) -> int:
        return self.disputes + self.drafts + self.awaiting + self.reopened + self.reservations + self.late


@dataclass(frozen=True)
class ArbiterHome:
    """What waits in a tournament; rounds: those that everybody sees, in order; round: the one looked at."""

    rounds: Sequence[Round]
    round: Round | None
    drafts: list[Draft]
    awaiting: list[Awaiting]
    reopened: list[Reopened]
    reservations: list[Voiced]
    orders: list[Binding]
    proposals: list[Proposal]
    hearings: list[Hearing]
    disputes: list[Dispute]

    @property
    def waiting(self) -> int:
        """How many things wait: also what binds a table, or is left to its choice, until it has ended."""
        groups = (
            self.disputes,
            self.drafts,
            self.awaiting,
            self.reopened,
            self.proposals,
            self.reservations,
            self.orders,
        )
        return sum(len(group) for group in groups)

    def waiting_for(self, user: User, *, confirms: bool) -> int:
        """The same for somebody; confirms: who has the proposals in a list of its own."""
        heard = sum(1 for hearing in self.hearings if user.pk in hearing.judges)
        return self.waiting + heard - (len(self.proposed) if confirms else 0)

    @property
    def proposed(self) -> list[Draft]:
        """Cases on which a ruling waits for somebody to confirm it."""
        return [draft for draft in self.drafts if draft.proposal is not None]

    @cached_property
    def marks(self) -> Mapping[int, Marks]:
        marks: defaultdict[int, Marks] = defaultdict(Marks)
        for dispute in self.disputes:
            marks[dispute.table_id].disputes += 1
        for draft in self.drafts:
            marks[draft.table_id].drafts += 1
            for table in map(int, draft.elsewhere or ()):
                marks[table].drafts += 1
        for ruling in self.awaiting:
            marks[ruling.table_id].awaiting += 1
        for score in self.reopened:
            marks[score.score.table_id].reopened += 1
        for reservation in self.reservations:
            marks[reservation.table_id].reservations += 1
        for order in self.orders:
            marks[order.table_id].orders += 1
        for proposal in self.proposals:
            marks[proposal.score.case.table_id].late += 1
        return marks


def arbiter_home(tournament: Tournament, number: int | None = None) -> ArbiterHome:
    """Everything for the arbiter's first screen but its tables, in as many queries whatever there is.

    number: that of the round to look at; that of none shows the current one.
    """
    here, public_rounds = tournament.pk, tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number")
    # Asked with the rounds: of most tournaments nobody appeals anything, and at most moments no result is disputed.
    contested = TableSlip.objects.filter(table__round=OuterRef("pk"), state=TableSlip.State.DISPUTED)
    rounds = list(public_rounds.annotate(appealed=is_appealed("tournament"), disputed=Exists(contested)))
    return ArbiterHome(
        rounds=rounds,
        round=next((home_round for home_round in rounds if home_round.number == number), _current(rounds)),
        drafts=[Draft(*row) for row in _drafts(tournament=here)],
        awaiting=[Awaiting(*row) for row in _awaiting(tournament=here)],
        reopened=reopened_boards(tournament),
        reservations=[Voiced(*row) for row in _reservations(tournament=here)],
        orders=[
            Binding(*(*order_fields, bool(scored or closed)))
            for *order_fields, scored, closed in _orders(tournament=here)
        ],
        proposals=proposals(tournament),
        hearings=hearings(tournament) if any(home_round.appealed for home_round in rounds) else [],
        disputes=[Dispute(*row) for row in _disputes(tournament=here)] if any(r.disputed for r in rounds) else [],
    )


def _current(rounds: Sequence[Round]) -> Round | None:
    """The round being played; else the latest that was published."""
    playing = [home_round for home_round in rounds if home_round.state == Round.State.PLAYING]
    return next(iter([*reversed(playing), *reversed(rounds)]), None)


def tables_of(round_: Round) -> Slices[HallTable]:
    """The tables of the round in order."""
    return Slices(
        lambda: sum(count for (count,) in _table_count(round_id=round_.pk)),
        lambda start, stop: [HallTable(*row) for row in _tables(start, stop, round_id=round_.pk)],
    )


def tables_like(round_: Round, typed: str) -> list[HallTable]:
    """The tables that what was typed so far may mean: by their number, or by a name, the nearest first."""
    every = tables_of(round_)
    tables = every[0 : len(every)]
    if typed.isdecimal():
        start = str(number_in(typed) or "")
        return [one for one in tables if start and str(one.number).startswith(start)]
    found = find_entries(round_.tournament, typed, round_.number)
    nearness = {entry: place for place, entry in enumerate(found)}
    sides = round_.tables.values_list("pk", "line_a", "line_a2", "line_b", "line_b2")
    nearest = {pk: min(nearness.get(one, len(found)) for one in entries) for pk, *entries in sides}
    return sorted((one for one in tables if nearest[one.pk] < len(found)), key=lambda one: nearest[one.pk])


@prepared
def _drafts(*, tournament: int) -> QuerySet[Case, Any]:
    by = ("opened_by", "opened_by__first_name", "opened_by__last_name", "opened_by__username")
    return drafts(tournament).values_list(
        *("number", "table", "table__number", "updated_at", "revision_reason", *by),
        *("waits", "elsewhere", "returned", "proposal", "procedure"),
    )


@prepared
def _awaiting(*, tournament: int) -> QuerySet[Ruling, Any]:
    fields = ("case__number", "case__table", "case__table__number", "case__board__number")
    return awaiting_score(tournament).values_list("number", "title", *fields)


@prepared
def _reservations(*, tournament: int) -> QuerySet[Reservation, Any]:
    at = ("table", "table__round__number", "table__number", "board__number")
    fields = [f"ruling__case__{name}" for name in at]
    return open_reservations(tournament).values_list("voiced_by", "voiced_by_name", *fields)


@prepared
def _orders(*, tournament: int) -> QuerySet[StandingOrder, Any]:
    case = "ruling__case__"
    scored = BoardScore.objects.current().filter(table=OuterRef(f"{case}table"), board=OuterRef(f"{case}board"))
    orders = active_orders(tournament).annotate(
        is_scored=Exists(scored),
        is_closed=ExpressionWrapper(Q(**{f"{case}table__round__state": Round.State.CLOSED}), BooleanField()),
    )
    fields = [f"{case}{name}" for name in ("table", "table__round__number", "table__number", "board__number")]
    return orders.values_list("verb", "words", "ruling__number", *fields, "is_scored", "is_closed")


@prepared
def _disputes(*, tournament: int) -> QuerySet[TableSlip, Any]:
    here = {"table__round__tournament": tournament, "table__round__state": Round.State.PLAYING}
    slips = TableSlip.objects.filter(state=TableSlip.State.DISPUTED, **here).order_by("table__number")
    return slips.values_list("table", "table__round__number", "table__number").distinct()


@prepared
def _table_count(*, round_id: int) -> QuerySet[Table, Any]:
    return Table.objects.filter(round=round_id).order_by().values("round").annotate(n=Count("pk")).values_list("n")


@prepared
def _tables(start: int, stop: int, *, round_id: int) -> QuerySet[Table, Any]:
    names = ("line_a__name", "line_a2__name", "line_b__name", "line_b2__name")
    return Table.objects.filter(round=round_id).order_by("number").values_list("pk", "number", *names)[start:stop]
