"""Whether every clause of a code is accounted for, and what is said of it is true.

Asked of the codes that we ship, and not when one is read: a clause that is told wrongly changes no decision.
"""

from collections.abc import Iterator
from pathlib import Path

from codes.deciding.book import Procedure, Rulebook
from codes.format.clauses import Answer
from codes.reading.files import CLAUSES


def clause_problems(book: Rulebook, root: Path) -> list[str]:
    """What is wrong in the clauses of a code that has them; modules and tests are looked for under that root."""
    if not book.clauses:
        return []
    left = [f"{CLAUSES}: article {number} has no clause" for number in book.articles if number not in book.clauses]
    beyond = [f"{CLAUSES}: there is no article {number}" for number in book.clauses if number not in book.articles]
    return [*left, *beyond, *_untrue(book, root)]


def _untrue(book: Rulebook, root: Path) -> Iterator[str]:
    for number, clauses in book.clauses.items():
        for place, clause in enumerate(clauses, 1):
            for fault in _faults(book, number, clause.by, root):
                yield f"{CLAUSES}: {number}.{place}: {fault}"


def _faults(book: Rulebook, article: int, answer: Answer, root: Path) -> Iterator[str]:
    for name in answer.procedures:
        procedure = book.procedures.get(name)
        if procedure is None:
            yield f"unknown procedure «{name}»"
        elif article not in cited_by(procedure):
            yield f"no rule of «{name}» cites article {article}"
    for path in (answer.module, answer.test):
        if path and not (root / path).is_file():
            yield f"there is no {path}"


def cited_by(procedure: Procedure) -> set[int]:
    """Every article that a rule cites, under whatever facts."""
    return {article for rule in procedure.rules for article, _ in rule.citations}
