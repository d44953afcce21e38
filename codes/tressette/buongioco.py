"""The buongioco of a hand; whether an accusa is complete, incomplete or wrong (Codice FITRES, art. 172–179).

A buongioco is a napoletana, or three or four tressette cards of one rank (172); it is worth three points, four for all
four cards (174). They add up, even with a card in two of them (176); the holder is free to accuse only some (178), but
whoever holds four of a rank has no three to accuse (175). An accusa must name the suit of the napoletana, or of the
card missing from the three (179). The points are given only where one plays with accusa (173); when an accusa comes in
time, and what follows when it does not (180–185), is for the procedures.

Reading of 177: with more than two accused, the cards made known imply a buongioco when every hand that holds them has
it: a whole napoletana, or three of a rank. If the holder also has the fourth, what counts is the four, because by 175
that hand has no three.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from codes.format.model import Text
from codes.tressette.cards import TRESSETTE, Card, Rank, Suit

HAND_SIZE = 10  # art. 98
THREE_POINTS, FOUR_POINTS = 3, 4  # art. 174
MANY_ACCUSED = 2  # art. 177: with more than these


class ImpossibleHand(ValueError):
    """More than ten cards, or one twice."""


class ImpossibleAccusa(ValueError):
    """Words that accuse nothing: a napoletana of a rank, three Kings, a missing suit of all four."""


class BuongiocoKind(StrEnum):
    """The three shapes of a buongioco (art. 172)."""

    NAPOLETANA = "napoletana"
    THREE = "three"
    FOUR = "four"


@dataclass(frozen=True, kw_only=True)
class Buongioco:
    """One buongioco; also what somebody says of one, then perhaps without its suit.

    `suit` is that of the napoletana, or of the card missing from three of `rank` (art. 179).
    """

    kind: BuongiocoKind
    rank: Rank | None = None
    suit: Suit | None = None

    def __post_init__(self) -> None:
        of_rank = self.kind is not BuongiocoKind.NAPOLETANA
        if of_rank != (self.rank in TRESSETTE) or (self.kind is BuongiocoKind.FOUR and self.suit):
            raise ImpossibleAccusa(f"{self.kind.value} {self.rank} {self.suit}")

    @property
    def points(self) -> int:
        """Points of buongioco (art. 174)."""
        return FOUR_POINTS if self.kind is BuongiocoKind.FOUR else THREE_POINTS

    @property
    def needs_suit(self) -> bool:
        """Whether a suit must be named (art. 179)."""
        return self.kind is not BuongiocoKind.FOUR

    @property
    def cards(self) -> frozenset[Card]:
        """The cards that it makes known. The suit must be there if it is needed."""
        if self.kind is BuongiocoKind.NAPOLETANA and self.suit:
            return frozenset(Card(self.suit, rank) for rank in TRESSETTE)
        if self.rank is None or (self.needs_suit and not self.suit):
            raise ImpossibleAccusa("an accusa without its suit makes no cards known")
        return frozenset(Card(suit, self.rank) for suit in Suit if suit is not self.suit)

    @property
    def name(self) -> Text:
        """As it is accused: napoletana di coppe; tre Assi, manca spade; quattro Due."""
        if self.kind is BuongiocoKind.NAPOLETANA:
            return Text(
                it="napoletana" + _with_suit(self.suit, "it", " di "),
                en="napoletana" + _with_suit(self.suit, "en", " of "),
            )
        italian, english = _RANK_PLURALS[self.rank or Rank.THREE]
        if self.kind is BuongiocoKind.FOUR:
            return Text(it=f"quattro {italian}", en=f"four {english}")
        missing = Text(
            it=_with_suit(self.suit, "it", ", manca ") or "…", en=_with_suit(self.suit, "en", ", without ") or "…"
        )
        return Text(it=f"tre {italian}{missing.it}", en=f"three {english}{missing.en}")


def _with_suit(suit: Suit | None, language: str, joined: str) -> str:
    return joined + suit.label.in_(language) if suit else ""


class AccusaVerdict(StrEnum):
    """What an accusa is (art. 179)."""

    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    WRONG = "wrong"


class AccusaFlaw(StrEnum):
    """What makes an accusa incomplete or wrong."""

    SUIT_MISSING = "suit-missing"  # 179
    OTHER_SUIT = "other-suit"  # 179
    THREE_OF_FOUR = "three-of-four"  # 175
    NOT_HELD = "not-held"  # 172, 174
    REPEATED = "repeated"  # 174: once for each buongioco


_WHY_ARTICLES = {
    AccusaFlaw.SUIT_MISSING: (179,),
    AccusaFlaw.OTHER_SUIT: (179,),
    AccusaFlaw.THREE_OF_FOUR: (175,),
    AccusaFlaw.NOT_HELD: (172, 174),
    AccusaFlaw.REPEATED: (174,),
}


@dataclass(frozen=True, kw_only=True)
class Checked:
    """One accusa against the hand; `held` are the buongioco of the hand that it can have meant."""

    said: Buongioco
    verdict: AccusaVerdict
    held: tuple[Buongioco, ...] = ()
    why: AccusaFlaw | None = None

    @property
    def articles(self) -> tuple[int, ...]:
        """What makes it so."""
        return _WHY_ARTICLES[self.why] if self.why else (174, 179)


@dataclass(frozen=True, kw_only=True)
class AccusaCount:
    """All that a player accused: each accusa, what 177 adds, what stays silent (178), the points together (176)."""

    checked: tuple[Checked, ...]
    accused: tuple[Buongioco, ...]
    implied: tuple[Buongioco, ...]
    silent: tuple[Buongioco, ...]

    @property
    def points(self) -> int:
        """Points of buongioco as things stand: only complete accuse, and those that they imply (174, 176, 177)."""
        return sum(accusa.points for accusa in (*self.accused, *self.implied))

    @property
    def articles(self) -> tuple[int, ...]:
        """The articles that make these points."""
        articles = {article for checked in self.checked for article in checked.articles}
        many = {176} if len(self.accused) + len(self.implied) > 1 else set()
        return tuple(sorted(articles | many | ({177} if self.implied else set()) | ({178} if self.silent else set())))


def buongioco_of(hand: Iterable[Card]) -> tuple[Buongioco, ...]:
    """Every buongioco of the hand: napoletane by suit, then threes and fours by rank. Raises ImpossibleHand."""
    dealt = tuple(hand)
    cards = frozenset(dealt)
    if len(dealt) > HAND_SIZE or len(cards) < len(dealt):
        raise ImpossibleHand(f"{len(dealt)} cards, {len(cards)} different")
    return (*_napoletane(cards), *_same_rank(cards))


def _napoletane(cards: frozenset[Card]) -> Iterator[Buongioco]:
    for suit in Suit:
        if all(Card(suit, rank) in cards for rank in TRESSETTE):
            yield Buongioco(kind=BuongiocoKind.NAPOLETANA, suit=suit)


def _same_rank(cards: frozenset[Card]) -> Iterator[Buongioco]:
    for rank in TRESSETTE:
        missing = [suit for suit in Suit if Card(suit, rank) not in cards]
        if not missing:
            yield Buongioco(kind=BuongiocoKind.FOUR, rank=rank)
        elif len(missing) == 1:
            yield Buongioco(kind=BuongiocoKind.THREE, rank=rank, suit=missing[0])


def check_accusa(declared: Buongioco, hand: Iterable[Card]) -> Checked:
    """Whether one accusa is complete, incomplete or wrong for whoever holds the hand (art. 174, 175, 179)."""
    alike = tuple(
        accusa for accusa in buongioco_of(hand) if accusa.rank is declared.rank and _same_shape(accusa, declared)
    )
    same_kind = tuple(accusa for accusa in alike if accusa.kind is declared.kind)
    if not same_kind:
        why = AccusaFlaw.THREE_OF_FOUR if alike and declared.kind is BuongiocoKind.THREE else AccusaFlaw.NOT_HELD
        return Checked(said=declared, verdict=AccusaVerdict.WRONG, held=alike, why=why)
    if declared in same_kind:
        return Checked(said=declared, verdict=AccusaVerdict.COMPLETE, held=(declared,))
    if declared.suit is None:
        return Checked(said=declared, verdict=AccusaVerdict.INCOMPLETE, held=same_kind, why=AccusaFlaw.SUIT_MISSING)
    return Checked(said=declared, verdict=AccusaVerdict.WRONG, held=same_kind, why=AccusaFlaw.OTHER_SUIT)


def _same_shape(accusa: Buongioco, other: Buongioco) -> bool:
    return (accusa.kind is BuongiocoKind.NAPOLETANA) == (other.kind is BuongiocoKind.NAPOLETANA)


def count_accuse(declared: Iterable[Buongioco], hand: Iterable[Card]) -> AccusaCount:
    """All of a player's accuse against the hand, with their points (art. 174–179). Raises ImpossibleHand."""
    cards = frozenset(hand)
    checked: list[Checked] = []
    for accusa in declared:
        result = check_accusa(accusa, cards)
        if result.verdict is AccusaVerdict.COMPLETE and any(earlier.said == accusa for earlier in checked):
            result = Checked(said=accusa, verdict=AccusaVerdict.WRONG, held=result.held, why=AccusaFlaw.REPEATED)
        checked.append(result)
    accused = tuple(entry.said for entry in checked if entry.verdict is AccusaVerdict.COMPLETE)
    implied = implied_by(accused, cards)
    silent = tuple(accusa for accusa in buongioco_of(cards) if accusa not in accused and accusa not in implied)
    return AccusaCount(checked=tuple(checked), accused=accused, implied=implied, silent=silent)


