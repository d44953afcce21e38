"""What a code says in figures, read from its own data; a code without such data says and fixes nothing.

Of an order, once a few more facts are told (`figures.yaml` beside the rulebook): the order stands without them («the
winners share the pool in halves»); with them it says how much, and by which computation. Each entry names an effect,
the questions that it needs and the module's own way of computing; the sums themselves are made where the code's
figures are worked out (`codes.tressette`).

Of the rounds of a tournament: what is fixed for them. Not here: what a director chooses where the code is silent (the
tournament's settings).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from codes import library
from codes.burraco import parameters
from codes.burraco.parameters import FixedScores, MatchKind, ScoreKind, SideScore
from codes.format.effects_file import Scope
from codes.format.model import Figured, Model, Text, listed, read_data
from codes.tressette.buongioco import FOUR_POINTS, THREE_POINTS
from codes.tressette.cards import THIRDS_PER_POINT, Suit
from codes.tressette.stakes import MatchEnding, Posta, StakedMatch, feed, settle
from codes.tressette_online.matches import TimeOutPoints, matches, time_out_points

FILE = "figures.yaml"
# A number, a number of stakes, one suit, some suits: as somebody tells it.
Figure = int | Fraction | Suit | tuple[Suit, ...]
Values = Mapping[str, Figure | Text]


class FigureQuestion(Model):
    """A short question whose answer is a figure; `most` bounds a number."""

    ask: Text
    kind: Literal["count", "stakes", "suit", "suits"]
    most: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _bounded(self) -> "FigureQuestion":
        if (self.kind in ("count", "stakes")) != bool(self.most):
            raise ValueError("a number has its bound, and nothing else has one")
        return self


class FiguredOrder(Model):
    """One effect with its questions, how its figures are found, and the words that say them.

    settles: the score that follows from the figures, so that the order is not given without them; why: what the article
    leaves to whoever tells them.
    """

    effect: dict[str, str] = Field(min_length=1, max_length=1)
    asks: tuple[str, ...] = Field(min_length=1)
    by: str
    words: Text
    settles: Scope | None = None
    why: Text | None = None

    @model_validator(mode="after")
    def _says_why(self) -> "FiguredOrder":
        if (self.settles is None) != (self.why is None):
            raise ValueError("a score that is settled says why its figures are asked, and nothing else does")
        return self

    @property
    def key(self) -> tuple[str, str]:
        """The verb and its object."""
        ((verb, target),) = self.effect.items()
        return verb, target


class FiguresFile(Model):
    """figures.yaml."""

    questions: dict[str, FigureQuestion] = Field(default_factory=dict)
    orders: tuple[FiguredOrder, ...] = ()

    @model_validator(mode="after")
    def _all_known(self) -> "FiguresFile":
        names = {name for order in self.orders for name in order.asks}
        if names != set(self.questions):
            raise ValueError(f"questions and orders do not match: {sorted(names ^ set(self.questions))}")
        if unknown := {order.by for order in self.orders} - set(WAYS):
            raise ValueError(f"no way of computing: {sorted(unknown)}")
        if len({order.key for order in self.orders}) != len(self.orders):
            raise ValueError("an effect has its figures twice")
        return self


@dataclass(frozen=True)
class ImpossibleFigures(ValueError):
    """Figures that cannot be; the text says why."""

    text: Text


@cache
def order_figures(rulebook_id: str) -> FiguresFile:
    """The figures of the code with that id; none where it has no such file. Raises RulebookError."""
    path = library.RULEBOOKS / rulebook_id / FILE
    return read_data(path, FiguresFile) if path.is_file() else FiguresFile()


def settling(rulebook_id: str, effects: Sequence[tuple[str, str]]) -> tuple[FiguredOrder, ...]:
    """Those of these effects whose figures are a score, in the order of the file."""
    return tuple(order for order in order_figures(rulebook_id).orders if order.settles and order.key in effects)


def questions_of(rulebook_id: str, effects: Sequence[tuple[str, str]]) -> dict[str, FigureQuestion]:
    """What is asked for these effects (verb and object), in the order of the file."""
    file = order_figures(rulebook_id)
    names = {name for order in file.orders if order.key in effects for name in order.asks}
    return {name: question for name, question in file.questions.items() if name in names}


def in_figures(rulebook_id: str, effect: tuple[str, str], figures: Mapping[str, Figure]) -> Text | None:
    """What the effect says in figures; None where it has none, not every question was answered or no suit was named.

    Raises ImpossibleFigures.
    """
    order = next((entry for entry in order_figures(rulebook_id).orders if entry.key == effect), None)
    if order is None or any(name not in figures for name in order.asks):
        return None
    if order.by == "as-told" and all(figures[name] == () for name in order.asks):
        return None
    values: Values = {**{name: figures[name] for name in order.asks}, **WAYS[order.by](figures)}
    return Text(
        **{language: order.words.in_(language).format(**_spoken(values, language)) for language in ("it", "en")}
    )


_NONE = Text(it="nessuno", en="none")


def figure_in_words(value: Figure, language: str) -> str:
    """A figure as people say it: 2 1/4, «coppe e spade»."""
    if isinstance(value, Suit):
        return value.label.in_(language).lower()
    if isinstance(value, tuple):
        return listed([figure_in_words(each, language) for each in value], language) or _NONE.in_(language)
    whole, remainder = divmod(Fraction(value), 1)
    return str(whole) if not remainder else f"{whole} {remainder}" if whole else str(remainder)


def _spoken(values: Values, language: str) -> dict[str, str]:
    return {
        name: Figured(value.in_(language) if isinstance(value, Text) else figure_in_words(value, language))
        for name, value in values.items()
    }


# -- how the figures are found -----------------------------------------------------------

Way = Callable[[Mapping[str, Figure]], Values]


def _number(figures: Mapping[str, Figure], name: str) -> Fraction:
    value = figures[name]
    if not isinstance(value, int | Fraction):
        raise TypeError(f"{name} is no number: {value!r}")
    return Fraction(value)


def _pool_taken(players: int) -> Way:
    """After a cappotto: each winner's share of the pool, and that of each player who rests (108, 147)."""

    def way(figures: Mapping[str, Figure]) -> Values:
        pool = _number(figures, "poste-nel-piatto")
        match = StakedMatch(posta=Posta.MARCIO_BATUFFA, ending=MatchEnding.CAPPOTTO, players=players, pool=pool)
        settlement = settle(match)
        return {"winner": settlement.winner_from_pool, "resting": settlement.resting_from_pool}

    return way


