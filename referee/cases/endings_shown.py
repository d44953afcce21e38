"""An ending's record in words, trick by trick; what of it stands among the results of art. 82."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.arbitral.score import Reckoning
from codes.seats import Line, Seat
from codes.tressette.cards import Card
from codes.tressette.endings.orders import OrderVerb
from codes.tressette.endings.outcomes import Play
from codes.tressette.endings.position import winner_of
from referee.cases.card_endings import FREE, SOVEREIGN
from referee.models import ArbitralScore, BoardPlay, CardEnding
from referee.wording import spoken
from tournaments.games import SEAT_NAMES


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
