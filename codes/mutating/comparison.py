"""Whether a changed procedure decides like the one before: every way of answering is walked through both."""

from collections.abc import Iterator, Mapping
from itertools import product

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import Fact, RuleRow
from codes.deciding.walk import Decision, walk
from codes.format.effects import Go

Facts = Mapping[str, str]
Region = Mapping[str, frozenset[str]]  # the answers per fact that lead where the two tables differ


def first_difference(before: Rulebook, after: Rulebook, name: str) -> Facts | None:
    """The first answers on which a walk of that procedure decides otherwise; None if there are none.

    Compared are the effects in their order and the articles, and whether the procedure exists under the options.
    """
    first, second = before.procedures[name], after.procedures[name]
    regions = list(_regions(first, second))
    if first.takes != second.takes:
        regions = [{}]
    for options in _options(before, first, second):
        applies = first.applies_to(options)
        if applies != second.applies_to(options):
            return options
        if applies and (facts := _Comparison(before, after, name, regions).first(options)):
            return facts
    return None


def _options(book: Rulebook, *procedures: Procedure) -> Iterator[Facts]:
    """Every way of setting the options on which the existence of these procedures depends."""
    names = sorted({name for procedure in procedures for name in procedure.applies})
    for answers in product(*(book.options[name].answers for name in names)):
        options = dict(zip(names, answers, strict=True))
        if _possible(book, options):
            yield options


def _possible(book: Rulebook, facts: Facts) -> bool:
    """Whether the code's constraints between the options admit these (110)."""
    return not any(
        all(facts.get(name) == answer for name, answer in constraint.when.items())
        and any(facts.get(name, answer) != answer for name, answer in constraint.then.items())
        for constraint in book.file.constraints
    )


def _regions(first: Procedure, second: Procedure) -> Iterator[Region]:
    """Where the outcomes of the two tables differ, as sets of answers."""
    for row, other in product(first.table.rows, second.table.rows):
        common = [a & b for a, b in zip(row.masks, other.masks, strict=True)]
        if all(common) and _decision_key(row) != _decision_key(other):
            yield {
                fact.name: _answers(fact, mask)
                for fact, mask, can in zip(first.table.facts, common, first.table.allowed, strict=True)
                if mask != can
            }


def _decision_key(row: RuleRow) -> tuple[object, Go | None, frozenset[int]]:
    return row.outcome.effects, row.outcome.go, frozenset(row.outcome.cites)


def _answers(fact: Fact, mask: int) -> frozenset[str]:
    return frozenset(answer for answer in fact.answers if fact.bit(answer) & mask)


class _Comparison:
    """Walks one procedure in two books side by side, answering what either asks."""

    def __init__(self, before: Rulebook, after: Rulebook, name: str, regions: list[Region]) -> None:
        self.before, self.after, self.name, self.regions = before, after, name, regions
        # What the general part itself establishes prevails over what was told.
        tables = [before.procedures[clause.table].table for clause in before.general.clauses.values()]
        rows = [row for table in tables for row in table.rows]
        self.overridden = {fact for row in rows if row.outcome.go for fact in row.outcome.go.with_}

    def first(self, facts: Facts) -> Facts | None:
        """The first answers, from these on, that are decided otherwise."""
        if not self._can_differ(facts) or not _possible(self.before, facts):
            return None
        walks = [walk(book, self.name, facts=facts, options=facts) for book in (self.before, self.after)]
        decisions = [reached for reached in walks if isinstance(reached, Decision)]
        for result in walks:
            if not isinstance(result, Decision):
                ways = ({**facts, result.fact.name: answer} for answer in result.fact.answers)
                return next((difference for way in ways if (difference := self.first(way)) is not None), None)
        decision, other = decisions
        same = decision.effects == other.effects and set(decision.cites) == set(other.cites)
        return None if same else facts

    def _can_differ(self, facts: Facts) -> bool:
        return any(
            all(name in self.overridden or facts.get(name) in {None, *answers} for name, answers in region.items())
            for region in self.regions
        )
