"""The artificial scores of a whole board at once: for every table, as if its own play had been annulled (art. 81).

It decides exactly as `arbitral_score.artificial`, table by table, but keeps no arithmetic: whoever needs it asks that
function for the one table. Sums and extremes are found once per board, a line's mean once per value of that line, the
rounding once per pair of values, all in integers over one common denominator.
"""

from collections.abc import Callable, Sequence

from codes.arbitral.lots import draw_line_up
from codes.arbitral.score import MANY_TABLES, NoComparison, TableScore
from codes.seats import Line

Pair = tuple[int, int]
# A mean as its whole part and what is left over, a count of n-ths; n, how many results were kept, is the board's.
Mean = tuple[int, int]


def artificial_for_all(results: Sequence[TableScore], *, seed: str, purpose: Callable[[str], str]) -> list[Pair]:
    """The artificial score (A, B) of each table, in the order of `results`, from the results of all the others.

    `results`: one per table that played the board, total points; that no table comes twice is the caller's to know.
    `purpose` names the lot of a table, drawn only if its two lines have equal decimals. One line integer and the
    other decimal: our reading, the decimal goes up. Raises `NoComparison` for a single result.
    """
    if not results:
        return []
    if len(results) == 1:
        raise NoComparison("no other table has a result on this board")
    tables, points_a, points_b = zip(*results, strict=True)
    scores = _Scores(_means_without(points_a), _means_without(points_b))
    pairs = list(map(scores.__getitem__, zip(points_a, points_b, strict=True)))
    if scores.tied:
        tied = [place for place, own in enumerate(zip(points_a, points_b, strict=True)) if own in scores.tied]
        for place in tied:
            lot = draw_line_up(seed, purpose(tables[place]))
            pairs[place] = scores.by_lot((points_a[place], points_b[place]), lot.drawn)
    return pairs


class _Scores(dict[Pair, Pair]):
    """The rounded score for each pair of own points, worked out when first asked for; `tied`: a lot must decide."""

    def __init__(self, line_a: dict[int, Mean], line_b: dict[int, Mean]) -> None:
        super().__init__()
        self.line_a = line_a
        self.line_b = line_b
        self.tied: set[Pair] = set()

    def __missing__(self, own: Pair) -> Pair:
        (whole_a, rest_a), (whole_b, rest_b) = self.line_a[own[0]], self.line_b[own[1]]
        # An integer has the smallest decimal part there is, so the case the text forgets needs no branch of its own.
        if rest_a > rest_b:
            score = whole_a + 1, whole_b
        elif rest_b > rest_a:
            score = whole_a, whole_b + 1
        else:
            score = whole_a, whole_b
            if rest_a:
                self.tied.add(own)
        self[own] = score
        return score

    def by_lot(self, own: Pair, up: str) -> Pair:
        """The score of a tied pair once the lot has said which line goes up."""
        whole_a, whole_b = self[own]
        return whole_a + (up == Line.A), whole_b + (up == Line.B)


def _means_without(points: tuple[int, ...]) -> dict[int, Mean]:
    """For each value on one line, the mean of the others' points when a table with that value is left out."""
    total, values, others = sum(points), set(points), len(points) - 1
    if others <= MANY_TABLES:
        return {own: divmod(total - own, others) for own in values}
    low, high = min(values), max(values)
    counted_tables, inner_total = others - 2, total - low - high
    means = {own: divmod(inner_total - own, counted_tables) for own in values}
    # In bytes a value is counted in a tenth of the time; nobody makes more points than one holds.
    counted = bytes(points) if low >= 0 and high < 256 else points
    # Whoever alone holds an extreme is not among the others: the next value is their extreme.
    if counted.count(low) == 1:
        means[low] = divmod(inner_total - min(values - {low}), counted_tables)
    if counted.count(high) == 1:
        means[high] = divmod(inner_total - max(values - {high}), counted_tables)
    return means
