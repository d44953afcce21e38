"""The last tricks of a deal as an arbiter tells them, worked out for the record that keeps them.

An ending's record in words, trick by trick; what of it stands among the results of art. 82.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.arbitral.score import Reckoning
from codes.seats import Line, Result, Seat
from codes.tressette.cards import DECK, THIRDS_PER_POINT, Card
from codes.tressette.endings.laid_hand import LaidDown, judge_laid_down
from codes.tressette.endings.outcomes import Outcome, Play, laid_down_outcome, outcomes
from codes.tressette.endings.position import (
    BestFirst,
    CardOrder,
    Ending,
    EndingRefused,
    OrderVerb,
    check_captured,
    points_of,
    winner_of,
)
from codes.tressette.possible_results import refusals
from codes.tressette.whole_deals.machine_search import fastest
from records.requests import Refused
from referee.arbitral_scores.models import ArbitralScore
from referee.cards.models import BoardPlay, CardEnding
from referee.cases.words import spoken
from tournaments.setup.games import SEAT_NAMES

FREE, BOUND, SOVEREIGN = "free", "best-first", "sovereign"


@dataclass(frozen=True, kw_only=True)
class StatedEnding:
    """An ending as it was told: thirds that line A had before, points of accusa, what binds, who laid down."""

    ending: Ending
    before: int
    accuse: tuple[int, int] = (0, 0)
    orders: tuple[CardOrder, ...] = ()
    laid_down: Seat | None = None


def ending_from(hands: Mapping[Seat, Iterable[Card]], leader: Seat, table: Sequence[Card]) -> Ending:
    """The ending of what was tapped. Raises Refused in words, with the cards or seats that do not fit."""
    dealt = {seat: frozenset(hands.get(seat, ())) for seat in Seat}
    try:
        return Ending(hands=dealt, leader=leader, table=tuple(table))
    except EndingRefused as error:
        places = [spoken(card.name) for card in error.cards] or [str(SEAT_NAMES[seat]) for seat in error.seats]
        words = spoken(error.text)
        raise Refused(f"{words}: {', '.join(places)}." if places else f"{words}.") from None


def work_out(statement: StatedEnding, *, with_accusa: bool) -> dict[str, Any]:
    """What comes of it, as the columns of its record; within a second. Raises Refused where it cannot have been so."""
    check_points(
        captured=statement.ending.thirds_gone, before=statement.before, accuse=statement.accuse, with_accusa=with_accusa
    )
    ruling = None
    if statement.laid_down:
        if statement.ending.to_play is not statement.laid_down:
            words = _("Mette a terra chi è di mano o deve rispondere (116): ora tocca a %(seat)s.")
            raise Refused(words % {"seat": SEAT_NAMES[statement.ending.to_play]})
        ruling = judge_laid_down(statement.ending, statement.laid_down)
    outcomes_by_way = _outcomes_by_way(statement, ruling.verdict if ruling else None)
    return {
        "hands": {seat.value: card_codes(cards) for seat, cards in statement.ending.hands.items()},
        "leader": statement.ending.leader,
        "table": [card.short for card in statement.ending.table],
        "before": statement.before,
        "accusa_a": statement.accuse[0],
        "accusa_b": statement.accuse[1],
        "orders": [_order_record(order) for order in statement.orders],
        "laid_down": statement.laid_down.value if statement.laid_down else "",
        "verdict": ruling.verdict.value if ruling else "",
        "subject": ruling.card.short if ruling and ruling.card else "",
        "outcomes": [outcome_record(way, outcome, before=statement.before) for way, outcome in outcomes_by_way],
    }


def check_points(*, captured: int, before: int, accuse: tuple[int, int], with_accusa: bool) -> None:
    """Raise Refused unless line A can have taken `before` of what is gone, in thirds, and the lines accused so much."""
    try:
        check_captured(captured=captured, before=before)
    except EndingRefused as error:
        points, thirds = divmod(captured, THIRDS_PER_POINT)
        words = _("%(why)s: con queste carte rimaste ne sono uscite per %(points)d punti e %(thirds)d terzi in tutto.")
        raise Refused(words % {"why": spoken(error.text), "points": points, "thirds": thirds}) from None
    (deck_a, deck_b), (a, b) = points_of(before), accuse
    result = Result(points_a=deck_a + a, points_b=deck_b + b, accusa_a=a, accusa_b=b)
    if refusals(result, with_accusa=with_accusa):
        raise Refused(_("Queste accuse non sono possibili: riguarda i punti d’accusa delle due linee."))


def _outcomes_by_way(statement: StatedEnding, verdict: LaidDown | None) -> list[tuple[str, Outcome]]:
    """Free play: what could have been without the irregularity (82); beside it what a hand laid down orders."""
    by_way = [
        (FREE, outcome)
        for outcome in outcomes(statement.ending, orders=statement.orders, search=fastest(statement.orders, None))
    ]
    if verdict is LaidDown.HOLDS and statement.laid_down:
        return [(SOVEREIGN, laid_down_outcome(statement.ending, statement.laid_down))]
    if verdict and statement.laid_down:
        bound = outcomes(statement.ending, orders=statement.orders, best_first=BestFirst(seat=statement.laid_down))
        by_way += [(BOUND, outcome) for outcome in bound]
    return by_way


def outcome_record(way: str, outcome: Outcome, *, before: int) -> dict[str, Any]:
    """An outcome as a record keeps it; its points are those of the whole deal, `before` thirds were line A's."""
    return {
        "way": way,
        "play_a": outcome.play_a.value,
        "play_b": outcome.play_b.value,
        "thirds": [outcome.thirds_a, outcome.thirds_b],
        "points": list(points_of(before + outcome.thirds_a)),
        "line": [card.short for card in outcome.line],
    }


