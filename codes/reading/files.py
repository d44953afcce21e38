"""The files of a code, each read and valid by itself, with the line of every value.

rulebook.yaml  articles.yaml  facts.yaml  effects.yaml  general.yaml  synonyms.yaml  clauses.yaml  readings.yaml
procedures/*.yaml  examples/*.yaml  tellings/*.yaml

A procedure says `{fixed_score: riposo, whom: coppia}`; how many VP and MP stands in fixed-scores.yaml alone, by kind of
match. Each kind becomes an effect under its own `if`, so that the table decides as if they had been written out.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from codes.format.clauses import ClausesFile
from codes.format.effects_file import EffectsFile
from codes.format.model import Problem, RulebookError
from codes.format.plain_yaml import Document, Location
from codes.format.readings import NamedReading, ReadingsFile, RuleReading
from codes.format.schema import (
    ArticlesFile,
    ExamplesFile,
    FactsFile,
    GeneralFile,
    ProcedureFile,
    RulebookFile,
    SynonymsFile,
    TellingsFile,
)

FILE = "fixed-scores.yaml"
VERB = "fixed_score"
# The option of the tournament whose answers are the kinds of match.
MATCH = "partita"

ByMatch = Mapping[str, Mapping[str, Any]]


def figures_in(folder: Path) -> Mapping[str, ByMatch]:
    """VP and MP by score and kind of match; nothing where the code gives no such scores, or its file is not sound.

    Whoever asks for the scores themselves is told what is wrong with the file (`codes.burraco.parameters`).
    """
    path = folder / FILE
    data = Document(path, FILE).data if path.is_file() else None
    scores = data.get("scores") if isinstance(data, dict) else None
    if not isinstance(scores, dict):
        return {}
    return {
        name: score["by_match"] for name, score in scores.items() if isinstance(score, dict) and score.get("by_match")
    }


def put_figures(document: Document, figures: Mapping[str, ByMatch]) -> None:
    """Writes the figures into a procedure just read; its problems grow by the scores that have none."""
    rules = document.data.get("rules") if isinstance(document.data, dict) else None
    for number, rule in enumerate(rules if isinstance(rules, list) else ()):
        effects = rule.get("then") if isinstance(rule, dict) else None
        if isinstance(effects, list) and any(_lacks_figures(effect) for effect in effects):
            _expand_rule(document, ("rules", number, "then"), rule, figures)


def _lacks_figures(effect: Any) -> bool:
    return isinstance(effect, dict) and VERB in effect and "vp" not in effect


def _expand_rule(document: Document, location: Location, rule: dict[str, Any], figures: Mapping[str, ByMatch]) -> None:
    effects: list[Any] = []
    lines: list[int] = []
    for place, effect in enumerate(rule["then"]):
        by_match = figures.get(effect[VERB], {}) if _lacks_figures(effect) else {}
        if _lacks_figures(effect) and not by_match:
            document.problems.append(document.problem((*location, place), f"no score «{effect[VERB]}» in {FILE}"))
        expanded = _by_match(effect, by_match) if by_match else [effect]
        effects += expanded
        lines += [document.line_of((*location, place))] * len(expanded)
    rule["then"] = effects
    # What is found wrong later is told by the place in the list as it is now.
    for path in [path for path in document.lines if path[: len(location)] == location and len(path) > len(location)]:
        del document.lines[path]
    document.lines |= {(*location, place): line for place, line in enumerate(lines)}


def _by_match(effect: Mapping[str, Any], by_match: ByMatch) -> list[dict[str, Any]]:
    if len(by_match) == 1:  # a score of one kind of match alone is ordered under no further question
        return [{**effect, **_figures(figures)} for figures in by_match.values()]
    own = effect.get("if") or {}
    admitted = [own[MATCH]] if isinstance(own.get(MATCH), str) else own.get(MATCH, by_match)
    return [
        {**effect, **_figures(score), "if": {**own, MATCH: match}}
        for match, score in by_match.items()
        if match in admitted
    ]


def _figures(score: Mapping[str, Any]) -> dict[str, Any]:
    return {name: score[name] for name in ("vp", "mp")}


GENERAL = "general.yaml"
SYNONYMS = "synonyms.yaml"
CLAUSES = "clauses.yaml"
READINGS = "readings.yaml"
# Neither what says how much is covered nor how people say things is law.
NO_LAW = frozenset({CLAUSES, SYNONYMS})

Parsed = TypeVar("Parsed", bound=BaseModel)


@dataclass
class Sources:
    """The files of a code as read, each with its document for the line numbers."""

    rulebook: RulebookFile
    articles: ArticlesFile
    facts: FactsFile
    effects: EffectsFile
    general: GeneralFile
    synonyms: SynonymsFile
    clauses: ClausesFile
    readings: ReadingsFile
    procedures: dict[str, ProcedureFile]
    examples: dict[str, ExamplesFile]
    tellings: dict[str, TellingsFile]
    documents: dict[str, Document]


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.documents: dict[str, Document] = {}
        self.figures = figures_in(folder)

    def read_file(self, name: str, model: type[Parsed]) -> Parsed | None:
        path = self.folder / name
        if not path.is_file():
            self.problems.append(Problem(name, 1, "the file is missing"))
            return None
        document = self.documents[name] = Document(path, name)
        if model is ProcedureFile:
            put_figures(document, self.figures)
        self.problems += document.problems
        if document.problems:
            return None
        try:
            return model.model_validate(document.data)
        except ValidationError as error:
            self.problems += [
                document.problem(problem["loc"], f"{_dotted(problem['loc'])}: {problem['msg']}")
                for problem in error.errors()
            ]
        return None

    def read_if_there(self, name: str, model: type[Parsed]) -> Parsed | None:
        """Of a file that a code may do without: as if it stood there empty."""
        return self.read_file(name, model) if (self.folder / name).is_file() else model()

    def read_all(self, folder: str, model: type[Parsed]) -> dict[str, Parsed]:
        names = sorted(f"{folder}/{path.name}" for path in (self.folder / folder).glob("*.yaml"))
        files = {name: self.read_file(name, model) for name in names}
        return {name: parsed for name, parsed in files.items() if parsed is not None}


def _dotted(location: tuple[str | int, ...]) -> str:
    return ".".join(str(step) for step in location) or "the file"


def read_sources(folder: Path) -> Sources:
    """The files of a code, each valid by itself. Raises RulebookError with every problem."""
    reader = _Reader(folder)
    rulebook = reader.read_file("rulebook.yaml", RulebookFile)
    articles = reader.read_file("articles.yaml", ArticlesFile)
    facts = reader.read_file("facts.yaml", FactsFile)
    effects = reader.read_file("effects.yaml", EffectsFile)
    # An edition may do without: what holds of all its anomalies, and their keywords, may be in its procedures.
    general = reader.read_if_there(GENERAL, GeneralFile)
    synonyms = reader.read_if_there(SYNONYMS, SynonymsFile)
    clauses = reader.read_if_there(CLAUSES, ClausesFile)
    readings = reader.read_if_there(READINGS, ReadingsFile)
    procedures = reader.read_all("procedures", ProcedureFile)
    examples = reader.read_all("examples", ExamplesFile)
    tellings = reader.read_all("tellings", TellingsFile)
    for name, procedure in procedures.items():
        if procedure.id != Path(name).stem:
            document = reader.documents[name]
            reader.problems.append(document.problem(("id",), f"the id «{procedure.id}» is not the file's name"))
    if reader.problems or not (
        rulebook and articles and facts and effects and general and synonyms and clauses and readings
    ):
        raise RulebookError(reader.problems)
    return Sources(
        rulebook,
        articles,
        facts,
        effects,
        general,
        synonyms,
        clauses,
        readings,
        {procedure.id: with_readings(procedure, readings) for procedure in procedures.values()},
        examples,
        tellings,
        reader.documents,
    )


def with_readings(procedure: ProcedureFile, register: ReadingsFile) -> ProcedureFile:
    """The procedure with the words of the readings that it names; a name that the register lacks stays a name."""
    if not any(isinstance(one, NamedReading) for rule in procedure.rules for one in rule.reading):
        return procedure
    rules = tuple(
        rule.model_copy(update={"reading": tuple(_worded(one, register) for one in rule.reading)})
        for rule in procedure.rules
    )
    return procedure.model_copy(update={"rules": rules})


def _worded(reading: RuleReading | NamedReading, register: ReadingsFile) -> RuleReading | NamedReading:
    if isinstance(reading, RuleReading) or reading.of not in register.readings:
        return reading
    words = register.readings[reading.of]
    return RuleReading.model_validate({"it": words.it, "en": words.en, "other": words.other, "if": reading.condition})


def law_hash(folder: Path) -> str:
    """SHA-256 over the files that make the law: neither the worked cases, nor the tellings, nor NO_LAW."""
    digest = hashlib.sha256()
    files = (path for path in folder.glob("*.yaml") if path.name not in NO_LAW)
    for path in sorted([*files, *(folder / "procedures").glob("*.yaml")]):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
