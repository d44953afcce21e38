"""Whether every clause of a code is accounted for, and what is said of it is true.

Asked of the codes that we ship, and not when one is read: a clause that is told wrongly changes no decision.
"""

from collections.abc import Iterator
from pathlib import Path

from codes.deciding.book import Procedure, Rulebook
from codes.format.clauses import Answer
from codes.reading.files import CLAUSES


def clause_problems(book: Rulebook, root: Path) -> list[str]:
    """What is wrong in the clauses of a code; modules and tests are looked for under that root."""
    parts = book.clauses.parts
    there = [*book.articles, *(section.id for section in book.sections)]
    left = [f"{CLAUSES}: {part} has no clause" for part in there if part not in parts]
    beyond = [f"{CLAUSES}: the code has no {part}" for part in parts if part not in there]
    return [*left, *beyond, *_untrue(book, root)]


def _untrue(book: Rulebook, root: Path) -> Iterator[str]:
    for part, clauses in book.clauses.parts.items():
        for place, clause in enumerate(clauses, 1):
            for fault in _faults(book, part, clause.by, root):
                yield f"{CLAUSES}: {part}.{place}: {fault}"


def _faults(book: Rulebook, part: int | str, answer: Answer, root: Path) -> Iterator[str]:
    for name in answer.procedures:
        procedure = book.procedures.get(name)
        if procedure is None:
            yield f"unknown procedure «{name}»"
        elif isinstance(part, int) and part not in cited_by(procedure):  # what bears no number cannot be cited
            yield f"no rule of «{name}» cites article {part}"
    for path in (answer.module, answer.test):
        if path and not (root / path).is_file():
            yield f"there is no {path}"


def cited_by(procedure: Procedure) -> set[int]:
    """Every article that a rule cites, under whatever facts."""
    return {article for rule in procedure.rules for article, _ in rule.citations}
