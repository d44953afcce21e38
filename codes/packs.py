"""The cards of a game as an arbiter taps and names them: faces, how many of each, in which order they are named."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from codes.burraco import cards as burraco
from codes.format.model import Language, Text, listed
from codes.tressette import cards as tressette

_THEN = Text(it=", poi ", en=", then ")
_TIMES = {
    2: Text(it="due", en="two"),
    3: Text(it="tre", en="three"),
    4: Text(it="quattro", en="four"),
}


@dataclass(frozen=True)
class Face:
    """A card as it is tapped: how it is written, its sign, its name, its suit (cuori, danari …; none of a joker)."""

    value: str
    sign: str
    name: Text
    suit: str = ""


Order = Literal["rule", "rank", "meld"]
Sorting = Callable[[Collection[str]], Sequence[str]]


@dataclass(frozen=True)
class Pack:
    """The faces of one pack, suit by suit; `packs` of them are played with, `copies` tells how many of each face."""

    faces: tuple[Face, ...]
    packs: int
    copies: Mapping[str, int]
    sorted_by: Mapping[Order, Sorting]

    def in_order(self, values: Collection[str], order: Order) -> tuple[str, ...]:
        """The cards by the code's rule, by rank, or as they lie in melds. Raises ValueError for what no packs hold."""
        if not self.holds(values):
            raise ValueError(f"no such cards: {' '.join(values)}")
        return tuple(self.sorted_by[order](values))

    def holds(self, values: Collection[str]) -> bool:
        """Whether the packs have all these cards at once."""
        return all(many <= self.copies.get(value, 0) for value, many in Counter(values).items())

    def list_in_words(self, values: Sequence[str], language: Language) -> str:
        """The cards as one reads them out: «Dieci di cuori (due), Re di picche e Jolly»."""
        names = [self._counted(value, many, language) for value, many in Counter(values).items()]
        return listed(names, language)

    def sequence_in_words(self, values: Sequence[str], language: Language) -> str:
        """The cards as they go one after the other: «Dieci di cuori, poi Re di picche»."""
        return _THEN.in_(language).join(self._name(value).in_(language) for value in values)

    def _counted(self, value: str, many: int, language: Language) -> str:
        name = self._name(value).in_(language)
        return f"{name} ({_TIMES[many].in_(language)})" if many > 1 else name

    def _name(self, value: str) -> Text:
        return next(face.name for face in self.faces if face.value == value)


def pack_of(game: str) -> Pack | None:
    """The cards with which a code's game is played; None of a game whose cards we do not know."""
    return _PACKS.get(game)


def _tressette() -> Pack:
    faces = tuple(Face(card.short, card.rank.value, card.name, card.suit.label.it) for card in tressette.DECK)
    places = {face.value: place for place, face in enumerate(faces)}

    def by_suit(values: Collection[str]) -> Sequence[str]:
        return sorted(values, key=places.__getitem__)

    return Pack(faces, 1, dict.fromkeys(places, 1), {"rule": by_suit, "rank": by_suit, "meld": by_suit})


def _burraco() -> Pack:
    suited = [burraco.BurracoCard(rank, suit) for suit in burraco.BurracoSuit for rank in burraco.RANKS]
    faces = [Face(str(card), card.rank, card.name, card.suit.label.it if card.suit else "") for card in suited]
    joker = burraco.BurracoCard(burraco.JOKER)
    return Pack(
        (*faces, Face(str(joker), "★", joker.name)),
        burraco.COPIES,
        Counter(map(str, burraco.deck())),
        {"rule": _by_code(burraco.by_rule), "rank": _by_code(burraco.by_rank), "meld": _by_code(burraco.as_melded)},
    )


def _by_code(sort: Callable[[Iterable[burraco.BurracoCard]], Iterable[burraco.BurracoCard]]) -> Sorting:
    return lambda values: [str(card) for card in sort(map(burraco.card, values))]


_PACKS: Mapping[str, Pack] = {"tressette": _tressette(), "burraco": _burraco()}
