"""What of a code the program does, clause by clause as its clauses.yaml says, and which worked cases show it."""

from collections.abc import Iterator
from dataclasses import dataclass

from codes.deciding.book import Rulebook
from codes.format.clauses import Clause


@dataclass(frozen=True)
class ClauseCoverage:
    """A clause with its place in an article, or a part without a number; `unshown`: procedures without a worked case.

    By a case is meant one that cites the article; of a part without a number, any.
    """

    part: int | str
    place: int
    clause: Clause
    unshown: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        return f"{self.part}.{self.place}"

    @property
    def state(self) -> str:
        return self.clause.by.state


def clauses_of(book: Rulebook) -> Iterator[ClauseCoverage]:
    for part, clauses in book.clauses.parts.items():
        for place, clause in enumerate(clauses, 1):
            unshown = tuple(name for name in clause.by.procedures if not _has_example(book, name, part))
            yield ClauseCoverage(part, place, clause, unshown)


def _has_example(book: Rulebook, procedure: str, part: int | str) -> bool:
    examples = book.examples_of(procedure)
    return any(part in example.case.expect.cites for example in examples) if isinstance(part, int) else bool(examples)
