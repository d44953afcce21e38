"""A code in memory: its articles, facts, wording and procedures, all names known to exist."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import BaseModel

from referee.law.schema import (
    Article,
    EffectsFile,
    Keywords,
    Option,
    ProcedureFile,
    Rule,
    RulebookFile,
    Section,
    WorkedCase,
)
from referee.law.table import Fact, Table
from referee.law.text import Text

EMERSIONE = "emersione"
THE_ANOMALY = "anomalia"  # `go: anomalia` in the emergence leads on to the case's own procedure


@dataclass(frozen=True)
class Procedure:
    """One anomaly's decision table with its texts; `table` is its compiled form."""

    file: ProcedureFile
    facts: Mapping[str, Fact]
    table: Table = field(repr=False, compare=False)

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def title(self) -> Text:
        return self.file.title

    @property
    def family(self) -> str:
        return self.file.family

    @property
    def articles(self) -> tuple[int, ...]:
        return self.file.articles

    @property
    def applies(self) -> Mapping[str, tuple[str, ...]]:
        return self.file.applies

    @property
    def emergence(self) -> bool:
        return self.file.emergence

    @property
    def listed(self) -> bool:
        return self.file.listed

    @property
    def term(self) -> Text | None:
        return self.file.term

    @property
    def keywords(self) -> Keywords:
        return self.file.keywords

    @property
    def note(self) -> Text | None:
        return self.file.note

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.file.rules

    def applies_to(self, options: Mapping[str, str]) -> bool:
        """Whether the procedure exists under these options of a tournament."""
        return all(options.get(name) in answers for name, answers in self.applies.items())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the rule as it stands, to tell later whether it changed."""
        return _digest(
            {
                "procedure": self.file.model_dump(mode="json", by_alias=True, exclude={"keywords"}),
                "facts": {name: dict(fact.answers) for name, fact in self.facts.items()},
            }
        )


@dataclass(frozen=True)
class Example:
    """A worked case with the procedure it belongs to and where it is written."""

    procedure: str
    case: WorkedCase
    file: str
    line: int


@dataclass(frozen=True)
class Rulebook:
    """A checked code: articles, facts, wording and procedures, all names known to exist."""

    file: RulebookFile
    hash: str
    parts: Mapping[str, Text]
    articles: Mapping[int, Article]
    sections: tuple[Section, ...]
    facts: Mapping[str, Fact]
    effects: EffectsFile
    procedures: Mapping[str, Procedure]
    examples: tuple[Example, ...] = field(repr=False)

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def title(self) -> Text:
        return self.file.title

    @property
    def edition(self) -> str:
        return self.file.edition

    @property
    def supersedes(self) -> str:
        """The id of the edition before this one; empty for the first."""
        return self.file.supersedes

    @property
    def federation(self) -> str:
        return self.file.federation

    @property
    def game(self) -> str:
        return self.file.game

    @property
    def options(self) -> Mapping[str, Option]:
        return self.file.options

    @property
    def families(self) -> Mapping[str, Text]:
        return self.file.families

    def applicable(self, options: Mapping[str, str]) -> tuple[Procedure, ...]:
        """The anomalies an arbiter may choose under these options, in the order of the families."""
        order = list(self.families)
        found = [p for p in self.procedures.values() if p.listed and p.applies_to(options)]
        return tuple(sorted(found, key=lambda p: (order.index(p.family), p.articles, p.id)))

    def examples_of(self, procedure: str) -> tuple[Example, ...]:
        """The worked cases of one procedure."""
        return tuple(example for example in self.examples if example.procedure == procedure)

    def fingerprint(self, path: tuple[str, ...], cites: tuple[int, ...]) -> str:
        """SHA-256 over the procedures walked and the articles cited: differs when the rule changed since."""
        return _digest(
            {
                "procedures": [self.procedures[name].digest for name in path if name in self.procedures],
                "articles": [self.articles[n].model_dump(mode="json") for n in cites if n in self.articles],
            }
        )


def _digest(value: object) -> str:
    plain = json.dumps(value, sort_keys=True, ensure_ascii=False, default=_as_plain)
    return hashlib.sha256(plain.encode()).hexdigest()


def _as_plain(value: object) -> object:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)
