"""A code read from its folder: loaded and checked whole, or refused with every problem named."""

from pathlib import Path

from codes.build_cache import Apart
from codes.deciding.book import EMERSIONE, Example, Illustrations, Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY
from codes.format.errors import Problem, RulebookError
from codes.reading.checks import Checker
from codes.reading.files import Sources, law_hash, read_sources

__all__ = [
    "EMERSIONE",
    "THE_ANOMALY",
    "Example",
    "Problem",
    "Procedure",
    "Rulebook",
    "RulebookError",
    "load_rulebook",
]


def load_rulebook(folder: Path) -> Rulebook:
    """The code in that folder. Raises RulebookError, whose problems name file, line and combination."""
    sources = read_sources(folder)
    checker = Checker(sources)
    checker.run()
    if checker.problems:
        raise RulebookError(checker.problems)
    return Rulebook(
        file=sources.rulebook,
        hash=law_hash(folder),
        parts=sources.articles.parts,
        articles={article.number: article for article in sources.articles.articles},
        sections=sources.articles.sections,
        facts=checker.shared,
        effects=sources.effects,
        general=sources.general,
        procedures=checker.procedures,
        case_count=sum(len(examples.cases) for examples in sources.examples.values()),
        illustrations=Apart(
            Illustrations(
                examples=tuple(_examples(sources)),
                synonyms=sources.synonyms,
                tellings={Path(name).stem: file for name, file in sources.tellings.items()},
                clauses=sources.clauses,
            )
        ),
        cards=sources.facts.cards,
    )


def _examples(sources: Sources) -> list[Example]:
    return [
        Example(examples.procedure, case, file, sources.documents[file].line_of(("cases", place)))
        for file, examples in sources.examples.items()
        for place, case in enumerate(examples.cases)
    ]
