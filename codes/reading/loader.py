"""A code read from its folder, or from its files as one text: loaded and checked whole, or refused with every problem.

As one text an installation keeps the edition it decided by, and reads it when it is gone. Worked cases are tried on
what was loaded.
"""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from codes.build_cache import Apart
from codes.deciding.book import EMERSIONE, Example, Illustrations, Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY
from codes.deciding.walk import Decision, Question, walk
from codes.format.effects import EffectBase
from codes.format.model import Problem, RulebookError
from codes.reading.checks import Checker
from codes.reading.files import CLAUSES, READINGS, Sources, law_hash, read_sources


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
        readings=sources.readings.readings,
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


class EditionDamaged(Exception):
    """What was kept is no code that this program reads, or another one than its hash says."""


def packed(folder: Path) -> bytes:
    """All files by which the code decides and speaks: no worked cases, no tellings, no account of its clauses."""
    files = (path for path in folder.glob("*.yaml") if path.name != CLAUSES)
    paths = sorted([*files, *(folder / "procedures").glob("*.yaml")])
    contents = {path.relative_to(folder).as_posix(): path.read_text() for path in paths}
    return zlib.compress(json.dumps(contents, ensure_ascii=False, sort_keys=True).encode(), 9)


def files_in(content: bytes) -> dict[str, str]:
    """The files by their names, as anybody may read them. Raises EditionDamaged."""
    try:
        files = json.loads(zlib.decompress(content))
    except (zlib.error, ValueError) as error:
        raise EditionDamaged from error
    if not isinstance(files, dict) or any(".." in name or name.startswith("/") for name in files):
        raise EditionDamaged
    return {str(name): str(text) for name, text in files.items()}


def unpacked(content: bytes, expected: str) -> Rulebook:
    """The code that was kept under that hash. Raises EditionDamaged."""
    with _laid_out(content, expected) as folder:
        try:
            return load_rulebook(folder)
        except RulebookError as error:
            raise EditionDamaged from error


def is_as_kept(content: bytes, expected: str) -> bool:
    """Whether the files are those of that hash; nothing of them is read as a code, which takes longer."""
    try:
        with _laid_out(content, expected):
            return True
    except EditionDamaged:
        return False


@contextmanager
def _laid_out(content: bytes, expected: str) -> Iterator[Path]:
    """The files in a folder of their own. Raises EditionDamaged where their hash is another."""
    files = files_in(content)
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "procedures").mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        if law_hash(folder) != expected:
            raise EditionDamaged
        yield folder


def failures(book: Rulebook, example: Example) -> list[str]:
    """Where the walk of a worked case differs from its expectation; empty when it holds.

    Effects and citations must agree exactly, and every fact told must be one
    that the walk can ask, so that no story carries a detail that nobody reads. A story
    may also tell that under the tournament's options there is no such case.
    """
    case = example.case
    names = {name for procedure in book.procedures.values() for name in procedure.facts}
    problems = [f"nothing asks for the fact «{name}»" for name in case.facts if name not in names]
    if book.procedures[example.procedure].applies_to(case.options) != case.expect.applies:
        return [*problems, f"the procedure {'does not exist' if case.expect.applies else 'exists'} under these options"]
    if not case.expect.applies:
        return problems
    result = walk(book, example.procedure, facts=case.facts, options=case.options)
    if isinstance(result, Question):
        return [*problems, f"undecided: {result.procedure.id} still asks «{result.fact.name}»"]
    effects, expected = _plain(result.effects), _plain(case.expect.effects)
    if effects != expected:
        problems.append(f"effects are {effects}, expected {expected}")
    if sorted(result.cites) != sorted(case.expect.cites):
        problems.append(f"cites are {sorted(result.cites)}, expected {sorted(case.expect.cites)}")
    return problems


def untold_readings(book: Rulebook) -> list[str]:
    """The readings that no worked case meets: nobody could say that somebody ever does."""
    met: set[str] = set()
    for example in book.examples:
        if example.case.expect.applies:
            decision = walk(book, example.procedure, facts=example.case.facts, options=example.case.options)
            met |= {reading.it for reading in decision.readings} if isinstance(decision, Decision) else set()
    of_rules = {
        reading.it: f"{procedure.id}: rule {number}"
        for procedure in book.procedures.values()
        for number, rule in enumerate(procedure.rules, start=1)
        for reading in rule.readings
    }
    of_register = {reading.it: f"{READINGS}: «{name}»" for name, reading in book.readings.items()}
    readings = (of_rules | of_register).items()
    return [f"{where}: no worked case meets the reading «{it}»" for it, where in readings if it not in met]


def _plain(effects: tuple[EffectBase, ...]) -> list[dict[str, object]]:
    return [effect.to_dict() for effect in effects]


__all__ = [
    "EMERSIONE",
    "THE_ANOMALY",
    "EditionDamaged",
    "Example",
    "Problem",
    "Procedure",
    "Rulebook",
    "RulebookError",
    "failures",
    "files_in",
    "load_rulebook",
    "packed",
    "unpacked",
    "untold_readings",
]
