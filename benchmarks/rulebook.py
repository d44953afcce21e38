"""The whole code walked: every combination of every procedure, and every way of answering to the end."""

from collections.abc import Iterator, Mapping
from itertools import product

from benchmarks.common import Row, best_of_pairs
from referee.law.book import Procedure, Rulebook
from referee.law.procedure import Decision, Question, walk
from referee.law.rulebook import load_rulebook
from referee.law.table import Fact
from referee.library import RULEBOOKS, rulebook_ids

FOLDER = RULEBOOKS / "fitres-tressette"
Walk = tuple[str, dict[str, str], dict[str, str]]


def run() -> list[Row]:
    """Loading the code, and walking all of it."""
    book = load_rulebook(FOLDER)
    walks = list(all_walks(book))
    ours, base = best_of_pairs(lambda: _walk_all(book, walks), lambda: _copy_all(walks), rounds=5)
    decided = sum(isinstance(walk(book, p, facts=f, options=o), Decision) for p, f, o in walks)
    to_the_end = list(every_way(book))
    ended, copied = best_of_pairs(lambda: _walk_all(book, to_the_end), lambda: _copy_all(to_the_end), rounds=5)
    loading, parsing = best_of_pairs(_load_all, _read_all, rounds=5)
    return [
        Row(
            "full walk of the code",
            ours,
            base,
            "copying the same facts",
            f"under 1 ms a walk: {ours / len(walks) * 1e6:.0f} µs",
            f"{len(walks):,} walks of {len(book.procedures)} procedures, {decided:,} decided, the rest ask on",
        ),
        Row(
            "every way of answering to the end",
            ended,
            copied,
            "copying the same facts",
            f"under 1 ms a walk: {ended / len(to_the_end) * 1e6:.0f} µs",
            f"{len(to_the_end):,} walks: each question on the way and each decision, through every `go`",
        ),
        Row("loading and checking every code", loading, parsing, "reading the files", "under 0.5 s"),
    ]


def all_walks(book: Rulebook) -> Iterator[Walk]:
    """Every combination of a procedure's own facts, under every set of options that the code admits."""
    for options in _options(book):
        for procedure in book.procedures.values():
            if procedure.applies_to(options):
                for facts in _combinations(book, procedure):
                    yield procedure.id, facts, options


def every_way(book: Rulebook) -> Iterator[Walk]:
    """Every walk an arbiter can take: at each question every answer, until the decision."""
    for options in _options(book):
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


def _copy_all(walks: list[Walk]) -> None:
    for _procedure, facts, options in walks:
        dict(facts, **options)  # what every walk does first


def _load_all() -> None:
    for rulebook_id in rulebook_ids():
        load_rulebook(RULEBOOKS / rulebook_id)


def _read_all() -> None:
    for path in RULEBOOKS.rglob("*.yaml"):
        path.read_text(encoding="utf-8")
