"""The play of a board as an arbiter tells it, worked out for the record that keeps it.

A play's record in words, card by card: who holds what, what a card cost, what following suit would have brought.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import DECK, THIRDS_PER_POINT, Card, Rank
from codes.tressette.declaration_lists import Listed, Rules, SuitPlay
from codes.tressette.declarations import fitting
from codes.tressette.endings.position import ALL_THIRDS, LAST_TRICK_THIRDS, MOST_CARDS, points_of, winner_of
from codes.tressette.replay import (
    EndingValues,
    Position,
    ReplayProblem,
    ReplayRefused,
    ValueOf,
    checked_start,
    hands_from,
    instead,
    losses,
    replayed,
    revokes,
    values_along,
)
from codes.tressette.whole_deals.values import play_outcomes
from records.requests import Refused
from referee.cards.endings import FREE, card_codes, check_points, outcome_record
from referee.cards.models import BoardPlay
from referee.cases.words import mixed, spoken
from tournaments.setup.games import SEAT_NAMES


@dataclass(frozen=True, kw_only=True)
class StatedPlay:
    """A play as it was told: the start, the cards in order, thirds of A before; which card was wrong.

    Tricks are counted as at the table: the last one of a whole hand is the tenth, wherever the play begins.
    """

    start: Position
    cards: tuple[Card, ...]
    before: int = 0
    accuse: tuple[int, int] = (0, 0)
    anomaly: tuple[int, Seat] | None = None
    barred: frozenset[Card] = frozenset()


def start_from(hands: Mapping[Seat, Iterable[Card]], leader: Seat, cards: Sequence[Card]) -> Position:
    """Where the play starts; without hands each held what it played. Raises Refused in words."""
    try:
        return checked_start(hands if any(hands.values()) else hands_from(cards, leader), leader)
    except ReplayRefused as error:
        raise Refused(_words_of(error)) from None


def work_out_play(statement: StatedPlay, *, with_accusa: bool, value_of: ValueOf | None = None) -> dict[str, Any]:
    """What each card was worth, as the columns of its record; within some seconds. Raises Refused for what cannot be.

    `value_of` says what a position is worth; unless another search is handed in, that of the last six tricks.
    """
    value_of = value_of or EndingValues()
    positions = _positions(statement)
    in_hand = sum(card.thirds for hand in statement.start.hands.values() for card in hand)
    captured = ALL_THIRDS - in_hand - LAST_TRICK_THIRDS
    check_points(captured=captured, before=statement.before, accuse=statement.accuse, with_accusa=with_accusa)
    anomaly = _anomaly(statement, positions)
    values = values_along(positions, value_of)
    return {
        "hands": {seat.value: card_codes(cards) for seat, cards in statement.start.hands.items()},
        "leader": statement.start.leader,
        "cards": [card.short for card in statement.cards],
        "before": statement.before,
        "accusa_a": statement.accuse[0],
        "accusa_b": statement.accuse[1],
        "anomaly": anomaly,
        "barred": card_codes(statement.barred),
        "values": [None if value is None else statement.before + value for value in values],
        "instead": _instead(statement, positions, values, anomaly, value_of),
        "outcomes": _bounds(statement, positions[anomaly - 1]) if anomaly else [],
    }


def _positions(statement: StatedPlay) -> tuple[Position, ...]:
    try:
        if not statement.cards:
            raise ReplayRefused(ReplayProblem.NO_CARDS)
        return replayed(statement.start, statement.cards)
    except ReplayRefused as error:
        raise Refused(_words_of(error)) from None


def _anomaly(statement: StatedPlay, positions: Sequence[Position]) -> int | None:
    """The place, from 1, of the card that was said, or else of the first that did not follow suit."""
    if statement.anomaly is None:
        return next(iter(revokes(positions, statement.cards)), None)
    trick, seat = statement.anomaly
    begins = (trick - first_trick(statement.start)) * len(Seat)
    for place in range(begins, min(begins + len(Seat), len(statement.cards))):
        if begins >= 0 and positions[place].to_play is seat:
            return place + 1
    raise Refused(_("La carta dell’anomalia non è fra quelle giocate: riguarda battuta e posto."))


def first_trick(start: Position) -> int:
    """Which trick of the hand the play begins with, from 1."""
    return HAND_SIZE + 1 - start.tricks_left


def _instead(
    statement: StatedPlay,
    positions: Sequence[Position],
    values: Sequence[int | None],
    anomaly: int | None,
    value_of: ValueOf,
) -> list[dict[str, Any]]:
    """Where somebody asks what else could be played: suit not followed, the anomaly, cards that gave something away."""
    costly = {place for place, lost in enumerate(losses(positions, values), start=1) if lost}
    places = sorted(costly | {*revokes(positions, statement.cards), *([anomaly] if anomaly else ())})
    alternatives = []
    for place in places:
        barred = statement.barred if place == anomaly else frozenset()
        cards = [
            [alternative.card.short, statement.before + alternative.thirds_a]
            for alternative in instead(positions[place - 1], value_of, barred=barred)
        ]
        alternatives.append({"place": place, "cards": cards})
    return alternatives


def _bounds(statement: StatedPlay, position: Position) -> list[dict[str, Any]]:
    """What could still come of the deal before the card of the anomaly, where it is searched that far (82)."""
    before = statement.before + position.thirds_a
    return [
        outcome_record(FREE, outcome, before=before) for outcome in play_outcomes(position, barred=statement.barred)
    ]


def _words_of(error: ReplayRefused) -> str:
    """What is wrong and where: the card's number among those told, whose it is, which."""
    words = spoken(error.text)
    places = [str(SEAT_NAMES[seat]) for seat in error.seats] + [spoken(card.name) for card in error.cards]
    if error.place:
        words = _("Alla carta n. %(place)d: %(words)s") % {"place": error.place, "words": words}
    return f"{words}: {', '.join(places)}." if places else f"{words}."


