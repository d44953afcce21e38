"""The play of a board as an arbiter tells it, worked out for the record that keeps it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from codes.seats import Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import Card
from codes.tressette.endings.position import ALL_THIRDS, LAST_TRICK_THIRDS
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
from referee.cases.card_endings import FREE, check_points, outcome_record, written
from referee.wording import spoken
from tournaments.games import SEAT_NAMES
from tournaments.refusals import Refused


@dataclass(frozen=True, kw_only=True)
class ToldPlay:
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


def work_out_play(told: ToldPlay, *, with_accusa: bool, value_of: ValueOf | None = None) -> dict[str, Any]:
    """What each card was worth, as the columns of its record; within some seconds. Raises Refused for what cannot be.

    `value_of` says what a position is worth; unless another search is handed in, that of the last six tricks.
    """
    value_of = value_of or EndingValues()
    positions = _positions(told)
    held = sum(card.thirds for hand in told.start.hands.values() for card in hand)
    gone = ALL_THIRDS - held - LAST_TRICK_THIRDS
    check_points(gone=gone, before=told.before, accuse=told.accuse, with_accusa=with_accusa)
    anomaly = _anomaly(told, positions)
    values = values_along(positions, value_of)
    return {
        "hands": {seat.value: written(cards) for seat, cards in told.start.hands.items()},
        "leader": told.start.leader,
        "cards": [card.short for card in told.cards],
        "before": told.before,
        "accusa_a": told.accuse[0],
        "accusa_b": told.accuse[1],
        "anomaly": anomaly,
        "barred": written(told.barred),
        "values": [None if value is None else told.before + value for value in values],
        "instead": _instead(told, positions, values, anomaly, value_of),
        "outcomes": _bounds(told, positions[anomaly - 1]) if anomaly else [],
    }


def _positions(told: ToldPlay) -> tuple[Position, ...]:
    try:
        if not told.cards:
            raise ReplayRefused(ReplayProblem.NO_CARDS)
        return replayed(told.start, told.cards)
    except ReplayRefused as error:
        raise Refused(_words_of(error)) from None


def _anomaly(told: ToldPlay, positions: Sequence[Position]) -> int | None:
    """The place, from 1, of the card that was said, or else of the first that did not follow suit."""
    if told.anomaly is None:
        return next(iter(revokes(positions, told.cards)), None)
    trick, seat = told.anomaly
    begins = (trick - first_trick(told.start)) * len(Seat)
    for place in range(begins, min(begins + len(Seat), len(told.cards))):
        if begins >= 0 and positions[place].to_play is seat:
            return place + 1
    raise Refused(_("La carta dell’anomalia non è fra quelle giocate: riguarda battuta e posto."))


def first_trick(start: Position) -> int:
    """Which trick of the hand the play begins with, from 1."""
    return HAND_SIZE + 1 - start.tricks_left


def _instead(
    told: ToldPlay, positions: Sequence[Position], values: Sequence[int | None], anomaly: int | None, value_of: ValueOf
) -> list[dict[str, Any]]:
    """Where somebody asks what else could be played: suit not followed, the anomaly, cards that gave something away."""
    costly = {place for place, lost in enumerate(losses(positions, values), start=1) if lost}
    asked = sorted(costly | {*revokes(positions, told.cards), *([anomaly] if anomaly else ())})
    found = []
    for place in asked:
        barred = told.barred if place == anomaly else frozenset()
        cards = [
            [one.card.short, told.before + one.thirds_a]
            for one in instead(positions[place - 1], value_of, barred=barred)
        ]
        found.append({"place": place, "cards": cards})
    return found


def _bounds(told: ToldPlay, position: Position) -> list[dict[str, Any]]:
    """What could still come of the deal before the card of the anomaly, where it is searched that far (82)."""
    before = told.before + position.thirds_a
    return [outcome_record(FREE, one, before=before) for one in play_outcomes(position, barred=told.barred)]


def _words_of(error: ReplayRefused) -> str:
    """What is wrong and where: the card's number among those told, whose it is, which."""
    words = spoken(error.text)
    where = [str(SEAT_NAMES[seat]) for seat in error.seats] + [spoken(card.name) for card in error.cards]
    if error.place:
        words = _("Alla carta n. %(place)d: %(words)s") % {"place": error.place, "words": words}
    return f"{words}: {', '.join(where)}." if where else f"{words}."
