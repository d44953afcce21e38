"""What all files of a code have in common: strict models, texts in two languages, errors; how a data file is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from codes.format.plain_yaml import Document, Problem


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


AnswerList = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


class Model(BaseModel):
    """Files are read strictly: a key nobody knows is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Field by field, so that all of a class share their names; which were set nobody asks, so they share that too.

        There are ten thousand: with pydantic's own a process held 6 MB more.
        """
        for name, value in state.items():
            _set(self, name, value)
        for name, value in _UNASKED.items():
            _set(self, name, value)


_set = object.__setattr__  # frozen as they are
_UNASKED = {"__pydantic_fields_set__": set[str](), "__pydantic_extra__": None, "__pydantic_private__": None}

Language = Literal["it", "en"]


class Text(Model):
    """One sentence or label in both languages; neither may be empty."""

    it: str = Field(min_length=1)
    en: str = Field(min_length=1)

    @field_validator("it", "en")
    @classmethod
    def _as_printed(cls, words: str) -> str:
        """The apostrophe of print for the one of the keyboard: beside our own sentences on the same page."""
        return words.replace("'", "’")

    def in_(self, language: str) -> str:
        """The text in that language; Italian, the language of the codes, for any other than English."""
        return self.en if language.startswith("en") else self.it


_AND = Text(it=" e ", en=" and ")


def listed(names: Sequence[str], language: str) -> str:
    """Names in a row as one reads them out: «danari, spade e coppe»."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])}{_AND.in_(language)}{names[-1]}"


class Figured(str):
    """A figure within a sentence, which may also choose a word by it: `{points} {points:punto|punti}`.

    One, and a part of one, take the first; nothing and many the second. A third is for the part: «4/5 di posta».
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return super().__format__(spec)
        one, many, *part = spec.split("|")
        figure = self.strip().lstrip("+-−")
        if "/" in figure and " " not in figure:
            return part[0] if part else one
        return one if figure == "1" else many


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


__all__ = [
    "AnswerList",
    "Figured",
    "Language",
    "Model",
    "NotApplicable",
    "Placed",
    "Problem",
    "RulebookError",
    "Text",
    "UnknownAnswer",
    "read_data",
]