REVOKE, ANOMALY, COSTS = "revoke", "anomaly", "costs"


@dataclass(frozen=True, kw_only=True)
class PlayedCard:
    """A card as it was played: its place from 1, who played it, what it gave away in thirds, how it is marked."""

    place: int
    seat: Seat
    card: Card
    lost: int | None
    marks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayedTrick:
    """A trick of the hand by its number at the table; no taker where it was not played to its end."""

    number: int
    cards: tuple[PlayedCard, ...]
    taker: Seat | None


@dataclass(frozen=True, kw_only=True)
class Alternative:
    """A card that could be played instead, and the points of the whole deal that best play then brings."""

    card: Card
    points: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """What had come of a lawful card against what came of the one played: points of the deal, accuse included.

    `gained`: thirds that the card played brought to the line that played it; below zero it cost so many. None, as the
    points, where nobody searched that far.
    """

    instead: tuple[Alternative, ...]
    lawful: tuple[int, int] | None
    played: tuple[int, int] | None
    gained: int | None


class PlayReplay:
    """A record with what follows from it."""

    def __init__(self, record: BoardPlay) -> None:
        self.record = record
        self.cards = tuple(Card.parse(card) for card in record.cards)
        hands = {Seat(seat): [Card.parse(card) for card in cards] for seat, cards in record.hands.items()}
        start = checked_start(hands, Seat(record.leader))
        self.first_trick = first_trick(start)
        self.positions = replayed(start, self.cards)
        self._lost = losses(self.positions, record.values)
        self._revokes = revokes(self.positions, self.cards)

    @cached_property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        many = len(Seat)
        return tuple(self._trick(start // many, start, start + many) for start in range(0, len(self.cards), many))

    def _trick(self, number: int, start: int, end: int) -> PlayedTrick:
        cards = tuple(self.played(place) for place in range(start + 1, min(end, len(self.cards)) + 1))
        is_whole = len(cards) == len(Seat)
        taker = winner_of([played.card for played in cards], cards[0].seat) if is_whole else None
        return PlayedTrick(number=self.first_trick + number, cards=cards, taker=taker)

    def played(self, place: int) -> PlayedCard:
        """The card of that place, from 1."""
        lost, marks = self._lost[place - 1], []
        if place in self._revokes:
            marks.append(REVOKE)
        if place == self.record.anomaly:
            marks.append(ANOMALY)
        if lost is not None and lost > 0:
            marks.append(COSTS)
        seat, card = self.positions[place - 1].to_play, self.cards[place - 1]
        return PlayedCard(place=place, seat=seat, card=card, lost=lost, marks=tuple(marks))

    def points_taken(self, place: int) -> tuple[str, str]:
        """What both lines have taken after so many cards, as points with their thirds; before the play included."""
        in_hand = sum(card.thirds for hand in self.positions[0].hands.values() for card in hand)
        captured = ALL_THIRDS - LAST_TRICK_THIRDS - in_hand
        now = self.positions[place]
        return thirds_words(self.record.before + now.thirds_a), thirds_words(
            captured - self.record.before + now.thirds_b
        )

    def what_if(self, place: int) -> WhatIf | None:
        """What else could have been played there, where the record tells; None where the card is nobody's question."""
        entry = next((entry for entry in self.record.instead if entry["place"] == place), None)
        if entry is None:
            return None
        cards = tuple(Alternative(card=Card.parse(card), points=self.points(thirds)) for card, thirds in entry["cards"])
        after = self.record.values[place]
        best = entry["cards"][0][1] if entry["cards"] else None
        if best is None or after is None:
            return WhatIf(instead=cards, lawful=None, played=None, gained=None)
        gained = after - best if self.positions[place - 1].to_play.line is Line.A else best - after
        return WhatIf(instead=cards, lawful=self.points(best), played=self.points(after), gained=gained)

    def lead(self, place: int) -> SuitPlay | None:
        """The suit of a card that was led, as whoever led it held it, with what was out of it; None of an answer."""
        position, card = self.positions[place - 1], self.cards[place - 1]
        if position.table:
            return None
        ranks = {seat: _ranks(hand, card) for seat, hand in position.hands.items()}
        out = frozenset(Rank).difference(*ranks.values())
        return SuitPlay(holding=ranks[position.to_play], card=card.rank, out=out)

    def points(self, thirds_a: int) -> tuple[int, int]:
        """Points of both lines in all, accuse included, where line A makes so many thirds of the deal."""
        deck_a, deck_b = points_of(thirds_a)
        return deck_a + self.record.accusa_a, deck_b + self.record.accusa_b

    @property
    def result(self) -> tuple[int, int] | None:
        """What came of the play where it was told to its end."""
        last = self.positions[-1]
        return None if last.tricks_left else self.points(self.record.before + last.thirds_a)


def _ranks(hand: Iterable[Card], suit_card: Card) -> frozenset[Rank]:
    return frozenset(card.rank for card in hand if card.suit is suit_card.suit)


def may_declare(replay: PlayReplay, place: int, norme: str) -> tuple[Listed, ...] | None:
    """What the cards held admitted to say of the suit led (127, 168); None where the card was no lead."""
    play = replay.lead(place)
    return None if play is None else fitting(play, Rules(norme))


def thirds_words(thirds: int) -> str:
    """«3 2/3»: thirds of a point as people write them."""
    return mixed(Fraction(thirds, THIRDS_PER_POINT))


def amount_words(thirds: int) -> str:
    """«1 punto», «2/3 di punto», «1 1/3 punti»: what a card cost or brought."""
    if thirds < THIRDS_PER_POINT:
        return _("%(amount)s di punto") % {"amount": thirds_words(thirds)}
    return _("1 punto") if thirds == THIRDS_PER_POINT else _("%(amount)s punti") % {"amount": thirds_words(thirds)}


def mark_words(card: PlayedCard) -> list[str]:
    """What is to be said of a card, in sentences."""
    values: dict[str, Any] = {"seat": SEAT_NAMES[card.seat], "card": spoken(card.card.name)}
    words = []
    if REVOKE in card.marks:
        words.append(_("%(seat)s non ha risposto a seme pur potendo (25): %(card)s.") % values)
    if ANOMALY in card.marks:
        words.append(_("Qui sta l’anomalia del caso: %(seat)s, %(card)s.") % values)
    if COSTS in card.marks and card.lost:
        more = {**values, "amount": amount_words(card.lost)}
        words.append(_("A carte viste costa %(amount)s alla linea di %(seat)s: %(card)s.") % more)
    return words


def gain_words(seat: Seat, what_if: WhatIf) -> str:
    """What the card that was played brought or cost against the best lawful one, as a bound.

    In thirds, as the cards give it; where it is another in whole points, as results are noted, that too.
    """
    if what_if.gained is None or what_if.lawful is None or what_if.played is None:
        return ""
    if not what_if.gained:
        return _("Nessuna differenza: a carte viste la carta giocata vale quanto la migliore permessa.")
    values = {"seat": SEAT_NAMES[seat], "amount": amount_words(abs(what_if.gained))}
    counted = abs(what_if.lawful[0] - what_if.played[0])
    if what_if.gained > 0:
        words = _("Differenza: %(amount)s a favore di chi non poteva giocarla (%(seat)s).") % values
    else:
        words = _("Differenza: %(amount)s a sfavore della linea di %(seat)s.") % values
    if counted * THIRDS_PER_POINT == abs(what_if.gained):
        return words
    noted = _("Nel risultato da segnare: %(amount)s.") % {"amount": amount_words(counted * THIRDS_PER_POINT)}
    return " ".join((words, noted if counted else _("Il risultato da segnare è lo stesso.")))


def trick_of(replay: PlayReplay, place: int) -> Sequence[PlayedCard]:
    """The cards on the table after so many: those of the trick under way, or of the one just finished."""
    if not place:
        return ()
    start = (place - 1) // len(Seat) * len(Seat)
    return [replay.played(at) for at in range(start + 1, place + 1)]


def has_ending(position: Position) -> bool:
    """Whether what is left may be told as an ending."""
    return 0 < position.tricks_left <= MOST_CARDS


def ending_typed(replay: PlayReplay, place: int) -> dict[str, Any]:
    """The ending after so many cards as its form has it; nothing where too many are left, or none."""
    now, record = replay.positions[place], replay.record
    if not has_ending(now):
        return {}
    points, thirds = divmod(record.before + now.thirds_a, THIRDS_PER_POINT)
    hands = {f"hand_{seat.value}": [card.short for card in hand] for seat, hand in now.hands.items()}
    table = " ".join(card.short for card in now.table)
    accuse = {"accusa_a": record.accusa_a or None, "accusa_b": record.accusa_b or None}
    return {**hands, "leader": now.leader.value, "table": table, "points": points, "thirds": thirds, **accuse}


def hands_at(position: Position) -> dict[Seat, list[Card]]:
    """What everybody holds, suit by suit from the highest."""
    return {seat: sorted(hand, key=DECK.index) for seat, hand in position.hands.items()}
