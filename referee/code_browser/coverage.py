"""What of a code the program does, and which test or worked case shows it.

A code with clauses.yaml says so clause by clause. Of any other it is told article by article: procedures are read from
the code itself; checkers and calculators are declared in coverage.yaml beside it. Neither file is law: a code's hash
leaves them out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from codes.deciding.book import Rulebook
from codes.format.clauses import Clause
from codes.format.model import Model
from codes.format.plain_yaml import Document
from referee.code_browser.code_in_words import applying

FILE = "coverage.yaml"


class CoveringModule(Model):
    """A module that does what some articles say, and the test that proves it; paths from the project's root."""

    articles: tuple[int, ...] = Field(min_length=1)
    module: str
    test: str
    on_screen: bool = True  # false: it works and is tested, but no page or paper of the application asks it for these


class Gap(Model):
    """Articles that ask for something which nothing here does, and why."""

    articles: tuple[int, ...] = Field(min_length=1)
    why: str = Field(min_length=1)


class CoverageFile(Model):
    articles: int = Field(gt=0)
    checkers: tuple[CoveringModule, ...] = ()
    calculators: tuple[CoveringModule, ...] = ()
    not_covered: tuple[Gap, ...] = ()
    # What of an article that something does cover is left out.
    left_out: tuple[Gap, ...] = ()


@dataclass(frozen=True)
class Means:
    """One thing that does something for an article: its kind, what it is, and the test that shows it.

    A procedure is shown by its worked cases; the test is then empty, and `is_shown` false if no case cites the article.
    """

    kind: str  # procedure, checker or calculator
    name: str
    test: str = ""
    is_shown: bool = True
    on_screen: bool = True


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


@dataclass(frozen=True)
class ArticleCoverage:
    number: int
    title: str
    means: tuple[Means, ...]
    gap: str = ""
    left_out: str = ""

    @property
    def state(self) -> str:
        """Procedure, checker, calculator or several, in brackets where no screen reaches it; text only; not covered."""
        if self.gap:
            return "not covered"
        reached = dict.fromkeys(means.kind for means in self.means if means.on_screen)
        others = dict.fromkeys(
            f"({means.kind})" for means in self.means if not means.on_screen and means.kind not in reached
        )
        return " + ".join([*reached, *others]) or "text only"


def read_coverage(folder: Path) -> CoverageFile:
    """The declared coverage of the code in that folder. Raises ValueError naming file and line."""
    document = Document(folder / FILE, f"{folder.name}/{FILE}")
    if document.problems:
        raise ValueError(str(document.problems[0]))
    try:
        return CoverageFile.model_validate(document.data)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(str(document.problem(first["loc"], first["msg"]))) from error


def clauses_of(book: Rulebook) -> Iterator[ClauseCoverage]:
    for part, clauses in book.clauses.parts.items():
        for place, clause in enumerate(clauses, 1):
            unshown = tuple(name for name in clause.by.procedures if not _has_example(book, name, part))
            yield ClauseCoverage(part, place, clause, unshown)


def coverage_of(book: Rulebook, declared: CoverageFile) -> list[ArticleCoverage]:
    return [_row(number, book, declared) for number in range(1, declared.articles + 1)]


def _row(number: int, book: Rulebook, declared: CoverageFile) -> ArticleCoverage:
    article = book.articles.get(number)
    if article is None:
        return ArticleCoverage(number, "", (), "no summary of it")
    gaps = [gap.why for gap in declared.not_covered if number in gap.articles]
    means = [Means("procedure", p.id, is_shown=_has_example(book, p.id, number)) for p in applying(book, number)]
    means += _tools("checker", declared.checkers, number) + _tools("calculator", declared.calculators, number)
    left_out = [gap.why for gap in declared.left_out if number in gap.articles]
    return ArticleCoverage(number, article.title.en, tuple(means), "; ".join(gaps), "; ".join(left_out))


def _has_example(book: Rulebook, procedure: str, part: int | str) -> bool:
    examples = book.examples_of(procedure)
    return any(part in example.case.expect.cites for example in examples) if isinstance(part, int) else bool(examples)


def _tools(kind: str, tools: Iterable[CoveringModule], number: int) -> list[Means]:
    tools_of_article = [tool for tool in tools if number in tool.articles]
    return [Means(kind, tool.module, tool.test, on_screen=tool.on_screen) for tool in tools_of_article]


def problems(book: Rulebook, declared: CoverageFile, root: Path) -> list[str]:
    """What the declaration gets wrong: files that are not there, articles that the code does not have, both at once."""
    tools = [*declared.checkers, *declared.calculators]
    paths = dict.fromkeys(path for tool in tools for path in (tool.module, tool.test))
    missing = [f"{book.id}: there is no {path}" for path in paths if not (root / path).is_file()]
    entries: list[CoveringModule | Gap] = [*tools, *declared.not_covered, *declared.left_out]
    numbers = {number for entry in entries for number in entry.articles}
    missing += [f"{book.id}: there is no article {number}" for number in sorted(numbers - book.articles.keys())]
    beyond = [number for number in book.articles if number > declared.articles]
    missing += [f"{book.id}: article {number} lies beyond the last" for number in sorted(beyond)]
    return (
        missing
        + [
            f"{book.id}: article {row.number} is declared not covered, and something covers it"
            for row in coverage_of(book, declared)
            if row.gap and row.means
        ]
        + [
            f"{book.id}: of article {row.number} something is declared left out, and nothing covers the rest"
            for row in coverage_of(book, declared)
            if row.left_out and not row.means
        ]
    )


def tally(names: Iterable[str]) -> dict[str, int]:
    """How often each stands there, the most frequent first."""
    return dict(sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0])))
