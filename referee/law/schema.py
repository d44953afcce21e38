"""What the files of a code contain, as pydantic models. Checks across files live in checks.py."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from referee.law.effects import Answers, Effect
from referee.law.text import Text

Source = Literal["arbiter", "option", "detection"]


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


AnswerList = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


class Model(BaseModel):
    """Files are read strictly: a key nobody knows is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Article(Model):
    """One article: our own summary, the part of the code, the articles it refers to."""

    number: int = Field(gt=0)
    part: str
    title: Text
    summary: Text
    refers: tuple[int, ...] = ()
    note: Text | None = None


class Section(Model):
    """A part of the code that bears no number, printed after the article `after` (0: before the first)."""

    id: str
    after: int = Field(ge=0)
    title: Text
    summary: Text
    note: Text | None = None


class ArticlesFile(Model):
    parts: dict[str, Text]
    articles: tuple[Article, ...]
    sections: tuple[Section, ...] = ()


class Option(Model):
    """Something a tournament fixes for all its deals: form, rules, accusa."""

    title: Text
    answers: dict[str, Text] = Field(min_length=2)


class Constraint(Model):
    """When a tournament's options are `when`, they must also be `then` (110)."""

    when: dict[str, str]
    then: dict[str, str]
    cites: tuple[int, ...]


class RulebookFile(Model):
    id: str
    title: Text
    federation: str
    game: str
    edition: str
    supersedes: str = ""  # id of the rulebook that is the edition before this one
    source: Text
    language: Literal["it"] = "it"
    options: dict[str, Option]
    constraints: tuple[Constraint, ...] = ()
    families: dict[str, Text] = Field(min_length=1)


class FactEntry(Model):
    """A question as the files write it; `answers` may name a set of facts.yaml."""

    ask: Text
    help: Text | None = None
    answers: str | dict[str, Text]
    source: Literal["arbiter", "detection"] = "arbiter"


class FactsFile(Model):
    answer_sets: dict[str, dict[str, Text]] = Field(default_factory=dict)
    facts: dict[str, FactEntry] = Field(default_factory=dict)


class EffectsFile(Model):
    """Wording of the effects, to be read out; {whom} {until} {finality} {basis} {amount} {score} are filled in."""

    wording: dict[str, dict[str, Text]]
    whom: dict[str, Text]
    until: dict[str, Text]
    finality: dict[str, Text]
    basis: dict[str, Text]


class Rule(Model):
    """One row of a decision table: when these facts, then these effects, by these articles."""

    when: dict[str, AnswerList]
    then: tuple[Effect, ...] = Field(min_length=1)
    cites: tuple[int, ...] = Field(min_length=1)
    reading: Text | None = None


class Keywords(Model):
    it: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


class ProcedureFile(Model):
    id: str
    title: Text
    family: str
    articles: tuple[int, ...] = Field(min_length=1)
    applies: dict[str, AnswerList] = Field(default_factory=dict)
    emergence: bool = True
    listed: bool = True  # false: reached only from another procedure, not offered to the arbiter
    term: Text | None = None
    keywords: Keywords = Keywords()
    note: Text | None = None
    facts: dict[str, FactEntry | None]
    rules: tuple[Rule, ...] = Field(min_length=1)


class Expectation(Model):
    effects: tuple[Effect, ...]
    cites: tuple[int, ...]


class WorkedCase(Model):
    """A story, its facts and the decision expected: run as a test, shown in the application."""

    title: Text
    story: Text
    options: dict[str, str]
    facts: dict[str, str]
    expect: Expectation


class ExamplesFile(Model):
    procedure: str
    cases: tuple[WorkedCase, ...]


__all__ = [
    "AnswerList",
    "Answers",
    "Article",
    "ArticlesFile",
    "Constraint",
    "EffectsFile",
    "ExamplesFile",
    "Expectation",
    "FactEntry",
    "FactsFile",
    "Keywords",
    "Model",
    "Option",
    "ProcedureFile",
    "Rule",
    "RulebookFile",
    "Section",
    "Source",
    "WorkedCase",
]
