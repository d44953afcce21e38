"""The deals of a tournament, which boards are over everywhere, and who may see the cards of which board when.

`hands_of` answers whoever asks: everything that shows cards asks `may_see_deal` first, or shows boards that are over.

The boards that are over everywhere, each with its hands and what every table made of it.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import get_language

from codes.seats import Line, Seat
from codes.tressette.cards import DECK, Suit
from codes.tressette.deals import MOST_BOARDS, Deal, commitment, dealt, parse_deals
from people.accounts.models import User
from records.rights import Right, rights_of
from tournaments.rounds.deal_models import DealSecret, DealSet, DealsOpened
from tournaments.rounds.models import LINES, Board, Round
from tournaments.scores.models import BoardScore
from tournaments.setup.games import GameId
from tournaments.setup.models import Tournament
from tournaments.staff.queries import plays_in


def keeps_deals(tournament: Tournament) -> bool:
    """Whether its boards may be dealt beforehand: duplicate tressette of the code, played with packs of cards."""
    return tournament.game == GameId.TRESSETTE and tournament.is_duplicate and not tournament.is_online


def deal_set_of(tournament: Tournament) -> DealSet | None:
    """The version of its deals that holds."""
    return tournament.deal_sets.select_related("made_by").order_by("-version").first()


def hands_of(tournament: Tournament, board: int) -> Deal | None:
    """The deal of the board of that number; None where the program keeps none."""
    return hands_of_boards(tournament, [board]).get(board)


def hands_of_boards(tournament: Tournament, boards: Collection[int]) -> dict[int, Deal]:
    """The same of several, by number; one query."""
    secret = kept_of(tournament) if boards else None
    if secret is None:
        return {}
    if secret.deal_set.is_drawn:  # a seed goes on for boards that nobody foresaw
        return {board: dealt(secret.secret, board) for board in sorted(boards) if 1 <= board <= MOST_BOARDS}
    return {deal.board: deal for deal in parse_deals(secret.text) if deal.board in boards}


def kept_of(tournament: Tournament) -> DealSecret | None:
    """What the commitment of the version that holds is made of."""
    secrets = DealSecret.objects.filter(deal_set__tournament=tournament).select_related("deal_set")
    return secrets.order_by("-deal_set__version").first()


def is_committed_to(secret: DealSecret | DealsOpened) -> bool:
    """Whether seed, or salt and text, are those that were committed to before the start."""
    return commitment(secret.secret + secret.text) == secret.deal_set.commitment


@dataclass(frozen=True)
class Moment:
    """How far the boards of a tournament have come, by number.

    given_out: somebody has begun to play them, or may have. over: nobody has still to play them, at any table.
    """

    given_out: frozenset[int]
    over: frozenset[int]
    has_ended: bool

    def is_over(self, board: int) -> bool:
        """Of a tournament that has ended, also of boards that nobody came to play."""
        return self.has_ended or board in self.over


def moment_of(tournament: Tournament) -> Moment:
    """Where its boards stand now; two queries.

    A board of a round is over when the round is closed: then every table has its result, and no round begins again.
    One of a set that goes round (decision 15) is over with its stage: a table of a round still to come may play it.
    """
    rounds = list(Round.objects.filter(tournament=tournament).select_related("stage"))
    begun = {round_.pk for round_ in rounds if round_.has_begun}
    begun_stages = {round_.stage_id for round_ in rounds if round_.has_begun}
    closed, over = {round_.pk for round_ in rounds if round_.state == Round.State.CLOSED}, _stages_over(rounds)
    boards = list(Board.objects.filter(tournament=tournament).values_list("number", "round", "board_set__stage"))
    return Moment(
        given_out=frozenset(number for number, of, stage in boards if of in begun or stage in begun_stages),
        over=frozenset(number for number, of, stage in boards if of in closed or stage in over),
        has_ended=tournament.has_ended,
    )


def _stages_over(rounds: Collection[Round]) -> set[int]:
    """The stages whose rounds are all closed, and are as many as foreseen or followed by another stage's."""
    latest = max((round_.stage.number for round_ in rounds), default=0)
    over = set()
    for stage in {round_.stage for round_ in rounds}:
        own = [round_ for round_ in rounds if round_.stage_id == stage.pk]
        are_all = len(own) >= stage.rounds_planned or stage.number < latest
        if are_all and all(round_.state == Round.State.CLOSED for round_ in own):
            over.add(stage.pk)
    return over


def may_see_deal(
    user: User | AnonymousUser,
    tournament: Tournament,
    board: int,
    *,
    ruling: bool = False,
    moment: Moment | None = None,
) -> bool:
    """Whether the user, who may see the tournament, may see who held which card of the board at this moment.

    Everybody, once it is over everywhere; before that nobody but who rules on it and plays nowhere in the tournament,
    and of a board that was given out. ruling: a case on this very board lies before the user.
    """
    now = moment or moment_of(tournament)
    if now.is_over(board):
        return True
    if not ruling or board not in now.given_out or not isinstance(user, User):
        return False
    return Right.RULE in rights_of(user, tournament) and not plays_in(user, tournament)


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
    boards = {board.number: board for board in Board.objects.filter(tournament=tournament).order_by("number")}
    shown = [number for number in boards if moment.is_over(number) and (only is None or number in only)]
    deals = hands_of_boards(tournament, shown)
    results = _results([boards[number].pk for number in deals])
    return [HandRecord(boards[number], deals[number], tuple(results[boards[number].pk])) for number in sorted(deals)]


def _results(boards: Collection[int]) -> dict[int, list[BoardResult]]:
    """By the board's primary key, round by round and table by table; one query."""
    tables = [f"table__{line}" for line in LINES]
    scores = BoardScore.objects.current().filter(board__in=boards).select_related("table__round", *tables)
    results: defaultdict[int, list[BoardResult]] = defaultdict(list)
    for score in scores.order_by("table__round__number", "table__number"):
        if not score.is_unplayed:
            results[score.board_id].append(_result(score))
    return results


def _result(score: BoardScore) -> BoardResult:
    table, kind = score.table, "" if score.kind == BoardScore.Kind.PLAYED else str(score.get_kind_display())
    lines = (table.words_on(Line.A), table.words_on(Line.B))
    return BoardResult(table.round.number, table.number, *lines, score.points_a, score.points_b, kind)


@dataclass(frozen=True)
class SuitShown:
    """What a hand holds of a suit: its name, its drawing, the signs from the highest card."""

    name: str
    drawing: str
    signs: tuple[str, ...]


@dataclass(frozen=True)
class HandShown:
    """A hand in words; accusa: what it may accuse (art. 172), each with its points."""

    seat: Seat
    suits: tuple[SuitShown, ...]
    accusa: tuple[str, ...]


def hands_shown(deal: Deal) -> list[HandShown]:
    """The four hands in the order in which the turn passes."""
    language = get_language() or "it"
    return [
        HandShown(seat, tuple(_suit_shown(deal, seat, suit, language) for suit in Suit), accusa_words(deal, seat))
        for seat in Seat
    ]


def _suit_shown(deal: Deal, seat: Seat, suit: Suit, language: str) -> SuitShown:
    signs = tuple(card.rank.value for card in DECK if card.suit is suit and card in deal.hands[seat])
    return SuitShown(suit.label.in_(language), suit.label.it, signs)


def accusa_words(deal: Deal, seat: Seat) -> tuple[str, ...]:
    """What the hand may accuse: «napoletana di coppe (3)»."""
    language = get_language() or "it"
    return tuple(f"{buongioco.name.in_(language)} ({buongioco.points})" for buongioco in deal.buongioco(seat))
