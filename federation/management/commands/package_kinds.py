"""Write federation/sealed/kinds.json, what each kind of record of a package holds, or check that it is what it is."""

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

from federation.packages.records import NAMED, every_shape
from federation.sealed.files import WITHHELD
from federation.sealed.kinds import FILE
from federation.sealed.manifest import SCHEMA
from records.official_records import Sealed
from records.seals import Shape

READER = Path(settings.BASE_DIR) / "docs" / "read_package.py"
_TYPES: tuple[tuple[type[Any], str], ...] = (
    (models.BooleanField, "boolean"), (models.DateTimeField, "moment"), (models.DateField, "day"),
    (models.CharField, "text"), (models.TextField, "text"), (models.JSONField, "any"),
)  # fmt: skip
_SEALED = re.compile(r"(?<=\nOF_KINDS = \{\n).*?(?=\n\}\n)", re.DOTALL)


class Command(BaseCommand):
    help = "Write federation/sealed/kinds.json and the sealed kinds of docs/read_package.py from the models."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only fail where they are not as the models are.")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        kinds = dict(_kinds())
        now = f'{{"schema": "{SCHEMA}", "kinds": {{\n{_rows(_kind(one) for one in sorted(kinds.items()))}\n}}}}\n'
        sealed = _sealed(label for label in sorted(kinds) if kinds[label]["sealed"])
        reader, places = _SEALED.subn(sealed, READER.read_text("utf-8"))
        if places != 1:
            raise CommandError(f"{READER.name} has no place for the sealed kinds: OF_KINDS = {{…}}.")
        told = {FILE: now, READER: reader}
        if check and any(not file.exists() or file.read_text("utf-8") != text for file, text in told.items()):
            raise CommandError("The kinds of a package are not as the models are: run manage.py package_kinds.")
        for file, text in told.items():
            file.write_text(text, "utf-8")
        self.stdout.write(f"{len(kinds)} kinds of {SCHEMA}")


def _sealed(labels: Iterable[str]) -> str:
    """The kinds of each application, as the reader has them."""
    lines = []
    for application, of_it in groupby(labels, lambda label: label.partition(".")[0]):
        words = wrap(" ".join(label.partition(".")[2] for label in of_it), 96)
        quoted = [f'"{line} "' for line in words[:-1]] + [f'"{words[-1]}"']
        inner = "".join(f"\n        {one}" for one in quoted)
        lines.append(f'    "{application}": ' + (f"({inner}\n    )" if len(quoted) > 1 else quoted[0]) + ",")
    return "\n".join(lines)


def _kind(labelled: tuple[str, dict[str, Any]]) -> str:
    """A line for each column, so that a change is seen."""
    label, kind = labelled
    columns = (f' "{name}": {json.dumps(column, ensure_ascii=False)}' for name, column in kind["columns"].items())
    return f'"{label}": {{"sealed": {json.dumps(kind["sealed"])}, "columns": {{\n{_rows(columns)}\n}}}}'


def _rows(rows: Iterable[str]) -> str:
    return ",\n".join(rows)


def _kinds() -> Iterator[tuple[str, dict[str, Any]]]:
    shapes = every_shape()
    labels = {shape.label for _model, shape in shapes} | {model._meta.label for model in NAMED}
    for model, shape in shapes:
        columns = {
            name: _column(model, name, default, shape, labels)
            for name, default in zip(shape.columns, shape.defaults, strict=True)
        }
        yield shape.label, {"sealed": issubclass(model, Sealed), "columns": columns}


def _column(model: type[models.Model], name: str, default: Any, shape: Shape, labels: set[str]) -> dict[str, Any]:
    column = next(column for column in model._meta.concrete_fields if column.attname == name)
    told: dict[str, Any] = {"type": next((kind for of, kind in _TYPES if isinstance(column, of)), "number")}
    if default is not None:
        told["default"] = default
    if column.null:
        told["empty"] = True
    if column.is_relation:
        told["type"] = "key"
    elif told["type"] == "number":
        told["from"], told["to"] = BaseDatabaseOperations.integer_field_ranges[column.get_internal_type()]
    elif told["type"] == "any":
        default = column.get_default()
        told["type"] = "list" if default == [] else "object" if default == {} else "any"
    elif name in shape.personal:
        told["personal"] = True
    elif told["type"] == "text" and column.max_length:
        told["longest"] = column.max_length
    if column.related_model and (led := column.related_model._meta.label) in labels - WITHHELD:
        told["of"] = led
    if values := [value for value, _words in column.flatchoices if isinstance(value, str | int)]:
        told["among"] = sorted({*values, *([""] if column.blank and told["type"] == "text" else [])})
    return told
