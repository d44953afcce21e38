"""The boards of a table as its page shows them: the score of each, and where it stands in a word and a sign."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.queries.table_page import TablePage
from tournaments.models import BoardScore
from tournaments.queries import NamedCell


@dataclass(frozen=True)
class BoardStatus:
    """In the words of `components/status.html`."""

    kind: str
    label: str
    symbol: str = ""


@dataclass(frozen=True)
class BoardLine:
    """No status: it is still to be played."""

    cell: NamedCell
    status: BoardStatus | None
    is_to_enter: bool = False


def board_lines(page: TablePage) -> Iterator[BoardLine]:
    # What a ruling asks for comes first: the score that lies there is only what it left behind.
    one_hand = page.tournament.one_hand
    for cell in page.cells:
        number, score = cell.board.number, cell.score
        if number in page.replays:
            yield BoardLine(cell, BoardStatus("pending", _("da rigiocare"), "rotate-ccw"))
        elif number in page.reopened:
            again = BoardStatus("pending", _("da registrare di nuovo"), "rotate-ccw")
            yield BoardLine(cell, again, is_to_enter=True)
        else:
            yield BoardLine(cell, _status_of(score, one_hand) if score else None)


def _status_of(score: BoardScore, one_hand: bool | None) -> BoardStatus:
    if score.is_void:
        return BoardStatus("refused", score.get_kind_display())
    if score.kind != BoardScore.Kind.PLAYED:
        return BoardStatus("quiet", score.get_kind_display(), "scale")
    stands = one_hand or not score.awaits_confirmation
    return BoardStatus("done" if stands else "pending", score.told_state(one_hand=one_hand))