def _order_record(order: CardOrder) -> dict[str, Any]:
    return {
        "seat": order.seat.value,
        "verb": order.verb.value,
        "cards": card_codes(order.cards),
        "leading": order.leading,
        "tricks": order.tricks,
    }


def card_codes(cards: Iterable[Card]) -> list[str]:
    """Cards as a record keeps them, in the order of the pack."""
    return [card.short for card in sorted(cards, key=DECK.index)]


@dataclass(frozen=True)
class Trick:
    """A trick as it is read out: whoever played which card, the leader first, and who took it."""

    number: int
    plays: tuple[tuple[Seat, Card], ...]
    taker: Seat

    @property
    def cards(self) -> list[str]:
        return [card.short for _seat, card in self.plays]


@dataclass(frozen=True, kw_only=True)
class OutcomeInWords:
    """An outcome in words, deck points and accuse together, with a line of play.

    is_bound: that a line can have no more, and the other no less. What comes of everybody's best play lies between the
    bounds, and so does what comes of everybody's worst, which tells nothing (`is_idle`).
    """

    way: str
    words: str
    is_bound: bool
    is_idle: bool
    points_a: int
    points_b: int
    tricks: tuple[Trick, ...]


def outcomes_in_words(record: CardEnding) -> list[OutcomeInWords]:
    """The outcomes of the record, in the order in which they were found."""
    return [
        OutcomeInWords(
            way=outcome["way"],
            words=bound_words(outcome),
            is_bound=outcome["way"] == SOVEREIGN or outcome["play_a"] != outcome["play_b"],
            is_idle=outcome["way"] != SOVEREIGN and {outcome["play_a"], outcome["play_b"]} == {Play.WORST.value},
            points_a=outcome["points"][0] + record.accusa_a,
            points_b=outcome["points"][1] + record.accusa_b,
            tricks=tuple(_tricks(record, outcome["line"])),
        )
        for outcome in record.outcomes
    ]


