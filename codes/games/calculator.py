"""The calculator of the tressette games: captured cards, accuse and stakes of one deal, with the arithmetic.

The count of the deck is `codes.tressette.count`: eleven points, however the cards are divided. Burraco counts
with `codes.burraco.count`. Not handled: a pair that calls itself out by mistake, deals broken off.
"""

from dataclasses import dataclass

from codes.games.catalogue import CardGame, Feat, GamePhase, Multiple, Tradition
from codes.seats import Line
from codes.tressette.buongioco import FOUR_POINTS, THREE_POINTS
from codes.tressette.cards import THIRDS_PER_POINT
from codes.tressette.count import DealCount, count_thirds

ACES, THIRD_CARDS = 4, 20
MOST_BEFORE = 10  # what the opponents may have made before a cappotto
NAPOLETANE, RANKS_ALIKE = 4, 3  # in a pack: one for each suit, one for each of Three, Two, Ace


class ImpossibleDeal(ValueError):
    """Figures that no deal can give; `why` is one of the keys that the page has words for."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


@dataclass(frozen=True, kw_only=True)
class Accuse:
    """The combinations that one side accused in a deal."""

    napoletane: int = 0
    threes: int = 0
    fours: int = 0

    @property
    def points(self) -> int:
        """Three points each, four for four cards alike."""
        return THREE_POINTS * (self.napoletane + self.threes) + FOUR_POINTS * self.fours


NOTHING_ACCUSED = Accuse()


@dataclass(frozen=True, kw_only=True)
class Deal:
    """A deal told by the first side's cards: Aces, and cards worth a third; who took the last trick; the rest.

    `before` are the points of the boards before, of both sides. `swept` is the side that took every trick, `alone`
    says that one of its two players made all of it (points, or tricks), `decima` is the side one of whose players
    was dealt ten cards of a suit, `called_out` that the opponents called the winning side out.
    """

    aces: int
    third_cards: int
    last_trick: Line
    accuse: tuple[Accuse, Accuse] = (NOTHING_ACCUSED, NOTHING_ACCUSED)
    before: tuple[int, int] = (0, 0)
    swept: Line | None = None
    alone: bool = False
    decima: Line | None = None
    called_out: bool = False


@dataclass(frozen=True, kw_only=True)
class Win:
    line: Line
    multiple: Multiple


@dataclass(frozen=True, kw_only=True)
class DealScore:
    """What a deal brings: the count, the deck points as they are given, accuse, totals, the best multiple if any."""

    count: DealCount
    deck: tuple[int, int]
    accuse: tuple[int, int]
    before: tuple[int, int]
    win: Win | None
    called_out: bool

    @property
    def points(self) -> tuple[int, int]:
        """Points of the deal, accuse included."""
        return self.deck[0] + self.accuse[0], self.deck[1] + self.accuse[1]

    @property
    def totals(self) -> tuple[int, int]:
        """Points of the match after the deal."""
        return self.before[0] + self.points[0], self.before[1] + self.points[1]

    @property
    def times(self) -> int:
        """By how much the stake is multiplied: once when nothing was made, or when the side was called out."""
        return 1 if self.win is None or self.called_out else self.win.multiple.figure


def score_deal(game: CardGame, deal: Deal, *, tradition: Tradition | None = None) -> DealScore:
    """The score of a deal; the multiples are those of the tradition. Raises ImpossibleDeal."""
    _check(game, deal)
    count = count_thirds(THIRDS_PER_POINT * deal.aces + deal.third_cards, last_trick=deal.last_trick)
    win = _best(deal, count, tradition) if tradition else None
    deck = count.points
    if win and win.multiple.deck_points_lost:
        deck = (0, sum(deck)) if win.line is Line.A else (sum(deck), 0)
    return DealScore(
        count=count,
        deck=deck,
        accuse=(deal.accuse[0].points, deal.accuse[1].points),
        before=deal.before,
        win=win,
        called_out=deal.called_out,
    )


def winner(game: CardGame, totals: tuple[int, int], *, target: int, last_trick: Line) -> Line | None:
    """Who has won the match to that target with these totals; None while nobody has, and when they are level.

    A perdere the fewest points win, and the last trick settles a tie (online rules, 16).
    """
    a, b = totals
    if max(a, b) < target:
        return None
    if a == b:
        return last_trick if game.fewest_wins else None
    return Line.A if (a < b) == game.fewest_wins else Line.B


def stakes(phase: GamePhase, won_by: Line, *, times: int) -> tuple[tuple[int, int], ...]:
    """Per side: how many players, and how many stakes each of them wins (negative: loses). They sum to zero."""
    signs = {Line.A: (1, -1), Line.B: (-1, 1)}[won_by]
    return tuple((side.players, sign * side.stakes * times) for side, sign in zip(phase.sides, signs, strict=True))


def feats_of(deal: Deal, count: DealCount, line: Line) -> frozenset[Feat]:
    other = count.b if line is Line.A else count.a
    feats = {
        Feat.ALL_POINTS: count.cappotto is line,
        Feat.ALL_CARD_POINTS: other.card_points == 0,
        Feat.OPPONENTS_AT_MOST_TEN: deal.before[1 if line is Line.A else 0] <= MOST_BEFORE,
        Feat.ALL_TRICKS: deal.swept is line,
        Feat.ONE_PLAYER: deal.alone,
        Feat.TEN_OF_A_SUIT: deal.decima is line,
    }
    return frozenset(feat for feat, holds in feats.items() if holds)


def _best(deal: Deal, count: DealCount, tradition: Tradition) -> Win | None:
    """The highest multiple that either side has made; at most one side can make all the points."""
    entries = [
        Win(line=line, multiple=multiple)
        for line in Line
        for multiple in tradition.multiples
        if feats_of(deal, count, line).issuperset(multiple.needs)
    ]
    return max(entries, key=lambda win: win.multiple.figure, default=None)


def _check(game: CardGame, deal: Deal) -> None:
    if not (0 <= deal.aces <= ACES and 0 <= deal.third_cards <= THIRD_CARDS) or min(deal.before) < 0:
        raise ImpossibleDeal("cards")
    # Who swept has every card that counts; the last trick alone would not say so.
    everything = deal.aces == ACES and deal.third_cards == THIRD_CARDS
    nothing = deal.aces == deal.third_cards == 0
    if deal.swept and (deal.last_trick is not deal.swept or not (everything if deal.swept is Line.A else nothing)):
        raise ImpossibleDeal("swept")
    accused = deal.accuse
    if any(number < 0 for side in accused for number in (side.napoletane, side.threes, side.fours)):
        raise ImpossibleDeal("accuse")
    if game.accusa == "none" and any(side.points for side in accused):
        raise ImpossibleDeal("no-accusa")
    if sum(side.napoletane for side in accused) > NAPOLETANE:
        raise ImpossibleDeal("accuse")
    if game.accusa == "dealt" and sum(side.threes + side.fours for side in accused) > RANKS_ALIKE:
        raise ImpossibleDeal("accuse")
