"""The forty cards of tressette: suits, grades, values in thirds of a point, names (Codice FITRES, art. 2–10).

A card is written with the small letter of its suit and the sign of its rank (art. 3): dA, s3, c7, bR.
"""

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from codes.format.model import Text

# The code whose numbered lists and figures the modules beside this one read.
FITRES = Path(__file__).resolve().parents[1] / "rulebooks" / "fitres-tressette"

THIRDS_PER_POINT = 3


class UnknownCard(ValueError):
    """Something that is no card in the short notation of art. 3."""

    def __init__(self, text: str) -> None:
        self.written = text
        super().__init__(f"{text!r} is no card")


class Suit(StrEnum):
    """The four suits in the conventional order of art. 3; none ranks above another."""

    DANARI = "d"
    SPADE = "s"
    COPPE = "c"
    BASTONI = "b"

    @property
    def label(self) -> Text:
        return _SUITS[self]

    @property
    def french(self) -> Text:
        """The suit that stands for it in a French pack (art. 4)."""
        return _FRENCH_SUITS[self]


class Rank(StrEnum):
    """The ten ranks from the highest grade to the lowest (art. 5); the value is the sign of art. 3."""

    THREE = "3"
    TWO = "2"
    ACE = "A"
    KING = "R"
    KNIGHT = "C"
    QUEEN = "D"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"

    @property
    def label(self) -> Text:
        return _RANKS[self]

    @property
    def grade(self) -> int:
        """Ten for the Three down to one for the Four (art. 5)."""
        return _GRADES[self]

    @property
    def higher(self) -> frozenset["Rank"]:
        """The ranks that beat it in its suit (art. 5–6)."""
        return _HIGHER[self]

    @property
    def thirds(self) -> int:
        """Its value in thirds of a point: the Ace three, Three, Two and court cards one, the rest none (art. 10)."""
        if self is Rank.ACE:
            return THIRDS_PER_POINT
        return int(not self.is_cartina)

    @property
    def is_tressette(self) -> bool:
        """Three, Two and Ace (art. 8)."""
        return self in TRESSETTE

    @property
    def is_figure(self) -> bool:
        """King, Knight and Queen (art. 8)."""
        return self in FIGURES

    @property
    def is_cartina(self) -> bool:
        """Seven, Six, Five and Four (art. 8)."""
        return self in CARTINE

    @property
    def is_simple(self) -> bool:
        """Any card but the Three, the Two and the Ace: the King too (art. 8)."""
        return not self.is_tressette


TRESSETTE = (Rank.THREE, Rank.TWO, Rank.ACE)
FIGURES = (Rank.KING, Rank.KNIGHT, Rank.QUEEN)
CARTINE = (Rank.SEVEN, Rank.SIX, Rank.FIVE, Rank.FOUR)

_GRADES = {rank: 10 - place for place, rank in enumerate(Rank)}
_HIGHER = {rank: frozenset(list(Rank)[:place]) for place, rank in enumerate(Rank)}
_SUITS = {
    Suit.DANARI: Text(it="danari", en="coins"),
    Suit.SPADE: Text(it="spade", en="swords"),
    Suit.COPPE: Text(it="coppe", en="cups"),
    Suit.BASTONI: Text(it="bastoni", en="batons"),
}
# The correspondence of art. 4; other houses pair cups with hearts and coins with diamonds.
_FRENCH_SUITS = {
    Suit.DANARI: Text(it="cuori", en="hearts"),
    Suit.SPADE: Text(it="picche", en="spades"),
    Suit.COPPE: Text(it="quadri", en="diamonds"),
    Suit.BASTONI: Text(it="fiori", en="clubs"),
}
_RANKS = {
    Rank.THREE: Text(it="Tre", en="Three"),
    Rank.TWO: Text(it="Due", en="Two"),
    Rank.ACE: Text(it="Asso", en="Ace"),
    Rank.KING: Text(it="Re", en="King"),
    Rank.KNIGHT: Text(it="Cavallo", en="Knight"),
    Rank.QUEEN: Text(it="Donna", en="Queen"),
    Rank.SEVEN: Text(it="Sette", en="Seven"),
    Rank.SIX: Text(it="Sei", en="Six"),
    Rank.FIVE: Text(it="Cinque", en="Five"),
    Rank.FOUR: Text(it="Quattro", en="Four"),
}
# Art. 4: Eights, Nines and Tens of a French pack are put aside; its Jack is the Knight.
_FRENCH_RANKS = {Rank.KING: "K", Rank.QUEEN: "Q", Rank.KNIGHT: "J"}


class Card(NamedTuple):
    suit: Suit
    rank: Rank

    @property
    def short(self) -> str:
        """The notation of art. 3: dA, s3, bR."""
        return f"{self.suit.value}{self.rank.value}"

    @property
    def french_rank(self) -> str:
        """What is printed on the French card that stands for it (art. 4)."""
        return _FRENCH_RANKS.get(self.rank, self.rank.value)

    @property
    def name(self) -> Text:
        rank, suit = self.rank.label, self.suit.label
        return Text(it=f"{rank.it} di {suit.it}", en=f"{rank.en} of {suit.en}")

    @property
    def thirds(self) -> int:
        """Its value in thirds of a point (art. 10)."""
        return self.rank.thirds

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written in the notation of art. 3. Raises UnknownCard."""
        card = _BY_SHORT.get(text)
        if card is None:
            raise UnknownCard(text)
        return card


DECK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
DECK_THIRDS = sum(card.thirds for card in DECK)  # 32: ten points and two thirds, which are never counted (10, 13)
_BY_SHORT = {card.short: card for card in DECK}


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a list such as "dA s3 c7", in its order. Raises UnknownCard."""
    return tuple(Card.parse(word) for word in text.split())
