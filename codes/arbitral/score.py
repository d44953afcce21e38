"""The score of a board annulled without replay: artificial, assigned or rectified (Codice FITRES, art. 80–84).

    artificial   81, 83   the mean of the other tables, line by line, rounded
    assigned     82       the arbiter's choice of the best result the innocent side could have had
    rectified    84       the unrounded artificial score, part of the graver side's moved to the other, then rounded

What goes in are the *played* results of the *other* tables on the same board, as total points of each line, accuse
included. What comes out is the score with its whole arithmetic as data, exact (integers and fractions), for a screen
to show and a record to keep. `codes.arbitral.board` does a whole board at once, scores only.

Readings where the articles leave room: "more than nine" counts the other tables; extremes are dropped line by line;
the larger decimal part goes up (81 asks only for one up, one down); with one line integer and the other decimal,
which accuse make possible and the text forgets, the integer stays and the decimal goes up; the third of 84 is a
third of the graver side's score, and the other side receives it, so that the sum stays.

Not decided here: whether a fault was excusable, which side was graver and by how much. That is the arbiter's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import PlainSerializer, TypeAdapter

from codes.arbitral.lots import Lot, draw_line_up
from codes.seats import Line

MANY_TABLES = 9  # art. 81: with more others than these, the extremes are dropped
LARGEST_SHARE = Fraction(1, 3)  # art. 84


class ArbitralScoreRefused(ValueError):
    """The code does not allow the score that was asked for; `articles` say why."""

    articles: tuple[int, ...] = (80,)


class NoComparison(ArbitralScoreRefused):
    """No other table has a result on the board: there is nothing to take a mean of."""

    articles = (81,)


class ShareOutOfRange(ArbitralScoreRefused):
    """The share to be moved is negative or more than a third."""

    articles = (84,)


class ReasonMissing(ArbitralScoreRefused):
    """The arbiter chose, and did not write why."""

    articles = (82, 81)


class ArbitralMethod(StrEnum):
    ARTIFICIAL = "artificial"
    ASSIGNED = "assigned"
    RECTIFIED = "rectified"


class RoundedBy(StrEnum):
    """Why the two lines were rounded as they were (art. 81)."""

    INTEGERS = "integers"  # nothing to round
    LARGER_DECIMAL = "larger-decimal"
    LOT = "lot"  # equal decimals
    MIXED = "mixed"  # the text is silent: our reading
    ARBITER = "arbiter"  # the text is silent: the arbiter chose against our reading


class TableScore(NamedTuple):
    """What was played at one table: total points of line A and of line B, accuse included."""

    table: str
    a: int
    b: int


# How a record writes them: a fraction always as "n/d", a result with its names.
Ratio = Annotated[Fraction, PlainSerializer(lambda ratio: f"{ratio.numerator}/{ratio.denominator}", return_type=str)]
Input = Annotated[TableScore, PlainSerializer(lambda result: result._asdict(), return_type=dict[str, Any])]


@dataclass(frozen=True, kw_only=True)
class Trimmed:
    """A result left out of one line's mean as its lowest or its highest (art. 81). Points of that line."""

    end: Literal["lowest", "highest"]
    table: str
    points: int


@dataclass(frozen=True, kw_only=True)
class LineMean:
    """One line's unrounded artificial score: the sum of the results kept, how many they are, their mean, in points."""

    line: Line
    trimmed: tuple[Trimmed, ...]
    total: int
    count: int
    mean: Ratio


@dataclass(frozen=True, kw_only=True)
class Rectification:
    """What art. 84 moved: `moved` points, a `share` of the `graver` line's mean, and the two lines after it."""

    graver: Line
    share: Ratio
    moved: Ratio
    a: Ratio
    b: Ratio


