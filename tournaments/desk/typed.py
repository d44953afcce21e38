"""What was typed into the grid where no script sends each cell by itself: the whole grid then comes as one form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import BoardScore, Round
from tournaments.queries import BoardCell

# The line, the table, the board and the version seen: «a-12-3-1». None of them is longer than a database holds.
NAME = re.compile(r"([ab])-(\d{1,5})-(\d{1,5})-(\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class Typed:
    """A cell of the grid as it was sent; fields: as the form of one score takes them."""

    table: int
    board: int
    fields: Mapping[str, str]


def first_typed(round: Round, sent: Mapping[str, str]) -> Typed | None:
    """The first cell that says something else than the version seen there."""
    cells: dict[tuple[int, int, int], dict[str, str]] = {}
    for name, value in sent.items():
        if found := NAME.fullmatch(name):
            cells.setdefault((int(found[2]), int(found[3]), int(found[4])), {})[f"line_{found[1]}"] = value
    # Compared with the version seen, not with the one in force: what others gave meanwhile was not typed here.
    seen = _seen(round)
    for (table, board, version), lines in cells.items():
        if lines != seen.get((table, board, version), {"line_a": "", "line_b": ""}):
            return Typed(table, board, {"version": str(version), **lines})
    return None


def _seen(round: Round) -> dict[tuple[int, int, int], dict[str, str]]:
    """What the fields of every version of the round's scores hold, by table, board and version."""
    scores = BoardScore.objects.filter(table__round=round).select_related("table", "board")
    return {
        (one.table.number, one.board.number, one.version): {"line_a": cell.entered_a, "line_b": cell.entered_b}
        for one in scores
        for cell in [BoardCell(one.board, one)]
    }
