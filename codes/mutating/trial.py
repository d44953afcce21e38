"""Makes a change in memory and says what notices it: the loading with its checks, a worked case, or nothing.

Whether a changed procedure decides like the one before: every way of answering is walked through both.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from pathlib import Path

from pydantic import ValidationError

from codes.deciding.book import Example, Procedure, Rulebook
from codes.deciding.table import Fact, RuleRow
from codes.deciding.walk import Decision, NotApplicable, walk
from codes.format.effects import Go
from codes.format.schema import ProcedureFile
from codes.mutating.changes import Mutation, Words, changes_of
from codes.reading.checks import Checker
from codes.reading.files import read_sources
from codes.reading.loader import failures, load_rulebook

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


class Noticed(StrEnum):
    """What notices a change; nothing can notice one that changes no decision."""

    LOADING = "loading"
    WORKED_CASE = "worked case"
    EQUIVALENT = "equivalent"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Trial:
    """One change tried: what noticed it and its words, or the answers that nothing tells and that tell it."""

    change: Mutation
    noticed: Noticed
    by: str
    facts: Mapping[str, str] | None = None


class Workshop:
    """One code with its worked cases, ready for one change at a time; a sound code is left as it was."""

    def __init__(self, folder: Path) -> None:
        self.book = load_rulebook(folder)
        self.sources = read_sources(folder)
        self.words = Words(self.sources)
        self.passing: dict[str, list[Example]] = defaultdict(list)
        for example in self.book.examples:
            for name in {example.procedure, *self._path(example)}:
                self.passing[name].append(example)

    def changes(self, names: Collection[str] | None = None) -> Iterator[Mutation]:
        """Every single change of every procedure of the code, or of those named."""
        for name, procedure in self.sources.procedures.items():
            if not names or name in names:
                yield from changes_of(procedure, self.words)

    def place(self, change: Mutation) -> str:
        """File and line of a change."""
        name = f"procedures/{change.procedure.id}.yaml"
        return f"{name}:{self.sources.documents[name].line_of(change.where)}"

    def tried(self, change: Mutation) -> Trial:
        """What notices the change, asked in this order: the loading, the worked cases, every way of answering."""
        try:
            file = change.changed_procedure()
        except ValidationError as error:
            return Trial(change, Noticed.LOADING, str(error.errors()[0]["msg"]))
        checked = self._checked(file)
        if isinstance(checked, str):
            return Trial(change, Noticed.LOADING, checked)
        after = replace(self.book, procedures={**self.book.procedures, file.id: checked})
        for example in self.passing[file.id]:
            if failures(after, example):
                return Trial(change, Noticed.WORKED_CASE, f"{example.file}:{example.line}: {example.case.title.it}")
        facts = first_difference(self.book, after, file.id)
        return Trial(change, Noticed.NOTHING if facts is not None else Noticed.EQUIVALENT, "", facts)

    def _path(self, example: Example) -> tuple[str, ...]:
        try:
            return walk(self.book, example.procedure, facts=example.case.facts, options=example.case.options).path
        except NotApplicable:
            return ()

    def _checked(self, file: ProcedureFile) -> Procedure | str:
        """The procedure as the loader would make it, or the first thing it finds wrong."""
        procedures = {**self.sources.procedures, file.id: file}
        checker = Checker(replace(self.sources, procedures=procedures))
        checker.procedures = {name: procedure for name, procedure in self.book.procedures.items() if name != file.id}
        checker.run_again(file.id, self._near(file))
        return str(min(checker.problems).message) if checker.problems else checker.procedures[file.id]

    def _near(self, file: ProcedureFile) -> set[str]:
        """The procedures whose walks may pass where this one newly leads."""
        if _targets(file) == _targets(self.sources.procedures[file.id]):
            return {file.id}
        return {file.id, *(name for name in self.book.procedures if file.id in self._reached(name))}

    def _reached(self, name: str) -> set[str]:
        reached: set[str] = set()
        clauses = self.sources.general.clauses
        waiting = [name, *(clauses[clause].table for clause in self.sources.procedures[name].takes)]
        while waiting:
            current = waiting.pop()
            if current in self.sources.procedures and current not in reached:
                reached.add(current)
                waiting += _targets(self.sources.procedures[current])
        return reached


def _targets(file: ProcedureFile) -> set[str]:
    return {effect.what for rule in file.rules for effect in rule.then if effect.verb == "go"}
