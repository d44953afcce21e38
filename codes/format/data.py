"""Reads a data file that stands beside a rulebook (numbered lists, formulas), as strictly as the rulebook itself."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from codes.format.errors import Problem, RulebookError
from codes.format.plain_yaml import Document

Parsed = TypeVar("Parsed", bound=BaseModel)


def read_data(path: Path, model: type[Parsed]) -> Parsed:
    """The file's content as that model. Raises RulebookError with every problem, each with its line."""
    if not path.is_file():
        raise RulebookError([Problem(path.name, 1, "the file is missing")])
    document = Document(path, path.name)
    if document.problems:
        raise RulebookError(document.problems)
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        problems = [
            document.problem(detail["loc"], f"{'.'.join(map(str, detail['loc'])) or 'the file'}: {detail['msg']}")
            for detail in error.errors()
        ]
        raise RulebookError(problems) from error