def _pool_missed(players: int) -> Way:
    """After a cappotto declared and missed: what the pair puts in, each of the two, and the pool then (146, 147)."""

    def way(figures: Mapping[str, Figure]) -> Values:
        pool = _number(figures, "poste-nel-piatto")
        match = StakedMatch(posta=Posta.MARCIO_BATUFFA, ending=MatchEnding.MISSED, players=players, pool=pool)
        settlement = settle(match)
        return {
            "each": settlement.winner_to_pool,
            "both": 2 * settlement.winner_to_pool,
            "after": settlement.pool_after,
        }

    return way


def _paid_in(figures: Mapping[str, Figure]) -> Values:
    """What one player has put into the pool since the last cappotto: a stake, then a quarter a match (109)."""
    matches = int(_number(figures, "partite-dal-cappotto"))
    paid = feed(Fraction(), players=1, first=True) if matches else Fraction()
    for _later in range(matches - 1):
        paid = feed(paid, players=1, first=False)
    return {"later": max(matches - 1, 0), "paid": paid}


def _caller_stakes(figures: Mapping[str, Figure]) -> Values:
    """What a pair pays that called its opponents out and lost: by its points so far, or after a cappotto (169)."""
    points = int(_number(figures, "punti-di-chi-chiama"))
    ends = (MatchEnding.ORDINARY, MatchEnding.LAID_DOWN)
    plain, laid = (
        settle(StakedMatch(posta=Posta.MARCIO_BATUFFA, ending=end, loser_points=points)).stakes for end in ends
    )
    return {"stakes": plain, "laid": laid}


