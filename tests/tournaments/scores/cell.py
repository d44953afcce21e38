"""What the tests of scores share: a cell of the grid, and what is in force there."""

from tests.asking import DESK
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore

GRID = DESK + "turni/1/"
CELL = GRID + "tavoli/1/smazzate/1/"
REASON = "per correggerlo scrivi il motivo"


def current() -> BoardScore:
    return BoardScore.objects.current().get()


def in_force() -> tuple[int | None, int | None, int, int]:
    score = current()
    return score.points_a, score.points_b, score.accusa_a, score.accusa_b


def close(round: Round) -> None:
    Round.objects.filter(pk=round.pk).update(state="closed")
