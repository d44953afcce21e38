"""The count of a deal: what each side captured, and who took the last trick (Codice FITRES, art. 10, 13, 14, 33, 34).

Cards are added up in thirds of a point, side by side; what is left of a point is not counted (10), so the cards bring
ten points however they are divided, and the last trick one more (13, 34). The two sides always make eleven.
Without points of accusa, which are not of the deck (14).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from codes.format.model import Text
from codes.seats import Line
from codes.tressette.cards import DECK, DECK_THIRDS, THIRDS_PER_POINT, Card

ARTICLES = (10, 13, 33, 34)
LAST_TRICK_POINTS = 1  # art. 34
# Art. 13: the whole points in the cards, which are ten however they are divided, and the last trick.
DECK_POINTS = DECK_THIRDS // THIRDS_PER_POINT + LAST_TRICK_POINTS
CARDS_PER_TRICK = 4  # art. 112


class CaptureProblem(StrEnum):
    """Why what was given cannot have been captured in a deal."""

    MISSING = "missing"
    TWICE = "twice"
    ON_BOTH_SIDES = "on-both-sides"
    PART_OF_TRICK = "part-of-trick"
    LAST_TRICK_OF_NONE = "last-trick-of-none"
    THIRDS_OUT_OF_RANGE = "thirds-out-of-range"
    THIRDS_SUM = "thirds-sum"


@dataclass(frozen=True, kw_only=True)
class CaptureRefusal:
    """A reason with what it is about: cards, or the line whose figures are wrong."""

    reason: CaptureProblem
    cards: tuple[Card, ...] = ()
    line: Line | None = None

    @property
    def text(self) -> Text:
        """What is wrong, without the cards."""
        return _TEXTS[self.reason]


class CountRefused(ValueError):
    """Captures that no deal can have; `refusals` say why, all of them."""

    def __init__(self, refusals: tuple[CaptureRefusal, ...]) -> None:
        self.refusals = refusals
        super().__init__("; ".join(refusal.text.en for refusal in refusals))


@dataclass(frozen=True, kw_only=True)
class SideCount:
    """One side's arithmetic: its thirds, the whole points in them, the thirds not counted, the last trick."""

    thirds: int
    last_trick: int
    cards: int | None = None  # how many were captured; None when only the thirds were given
    aces: int | None = None

    @property
    def card_points(self) -> int:
        """Whole points from the cards (art. 10)."""
        return self.thirds // THIRDS_PER_POINT

    @property
    def uncounted_thirds(self) -> int:
        """Thirds that do not make a point: not counted (art. 10)."""
        return self.thirds % THIRDS_PER_POINT

    @property
    def points(self) -> int:
        """Deck points of the side, last trick included (art. 13, 34)."""
        return self.card_points + self.last_trick


@dataclass(frozen=True, kw_only=True)
class DealCount:
    """Deck points of both sides, eleven together, with their arithmetic."""

    a: SideCount
    b: SideCount
    articles: tuple[int, ...] = ARTICLES

    @property
    def points(self) -> tuple[int, int]:
        """Deck points of line A and of line B."""
        return self.a.points, self.b.points

    @property
    def cappotto(self) -> Line | None:
        """The line that has all eleven (art. 102), a trick without points lost or not."""
        return {(DECK_POINTS, 0): Line.A, (0, DECK_POINTS): Line.B}.get(self.points)


def count_cards(
    captured_a: Iterable[Card],
    captured_b: Iterable[Card] | None = None,
    *,
    last_trick: Line,
    cards_per_trick: int | None = CARDS_PER_TRICK,
) -> DealCount:
    """The count from the captured cards; line B's may be left out: it then has all that line A has not.

    `cards_per_trick` is 4 (art. 112); None where a talon goes to the last trick (art. 34). Raises CountRefused.
    """
    a = tuple(captured_a)
    b = tuple(card for card in DECK if card not in a) if captured_b is None else tuple(captured_b)
    piles = {Line.A: a, Line.B: b}
    refusals = (*_pile_refusals(a, b), *_trick_refusals(piles, last_trick, cards_per_trick))
    if refusals:
        raise CountRefused(refusals)
    return DealCount(a=_side(a, last_trick is Line.A), b=_side(b, last_trick is Line.B))