def _buongioco(figures: Mapping[str, Figure]) -> Values:
    """Three points for each napoletana and each three alike, four for each four alike (174, 176)."""
    napoletane, threes, fours = (int(_number(figures, name)) for name in ("napoletane", "terne", "quaterne"))
    if threes + fours > THIRDS_PER_POINT:  # Threes, Twos, Aces: 175 leaves one of each rank
        raise ImpossibleFigures(
            Text(
                it="Di Tre, Due e Assi si può avere una terna o una quaterna ciascuno.",
                en="Of Threes, Twos and Aces there can be three or four alike, once each.",
            )
        )
    return {
        "three": THREE_POINTS,
        "four": FOUR_POINTS,
        "both": napoletane + threes,
        "points": THREE_POINTS * (napoletane + threes) + FOUR_POINTS * fours,
    }


def _missing(figures: Mapping[str, Figure]) -> Values:
    """How many whole points and thirds are missing to the target (10, 135)."""
    target, points, thirds = (int(_number(figures, name)) for name in ("traguardo", "punti-fatti", "terzi-fatti"))
    missing = THIRDS_PER_POINT * (target - points) - thirds
    if missing < 0:
        raise ImpossibleFigures(
            Text(it="Con quei punti il traguardo è già raggiunto.", en="With those points the target has been reached.")
        )
    whole, remainder = divmod(missing, THIRDS_PER_POINT)
    return {"missing": _missing_in_words(whole, remainder)}


def _missing_in_words(whole: int, thirds: int) -> Text:
    """«Mancano 3 punti e 1 terzo», «manca 1 punto», «manca 1 terzo», «non manca nulla»."""
    it = [f"{whole} {'punto' if whole == 1 else 'punti'}"] * bool(whole)
    it += [f"{thirds} {'terzo' if thirds == 1 else 'terzi'}"] * bool(thirds)
    en = [f"{whole} {'point' if whole == 1 else 'points'}"] * bool(whole)
    en += [f"{thirds} {'third' if thirds == 1 else 'thirds'}"] * bool(thirds)
    if not it:
        return Text(it="Non manca nulla.", en="Nothing is missing.")
    one = whole + thirds == 1
    return Text(
        it=f"{'Manca' if one else 'Mancano'} {' e '.join(it)}.",
        en=f"{' and '.join(en)} {'is' if one else 'are'} missing.",
    )


def _disputed(figures: Mapping[str, Figure]) -> Values:
    """The points of those who did not mix up the cards: their own, and all that stay in dispute (36)."""
    return {"points": _number(figures, "punti-accertati-altri") + _number(figures, "punti-controversi")}


def _refunded(figures: Mapping[str, Figure]) -> Values:
    """What the partner is compensated for: the stakes paid, and what was put into the pool (149)."""
    return {"sum": _number(figures, "poste-pagate") + _number(figures, "poste-versate")}


def _time_out(*, fewest_wins: bool, capped: bool) -> Way:
    """The totals after a time-out, with what is left of the board, and their difference (online rules, 14, 16).

    capped: more is left than the rules award, as the order says.
    """

    def way(figures: Mapping[str, Figure]) -> Values:
        names = ("punti-fuori-tempo", "punti-degli-altri", "punti-residui")
        offender, opponents, not_yet_won = (int(_number(figures, name)) for name in names)
        if not_yet_won == 0 or capped != (not_yet_won > matches().time_out.most_points):
            raise ImpossibleFigures(
                Text(
                    it="I punti che non erano di nessuno non sono quanti dice la risposta: correggi l’una o gli altri.",
                    en="The points that nobody had won are not as many as the answer says: correct one or the other.",
                )
            )
        points = time_out_points(
            offender=offender, opponents=opponents, not_yet_won=not_yet_won, fewest_wins=fewest_wins
        )
        return {
            "awarded": points.awarded,
            "total": points.offender if fewest_wins else points.opponents,
            "standing": _standing(points),
        }

    return way


