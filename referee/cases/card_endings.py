"""The last tricks of a deal as an arbiter tells them, worked out for the record that keeps them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from codes.results import Result
from codes.seats import Seat
from codes.tressette.cards import DECK, THIRDS_PER_POINT, Card
from codes.tressette.endings.laid_down import LaidDown, judge_laid_down
from codes.tressette.endings.orders import BestFirst, CardOrder
from codes.tressette.endings.outcomes import Outcome, laid_down_outcome, outcomes
from codes.tressette.endings.position import Ending, EndingRefused, check_captured, points_of
from codes.tressette.played import refusals
from codes.tressette.whole_deals.compiled import fastest
from referee.wording import spoken
from tournaments.games import SEAT_NAMES
from tournaments.refusals import Refused

FREE, BOUND, SOVEREIGN = "free", "best-first", "sovereign"


@dataclass(frozen=True, kw_only=True)
class Told:
    """An ending as it was told: thirds that line A had before, points of accusa, what binds, who laid down."""

    ending: Ending
    before: int
    accuse: tuple[int, int] = (0, 0)
    orders: tuple[CardOrder, ...] = ()
    laid_down: Seat | None = None


def ending_from(hands: Mapping[Seat, Iterable[Card]], leader: Seat, table: Sequence[Card]) -> Ending:
    """The ending of what was tapped. Raises Refused in words, with the cards or seats that do not fit."""
    held = {seat: frozenset(hands.get(seat, ())) for seat in Seat}
    try:
        return Ending(hands=held, leader=leader, table=tuple(table))
    except EndingRefused as error:
        where = [spoken(card.name) for card in error.cards] or [str(SEAT_NAMES[seat]) for seat in error.seats]
        words = spoken(error.text)
        raise Refused(f"{words}: {', '.join(where)}." if where else f"{words}.") from None


def work_out(told: Told, *, with_accusa: bool) -> dict[str, Any]:
    """What comes of it, as the columns of its record; within a second. Raises Refused where it cannot have been so."""
    check_points(gone=told.ending.thirds_gone, before=told.before, accuse=told.accuse, with_accusa=with_accusa)
    judged = None
    if told.laid_down:
        if told.ending.to_play is not told.laid_down:
            words = _("Mette a terra chi è di mano o deve rispondere (116): ora tocca a %(seat)s.")
            raise Refused(words % {"seat": SEAT_NAMES[told.ending.to_play]})
        judged = judge_laid_down(told.ending, told.laid_down)
    found = _found(told, judged.verdict if judged else None)
    return {
        "hands": {seat.value: written(cards) for seat, cards in told.ending.hands.items()},
        "leader": told.ending.leader,
        "table": [card.short for card in told.ending.table],
        "before": told.before,
        "accusa_a": told.accuse[0],
        "accusa_b": told.accuse[1],
        "orders": [_order_record(one) for one in told.orders],
        "laid_down": told.laid_down.value if told.laid_down else "",
        "verdict": judged.verdict.value if judged else "",
        "subject": judged.card.short if judged and judged.card else "",
        "outcomes": [outcome_record(way, one, before=told.before) for way, one in found],
    }


def check_points(*, gone: int, before: int, accuse: tuple[int, int], with_accusa: bool) -> None:
    """Raise Refused unless line A can have taken `before` of what is gone, in thirds, and the lines accused so much."""
    try:
        check_captured(gone=gone, before=before)
    except EndingRefused as error:
        points, thirds = divmod(gone, THIRDS_PER_POINT)
        words = _("%(why)s: con queste carte rimaste ne sono uscite per %(points)d punti e %(thirds)d terzi in tutto.")
        raise Refused(words % {"why": spoken(error.text), "points": points, "thirds": thirds}) from None
    (deck_a, deck_b), (a, b) = points_of(before), accuse
    result = Result(points_a=deck_a + a, points_b=deck_b + b, accusa_a=a, accusa_b=b)
    if refusals(result, with_accusa=with_accusa):
        raise Refused(_("Queste accuse non sono possibili: riguarda i punti d’accusa delle due linee."))


def _found(told: Told, verdict: LaidDown | None) -> list[tuple[str, Outcome]]:
    """Free play: what could have been without the irregularity (82); beside it what a hand laid down orders."""
    found = [(FREE, one) for one in outcomes(told.ending, orders=told.orders, search=fastest(told.orders, None))]
    if verdict is LaidDown.HOLDS and told.laid_down:
        return [(SOVEREIGN, laid_down_outcome(told.ending, told.laid_down))]
    if verdict and told.laid_down:
        bound = outcomes(told.ending, orders=told.orders, best_first=BestFirst(seat=told.laid_down))
        found += [(BOUND, one) for one in bound]
    return found


def outcome_record(way: str, one: Outcome, *, before: int) -> dict[str, Any]:
    """An outcome as a record keeps it; its points are those of the whole deal, `before` thirds were line A's."""
    return {
        "way": way,
        "play_a": one.play_a.value,
        "play_b": one.play_b.value,
        "thirds": [one.thirds_a, one.thirds_b],
        "points": list(points_of(before + one.thirds_a)),
        "line": [card.short for card in one.line],
    }


def _order_record(order: CardOrder) -> dict[str, Any]:
    return {
        "seat": order.seat.value,
        "verb": order.verb.value,
        "cards": written(order.cards),
        "leading": order.leading,
        "tricks": order.tricks,
    }


def written(cards: Iterable[Card]) -> list[str]:
    """Cards as a record keeps them, in the order of the pack."""
    return [card.short for card in sorted(cards, key=DECK.index)]
