"""Errors of the law engine."""

from codes.format.plain_yaml import Problem

# What is wrong in a file that is known: at which place of it, and in words.
Placed = tuple[tuple[str | int, ...], str]


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


__all__ = ["NotApplicable", "Placed", "Problem", "RulebookError", "UnknownAnswer"]
