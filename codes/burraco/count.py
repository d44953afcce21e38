"""The count of a deal (art. 13, 17, 18): each side's points with their arithmetic; and which results cannot be any.

What goes in is what each side has in front of it when the deal ends; cards are told by how many there are of each
value, as the arbiter taps them. What comes out names every item with its sum and article. Impossible input is
refused with every reason at once.

Readings: of the side that closes without a pozzo because the other played both (art. 23) no pozzo is charged, for it
had none to take; as long as it holds cards it has not come to a pozzo, and pays for it as any other (art. 18). The
code gives no count of its own for three or five players: theirs follows art. 18, side by side.

Not decided here: whether a meld was lawful (`melds`), which cards are penalised or frozen (the procedures).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum

from codes.burraco.cards import JOKER, PINELLA, BurracoCard, deck
from codes.burraco.melds import BURRACO, SEMI_CLEAN_SET, Burraco, Meld
from codes.seats import Refusal, Result

BONUS = {Burraco.CLEAN: 200, Burraco.SEMI_CLEAN: 150, Burraco.DIRTY: 100}  # art. 13, 18
CLOSING = 100  # art. 17, 18
CLOSING_WITHOUT_BURRACO = 100  # art. 23: besides the closing, as an arbitral score
POZZO_NOT_TAKEN = 100  # art. 18
_SMALLEST = {Burraco.CLEAN: BURRACO, Burraco.SEMI_CLEAN: SEMI_CLEAN_SET, Burraco.DIRTY: BURRACO}


class Closing(StrEnum):
    """Whether a side closed: as art. 17 wants, or without a pozzo because the other side played both (art. 23)."""

    NONE = "none"
    REGULAR = "regular"
    WITHOUT_POZZO = "without-pozzo"


class Pozzo(StrEnum):
    """What became of a side's pozzo."""

    NOT_TAKEN = "not-taken"
    NOT_PLAYED = "not-played"
    PLAYED = "played"


class CountItem(StrEnum):
    CLEAN = "clean"
    SEMI_CLEAN = "semi-clean"
    DIRTY = "dirty"
    CLOSING = "closing"
    CLOSING_WITHOUT_BURRACO = "closing-without-burraco"
    PLAYED = "played"
    POZZO_NOT_TAKEN = "pozzo-not-taken"
    POZZO_NOT_PLAYED = "pozzo-not-played"
    IN_HAND = "in-hand"
    PENALISED = "penalised"


class CountProblem(StrEnum):
    """Why a count is impossible, with its article in `ARTICLES`."""

    SIDES = "sides"
    NEGATIVE = "negative"
    TWO_CLOSED = "two-closed"
    CLOSED_WITHOUT_BURRACO = "closed-without-burraco"
    CLOSED_WITHOUT_POZZO = "closed-without-pozzo"
    HAD_A_POZZO = "had-a-pozzo"
    TOO_FEW_CARDS = "too-few-cards"
    TOO_FEW_WILD = "too-few-wild"
    POZZO_EMPTY = "pozzo-empty"
    POZZO_CARDS = "pozzo-cards"
    MORE_THAN_THE_PACK = "more-than-the-pack"


ARTICLES = {
    CountProblem.SIDES: 18,
    CountProblem.NEGATIVE: 18,
    CountProblem.TWO_CLOSED: 17,
    CountProblem.CLOSED_WITHOUT_BURRACO: 17,
    CountProblem.CLOSED_WITHOUT_POZZO: 17,
    CountProblem.HAD_A_POZZO: 23,
    CountProblem.TOO_FEW_CARDS: 13,
    CountProblem.TOO_FEW_WILD: 13,
    CountProblem.POZZO_EMPTY: 18,
    CountProblem.POZZO_CARDS: 18,
    CountProblem.MORE_THAN_THE_PACK: 1,
}


