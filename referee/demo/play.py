"""The demo's play: pairings by rotation, results drawn by a given chance; and calls, answered, on their way, open."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils import timezone

from codes.seats import Result
from codes.tressette.count import DECK_POINTS
from hall.calls.actions import arrive, call_arbiter, close_call, give_back_time, take_call
from hall.calls.models import Call
from referee.demo.people import Clock, Staff
from tournaments.draw.actions import draw_round
from tournaments.entries.models import Entry
from tournaments.planning.actions import create_tournament
from tournaments.rounds.actions import close_round, create_round, draw_deals, publish_round, start_round
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import give_score
from tournaments.scores.confirmation_actions import confirm_tables
from tournaments.scores.models import BoardScore
from tournaments.setup.games import GameId
from tournaments.setup.models import Tournament
from tournaments.staff.actions import set_membership


@dataclass(frozen=True)
class BoardWorth:
    """What a board is worth: about how many deck points N-S make, and the accuse of either line."""

    leaning: int
    accusa_a: int
    accusa_b: int


@dataclass
class Play:
    clock: Clock
    staff: Staff
    chance: Random
    tournament: Tournament = field(init=False)

    def open(self, *, game: str = GameId.TRESSETTE, place: str = "Circolo inventato di Bari", **fields: Any) -> None:
        clock, director = self.clock, self.staff.director
        self.tournament = create_tournament(
            by=clock.by(director),
            place=place,
            starts_on=timezone.localtime(clock.at).date(),
            lot_seed="Dimostrazione 7 21 34 55 89",
            game=game,
            is_public=True,
            **fields,
        )
        for user, role in self.staff.roles:
            set_membership(by=clock.by(director, minutes=0), tournament=self.tournament, user=user, role=role)

    def draw_deals(self, boards: int, seed: str) -> None:
        """The boards dealt from a seed in whose hands are the accuse that the results tell."""
        director = self.clock.by(self.staff.director, minutes=0)
        draw_deals(by=director, tournament=self.tournament, boards=boards, seed=seed, seen=0)

    @property
    def data_version(self) -> int:
        return Tournament.objects.values_list("data_version", flat=True).get(pk=self.tournament.pk)

    def new_round(self, number: int) -> Round:
        """A round drawn up, published and begun; line A stays, line B moves on by one table."""
        entries = list(Entry.objects.filter(tournament=self.tournament).order_by("number"))
        half = len(entries) // 2
        fixed, mobile = entries[:half], entries[half:]
        moved = [mobile[(place + number - 1) % half] for place in range(half)]
        director = self.staff.director
        round_ = create_round(
            by=self.clock.by(director), tournament=self.tournament, pairings=list(zip(fixed, moved, strict=True))
        )
        return self._begun(round_)

    def drawn_round(self) -> Round:
        return self._begun(draw_round(by=self.clock.by(self.staff.director), tournament=self.tournament).round)

    def _begun(self, round_: Round) -> Round:
        director = self.staff.director
        round_ = publish_round(by=self.clock.by(director), round=round_)
        return start_round(by=self.clock.by(director, minutes=5), round=round_)

    def deal(self) -> BoardWorth:
        """A board's cards in short; every fourth or so carries an accusa."""
        with_accusa = self.chance.random() < 0.25
        accusa_a = 3 if with_accusa and self.chance.random() < 0.5 else 0
        return BoardWorth(
            leaning=self.chance.randint(2, 9), accusa_a=accusa_a, accusa_b=3 if with_accusa and not accusa_a else 0
        )

    def result(self, deal: BoardWorth) -> Result:
        deck = min(DECK_POINTS, max(0, deal.leaning + self.chance.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2))))
        return Result(
            points_a=deck + deal.accusa_a,
            points_b=DECK_POINTS - deck + deal.accusa_b,
            accusa_a=deal.accusa_a,
            accusa_b=deal.accusa_b,
        )

    def score(self, table: Table, board: Board, result: Result) -> BoardScore:
        return give_score(
            by=self.clock.by(self.staff.scorer, minutes=0),
            table=table,
            board=board,
            points_a=result.points_a,
            points_b=result.points_b,
            accusa_a=result.accusa_a,
            accusa_b=result.accusa_b,
            expected_version=0,
        )

    def confirm_all(self) -> None:
        """Whatever waits for a second hand, corrections and arbitral scores too, has it: the whole round at once."""
        staff = self.staff
        scores = BoardScore.objects.current().filter(BoardScore.awaiting(), table__round__tournament=self.tournament)
        scores_by_table: dict[tuple[int, bool], dict[int, dict[int, int]]] = {}
        places = scores.order_by("table__round", "table__number", "board__number")
        for of_round, table, board, version, giver in places.values_list(
            "table__round", "table__number", "board__number", "version", "given_by"
        ):
            by_director = giver == staff.director.pk
            scores_by_table.setdefault((of_round, by_director), {}).setdefault(table, {})[board] = version
        rounds = self.tournament.rounds.in_bulk()
        for (of_round, by_director), tables in scores_by_table.items():
            other = staff.scorer if by_director else staff.director
            confirm_tables(by=self.clock.by(other, minutes=0), round=rounds[of_round], seen=tables)

    def close(self, round_: Round) -> None:
        self.confirm_all()
        close_round(by=self.clock.by(self.staff.director, minutes=10), round=round_)


# Table, why it calls, minutes until the arbiter goes and is done, how it ends.
ANSWERED = (
    (1, Call.Reason.COUNT, 1, 2, Call.Outcome.INFORMATION),
    (2, Call.Reason.CARDS, 1, 3, Call.Outcome.NO_ANOMALY),
)
LASTS = 11  # minutes, all that happens here


def answer_calls(play: Play, round_: Round) -> None:
    """Two calls of a round, answered by Bruno; the second table gets its time back."""
    call = None
    for number, reason, until_taken, until_closed, outcome in ANSWERED:
        call = _call(play, round_, number, reason)
        arbiter = play.staff.arbiter
        take_call(by=play.clock.by(arbiter, minutes=until_taken), call=call)
        arrive(by=play.clock.by(arbiter, minutes=0), call=call)
        close_call(by=play.clock.by(arbiter, minutes=until_closed), call=call, outcome=outcome)
    if call:
        give_back_time(by=play.clock.by(play.staff.arbiter, minutes=0), call=call)


def leave_calls_open(play: Play, round_: Round) -> None:
    """Giulia goes to one table, and another waits."""
    call = _call(play, round_, 3, Call.Reason.ANOMALY)
    take_call(by=play.clock.by(play.staff.chief, minutes=0), call=call)
    _call(play, round_, 11, Call.Reason.CONDUCT)


def _call(play: Play, round_: Round, number: int, reason: str) -> Call:
    """Somebody of the desk sees the raised hand."""
    table = round_.tables.select_related("round__tournament").get(number=number)
    return call_arbiter(by=play.clock.by(play.staff.scorer, minutes=1), table=table, reason=reason)
