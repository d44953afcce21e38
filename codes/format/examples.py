"""Worked cases of a code, as examples/ holds them: a story, its facts, the decision that the text gives."""

from pydantic import model_validator

from codes.format.effects import Effect
from codes.format.model import Model
from codes.format.text import Text


class Expectation(Model):
    """What is ordered, by which articles; or, with `applies: false`, that under these options there is no such case."""

    effects: tuple[Effect, ...] = ()
    cites: tuple[int, ...] = ()
    applies: bool = True

    @model_validator(mode="after")
    def _decided_or_not_there(self) -> "Expectation":
        if self.applies != bool(self.cites) or (self.effects and not self.applies):
            raise ValueError("either effects and cites, or `applies: false` alone")
        return self


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
