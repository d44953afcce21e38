"""Errors of the law engine."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong in a code's files, where a person can find and mend it."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class RulebookError(Exception):
    """A code that must not be used: every problem found in its files, in order."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownAnswer(ValueError):
    """An answer outside the closed set of its question."""

    def __init__(self, fact: str, answer: str) -> None:
        self.fact, self.answer = fact, answer
        super().__init__(f"{fact}: {answer!r} is not among its answers")


class NotApplicable(ValueError):
    """A procedure that does not exist under the tournament's options."""