def bound_words(outcome: Mapping[str, Any]) -> str:
    """Which bound an outcome is."""
    if outcome["way"] == SOVEREIGN:
        return _("Tutto a chi ha messo a terra: una sola battuta sovrana (122)")
    return {
        (Play.BEST, Play.BEST): _("Se tutti giocano al meglio, a carte viste"),
        (Play.BEST, Play.WORST): _("Il massimo di Nord-Sud, il minimo di Est-Ovest"),
        (Play.WORST, Play.BEST): _("Il massimo di Est-Ovest, il minimo di Nord-Sud"),
        (Play.WORST, Play.WORST): _("Se tutti giocano al peggio"),
    }[Play(outcome["play_a"]), Play(outcome["play_b"])]


def _tricks(record: CardEnding, line: Sequence[str]) -> Iterable[Trick]:
    """The tricks of a line of play, with what lay on the table already."""
    cards = [Card.parse(card) for card in (*record.table, *line)] if line else []
    leader = Seat(record.leader)
    for start in range(0, len(cards), len(Seat)):
        trick = cards[start : start + len(Seat)]
        taker = winner_of(trick, leader)
        plays = tuple((leader.after(place), card) for place, card in enumerate(trick))
        yield Trick(start // len(Seat) + 1, plays, taker)
        leader = taker


StatedCards = CardEnding | BoardPlay


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A result that the cards allow, beside those of the other tables: total points, and why it stands there."""

    a: int
    b: int
    why: str
    rests_on: tuple[str, int]

    @property
    def key(self) -> str:
        """What stands for it in the form."""
        return "-".join(map(str, (self.a, self.b, *self.rests_on)))


def kind_of(record: StatedCards) -> str:
    """By which of its columns an arbitral score rests on the record."""
    return "ending" if isinstance(record, CardEnding) else "play"


def bounds_for(record: StatedCards, innocent: Line) -> list[Bound]:
    """The bounds that say something of the innocent line: the most that it could have, and what best play brings (82).

    Of free play only: the irregularity is thought away.
    """
    most = (Play.BEST, Play.WORST) if innocent is Line.A else (Play.WORST, Play.BEST)
    by_play = {
        (outcome["play_a"], outcome["play_b"]): outcome["points"]
        for outcome in record.outcomes
        if outcome["way"] in (FREE, SOVEREIGN)
    }
    bounds: dict[tuple[int, int], Bound] = {}
    for plays, words in ((most, _("al massimo")), ((Play.BEST, Play.BEST), _("se tutti giocano al meglio"))):
        if points := by_play.get((plays[0].value, plays[1].value)):
            a, b = points[0] + record.accusa_a, points[1] + record.accusa_b
            why = _("%(ending)s, %(how)s a carte viste: un limite") % {"ending": record, "how": words}
            bounds.setdefault((a, b), Bound(a=a, b=b, why=why, rests_on=(kind_of(record), record.number)))
    return list(bounds.values())


def resting_words(score: ArbitralScore, *, in_full: bool) -> str:
    """Of which ending or play an assigned score is a bound, naming no card; nothing where it rests on none.

    Not in full: what play it supposes is left out, since how far a board can be brought helps whoever has it to play.
    """
    record, innocent = score.ending or score.play, Reckoning.from_dict(score.arithmetic).innocent
    if record is None or innocent is None:
        return ""
    if not in_full:
        return str(record)
    points = score.points_a, score.points_b
    return next((bound.why for bound in bounds_for(record, innocent) if (bound.a, bound.b) == points), str(record))


def order_words(record: Mapping[str, Any]) -> str:
    """A ban or duty of the ending, in words."""
    cards = ", ".join(spoken(Card.parse(card).name) for card in record["cards"])
    values = {"seat": SEAT_NAMES[Seat(record["seat"])], "cards": cards}
    if record["verb"] == OrderVerb.OBLIGE.value:
        words = _("%(seat)s gioca appena può: %(cards)s") % values
    elif record["leading"]:
        words = _("%(seat)s non esce con: %(cards)s") % values
    else:
        words = _("%(seat)s non gioca: %(cards)s") % values
    tricks = record["tricks"]
    if not tricks:
        return words
    lasts = ngettext("(per una battuta)", "(per %(tricks)d battute)", tricks) % {"tricks": tricks}
    return f"{words} {lasts}"
