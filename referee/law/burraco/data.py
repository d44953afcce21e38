"""Reads the data files beside the burraco code strictly, as its other files are read."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from referee.law.errors import Problem, RulebookError
from tournaments.plain_yaml import Document

Parsed = TypeVar("Parsed", bound=BaseModel)


def read(path: Path, model: type[Parsed]) -> Parsed:
    """What the file says. Raises RulebookError, whose problems name file and line."""
    document = Document(path, path.name)
    if document.problems:
        raise RulebookError(document.problems)
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise RulebookError([_problem(document, one["loc"], one["msg"]) for one in error.errors()]) from error


def _problem(document: Document, location: tuple[str | int, ...], message: str) -> Problem:
    dotted = ".".join(str(step) for step in location) or "the file"
    return document.problem(location, f"{dotted}: {message}")
