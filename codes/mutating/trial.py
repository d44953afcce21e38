"""Makes a change in memory and says what notices it: the loading with its checks, a worked case, or nothing."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from pydantic import ValidationError

from codes.deciding.book import Example, Procedure
from codes.deciding.walk import NotApplicable, walk
from codes.format.schema import ProcedureFile
from codes.mutating.changes import Mutation, Words, changes_of
from codes.mutating.comparison import first_difference
from codes.reading.checks import Checker
from codes.reading.files import read_sources
from codes.reading.loader import load_rulebook
from codes.reading.worked_cases import failures


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
