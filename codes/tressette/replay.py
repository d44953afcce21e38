"""The play of a board card by card (Codice FITRES, art. 25, 32–34): who held what at each card, and what it was worth.

From the four hands, a leader and the cards in the order in which they were played. A card that did not follow suit
though it could is played all the same: the law judges it, and here it is only found.

What a position is worth is asked of `ValueOf`: thirds of a point that line A makes of the rest with both lines at
their best, all cards in view, or None where nobody searches that far. `EndingValues` answers for the last six tricks
with plain Python; earlier ones need a search of whole deals, handed in the same way.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codes.format.model import Text
from codes.seats import Line, Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import DECK, Card
from codes.tressette.endings.outcomes import LineValues
from codes.tressette.endings.position import MOST_CARDS, Ending, of_line, thirds_of, winner_of


class ReplayProblem(StrEnum):
    """Why cards are no play of a board."""

    NO_CARDS = "no-cards"
    TWICE = "twice"
    TOO_MANY = "too-many"
    UNEQUAL = "unequal"
    NOT_HELD = "not-held"
    BEGUN_TRICK = "begun-trick"


class ReplayRefused(ValueError):
    """Cards that cannot have been played so; `seats`, `cards` and `place` (from 1) say where."""

    def __init__(
        self, problem: ReplayProblem, *, seats: Iterable[Seat] = (), cards: Iterable[Card] = (), place: int = 0
    ) -> None:
        self.problem = problem
        self.seats = tuple(seats)
        self.cards = tuple(cards)
        self.place = place
        super().__init__(self.text.en)

    @property
    def text(self) -> Text:
        """What is wrong, without the cards."""
        return _TEXTS[self.problem]


@dataclass(frozen=True, kw_only=True)
class Position:
    """What is held and lies on the table before a card; `thirds_a` and `thirds_b` are captured since the start (10)."""

    hands: Mapping[Seat, frozenset[Card]]
    leader: Seat
    table: tuple[Card, ...] = ()
    thirds_a: int = 0
    thirds_b: int = 0

    @property
    def to_play(self) -> Seat:
        return self.leader.after(len(self.table))

    @property
    def tricks_left(self) -> int:
        """Tricks still to be taken, with the one under way."""
        return len(self.hands[self.leader]) + bool(self.table)

    @property
    def lawful(self) -> frozenset[Card]:
        """The cards that whoever is to play may play: suit is followed (25)."""
        hand = self.hands[self.to_play]
        return frozenset(card for card in hand if self.table and card.suit is self.table[0].suit) or hand


ValueOf = Callable[[Position], int | None]


class EndingValues:
    """Values of positions in their last six tricks, None before them; what comes of one another shares a memory."""

    def __init__(self) -> None:
        self._values: LineValues | None = None

    def __call__(self, position: Position) -> int | None:
        if position.tricks_left == 0:
            return 0
        if position.tricks_left > MOST_CARDS:
            return None
        ending = Ending(hands=position.hands, leader=position.leader, table=position.table)
        if self._values is None or not self._values.holds(ending):
            self._values = LineValues(ending)
        return self._values.value_of(ending)


def checked_start(hands: Mapping[Seat, Iterable[Card]], leader: Seat) -> Position:
    """The position before the first card told. Raises ReplayRefused unless all four hold as many, ten at most."""
    dealt = {seat: frozenset(hands.get(seat, ())) for seat in Seat}
    places = Counter(card for seat in Seat for card in dealt[seat])
    if twice := [card for card in DECK if places[card] > 1]:
        raise ReplayRefused(ReplayProblem.TWICE, cards=twice)
    most = max(len(hand) for hand in dealt.values())
    if not most:
        raise ReplayRefused(ReplayProblem.NO_CARDS)
    if most > HAND_SIZE:
        raise ReplayRefused(ReplayProblem.TOO_MANY)
    if odd := [seat for seat in Seat if len(dealt[seat]) != most]:
        raise ReplayRefused(ReplayProblem.UNEQUAL, seats=odd)
    return Position(hands=dealt, leader=leader)


def hands_from(cards: Sequence[Card], leader: Seat) -> dict[Seat, frozenset[Card]]:
    """Who held what, where the play is told to its end: each held what it played.

    Raises ReplayRefused for a trick left half played, a card played twice, more than ten tricks.
    """
    if twice := [card for card, many in Counter(cards).items() if many > 1]:
        raise ReplayRefused(ReplayProblem.TWICE, cards=twice)
    if len(cards) % len(Seat):
        raise ReplayRefused(ReplayProblem.BEGUN_TRICK)
    if len(cards) > len(DECK):
        raise ReplayRefused(ReplayProblem.TOO_MANY)
    dealt: dict[Seat, set[Card]] = {seat: set() for seat in Seat}
    for start in range(0, len(cards), len(Seat)):
        trick = cards[start : start + len(Seat)]
        for place, card in enumerate(trick):
            dealt[leader.after(place)].add(card)
        leader = winner_of(trick, leader)
    return {seat: frozenset(hand) for seat, hand in dealt.items()}


def replayed(start: Position, cards: Sequence[Card]) -> tuple[Position, ...]:
    """The position before each card and, last, the one after them all.

    Raises ReplayRefused for a card that whoever is to play does not hold.
    """
    positions = [start]
    for place, card in enumerate(cards, start=1):
        now = positions[-1]
        if card not in now.hands[now.to_play]:
            raise ReplayRefused(ReplayProblem.NOT_HELD, seats=[now.to_play], cards=[card], place=place)
        positions.append(after(now, card))
    return tuple(positions)


def after(position: Position, card: Card) -> Position:
    """The position after whoever is to play plays the card; a full trick is taken at once (32, 34)."""
    seat, trick = position.to_play, (*position.table, card)
    hands = {**position.hands, seat: position.hands[seat] - {card}}
    thirds = {Line.A: position.thirds_a, Line.B: position.thirds_b}
    leader = position.leader
    if len(trick) == len(Seat):
        leader = winner_of(trick, leader)
        thirds[leader.line] += thirds_of(trick, is_last=not any(hands.values()))
        trick = ()
    return Position(hands=hands, leader=leader, table=trick, thirds_a=thirds[Line.A], thirds_b=thirds[Line.B])


def revokes(positions: Sequence[Position], cards: Sequence[Card]) -> tuple[int, ...]:
    """The places, from 1, of the cards that did not follow suit though they could (25)."""
    return tuple(
        place
        for place, (position, card) in enumerate(zip(positions, cards, strict=False), start=1)
        if card not in position.lawful
    )


def values_along(positions: Sequence[Position], value_of: ValueOf) -> tuple[int | None, ...]:
    """What line A makes in all from the start, in thirds, where everybody plays best from each position on."""
    values = [value_of(position) for position in positions]
    return tuple(
        None if value is None else position.thirds_a + value for position, value in zip(positions, values, strict=True)
    )


def losses(positions: Sequence[Position], values: Sequence[int | None]) -> tuple[int | None, ...]:
    """For each card the thirds that it gave away for the line that played it; None where a value is not known.

    Against best play a lawful card never gains; below zero is what a card that did not follow suit brought.
    """
    thirds_lost: list[int | None] = []
    for position, before, now in zip(positions, values, values[1:], strict=False):
        if before is None or now is None:
            thirds_lost.append(None)
        else:
            thirds_lost.append(before - now if of_line(position.to_play) else now - before)
    return tuple(thirds_lost)


@dataclass(frozen=True, kw_only=True)
class Instead:
    """A card that could have been played instead, and what line A then makes in all, in thirds, with best play."""

    card: Card
    thirds_a: int


def instead(position: Position, value_of: ValueOf, *, barred: frozenset[Card] = frozenset()) -> tuple[Instead, ...]:
    """Every lawful card but those `barred` by what bound the player, best for its line first; none where not searched.

    Where a bar leaves no lawful card it yields, as orders do (`endings/orders.py`).
    """
    cards = (position.lawful - barred) or position.lawful
    alternatives = []
    for card in sorted(cards, key=DECK.index):
        then = after(position, card)
        value = value_of(then)
        if value is None:
            return ()
        alternatives.append(Instead(card=card, thirds_a=then.thirds_a + value))
    sign = -1 if of_line(position.to_play) else 1
    return tuple(sorted(alternatives, key=lambda alternative: sign * alternative.thirds_a))


_TEXTS = {
    ReplayProblem.NO_CARDS: Text(it="Nessuno ha carte", en="Nobody holds cards"),
    ReplayProblem.TWICE: Text(it="La stessa carta c’è due volte", en="The same card is there twice"),
    ReplayProblem.TOO_MANY: Text(it="Una mano ha dieci carte", en="A hand has ten cards"),
    ReplayProblem.UNEQUAL: Text(
        it="Le mani non hanno lo stesso numero di carte", en="The hands do not have the same number of cards"
    ),
    ReplayProblem.NOT_HELD: Text(it="Chi deve giocare non ha quella carta", en="Whoever is to play lacks that card"),
    ReplayProblem.BEGUN_TRICK: Text(
        it="Senza le mani servono battute intere, fino all’ultima",
        en="Without the hands whole tricks are needed, to the last one",
    ),
}
