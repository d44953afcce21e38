"""The cards of burraco: points, ranks and the two orders that the code uses (art. 1).

    rank           art. 1, 3, 9   which card is the highest: joker, 2, A, K … 3, then ♥ ♦ ♣ ♠
    by rule        definitions    in which order penalised cards are discarded: by points, then ♥ ♦ ♣ ♠

The two differ: by rank a K♠ stands above an 8♥, by rule the 8♥ goes first, for both are worth ten points and
hearts come before spades. Equal points and equal suit (K♥ and 8♥) are left open by the text: the rank decides then,
which is our reading.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from codes.format.model import Text


class BurracoSuit(StrEnum):
    """The four suits, highest first (art. 1)."""

    HEARTS = "♥"
    DIAMONDS = "♦"
    CLUBS = "♣"
    SPADES = "♠"

    @property
    def label(self) -> Text:
        return _SUIT_NAMES[self]


JOKER = "Jolly"
PINELLA = "2"
RANKS = (PINELLA, "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")  # art. 1, highest first
POINTS = {JOKER: 30, PINELLA: 20, "A": 15} | dict.fromkeys(RANKS[2:8], 10) | dict.fromkeys(RANKS[8:], 5)  # art. 1
COPIES = 2  # two packs, with two jokers each
JOKERS = 4
_SUITS = tuple(BurracoSuit)
_SUIT_NAMES = {
    BurracoSuit.HEARTS: Text(it="cuori", en="hearts"),
    BurracoSuit.DIAMONDS: Text(it="quadri", en="diamonds"),
    BurracoSuit.CLUBS: Text(it="fiori", en="clubs"),
    BurracoSuit.SPADES: Text(it="picche", en="spades"),
}
_RANK_NAMES = {
    PINELLA: Text(it="Due", en="Two"),
    "A": Text(it="Asso", en="Ace"),
    "K": Text(it="Re", en="King"),
    "Q": Text(it="Donna", en="Queen"),
    "J": Text(it="Fante", en="Jack"),
    "10": Text(it="Dieci", en="Ten"),
    "9": Text(it="Nove", en="Nine"),
    "8": Text(it="Otto", en="Eight"),
    "7": Text(it="Sette", en="Seven"),
    "6": Text(it="Sei", en="Six"),
    "5": Text(it="Cinque", en="Five"),
    "4": Text(it="Quattro", en="Four"),
    "3": Text(it="Tre", en="Three"),
}
_JOKER_NAME = Text(it="Jolly", en="Joker")


@dataclass(frozen=True)
class BurracoCard:
    """One card: rank and suit; a joker has no suit. Raises ValueError for a card that no pack holds."""

    rank: str
    suit: BurracoSuit | None = None

    def __post_init__(self) -> None:
        if self.rank not in POINTS or (self.suit is None) != (self.rank == JOKER):
            raise ValueError(f"no such card: {self.rank} {self.suit or ''}".rstrip())

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"

    @property
    def points(self) -> int:
        """What the card is worth (art. 1)."""
        return POINTS[self.rank]

    @property
    def name(self) -> Text:
        """The card in words: «Dieci di cuori»."""
        if self.suit is None:
            return _JOKER_NAME
        rank, suit = _RANK_NAMES[self.rank], self.suit.label
        return Text(it=f"{rank.it} di {suit.it}", en=f"{rank.en} of {suit.en}")

    @property
    def is_wild(self) -> bool:
        """Whether it is a matta: a joker or any two (art. 10), also where it stands as a natural two."""
        return self.rank in (JOKER, PINELLA)


def card(text: str) -> BurracoCard:
    """The card written so: "10♥", "K♠", "Jolly". Raises ValueError for anything else."""
    if text == JOKER:
        return BurracoCard(JOKER)
    if not text or text[-1] not in _SUITS:
        raise ValueError(f"no such card: {text}")
    return BurracoCard(text[:-1], BurracoSuit(text[-1]))


def cards(text: str) -> tuple[BurracoCard, ...]:
    """The cards written one after the other with spaces between."""
    return tuple(card(word) for word in text.split())


def by_rank(cards: Iterable[BurracoCard]) -> tuple[BurracoCard, ...]:
    """The cards from the highest rank down, suits deciding between equals (art. 1)."""
    return tuple(sorted(cards, key=lambda card: (_rank_place(card), _suit_place(card))))


def by_rule(cards: Iterable[BurracoCard]) -> tuple[BurracoCard, ...]:
    """The cards in the order in which they must be discarded: points, then suit, then rank (our reading)."""
    return tuple(sorted(cards, key=lambda card: (-card.points, _suit_place(card), _rank_place(card))))


def as_melded(cards: Iterable[BurracoCard]) -> tuple[BurracoCard, ...]:
    """The cards as melds are read out: suit by suit, from the lowest rank up, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.suit is None, _suit_place(card), -_rank_place(card))))


def deck() -> tuple[BurracoCard, ...]:
    """The 108 cards of the two packs (art. 1)."""
    suited = [BurracoCard(rank, suit) for suit in BurracoSuit for rank in RANKS]
    return (*suited * COPIES, *[BurracoCard(JOKER)] * JOKERS)


def surplus(cards: Iterable[BurracoCard]) -> tuple[BurracoCard, ...]:
    """The cards that two regular packs cannot contain together with the others (art. 5), once each too many."""
    too_many = Counter(cards) - Counter(deck())
    return tuple(too_many.elements())


def _rank_place(card: BurracoCard) -> int:
    return -1 if card.rank == JOKER else RANKS.index(card.rank)


def _suit_place(card: BurracoCard) -> int:
    return _SUITS.index(card.suit) if card.suit else -1
