"""What all parts of the machine share: the hall, and where the tournament stands."""

from hypothesis.stateful import RuleBasedStateMachine

from tests.tournaments.machine.hall import Hall
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.rounds.models import Board, Round, Table
from tournaments.setup.models import Tournament


class Playing(RuleBasedStateMachine):
    """A machine with a hall."""

    hall: Hall

    @property
    def tournament(self) -> Tournament:
        """As a page would read it, anew for each request."""
        return Tournament.objects.get(pk=self.hall.tournament.pk)

    @property
    def entries(self) -> list[Entry]:
        return list(
            Entry.objects.select_related("tournament").filter(tournament=self.hall.tournament).order_by("number")
        )

    @property
    def rounds(self) -> list[Round]:
        found = Round.objects.select_related("tournament", "stage__tournament")
        return list(found.filter(tournament=self.hall.tournament).order_by("number"))

    @property
    def stages(self) -> list[Stage]:
        found = Stage.objects.select_related("tournament__federation")
        return list(found.filter(tournament=self.hall.tournament).order_by("number"))

    def round_in(self, state: str) -> Round | None:
        """The last round in that state."""
        return next((round for round in reversed(self.rounds) if round.state == state), None)

    def pairing_of(self, round: Round) -> Pairing | None:
        return Pairing.objects.current().select_related("round").filter(round=round).first()

    @property
    def tables(self) -> list[Table]:
        """The tables of rounds begun, the latest round first."""
        found = Table.objects.select_related("round__tournament", "round__stage", "line_a", "line_b")
        found = found.filter(round__tournament=self.hall.tournament, round__state__in=["playing", "closed"])
        return list(found.order_by("-round__number", "number"))

    def boards(self, table: Table) -> list[Board]:
        return list(Board.objects.played_at(table))
