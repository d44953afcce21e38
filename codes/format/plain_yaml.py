"""YAML as plain values, with the line of every one of them.

The C parser gives the nodes (the whole law loads in a moment); the values are built here, because our files need only
mappings, lists, texts, whole numbers and booleans. As in YAML 1.2 `no` and `si` are text and `1:30` is too: nothing is
guessed from a word but `true`, `false`, `null` and whole numbers. A key that stands twice is an error with its line.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

# The wheels bring the C parser; without it (built by hand) the slow one reads the same.
_Parser: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}

Location = tuple[str | int, ...]


class Loader(_Parser):  # type: ignore[misc] # the C parser has no types
    """The parser without its guesses: no value here is told by its tag, and finding one took a fifth of the loading."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: object) -> str:
        return ""

    def descend_resolver(self, current_node: object, current_index: object) -> None:
        """Nothing to keep: no tag depends on where a value stands."""

    def ascend_resolver(self) -> None:
        """The same on the way back."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong in a file, where a person can find and mend it."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class Document:
    """A YAML file, or its text, as plain values (`data`), the line of each path in it, and its problems."""

    def __init__(self, source: Path | str, shown_as: str) -> None:
        self.shown_as = shown_as
        self.lines: dict[Location, int] = {(): 1}
        self.problems: list[Problem] = []
        self.data: Any = None
        try:
            text = source if isinstance(source, str) else source.read_text(encoding="utf-8")
            node = yaml.compose(text, Loader=Loader)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            self.problems.append(Problem(shown_as, line, f"not valid YAML: {error.problem}"))
        else:
            self.data = self._value(node, ()) if node else None

    def line_of(self, location: Location) -> int:
        """The line of a path; steps that are not in the file (a validator's own) are passed over."""
        path: Location = ()
        for step in location:
            if (*path, step) in self.lines:
                path = (*path, step)
        return self.lines[path]

    def problem(self, location: Location, message: str) -> Problem:
        return Problem(self.shown_as, self.line_of(location), message)

    def _value(self, node: yaml.Node, path: Location) -> Any:
        self.lines[path] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self._value(item, (*path, index)) for index, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Location) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            line = key_node.start_mark.line + 1
            if key in values:
                self.problems.append(Problem(self.shown_as, line, f"the key «{key}» stands twice"))
            values[key] = self._value(value_node, (*path, key))
            self.lines[(*path, key)] = line
        return values


def _scalar(node: Any) -> Any:
    text: str = node.value
    if node.style:  # quoted or a block: text, whatever it looks like
        return text
    if text in WORDS:
        return WORDS[text]
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text
