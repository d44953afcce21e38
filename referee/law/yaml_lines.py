"""YAML 1.2 with the line of every value.

ruamel's composer gives the nodes; values are built here, because the law needs
only mappings, lists, strings, whole numbers and booleans, each with its line,
and a duplicate key must be an error that says where it stands.
"""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from referee.law.errors import Problem

type_int = "tag:yaml.org,2002:int"
type_bool = "tag:yaml.org,2002:bool"
type_null = "tag:yaml.org,2002:null"

Path_ = tuple[str | int, ...]


class Document:
    """A YAML file as plain values (`data`), the line of each path in it, and its problems."""

    def __init__(self, file: Path, shown_as: str) -> None:
        self.file, self.shown_as = file, shown_as
        self.lines: dict[Path_, int] = {(): 1}
        self.problems: list[Problem] = []
        self.data: Any = None
        try:
            node = YAML(typ="safe", pure=True).compose(file.read_text(encoding="utf-8"))
        except MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            self.problems.append(Problem(shown_as, line, f"not valid YAML: {error.problem}"))
        else:
            self.data = self._value(node, ()) if node else None

    def line_of(self, location: Path_) -> int:
        """The line of a path; steps that are not in the file (a validator's own) are passed over."""
        path: Path_ = ()
        for step in location:
            if (*path, step) in self.lines:
                path = (*path, step)
        return self.lines[path]

    def problem(self, location: Path_, message: str) -> Problem:
        """A problem at that path of this file."""
        return Problem(self.shown_as, self.line_of(location), message)

    def _value(self, node: Node, path: Path_) -> Any:
        self.lines[path] = node.start_mark.line + 1
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        if isinstance(node, SequenceNode):
            return [self._value(item, (*path, index)) for index, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: MappingNode, path: Path_) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in values:
                line = key_node.start_mark.line + 1
                self.problems.append(Problem(self.shown_as, line, f"the key «{key}» stands twice"))
            values[key] = self._value(value_node, (*path, key))
            self.lines[(*path, key)] = key_node.start_mark.line + 1
        return values


def _scalar(node: Node) -> Any:
    # YAML 1.2: `no` and `si` are text; only true and false are booleans.
    tag = str(node.tag)
    if tag == type_int:
        return int(node.value)
    if tag == type_bool:
        return str(node.value).lower() == "true"
    if tag == type_null:
        return None
    return str(node.value)
