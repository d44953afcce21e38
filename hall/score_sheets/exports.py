"""What stands on a score sheet, apart from how it is drawn; and the reading of it from a round's grid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from codes.seats import Line
from codes.victory_points import get_scale
from papers.sheets import local, long_date
from tournaments.entries.models import Entry
from tournaments.entries.queries import who_sat
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import NamedRow
from tournaments.scores.words import entry_words, reference_in_words
from tournaments.setup.games import COMPASS, SeatNames
from tournaments.setup.models import Contest, Tournament


@dataclass(frozen=True)
class SheetPair:
    """Who sits on a line: number, name, players with the first member first, what it is («coppia 3») in words."""

    number: int
    name: str
    players: tuple[str, str] = ("", "")
    who: str = ""
    # Where the line sends its result, and the letters that stand for it; nothing at a table where nothing can be sent.
    url: str = ""
    letters: str = ""


# The address and the letters by which a line of a table speaks.
LineCodes = Callable[[Table, Line], tuple[str, str]]


@dataclass(frozen=True)
class SheetScore:
    """What is recorded for a board, in words where they are words; points are None when the board is void."""

    points: tuple[int, int] | None
    deck: tuple[int, int] | None = None
    accusa: tuple[int, int] = (0, 0)
    status: str = ""


@dataclass(frozen=True)
class SheetBoard:
    """A board of the round: number, letters of dealer and leader; left for the table to write where the cards tell."""

    number: int
    dealer: str
    leader: str


@dataclass(frozen=True)
class SheetTotals:
    """Sums of a table; VP only when every board has its score, and from which difference if not the one played.

    mp: those that count for each line; fixed by a ruling, they are not the difference of the points.
    """

    points: tuple[int, int]
    mp: tuple[int, int]
    vp: tuple[int, int] | None = None
    reading: str = ""


@dataclass(frozen=True)
class RoundSheet:
    """What all sheets of a round share."""

    tournament: str
    occasion: str
    round: int
    # What every table plays; where sets of boards go round each sheet has its own in their place.
    boards: tuple[SheetBoard, ...]
    with_accusa: bool
    filled: bool
    seat_names: SeatNames = COMPASS
    by_fives: bool = False
    boards_move: bool = False
    # Where the letters of a line's code are typed.
    type_at: str = ""
    # The table of VP, where its code wants it on the sheet: differences, and the VP of winner and loser.
    victory: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class TableSheet:
    """What one table adds; without line B, line A rests. Scores stand in the order of the boards."""

    number: int
    url: str
    line_a: SheetPair
    line_b: SheetPair | None
    scores: tuple[SheetScore | None, ...] = ()
    totals: SheetTotals | None = None
    boards: tuple[SheetBoard, ...] = ()
    # Of a match of teams.
    room: int | None = None
    # The final of a bracket, or the match for the third place.
    called: str = ""


def line_names(seat_names: SeatNames = COMPASS) -> tuple[str, str]:
    """'N-S' and 'E-O' in the active language; 'A-C' and 'B-D' at burraco."""
    return seat_names.lines


def round_sheet(round: Round, rows: Sequence[NamedRow], *, filled: bool, type_at: str = "") -> RoundSheet:
    tournament = round.tournament
    boards = [cell.board for cell in rows[0].cells] if rows else []
    place = [tournament.place, long_date(tournament.starts_on)]
    return RoundSheet(
        tournament=tournament.name,
        occasion=", ".join(place) + " · " + " · ".join(option.lower() for option in tournament.options_in_words),
        round=round.number,
        boards=tuple(_board(board, tournament) for board in boards),
        with_accusa=tournament.plays_with_accusa,
        filled=filled,
        seat_names=tournament.seat_names,
        by_fives=tournament.rules.by_fives,
        boards_move=any(row.table.board_set_id for row in rows),
        type_at=type_at,
        victory=_victory(tournament),
    )


def _victory(tournament: Tournament) -> tuple[tuple[str, str], ...]:
    scale = get_scale(tournament.vp_scale)
    if not tournament.rules.by_fives or not scale.has_table_for(tournament.boards_per_round):
        return ()
    return tuple(
        (str(band.first) if band.last is None else f"{band.first}–{band.last}", f"{band.vp}–{scale.total - band.vp}")
        for band in scale.table_of(tournament.boards_per_round)
    )


def _board(board: Board, tournament: Tournament) -> SheetBoard:
    dealer, leader = (
        str(tournament.seat_names.letters[seat]) if seat else "" for seat in (board.dealt_by, board.led_by)
    )
    return SheetBoard(tournament.deal_called(board.number), dealer, leader)


def table_sheet(row: NamedRow, url_of: Callable[[Table], str], code_of: LineCodes | None = None) -> TableSheet:
    table = row.table
    one_hand = table.round.tournament.one_hand
    return TableSheet(
        number=table.number,
        url=url_of(table),
        line_a=_pair(table, Line.A, code_of),
        line_b=None if table.is_bye else _pair(table, Line.B, code_of),
        scores=tuple(_score(cell.score, one_hand) if cell.score else None for cell in row.cells),
        totals=_totals(row) if row.fixed or any(cell.score for cell in row.cells) else None,
        boards=tuple(_board(cell.board, table.round.tournament) for cell in row.cells) if table.board_set_id else (),
        room=table.room if table.round.tournament.contest == Contest.TEAMS else None,
        called=table.called,
    )


def _pair(table: Table, line: Line, code_of: LineCodes | None) -> SheetPair:
    entries = table.entries_on(line)
    first, second = (who_sat(table, seat) for seat in table.seat_names.members[line])
    name = " – ".join(entry.name for entry in entries)
    url, letters = code_of(table, line) if code_of and not table.is_bye else ("", "")
    return SheetPair(entries[0].number, name, (first, second), _who(table.round.tournament, entries), url, letters)


def _who(tournament: Tournament, entries: Sequence[Entry]) -> str:
    if len(entries) > 1:
        one, other = entries
        return _("giocatori %(one)s e %(other)s") % {"one": one.number, "other": other.number}
    return entry_words(tournament.contest, entries[0].number)


def _score(score: BoardScore, one_hand: bool | None) -> SheetScore:
    # Only a played score divides into deck and accusa.
    if score.points_a is None or score.points_b is None:
        return SheetScore(None, status=status(score, one_hand))
    points, accusa = (score.points_a, score.points_b), (score.accusa_a, score.accusa_b)
    deck = (points[0] - accusa[0], points[1] - accusa[1]) if score.kind == BoardScore.Kind.PLAYED else None
    return SheetScore(points, deck, accusa, status(score, one_hand))


def status(score: BoardScore, one_hand: bool | None) -> str:
    """Kind, version, ruling and who confirmed: 'giocato · v2 · confermato da Sara Moro, 10:32'."""
    parts = [
        score.get_kind_display(),
        f"v{score.version}",
        reference_in_words(score.reference).replace(". ", ".\u00a0"),
    ]
    if score.confirmed_by and score.confirmed_at:
        when = date_format(local(score.confirmed_at), "H:i")
        parts.append(_("confermato da %(who)s, %(when)s") % {"who": score.confirmed_by, "when": when})
    else:
        parts.append(score.told_state(one_hand=one_hand))
    return " · ".join(filter(None, map(str, parts)))


def _totals(row: NamedRow) -> SheetTotals:
    result, fixed = row.result, row.fixed
    points = (result.mp_a, result.mp_b)
    if fixed:
        words = _("Punteggio fissato: %(reference)s") % {"reference": reference_in_words(fixed.reference)}
        return SheetTotals(points, (fixed.mp_a, fixed.mp_b), (fixed.vp_a, fixed.vp_b), words)
    difference = result.mp_a - result.mp_b
    vp = None if result.vp_a is None or result.vp_b is None else (result.vp_a, result.vp_b)
    return SheetTotals(points, (difference, -difference), vp, result.reading)
