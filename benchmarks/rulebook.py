"""The whole code walked: every combination of every procedure, and every way of answering to the end."""

from collections.abc import Iterator, Mapping
from itertools import islice, product

import yaml

from benchmarks.common import Goal, Row, best, best_of_pairs
from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import Fact
from codes.deciding.walk import Decision, Question, walk
from codes.library import RULEBOOKS, all_rulebooks, get_rulebook, rulebook_ids
from codes.reading.loader import load_rulebook

FOLDER = RULEBOOKS / "fitres-tressette"
SAMPLE = 7  # every seventh combination, every seventh set of options: the mean of a walk is the same
Walk = tuple[str, dict[str, str], dict[str, str]]


def run() -> Iterator[Row]:
    """Loading the codes, and walking all of one."""
    loading, parsing = best_of_pairs(_load_all, _parse_all, rounds=3)
    yield Row(
        "loading and checking every code",
        loading,
        parsing,
        "PyYAML's C parser on the same files",
        goal=Goal(ratio=6, seconds=1),
    )
    all_rulebooks()  # kept from here on
    yield Row(
        "reading every code as it is kept",
        best(_read_all, rounds=3),
        loading,
        "loading and checking them",
        goal=Goal(ratio=0.25, seconds=0.15),
    )
    book = load_rulebook(FOLDER)
    walks = list(all_walks(book))[::SAMPLE]
    decided = sum(isinstance(walk(book, p, facts=f, options=o), Decision) for p, f, o in walks)
    yield Row(
        "a walk, any combination",
        best(lambda: _walk_all(book, walks), rounds=3) / len(walks),
        goal=Goal(seconds=0.001),
        note=f"{len(walks):,} walks of {len(book.procedures)} procedures, {decided:,} decided, the rest ask on",
    )
    to_the_end = list(every_way(book))
    yield Row(
        "a walk, every way of answering",
        best(lambda: _walk_all(book, to_the_end), rounds=3) / len(to_the_end),
        goal=Goal(seconds=0.001),
        note=f"{len(to_the_end):,} walks: each question on the way and each decision, through every `go`",
    )


def all_walks(book: Rulebook) -> Iterator[Walk]:
    """Every combination of a procedure's own facts, under every set of options that the code admits."""
    for options in _options(book):
        for procedure in book.procedures.values():
            if procedure.applies_to(options):
                for facts in _combinations(book, procedure):
                    yield procedure.id, facts, options


def every_way(book: Rulebook) -> Iterator[Walk]:
    """Every walk an arbiter can take: at each question every answer, until the decision."""
    for options in islice(_options(book), 0, None, SAMPLE):
        for procedure in book.procedures.values():
            if procedure.applies_to(options):
                yield from _ways_from(book, procedure.id, {}, options)


def _ways_from(book: Rulebook, procedure: str, facts: dict[str, str], options: dict[str, str]) -> Iterator[Walk]:
    yield procedure, facts, options
    result = walk(book, procedure, facts=facts, options=options)
    if isinstance(result, Question):
        for answer in result.fact.answers:
            yield from _ways_from(book, procedure, {**facts, result.fact.name: answer}, options)


def _options(book: Rulebook) -> Iterator[dict[str, str]]:
    names = list(book.options)
    for answers in product(*(book.options[name].answers for name in names)):
        options = dict(zip(names, answers, strict=True))
        if all(_holds(options, one.when, one.then) for one in book.file.constraints):
            yield options


def _holds(options: Mapping[str, str], when: Mapping[str, str], then: Mapping[str, str]) -> bool:
    return not when.items() <= options.items() or then.items() <= options.items()


def _combinations(book: Rulebook, procedure: Procedure) -> Iterator[dict[str, str]]:
    facts: dict[str, Fact] = {name: fact for name, fact in procedure.facts.items() if fact.source != "option"}
    if procedure.emergence:
        facts |= book.procedures["emersione"].facts
    for answers in product(*(fact.answers for fact in facts.values())):
        yield dict(zip(facts, answers, strict=True))


def _walk_all(book: Rulebook, walks: list[Walk]) -> None:
    for procedure, facts, options in walks:
        walk(book, procedure, facts=facts, options=options)


def _load_all() -> None:
    for rulebook_id in rulebook_ids():
        load_rulebook(RULEBOOKS / rulebook_id)


def _read_all() -> None:
    get_rulebook.cache_clear()
    all_rulebooks()


def _parse_all() -> None:
    for path in RULEBOOKS.rglob("*.yaml"):
        yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
