"""The files of a code, each read and valid by itself, with the line of every value.

rulebook.yaml  articles.yaml  facts.yaml  effects.yaml  general.yaml  synonyms.yaml  clauses.yaml
procedures/*.yaml  examples/*.yaml  tellings/*.yaml
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from codes.format.clauses import ClausesFile
from codes.format.effects_file import EffectsFile
from codes.format.errors import Problem, RulebookError
from codes.format.examples import ExamplesFile
from codes.format.plain_yaml import Document
from codes.format.schema import (
    ArticlesFile,
    FactsFile,
    GeneralFile,
    ProcedureFile,
    RulebookFile,
    SynonymsFile,
    TellingsFile,
)
from codes.reading.given_scores import figures_in, put_figures

GENERAL = "general.yaml"
SYNONYMS = "synonyms.yaml"
CLAUSES = "clauses.yaml"
# Neither what says how much is covered nor how people say things is law.
NO_LAW = frozenset({"coverage.yaml", CLAUSES, SYNONYMS})

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
    procedures = reader.read_all("procedures", ProcedureFile)
    examples = reader.read_all("examples", ExamplesFile)
    tellings = reader.read_all("tellings", TellingsFile)
    for name, procedure in procedures.items():
        if procedure.id != Path(name).stem:
            document = reader.documents[name]
            reader.problems.append(document.problem(("id",), f"the id «{procedure.id}» is not the file's name"))
    if reader.problems or not (rulebook and articles and facts and effects and general and synonyms and clauses):
        raise RulebookError(reader.problems)
    return Sources(
        rulebook,
        articles,
        facts,
        effects,
        general,
        synonyms,
        clauses,
        {procedure.id: procedure for procedure in procedures.values()},
        examples,
        tellings,
        reader.documents,
    )


def law_hash(folder: Path) -> str:
    """SHA-256 over the files that make the law: neither the worked cases, nor the tellings, nor NO_LAW."""
    digest = hashlib.sha256()
    files = (path for path in folder.glob("*.yaml") if path.name not in NO_LAW)
    for path in sorted([*files, *(folder / "procedures").glob("*.yaml")]):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
