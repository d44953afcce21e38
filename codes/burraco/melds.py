"""The melds laid on the table, sequences and sets, and the burraco that they make (art. 10–13).

Cards are given as they lie, from the lowest upwards. Raises NoMeld, with its article, for what is no meld.

Readings: a free wild card may stand below a low ace or above a high one, where it replaces nothing; a sequence has
one ace only, because thirteen is its largest number of natural cards. Not handled: surplus cards of a wrong pack,
which art. 5 lets into a set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from codes.burraco.cards import PINELLA, RANKS, BurracoCard, BurracoSuit

SMALLEST = 3  # art. 11, 12
BURRACO = 7  # art. 13
SEMI_CLEAN_SET = 8  # art. 13, the wild card included
LONGEST_SEQUENCE = 13  # art. 11, besides the wild card
LARGEST_SET = 8  # art. 12, besides the wild card
_PLACES = {rank: place for place, rank in enumerate(reversed(RANKS[2:]), start=3)} | {PINELLA: 2}
_LOW_ACE, _HIGH_ACE = 1, 14


class NoMeld(ValueError):
    """Cards that make neither a sequence nor a set; `article` says which rule they break."""

    def __init__(self, article: int, why: str) -> None:
        self.article, self.why = article, why
        super().__init__(f"{why} (art. {article})")


class MeldKind(StrEnum):
    SEQUENCE = "sequence"
    SET = "set"


class Burraco(StrEnum):
    """What a meld of seven cards or more is worth (art. 13)."""

    CLEAN = "clean"
    SEMI_CLEAN = "semi-clean"
    DIRTY = "dirty"


@dataclass(frozen=True)
class Meld:
    """A lawful meld: its cards as they lie, the place of its wild card if it has one, and its burraco if it is one."""

    kind: MeldKind
    cards: tuple[BurracoCard, ...]
    wild_at: int | None

    @property
    def burraco(self) -> Burraco | None:
        """Clean, semi-clean or dirty (art. 13); None below seven cards."""
        if len(self.cards) < BURRACO:
            return None
        if self.wild_at is None:
            return Burraco.CLEAN
        if self.kind is MeldKind.SET:
            return Burraco.SEMI_CLEAN if len(self.cards) >= SEMI_CLEAN_SET else Burraco.DIRTY
        beside = max(self.wild_at, len(self.cards) - self.wild_at - 1)
        return Burraco.SEMI_CLEAN if beside >= BURRACO else Burraco.DIRTY


def meld(laid: Sequence[BurracoCard]) -> Meld:
    """The meld that these cards make, lying so. Raises NoMeld."""
    if len(laid) < SMALLEST:
        raise NoMeld(7, "a meld has at least three cards")
    natural = [card for card in laid if not card.is_wild]
    if not natural:
        raise NoMeld(10, "wild cards alone make no meld")
    if len({card.rank for card in natural}) == 1 and not _could_be_a_sequence(laid, natural):
        return _set(laid)
    return _sequence(laid, natural)


def _could_be_a_sequence(laid: Sequence[BurracoCard], natural: Sequence[BurracoCard]) -> bool:
    """One natural card can still be a sequence with the two of its suit: 2♦ 3♦ and a wild card."""
    return len(natural) == 1 and BurracoCard(PINELLA, natural[0].suit) in laid


def _set(laid: Sequence[BurracoCard]) -> Meld:
    wild = [place for place, card in enumerate(laid) if card.is_wild]
    if len(wild) > 1:
        raise NoMeld(12, "a set takes one wild card only")
    if len(laid) - len(wild) > LARGEST_SET:
        raise NoMeld(12, "a set has at most eight cards besides the wild one")
    return Meld(MeldKind.SET, tuple(laid), wild[0] if wild else None)


def _sequence(laid: Sequence[BurracoCard], natural: Sequence[BurracoCard]) -> Meld:
    suit = natural[0].suit
    if suit is None or any(card.suit is not suit for card in natural):
        raise NoMeld(11, "a sequence has one suit")
    wilds = [wild for ace in (_LOW_ACE, _HIGH_ACE) if (wild := _wild_places(laid, suit, ace)) is not None]
    if not wilds:
        raise NoMeld(11, "the cards of a sequence follow one another")
    fewest = min(wilds, key=len)
    if len(fewest) > 1:
        raise NoMeld(11, "a sequence takes one wild card only")
    if len(laid) - len(fewest) > LONGEST_SEQUENCE:
        raise NoMeld(11, "a sequence has at most thirteen cards besides the wild one")
    return Meld(MeldKind.SEQUENCE, tuple(laid), fewest[0] if fewest else None)


def _wild_places(laid: Sequence[BurracoCard], suit: BurracoSuit, ace: int) -> list[int] | None:
    """Where the wild cards lie if the ace counts so; None where the natural cards do not follow one another."""
    places = _PLACES | {"A": ace}
    starts = {places[card.rank] - index for index, card in enumerate(laid) if not card.is_wild}
    if len(starts) != 1:
        return None
    start = starts.pop()
    if start < _LOW_ACE - 1 or start + len(laid) - 1 > _HIGH_ACE + 1:
        return None
    return [
        index
        for index, card in enumerate(laid)
        if card.is_wild and not (card == BurracoCard(PINELLA, suit) and start + index == places[PINELLA])
    ]