class ImpossibleCount(ValueError):
    """A count that no deal can give: `reasons`, each with the number of the side (None: all together)."""

    def __init__(self, reasons: Sequence[tuple[int | None, CountProblem]]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(f"side {side}: {reason}" for side, reason in reasons))


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many cards of each value (art. 1): jokers 30, twos 20, aces 15, K to 8 ten, 7 to 3 five."""

    jokers: int = 0
    twos: int = 0
    aces: int = 0
    tens: int = 0
    fives: int = 0

    @classmethod
    def from_cards(cls, cards: Iterable[BurracoCard]) -> "Tally":
        names = [_VALUE_NAMES.get(card.rank, "tens" if card.points == 10 else "fives") for card in cards]
        return cls(**{field.name: names.count(field.name) for field in fields(cls)})

    @property
    def points(self) -> int:
        """What they are worth together."""
        return 30 * self.jokers + 20 * self.twos + 15 * self.aces + 10 * self.tens + 5 * self.fives

    @property
    def figures(self) -> tuple[int, ...]:
        """The numbers, from the most valuable cards down."""
        return (self.jokers, self.twos, self.aces, self.tens, self.fives)

    @property
    def cards(self) -> int:
        return sum(self.figures)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})


_VALUE_NAMES = {JOKER: "jokers", PINELLA: "twos", "A": "aces"}
TWO_PACKS = Tally.from_cards(deck())
NOTHING = Tally()


@dataclass(frozen=True, kw_only=True)
class DealSide:
    """What one side has when the deal ends.

    `played` are the cards of its melds, `in_hand` those its players still hold, `pozzo_cards` those of a pozzo taken
    and not played, `penalised` those counted against it: penalised, played irregularly, or of a meld frozen and
    counted negatively. A card stands in one of them only.
    """

    clean: int = 0
    semi_clean: int = 0
    dirty: int = 0
    closing: Closing = Closing.NONE
    pozzo: Pozzo = Pozzo.PLAYED
    played: Tally = NOTHING
    in_hand: Tally = NOTHING
    pozzo_cards: Tally = NOTHING
    penalised: Tally = NOTHING

    @property
    def burrachi(self) -> dict[Burraco, int]:
        return {Burraco.CLEAN: self.clean, Burraco.SEMI_CLEAN: self.semi_clean, Burraco.DIRTY: self.dirty}

    @property
    def tally(self) -> Tally:
        """Every card of the side."""
        return self.played + self.in_hand + self.pozzo_cards + self.penalised


@dataclass(frozen=True)
class CountLine:
    """One line of the arithmetic: so many, worth so much each, by this article (each None: a sum of card values)."""

    item: CountItem
    number: int
    each: int | None
    points: int
    article: int


@dataclass(frozen=True)
class CountedSide:
    """A side's points on a deal, line by line."""

    entries: tuple[CountLine, ...]

    @property
    def total(self) -> int:
        """The points of the deal, which may be negative."""
        return sum(entry.points for entry in self.entries)

    @property
    def base(self) -> int:
        """What the burrachi and the closing give (definitions)."""
        return sum(entry.points for entry in self.entries if entry.item in _BASE)

    @property
    def cards(self) -> int:
        """The rest: what the cards give and take, with the pozzo."""
        return self.total - self.base


_BASE = {CountItem.CLEAN, CountItem.SEMI_CLEAN, CountItem.DIRTY, CountItem.CLOSING, CountItem.CLOSING_WITHOUT_BURRACO}


def side_of(
    melds: Iterable[Meld],
    *,
    closing: Closing = Closing.NONE,
    pozzo: Pozzo = Pozzo.PLAYED,
    in_hand: Iterable[BurracoCard] = (),
    pozzo_cards: Iterable[BurracoCard] = (),
    penalised: Iterable[BurracoCard] = (),
) -> DealSide:
    """A side told card by card: its burrachi follow from its melds."""
    laid = list(melds)
    burrachi = [meld.burraco for meld in laid]
    return DealSide(
        clean=burrachi.count(Burraco.CLEAN),
        semi_clean=burrachi.count(Burraco.SEMI_CLEAN),
        dirty=burrachi.count(Burraco.DIRTY),
        closing=closing,
        pozzo=pozzo,
        played=Tally.from_cards(card for each in laid for card in each.cards),
        in_hand=Tally.from_cards(in_hand),
        pozzo_cards=Tally.from_cards(pozzo_cards),
        penalised=Tally.from_cards(penalised),
    )


def count_deal(sides: Sequence[DealSide], *, pack: Tally = TWO_PACKS) -> tuple[CountedSide, ...]:
    """Each side's points, in the order given. Raises ImpossibleCount.

    Two sides, or the three or five single players of a table for so many; `pack` is the one played with, also if it
    had a card too many (art. 5) or was made of three packs.
    """
    reasons = _refusals(sides, pack)
    if reasons:
        raise ImpossibleCount(reasons)
    somebody_took = any(side.pozzo is not Pozzo.NOT_TAKEN for side in sides)
    return tuple(CountedSide(tuple(_entries(side, somebody_took=somebody_took))) for side in sides)


