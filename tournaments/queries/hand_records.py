"""The boards that are over everywhere, each with its hands and what every table made of it."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import get_language

from codes.seats import Line, Seat
from codes.tressette.cards import DECK, Suit
from codes.tressette.deals import Deal
from tournaments.models import Board, BoardScore, Tournament
from tournaments.models.rounds import LINES
from tournaments.queries.deals import hands_of_boards, moment_of


@dataclass(frozen=True)
class BoardResult:
    """What a table made of a board; no points where it was annulled and not scored yet. kind: of a score not played."""

    round: int
    table: int
    line_a: str
    line_b: str
    points_a: int | None
    points_b: int | None
    kind: str


@dataclass(frozen=True)
class HandRecord:
    """A board that nobody has still to play."""

    board: Board
    deal: Deal
    results: tuple[BoardResult, ...]


def hand_records(tournament: Tournament, only: Collection[int] | None = None) -> list[HandRecord]:
    """Those of the boards over everywhere that a deal is kept of, in order; only: the numbers wanted."""
    moment = moment_of(tournament)
    boards = {one.number: one for one in Board.objects.filter(tournament=tournament).order_by("number")}
    shown = [number for number in boards if moment.is_over(number) and (only is None or number in only)]
    deals = hands_of_boards(tournament, shown)
    results = _results([boards[number].pk for number in deals])
    return [HandRecord(boards[number], deals[number], tuple(results[boards[number].pk])) for number in sorted(deals)]


def _results(boards: Collection[int]) -> dict[int, list[BoardResult]]:
    """By the board's primary key, round by round and table by table; one query."""
    tables = [f"table__{line}" for line in LINES]
    scores = BoardScore.objects.current().filter(board__in=boards).select_related("table__round", *tables)
    found: defaultdict[int, list[BoardResult]] = defaultdict(list)
    for score in scores.order_by("table__round__number", "table__number"):
        if not score.is_unplayed:
            found[score.board_id].append(_result(score))
    return found


def _result(score: BoardScore) -> BoardResult:
    table, kind = score.table, "" if score.kind == BoardScore.Kind.PLAYED else str(score.get_kind_display())
    lines = (table.words_on(Line.A), table.words_on(Line.B))
    return BoardResult(table.round.number, table.number, *lines, score.points_a, score.points_b, kind)


@dataclass(frozen=True)
class SuitHeld:
    """What a hand holds of a suit: its name, its drawing, the signs from the highest card."""

    name: str
    drawing: str
    signs: tuple[str, ...]


@dataclass(frozen=True)
class HandShown:
    """A hand in words; accusa: what it may accuse (art. 172), each with its points."""

    seat: Seat
    suits: tuple[SuitHeld, ...]
    accusa: tuple[str, ...]


def hands_shown(deal: Deal) -> list[HandShown]:
    """The four hands in the order in which the turn passes."""
    language = get_language() or "it"
    return [
        HandShown(seat, tuple(_held(deal, seat, suit, language) for suit in Suit), accusa_words(deal, seat))
        for seat in Seat
    ]


def _held(deal: Deal, seat: Seat, suit: Suit, language: str) -> SuitHeld:
    signs = tuple(card.rank.value for card in DECK if card.suit is suit and card in deal.hands[seat])
    return SuitHeld(suit.label.in_(language), suit.label.it, signs)


def accusa_words(deal: Deal, seat: Seat) -> tuple[str, ...]:
    """What the hand may accuse: «napoletana di coppe (3)»."""
    language = get_language() or "it"
    return tuple(f"{one.name.in_(language)} ({one.points})" for one in deal.buongioco(seat))