@dataclass(frozen=True, kw_only=True)
class Rounding:
    """Which line went up to the next integer, which down, and why; `silent` when art. 81 gives no rule for the case."""

    why: RoundedBy
    up: Line | None = None
    down: Line | None = None
    silent: bool = False
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class MixedChoice:
    """The arbiter's own rounding where one line is integer and the other decimal; the reason must be written."""

    decimal: Literal["up", "down"]
    reason: str


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A result that other tables obtained on the board, and which tables."""

    a: int
    b: int
    tables: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """The score given to the two lines, `a` and `b`, in whole points, with all that led there.

    An assigned score has no means and no rounding; only a rectified one has a rectification; the lot is there when
    the decimals were equal. `innocent` and `reason` belong to an assigned score, `reason` also to a rectified one.
    """

    method: ArbitralMethod
    articles: tuple[int, ...]
    inputs: tuple[Input, ...]
    a: int
    b: int
    line_a: LineMean | None = None
    line_b: LineMean | None = None
    rectification: Rectification | None = None
    rounding: Rounding | None = None
    lot: Lot | None = None
    innocent: Line | None = None
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The score as plain JSON values; fractions are written "n/d"."""
        data: dict[str, Any] = _RECORD.dump_python(self, mode="json")
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Reckoning":
        """The score that `to_dict` wrote, equal in every part. Raises ``ValueError`` for anything else."""
        return _RECORD.validate_python(data)


_RECORD = TypeAdapter(Reckoning)


def artificial(
    inputs: Iterable[TableScore],
    *,
    seed: str,
    purpose: str,
    mixed: MixedChoice | None = None,
    equal_fault: bool = False,
) -> Reckoning:
    """The mean of the other tables, rounded (art. 81); `equal_fault` when it is owed to art. 83.

    `seed` and `purpose` make the lot, should the decimals be equal. `mixed` counts only where one line is
    integer and the other is not. Raises `NoComparison` without inputs, `ReasonMissing` for a choice without a reason.
    """
    results = _checked(inputs)
    line_a, line_b = _means(results)
    rounding, lot = _rounding(line_a.mean, line_b.mean, seed=seed, purpose=purpose, mixed=mixed)
    return Reckoning(
        method=ArbitralMethod.ARTIFICIAL,
        articles=(80, 83, 81) if equal_fault else (80, 81),
        inputs=results,
        a=_rounded(line_a.mean, goes_up=rounding.up == Line.A),
        b=_rounded(line_b.mean, goes_up=rounding.up == Line.B),
        line_a=line_a,
        line_b=line_b,
        rounding=rounding,
        lot=lot,
    )


def candidates(inputs: Iterable[TableScore], innocent: Line) -> tuple[Candidate, ...]:
    """The results of the other tables, each once, the most favourable for the innocent line first (art. 82).

    Favourable is the larger difference in points over the guilty line; at equal difference, the more points.
    """
    tables: dict[tuple[int, int], list[str]] = {}
    for result in _checked(inputs):
        tables.setdefault((result.a, result.b), []).append(result.table)

    def favour(pair: tuple[int, int]) -> tuple[int, int]:
        own, other = pair if innocent == Line.A else pair[::-1]
        return own - other, own

    ordered = sorted(tables, key=favour, reverse=True)
    return tuple(Candidate(a=a, b=b, tables=tuple(tables[a, b])) for a, b in ordered)


def assigned(inputs: Iterable[TableScore], *, chosen: tuple[int, int], innocent: Line, reason: str) -> Reckoning:
    """The score the arbiter holds the best that the innocent line could have had (art. 82), as (A, B) points.

    It need not be one of `candidates`: what could have been obtained is judged on the cards, so inputs may be empty.
    Raises `ReasonMissing` for a blank reason, ``ValueError`` for negative points.
    """
    _need(reason)
    if min(chosen) < 0:
        raise ValueError(f"points cannot be negative: {chosen}")
    return Reckoning(
        method=ArbitralMethod.ASSIGNED,
        articles=(80, 82),
        inputs=_checked(inputs),
        a=chosen[0],
        b=chosen[1],
        innocent=Line(innocent),
        reason=reason,
    )