def _entries(side: DealSide, *, somebody_took: bool) -> Iterable[CountLine]:
    for kind, number in side.burrachi.items():
        if number:
            yield CountLine(CountItem(kind.value), number, BONUS[kind], number * BONUS[kind], 13)
    yield from _closing(side)
    if side.played.cards:
        yield CountLine(CountItem.PLAYED, side.played.cards, None, side.played.points, 18)
    # Art. 18: a pozzo that neither side took is not counted.
    if side.pozzo is Pozzo.NOT_TAKEN and somebody_took and side.closing is not Closing.WITHOUT_POZZO:
        yield CountLine(CountItem.POZZO_NOT_TAKEN, 1, -POZZO_NOT_TAKEN, -POZZO_NOT_TAKEN, 18)
    lost = (
        (CountItem.POZZO_NOT_PLAYED, side.pozzo_cards),
        (CountItem.IN_HAND, side.in_hand),
        (CountItem.PENALISED, side.penalised),
    )
    for item, tally in lost:
        if tally.cards:
            yield CountLine(item, tally.cards, None, -tally.points, 18)


def _closing(side: DealSide) -> Iterable[CountLine]:
    if side.closing is Closing.NONE:
        return
    yield CountLine(CountItem.CLOSING, 1, CLOSING, CLOSING, 17 if side.closing is Closing.REGULAR else 23)
    if not any(side.burrachi.values()):
        extra = CLOSING_WITHOUT_BURRACO
        yield CountLine(CountItem.CLOSING_WITHOUT_BURRACO, 1, extra, extra, 23)


def _refusals(sides: Sequence[DealSide], pack: Tally) -> list[tuple[int | None, CountProblem]]:
    reasons: list[tuple[int | None, CountProblem]] = []
    if len(sides) not in (2, 3, 5):
        reasons.append((None, CountProblem.SIDES))
    for number, side in enumerate(sides):
        reasons += [(number, reason) for reason in _refusals_of(side)]
    if sum(side.closing is not Closing.NONE for side in sides) > 1:
        reasons.append((None, CountProblem.TWO_CLOSED))
    together = sum((side.tally for side in sides), NOTHING)
    if any(count > there for count, there in zip(together.figures, pack.figures, strict=True)):
        reasons.append((None, CountProblem.MORE_THAN_THE_PACK))
    return reasons


def _refusals_of(side: DealSide) -> Iterable[CountProblem]:
    tallies = (side.played, side.in_hand, side.pozzo_cards, side.penalised)
    if min(*side.burrachi.values(), *(figure for tally in tallies for figure in tally.figures)) < 0:
        yield CountProblem.NEGATIVE
    if side.closing is Closing.REGULAR:
        if not any(side.burrachi.values()):
            yield CountProblem.CLOSED_WITHOUT_BURRACO
        if side.pozzo is Pozzo.NOT_TAKEN:
            yield CountProblem.CLOSED_WITHOUT_POZZO
    if side.closing is Closing.WITHOUT_POZZO and side.pozzo is not Pozzo.NOT_TAKEN:
        yield CountProblem.HAD_A_POZZO
    if side.played.cards < sum(number * _SMALLEST[kind] for kind, number in side.burrachi.items()):
        yield CountProblem.TOO_FEW_CARDS
    if side.played.jokers + side.played.twos < side.semi_clean + side.dirty:
        yield CountProblem.TOO_FEW_WILD
    if side.pozzo is Pozzo.NOT_PLAYED and not side.pozzo_cards.cards:
        yield CountProblem.POZZO_EMPTY
    if side.pozzo is not Pozzo.NOT_PLAYED and side.pozzo_cards.cards:
        yield CountProblem.POZZO_CARDS


STEP = 5  # what every card, bonus and penalty is a multiple of (1, 13, 18)
# Two packs are worth 1080 and a clean burraco 200: beyond this only a slipped key can have written it.
MOST = 9995


def deal_refusals(result: Result) -> tuple[Refusal, ...]:
    """Every reason for which the result cannot be a played one; none when it can."""
    return tuple(_deal_refusals(result))


def _deal_refusals(result: Result) -> Iterator[Refusal]:
    if result.accusa_a or result.accusa_b:
        yield Refusal.ACCUSA_NOT_PLAYED
    if result.points_a % STEP:
        yield Refusal.NOT_BY_FIVES_A
    if result.points_b % STEP:
        yield Refusal.NOT_BY_FIVES_B
    if max(abs(result.points_a), abs(result.points_b)) > MOST:
        yield Refusal.DEAL_OUT_OF_RANGE
