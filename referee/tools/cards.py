"""Cards to tap: check boxes or radio buttons drawn as cards."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms

from codes.packs import Pack
from codes.tressette.cards import Card, Rank, Suit
from referee.cases.words import spoken

# The drawings of components/suit.html.
DRAWINGS = {Suit.DANARI: "danari", Suit.SPADE: "spade", Suit.COPPE: "coppe", Suit.BASTONI: "bastoni"}


@dataclass(frozen=True)
class Tappable:
    value: str
    sign: str
    name: str
    drawing: str
    is_chosen: bool


class CardsField(forms.TypedMultipleChoiceField):
    """Cards, or the ranks of one suit, tapped or not; each once."""

    def __init__(self, cards: Iterable[Card | Rank], **kwargs: Any) -> None:
        self.cards = tuple(cards)
        choices = [(_value(card), _value(card)) for card in self.cards]
        super().__init__(choices=choices, coerce=_card_or_rank, required=False, empty_value=[], **kwargs)

    def clean(self, value: Any) -> list[Any]:
        return list(dict.fromkeys(super().clean(value)))


class RankField(forms.TypedChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[(rank.value, rank.value) for rank in Rank], coerce=Rank, empty_value=None, **kwargs)


def _value(card: Card | Rank) -> str:
    return card.short if isinstance(card, Card) else card.value


def _card_or_rank(value: str) -> Card | Rank:
    return Card.parse(value) if len(value) > 1 else Rank(value)


def tappable(cards: Iterable[Card | Rank], chosen: Collection[str] | str | None) -> Iterator[Tappable]:
    """The cards as they are drawn; `chosen` are the values that the request told."""
    picked = {chosen} if isinstance(chosen, str) else set(chosen or ())
    for card in cards:
        name, drawing = (card.name, DRAWINGS[card.suit]) if isinstance(card, Card) else (card.label, "")
        sign = card.rank.value if isinstance(card, Card) else card.value
        yield Tappable(_value(card), sign, spoken(name), drawing, _value(card) in picked)


def tappable_packs(pack: Pack, chosen: Iterable[str], *, single: bool) -> Iterator[list[Tappable]]:
    """The cards of each pack that is played with; one pack is enough where one card is tapped, of which any will do."""
    to_tap = Counter(chosen)
    for _number in range(1 if single else pack.packs):
        yield [
            Tappable(face.value, face.sign, spoken(face.name), face.suit, _take(to_tap, face.value))
            for face in pack.faces
            for _copy in range(1 if single else pack.copies[face.value] // pack.packs)
        ]


def _take(to_tap: Counter[str], value: str) -> bool:
    """Whether one more of that card is to be shown as tapped."""
    is_chosen = to_tap[value] > 0
    to_tap[value] -= is_chosen
    return is_chosen