def count_thirds(thirds_a: int, thirds_b: int | None = None, *, last_trick: Line) -> DealCount:
    """The count from the thirds of a point in each side's cards; line B's may be left out. Raises CountRefused."""
    b = DECK_THIRDS - thirds_a if thirds_b is None else thirds_b
    refusals = _thirds_refusals({Line.A: thirds_a, Line.B: b})
    if refusals:
        raise CountRefused(refusals)
    return DealCount(
        a=SideCount(thirds=thirds_a, last_trick=_last_trick(last_trick is Line.A)),
        b=SideCount(thirds=b, last_trick=_last_trick(last_trick is Line.B)),
    )


def _side(cards: tuple[Card, ...], has_last_trick: bool) -> SideCount:
    return SideCount(
        thirds=sum(card.thirds for card in cards),
        last_trick=_last_trick(has_last_trick),
        cards=len(cards),
        aces=sum(card.thirds == THIRDS_PER_POINT for card in cards),
    )


def _last_trick(won: bool) -> int:
    return LAST_TRICK_POINTS if won else 0


def _pile_refusals(a: tuple[Card, ...], b: tuple[Card, ...]) -> tuple[CaptureRefusal, ...]:
    both = set(a) & set(b)
    twice = {card for pile in (a, b) for card, times in Counter(pile).items() if times > 1}
    missing = set(DECK) - set(a) - set(b)
    problems = ((CaptureProblem.TWICE, twice), (CaptureProblem.ON_BOTH_SIDES, both), (CaptureProblem.MISSING, missing))
    return tuple(CaptureRefusal(reason=reason, cards=_in_order(cards)) for reason, cards in problems if cards)


def _in_order(cards: set[Card]) -> tuple[Card, ...]:
    return tuple(card for card in DECK if card in cards)


def _trick_refusals(
    piles: Mapping[Line, tuple[Card, ...]], last_trick: Line, cards_per_trick: int | None
) -> tuple[CaptureRefusal, ...]:
    refusals = [
        CaptureRefusal(reason=CaptureProblem.PART_OF_TRICK, line=line)
        for line, pile in piles.items()
        if cards_per_trick and len(pile) % cards_per_trick
    ]
    if not piles[last_trick]:
        refusals.append(CaptureRefusal(reason=CaptureProblem.LAST_TRICK_OF_NONE, line=last_trick))
    return tuple(refusals)


def _thirds_refusals(thirds: Mapping[Line, int]) -> tuple[CaptureRefusal, ...]:
    outside = [
        CaptureRefusal(reason=CaptureProblem.THIRDS_OUT_OF_RANGE, line=line)
        for line, number in thirds.items()
        if not 0 <= number <= DECK_THIRDS
    ]
    if sum(thirds.values()) != DECK_THIRDS:
        outside.append(CaptureRefusal(reason=CaptureProblem.THIRDS_SUM))
    return tuple(outside)


_TEXTS = {
    CaptureProblem.MISSING: Text(it="Carte che nessuno ha preso", en="Cards that nobody captured"),
    CaptureProblem.TWICE: Text(it="Carte segnate due volte", en="Cards entered twice"),
    CaptureProblem.ON_BOTH_SIDES: Text(it="Carte segnate a entrambe le coppie", en="Cards entered for both pairs"),
    CaptureProblem.PART_OF_TRICK: Text(
        it="Le carte prese non fanno pigliate intere", en="The captured cards do not make whole tricks"
    ),
    CaptureProblem.LAST_TRICK_OF_NONE: Text(
        it="L'ultima pigliata è data a chi non ha carte", en="The last trick is given to a side without cards"
    ),
    CaptureProblem.THIRDS_OUT_OF_RANGE: Text(
        it="I terzi di una coppia vanno da 0 a 32", en="A pair's thirds run from 0 to 32"
    ),
    CaptureProblem.THIRDS_SUM: Text(
        it="I terzi delle due coppie devono fare 32", en="The thirds of the two pairs must make 32"
    ),
}
