"""One board at one table, as somebody at the desk finds it: the score in force, and what they may do about it."""

from dataclasses import dataclass
from functools import cached_property

from codes.seats import Result
from hall.grid.queries import Looker
from records.rights import Right
from tournaments.rounds.models import Board, Table
from tournaments.scores.guards import is_closed, is_official
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import BoardsPlayed
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class OneScore:
    """A board at a table, among those played there; current: the version in force when it was looked up."""

    looker: Looker
    table: Table
    boards: BoardsPlayed
    board: Board
    current: BoardScore | None

    @property
    def tournament(self) -> Tournament:
        return self.looker.round.tournament

    @property
    def version(self) -> int:
        return self.current.version if self.current else 0

    @property
    def may_confirm(self) -> bool:
        return self.looker.may_confirm(self.current)

    @property
    def is_ruled(self) -> bool:
        return self.current is not None and self.current.kind != BoardScore.Kind.PLAYED

    @property
    def by_arbiter(self) -> bool:
        return Right.SET_ARBITRAL_SCORE in self.looker.rights

    @property
    def may_correct(self) -> bool:
        """Whether this person may change what stands: what was decided only arbiters, unless it is replayed."""
        is_decided = self.current is not None and self.current.is_decided
        replayed = self.current is not None and self.current.is_void and self.tournament.replays_annulled
        return not is_decided or replayed or self.by_arbiter

    @property
    def puts_back(self) -> str:
        """The ruling in whose place an arbiter gives a result, which reaches a closed round too; else nothing."""
        return self.current.reference if self.current and self.is_ruled and self.by_arbiter else ""

    @cached_property
    def is_final(self) -> bool:
        """Whether only a decision still changes the score, named by an arbiter (20)."""
        return is_closed(self.tournament, self.table.round.stage)

    @property
    def may_decide(self) -> bool:
        """Whether this person changes by a decision what is final."""
        return self.by_arbiter and self.is_final

    @property
    def may_give(self) -> bool:
        return self.looker.may_give or bool(self.puts_back) or self.may_decide

    @cached_property
    def is_correction(self) -> bool:
        """Whether the score in force is official, so that changing it follows art. 20 and shows first what it moves."""
        return not self.puts_back and is_official(self.current, self.table.round)

    def reference(self, decision: str) -> str:
        """The decision that brings a result: the ruling that stood there, or the one named under final standings."""
        return self.puts_back or (decision if decision and self.is_final else "")

    def says(self, result: Result, version: int) -> bool:
        """Whether this very result is in force in that version (a key pressed twice is no correction)."""
        current = self.current
        if current is None or self.is_ruled or current.version != version:
            return False
        return all(getattr(current, name) == value for name, value in vars(result).items())
