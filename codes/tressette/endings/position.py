"""The cards that are left, who leads, what lies there, what binds a player (Codice FITRES, art. 25–34, 112, 120).

Every order yields to the duty of following suit, and to necessity: where it leaves a player no lawful card it does not
bind for that card. So do the bans of art. 180–185 («unless he holds no other suit»), and by a reading that of art. 24.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from codes.format.model import Text
from codes.seats import Line, Seat
from codes.tressette.cards import DECK, DECK_THIRDS, THIRDS_PER_POINT, Card
from codes.tressette.count import LAST_TRICK_POINTS

MOST_CARDS = 6  # of a hand: what plain Python searches while one waits
LAST_TRICK_THIRDS = LAST_TRICK_POINTS * THIRDS_PER_POINT  # art. 34
ALL_THIRDS = DECK_THIRDS + LAST_TRICK_THIRDS


class EndingProblem(StrEnum):
    """Why what was given is no ending."""

    TWICE = "twice"
    TOO_MANY = "too-many"
    NO_CARDS = "no-cards"
    UNEQUAL = "unequal"
    TABLE_FULL = "table-full"
    POINTS = "points"


class EndingRefused(ValueError):
    """Cards that cannot be left together; `seats` and `cards` say where the trouble is."""

    def __init__(self, problem: EndingProblem, *, seats: Iterable[Seat] = (), cards: Iterable[Card] = ()) -> None:
        self.problem = problem
        self.seats = tuple(seats)
        self.cards = tuple(cards)
        super().__init__(self.text.en)

    @property
    def text(self) -> Text:
        """What is wrong, without the cards."""
        return _TEXTS[self.problem]


@dataclass(frozen=True, kw_only=True)
class Ending:
    """Who holds what, before a card is played by whoever is to play.

    `hands` has all four seats. `table` are the cards of the trick under way, the leader's first: they are no longer in
    the hands. Raises EndingRefused for a card in two places, for hands that cannot stand beside each other, for more
    than `MOST_CARDS`.
    """

    hands: Mapping[Seat, frozenset[Card]]
    leader: Seat
    table: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        places = Counter([*self.table, *(card for seat in Seat for card in self.hands[seat])])
        if twice := [card for card in DECK if places[card] > 1]:
            raise EndingRefused(EndingProblem.TWICE, cards=twice)
        if len(self.table) >= len(Seat):
            raise EndingRefused(EndingProblem.TABLE_FULL)
        if not self.tricks:
            raise EndingRefused(EndingProblem.NO_CARDS)
        if self.tricks > MOST_CARDS:
            raise EndingRefused(EndingProblem.TOO_MANY)
        if odd := [seat for seat in Seat if self._cards_of(seat) != self.tricks]:
            raise EndingRefused(EndingProblem.UNEQUAL, seats=odd)

    @property
    def tricks(self) -> int:
        """How many tricks are left, with the one under way."""
        return max(map(self._cards_of, Seat))

    @property
    def played(self) -> tuple[Seat, ...]:
        """Who has played to the trick under way."""
        return tuple(self.leader.after(place) for place in range(len(self.table)))

    @property
    def to_play(self) -> Seat:
        return self.leader.after(len(self.table))

    @property
    def thirds_left(self) -> int:
        """Thirds of a point still to be made, the last trick's three included (art. 10, 34)."""
        in_hand = sum(card.thirds for seat in Seat for card in self.hands[seat])
        return in_hand + sum(card.thirds for card in self.table) + LAST_TRICK_THIRDS

    @property
    def thirds_gone(self) -> int:
        """Thirds of a point already captured by both lines together."""
        return ALL_THIRDS - self.thirds_left

    def _cards_of(self, seat: Seat) -> int:
        return len(self.hands[seat]) + (seat in self.played)


def check_captured(*, captured: int, before: int) -> None:
    """Raise EndingRefused unless line A can have captured `before` of the thirds `captured` so far."""
    if not 0 <= before <= captured:
        raise EndingRefused(EndingProblem.POINTS)


def points_of(thirds_a: int) -> tuple[int, int]:
    """Deck points of both lines, eleven together, where line A makes so many thirds of the whole deal (10, 13, 34)."""
    return thirds_a // THIRDS_PER_POINT, (ALL_THIRDS - thirds_a) // THIRDS_PER_POINT


def winner_of(trick: Iterable[Card], leader: Seat) -> Seat:
    """Who takes the trick: the highest card of the suit led (art. 32)."""
    cards = tuple(trick)
    best = max((card.rank.grade, place) for place, card in enumerate(cards) if card.suit == cards[0].suit)
    return leader.after(best[1])


def thirds_of(cards: Iterable[Card], *, is_last: bool) -> int:
    """Thirds that a trick brings, with the last trick's three (art. 10, 34)."""
    return sum(card.thirds for card in cards) + (LAST_TRICK_THIRDS if is_last else 0)


def of_line(seat: Seat) -> bool:
    """Whether the seat's tricks are line A's."""
    return seat.line is Line.A


_TEXTS = {
    EndingProblem.TWICE: Text(it="La stessa carta è in due posti", en="The same card is in two places"),
    EndingProblem.TOO_MANY: Text(it="Si cerca fino a sei carte per mano", en="The search takes up to six cards a hand"),
    EndingProblem.NO_CARDS: Text(it="Nessuno ha carte", en="Nobody holds cards"),
    EndingProblem.UNEQUAL: Text(
        it="Le mani non hanno lo stesso numero di carte", en="The hands do not have the same number of cards"
    ),
    EndingProblem.TABLE_FULL: Text(it="Una battuta con quattro carte è finita", en="A trick with four cards is over"),
    EndingProblem.POINTS: Text(
        it="Una linea non può avere già preso tanto", en="A line cannot have captured that much already"
    ),
}


class OrderVerb(StrEnum):
    FORBID = "forbid"
    OBLIGE = "oblige"


@dataclass(frozen=True, kw_only=True)
class CardOrder:
    """`seat` may not play these cards, or plays one of them as soon as it may.

    `leading`: only when leading to a trick. `tricks`: for so many tricks, the present one included; None to the end.
    """

    seat: Seat
    verb: OrderVerb
    cards: frozenset[Card]
    leading: bool = False
    tricks: int | None = None


@dataclass(frozen=True, kw_only=True)
class BestFirst:
    """«A meglio a meglio» after a hand laid down that does not hold (art. 120).

    `seat` laid it down and plays from the highest grade, free between cards of one grade, until partner or opponents
    take the lead; `is_free` where they have taken it already. From then on the duty does not come back (the reading of
    the procedures); the partner's holds whenever the partner leads, to the end.
    """

    seat: Seat
    is_free: bool = False