def rectified(
    inputs: Iterable[TableScore],
    *,
    graver: Line,
    share: Fraction,
    seed: str,
    purpose: str,
    mixed: MixedChoice | None = None,
    reason: str = "",
) -> Reckoning:
    """The unrounded artificial score with `share` of the graver line's moved to the other, then rounded (art. 84).

    `share` is between 0 and 1/3, in proportion to how much graver the fault was; the rest as in `artificial`.
    Raises `ShareOutOfRange`, `NoComparison`, `ReasonMissing`.
    """
    if not 0 <= share <= LARGEST_SHARE:
        raise ShareOutOfRange(f"a share between 0 and 1/3, not {share}")
    results = _checked(inputs)
    line_a, line_b = _means(results)
    change = _rectification(line_a.mean, line_b.mean, graver=graver, share=share)
    rounding, lot = _rounding(change.a, change.b, seed=seed, purpose=purpose, mixed=mixed)
    return Reckoning(
        method=ArbitralMethod.RECTIFIED,
        articles=(80, 84, 81),
        inputs=results,
        a=_rounded(change.a, goes_up=rounding.up == Line.A),
        b=_rounded(change.b, goes_up=rounding.up == Line.B),
        line_a=line_a,
        line_b=line_b,
        rectification=change,
        rounding=rounding,
        lot=lot,
        reason=reason,
    )


def _checked(inputs: Iterable[TableScore]) -> tuple[TableScore, ...]:
    results = tuple(inputs)
    if len({result.table for result in results}) < len(results):
        raise ValueError("a table has two results on the same board")
    if any(result.a < 0 or result.b < 0 for result in results):
        raise ValueError("points cannot be negative")
    return results


def _need(reason: str) -> None:
    if not reason.strip():
        raise ReasonMissing("a choice of the arbiter needs its reason in writing")


def _means(results: Sequence[TableScore]) -> tuple[LineMean, LineMean]:
    if not results:
        raise NoComparison("no other table has a result on this board")
    tables = [result.table for result in results]
    line_a = _line_mean(Line.A, tables, [result.a for result in results])
    line_b = _line_mean(Line.B, tables, [result.b for result in results])
    return line_a, line_b


def _line_mean(line: Line, tables: Sequence[str], points: Sequence[int]) -> LineMean:
    """One line's mean, without one lowest and one highest result when the other tables are more than nine."""
    trimmed: tuple[Trimmed, ...] = ()
    if len(points) > MANY_TABLES:
        order = sorted(range(len(points)), key=points.__getitem__)
        low, high = (
            order[0],
            order[-1],
        )  # of equal results the first table's is dropped as lowest, the last's as highest
        trimmed = (
            Trimmed(end="lowest", table=tables[low], points=points[low]),
            Trimmed(end="highest", table=tables[high], points=points[high]),
        )
    total = sum(points) - sum(drop.points for drop in trimmed)
    count = len(points) - len(trimmed)
    return LineMean(line=line, trimmed=trimmed, total=total, count=count, mean=Fraction(total, count))


def _rectification(a: Fraction, b: Fraction, *, graver: Line, share: Fraction) -> Rectification:
    moved = share * (a if graver == Line.A else b)
    signed = -moved if graver == Line.A else moved
    return Rectification(graver=Line(graver), share=share, moved=moved, a=a + signed, b=b - signed)


def _rounding(
    a: Fraction, b: Fraction, *, seed: str, purpose: str, mixed: MixedChoice | None
) -> tuple[Rounding, Lot | None]:
    """Which line goes up and which down (art. 81), with the lot if one had to be drawn."""
    decimal_a, decimal_b = a % 1, b % 1
    if not decimal_a and not decimal_b:
        return Rounding(why=RoundedBy.INTEGERS), None
    if not decimal_a or not decimal_b:
        return _mixed(Line.A if decimal_a else Line.B, mixed), None
    if decimal_a != decimal_b:
        return _one_up(Line.A if decimal_a > decimal_b else Line.B, RoundedBy.LARGER_DECIMAL), None
    lot = draw_line_up(seed, purpose)
    return _one_up(Line(lot.drawn), RoundedBy.LOT), lot


def _one_up(up: Line, why: RoundedBy) -> Rounding:
    return Rounding(why=why, up=up, down=up.other)


def _mixed(line: Line, choice: MixedChoice | None) -> Rounding:
    if choice is None:
        return Rounding(why=RoundedBy.MIXED, up=line, silent=True)
    _need(choice.reason)
    if choice.decimal == "up":
        return Rounding(why=RoundedBy.ARBITER, up=line, silent=True, reason=choice.reason)
    return Rounding(why=RoundedBy.ARBITER, down=line, silent=True, reason=choice.reason)


def _rounded(mean: Fraction, *, goes_up: bool) -> int:
    return mean // 1 + goes_up