def _standing(points: TimeOutPoints) -> Text:
    """By how much the side out of time then loses; by nothing where it is still ahead, or level."""
    if points.difference:
        return Text(it=f"la differenza è {points.difference}", en=f"the difference is {points.difference}")
    if points.is_still_ahead:
        return Text(
            it="chi è fuori tempo è ancora in vantaggio, e la differenza è zero",
            en="the side out of time is still ahead, and the difference is zero",
        )
    return Text(it="sono pari, e la differenza è zero", en="they are level, and the difference is zero")


def _time_made_up(figures: Mapping[str, Figure]) -> Values:
    """The minutes that a table has still to play once those of an absence are made up (F.I.Bur. 39)."""
    return {"left": _number(figures, "minuti-del-turno") + _number(figures, "minuti-di-assenza")}


def _unchanged(_figures: Mapping[str, Figure]) -> Values:
    return {}


def _suits_left(figures: Mapping[str, Figure]) -> Values:
    """The suits where the accuser may still hold a napoletana: those without a Three, Two or Ace known elsewhere."""
    excluded = figures["pali-esclusi"]
    if not isinstance(excluded, tuple):
        raise TypeError(f"no suits: {excluded!r}")
    return {"suits": tuple(suit for suit in Suit if suit not in excluded)}


WAYS: Mapping[str, Way] = {
    "pool-in-halves": _pool_taken(4),
    "pool-in-fifths": _pool_taken(5),
    "pool-in-sixths": _pool_taken(6),
    "pool-doubled": _pool_missed(4),
    "pool-doubled-less-fifth": _pool_missed(5),
    "pool-doubled-less-sixth": _pool_missed(6),
    "paid-in": _paid_in,
    "caller-stakes": _caller_stakes,
    "buongioco": _buongioco,
    "missing": _missing,
    "disputed": _disputed,
    "refunded": _refunded,
    "suits-left": _suits_left,
    "time-made-up": _time_made_up,
    "time-out": _time_out(fewest_wins=False, capped=False),
    "time-out-six": _time_out(fewest_wins=False, capped=True),
    "time-out-a-perdere": _time_out(fewest_wins=True, capped=False),
    "time-out-a-perdere-six": _time_out(fewest_wins=True, capped=True),
    "as-told": _unchanged,
}


@dataclass(frozen=True, kw_only=True)
class RoundFigures:
    """The figures of a round, in minutes, VP and MP.

    minutes: how long a round lasts, by kind of match. minutes_lowered_by: by how many the director may shorten it.
    byes: what a rest earns. warnings_per_vp: so many warnings cost one VP (0: they cost none). report_minutes: how long
    errors may be reported in provisional standings. time_left_told: whether players may know
    how much of a round is left.
    """

    minutes: Mapping[MatchKind, int] = field(default_factory=dict)
    minutes_lowered_by: int = 0
    byes: Mapping[MatchKind, SideScore] = field(default_factory=dict)
    warnings_per_vp: int = 0
    report_minutes: int | None = None
    time_left_told: bool = True


def round_figures(rulebook_id: str) -> RoundFigures:
    """The figures of the code with that id; all empty where it fixes none. Raises RulebookError."""
    return _figures_in(library.RULEBOOKS / rulebook_id)


def scores_without_play(rulebook_id: str) -> FixedScores | None:
    """The scores that the code gives without play; None where it gives none. Raises RulebookError."""
    return _scores_in(library.RULEBOOKS / rulebook_id)


# By folder, so that another library (an installation's, a test's) is never answered from this one.
@cache
def _figures_in(folder: Path) -> RoundFigures:
    scores = _scores_in(folder)
    byes = scores.scores[ScoreKind.BYE].by_match if scores else {}
    if not (folder / parameters.FILE).exists():
        return RoundFigures(byes=byes)
    laid_down = parameters.load_parameters(folder)
    return RoundFigures(
        minutes=laid_down.round_minutes,
        minutes_lowered_by=laid_down.round_minutes_lowered_by,
        byes=byes,
        warnings_per_vp=laid_down.warnings.per_vp,
        report_minutes=laid_down.standings_minutes,
        time_left_told=laid_down.time_left_told,
    )


@cache
def _scores_in(folder: Path) -> FixedScores | None:
    return parameters.load_fixed_scores(folder) if (folder / parameters.SCORES_FILE).exists() else None
