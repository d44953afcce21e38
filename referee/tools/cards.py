"""Cards to tap: check boxes or radio buttons drawn as cards."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms

from referee.law.text import Text
from referee.law.tressette.cards import Card, Rank, Suit
from referee.wording import spoken

# The drawings of components/suit.html.
DRAWINGS = {Suit.DANARI: "danari", Suit.SPADE: "spade", Suit.COPPE: "coppe", Suit.BASTONI: "bastoni"}


@dataclass(frozen=True)
class Tappable:
    """One card as the page draws it."""

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
        super().__init__(choices=choices, coerce=_read, required=False, empty_value=[], **kwargs)

    def clean(self, value: Any) -> list[Any]:
        return list(dict.fromkeys(super().clean(value)))


class RankField(forms.TypedChoiceField):
    """One rank of a suit."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[(rank.value, rank.value) for rank in Rank], coerce=Rank, empty_value=None, **kwargs)


def _value(card: Card | Rank) -> str:
    return card.short if isinstance(card, Card) else card.value


def _read(value: str) -> Card | Rank:
    return Card.parse(value) if len(value) > 1 else Rank(value)


def tappable(cards: Iterable[Card | Rank], chosen: Collection[str] | str | None) -> Iterator[Tappable]:
    """The cards as they are drawn; `chosen` are the values that the request told."""
    picked = {chosen} if isinstance(chosen, str) else set(chosen or ())
    for card in cards:
        name, drawing = _named(card)
        sign = card.rank.value if isinstance(card, Card) else card.value
        yield Tappable(_value(card), sign, spoken(name), drawing, _value(card) in picked)


def _named(card: Card | Rank) -> tuple[Text, str]:
    return (card.name, DRAWINGS[card.suit]) if isinstance(card, Card) else (card.label, "")
