"""The last tricks of a deal as an arbiter tells them, worked out for the record that keeps them.

An ending's record in words, trick by trick; what of it stands among the results of art. 82.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.arbitral.score import Reckoning
from codes.results import Result
from codes.seats import Line, Seat
from codes.tressette.cards import DECK, THIRDS_PER_POINT, Card
from codes.tressette.endings.laid_down import LaidDown, judge_laid_down
from codes.tressette.endings.orders import BestFirst, CardOrder, OrderVerb
from codes.tressette.endings.outcomes import Outcome, Play, laid_down_outcome, outcomes
from codes.tressette.endings.position import Ending, EndingRefused, check_captured, points_of, winner_of
from codes.tressette.played import refusals
from codes.tressette.whole_deals.compiled import fastest
from records.refusals import Refused
from referee.arbitral_scores.models import ArbitralScore
from referee.cards.models import BoardPlay, CardEnding
from referee.cases.words import spoken
from tournaments.setup.games import SEAT_NAMES

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
class Shown:
    """An outcome in words: of which line it is the bound, deck points and accuse together, a line of play."""

    way: str
    words: str
    points_a: int
    points_b: int
    tricks: tuple[Trick, ...]


def shown(record: CardEnding) -> list[Shown]:
    """The outcomes of the record, in the order in which they were found."""
    return [
        Shown(
            way=one["way"],
            words=bound_words(one),
            points_a=one["points"][0] + record.accusa_a,
            points_b=one["points"][1] + record.accusa_b,
            tricks=tuple(_tricks(record, one["line"])),
        )
        for one in record.outcomes
    ]


def bound_words(one: Mapping[str, Any]) -> str:
    """Which bound an outcome is."""
    if one["way"] == SOVEREIGN:
        return _("Tutto a chi ha messo a terra: una sola battuta sovrana (122)")
    return {
        (Play.BEST, Play.BEST): _("Se tutti giocano al meglio, a carte viste"),
        (Play.BEST, Play.WORST): _("Il massimo di Nord-Sud, il minimo di Est-Ovest"),
        (Play.WORST, Play.BEST): _("Il massimo di Est-Ovest, il minimo di Nord-Sud"),
        (Play.WORST, Play.WORST): _("Se tutti giocano al peggio"),
    }[Play(one["play_a"]), Play(one["play_b"])]


def _tricks(record: CardEnding, line: Sequence[str]) -> Iterable[Trick]:
    """The tricks of a line of play, with what lay on the table already."""
    cards = [Card.parse(one) for one in (*record.table, *line)] if line else []
    leader = Seat(record.leader)
    for start in range(0, len(cards), len(Seat)):
        trick = cards[start : start + len(Seat)]
        taker = winner_of(trick, leader)
        plays = tuple((leader.after(place), card) for place, card in enumerate(trick))
        yield Trick(start // len(Seat) + 1, plays, taker)
        leader = taker


ToldCards = CardEnding | BoardPlay


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


def kind_of(record: ToldCards) -> str:
    """By which of its columns an arbitral score rests on the record."""
    return "ending" if isinstance(record, CardEnding) else "play"


def bounds_for(record: ToldCards, innocent: Line) -> list[Bound]:
    """The bounds that say something of the innocent line: the most that it could have, and what best play brings (82).

    Of free play only: the irregularity is thought away.
    """
    most = (Play.BEST, Play.WORST) if innocent is Line.A else (Play.WORST, Play.BEST)
    by_play = {
        (one["play_a"], one["play_b"]): one["points"] for one in record.outcomes if one["way"] in (FREE, SOVEREIGN)
    }
    found: dict[tuple[int, int], Bound] = {}
    for plays, words in ((most, _("al massimo")), ((Play.BEST, Play.BEST), _("se tutti giocano al meglio"))):
        if points := by_play.get((plays[0].value, plays[1].value)):
            a, b = points[0] + record.accusa_a, points[1] + record.accusa_b
            why = _("%(ending)s, %(how)s a carte viste: un limite") % {"ending": record, "how": words}
            found.setdefault((a, b), Bound(a=a, b=b, why=why, rests_on=(kind_of(record), record.number)))
    return list(found.values())


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
    return next((one.why for one in bounds_for(record, innocent) if (one.a, one.b) == points), str(record))


def order_words(record: Mapping[str, Any]) -> str:
    """A ban or duty of the ending, in words."""
    cards = ", ".join(spoken(Card.parse(one).name) for one in record["cards"])
    told = {"seat": SEAT_NAMES[Seat(record["seat"])], "cards": cards}
    if record["verb"] == OrderVerb.OBLIGE.value:
        words = _("%(seat)s gioca appena può: %(cards)s") % told
    elif record["leading"]:
        words = _("%(seat)s non esce con: %(cards)s") % told
    else:
        words = _("%(seat)s non gioca: %(cards)s") % told
    tricks = record["tricks"]
    if not tricks:
        return words
    lasts = ngettext("(per una battuta)", "(per %(tricks)d battute)", tricks) % {"tricks": tricks}
    return f"{words} {lasts}"
