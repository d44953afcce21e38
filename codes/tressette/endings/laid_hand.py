"""Whether a hand laid down plays for itself (Codice FITRES, art. 116–118, 122).

It does when its cards, played from the highest, take every trick that is left whatever the other three answer, the
partner too (118 b), and would do so however the cards that its holder does not see lay among them (118 c).

Readings. All the cards of the other three count as unseen: what was declared is not known here, and the arbiter who
knows more may hold a counter-test passed that fails here. Whoever answers to a trick takes that one too. Nobody may be
forced to keep a card; a card is subject when somebody *can* still hold a higher one, whatever order is played in.

Whether the hand was laid down in time (117, 118 a) is for the procedure, whose answers the verdicts are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from codes.seats import Seat
from codes.tressette.cards import Card, Suit
from codes.tressette.endings.position import Ending


class LaidDown(StrEnum):
    """The answers of the procedure to what the cards do by themselves (art. 118)."""

    HOLDS = "reggono"
    SUBJECT = "soggetta"
    COUNTER_TEST = "prova-contraria"


@dataclass(frozen=True, kw_only=True)
class HandVerdict:
    """The verdict, and the first card that may be beaten; none where the hand holds."""

    verdict: LaidDown
    card: Card | None = None


class NotDueToPlay(ValueError):
    """Only whoever leads or is due to answer lays down (art. 116)."""


def judge_laid_down(ending: Ending, seat: Seat) -> HandVerdict:
    """Whether what `seat` lays down takes all that is left (art. 118). Raises NotDueToPlay where it is not its turn."""
    if ending.to_play is not seat:
        raise NotDueToPlay(seat)
    if lost := _lost_already(ending, seat):
        return HandVerdict(verdict=LaidDown.SUBJECT, card=lost)
    cards = list(_played_in_turn(ending, seat))
    for laid in cards:
        if any(_beats(ending, laid, ending.hands[other], other) for other in _others(seat)):
            return HandVerdict(verdict=LaidDown.SUBJECT, card=laid.card)
    unseen = frozenset(card for other in _others(seat) for card in ending.hands[other])
    for laid in cards:
        if any(_could_beat(ending, laid, unseen, other) for other in _others(seat)):
            return HandVerdict(verdict=LaidDown.COUNTER_TEST, card=laid.card)
    return HandVerdict(verdict=LaidDown.HOLDS)


@dataclass(frozen=True)
class _Laid:
    """A card of the hand, and which of its suit it is as they are played, from 1; the trick under way counts."""

    card: Card
    place: int


def _others(seat: Seat) -> tuple[Seat, ...]:
    return seat.after(1), seat.after(2), seat.after(3)


def _played_in_turn(ending: Ending, seat: Seat) -> Iterator[_Laid]:
    """The cards from the highest of each suit down: those of different suits do not touch each other."""
    for suit in Suit:
        in_suit = sorted((card for card in ending.hands[seat] if card.suit is suit), key=lambda card: -card.rank.grade)
        yield from (_Laid(card, place) for place, card in enumerate(in_suit, start=1))


def _lost_already(ending: Ending, seat: Seat) -> Card | None:
    """The card that answers the trick under way without taking it, by what lies on the table or because it cannot."""
    if not ending.table:
        return None
    led = ending.table[0].suit
    best = max(ending.hands[seat], key=lambda card: (card.suit is led, card.rank.grade))
    on_table = max(card.rank.grade for card in ending.table if card.suit is led)
    return best if best.suit is not led or best.rank.grade < on_table else None


def _needed(ending: Ending, laid: _Laid, other: Seat) -> int | None:
    """How many cards of the suit `other` must hold to keep one when the card is played; None where none would do.

    It follows to every card before; to the trick under way whoever has played to it follows no more.
    """
    if not ending.table or laid.card.suit is not ending.table[0].suit or other not in ending.played:
        return laid.place
    return laid.place - 1 or None


def _beats(ending: Ending, laid: _Laid, hand: frozenset[Card], other: Seat) -> bool:
    needed = _needed(ending, laid, other)
    suited = [card for card in hand if card.suit is laid.card.suit]
    return needed is not None and len(suited) >= needed and any(card.rank in laid.card.rank.higher for card in suited)


def _could_beat(ending: Ending, laid: _Laid, unseen: frozenset[Card], other: Seat) -> bool:
    """The same where the unseen cards lie otherwise; who did not follow to the trick under way has none of its suit."""
    needed = _needed(ending, laid, other)
    if needed is None or not _beats(ending, laid, unseen, other) or _is_void(ending, laid.card.suit, other):
        return False
    if not ending.table or laid.card.suit is ending.table[0].suit:
        return True
    # The suit led must still find room with those who may hold it.
    may_hold = [each for each in _others(ending.to_play) if not _is_void(ending, ending.table[0].suit, each)]
    led = sum(card.suit is ending.table[0].suit for card in unseen)
    return other not in may_hold or led <= sum(len(ending.hands[each]) for each in may_hold) - needed


def _is_void(ending: Ending, suit: Suit, seat: Seat) -> bool:
    if seat not in ending.played or suit is not ending.table[0].suit:
        return False
    return ending.table[ending.played.index(seat)].suit is not suit