def implied_by(accused: Iterable[Buongioco], hand: Iterable[Card]) -> tuple[Buongioco, ...]:
    """The buongioco that count as accused because the cards made known imply them (art. 177, reading above)."""
    declared = tuple(accused)
    if len(declared) <= MANY_ACCUSED:
        return ()
    proven = frozenset(card for accusa in declared for card in accusa.cards)
    return tuple(accusa for accusa in buongioco_of(hand) if accusa not in declared and _is_proven(proven, accusa))


def _is_proven(cards: frozenset[Card], accusa: Buongioco) -> bool:
    if accusa.kind is BuongiocoKind.NAPOLETANA:
        return accusa.cards <= cards
    return sum(card.rank is accusa.rank for card in cards) >= 3


def possible_points(hand: Iterable[Card], *, with_implied: bool = True) -> frozenset[int]:
    """The points that the holder can reach by accusing any of the hand's buongioco, none too (art. 176–178)."""
    cards = frozenset(hand)
    accuse = buongioco_of(cards)
    return frozenset(
        sum(accusa.points for accusa in (*some, *(implied_by(some, cards) if with_implied else ())))
        for size in range(len(accuse) + 1)
        for some in combinations(accuse, size)
    )


_RANK_PLURALS = {
    Rank.THREE: ("Tre", "Threes"),
    Rank.TWO: ("Due", "Twos"),
    Rank.ACE: ("Assi", "Aces"),
}
