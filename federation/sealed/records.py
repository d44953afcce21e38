"""The records of a package as they were at the table: with the persons' texts back in their places."""

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from federation.sealed.archive import Part
from federation.sealed.canonical import parsed
from federation.sealed.verification import RECORDS

# What stands for a text that was erased here; pages put it in words.
BLACKED = "⟦⟧"
# Of each kind what a column that a record leaves out holds.
COLUMNS = "columns.json"
Texts = Mapping[tuple[str, str], str]
Record = dict[str, Any]


def records(part: Part | None, texts: Texts, columns: Mapping[str, Any]) -> list[Record]:
    """Every record of a kind, each column under its name, with its key as `id`; none where the part is not there."""
    if part is None:
        return []
    return [_told(parsed(line[:-1]), texts, columns) for line in part.lines()]


def _told(said: Mapping[str, Any], texts: Texts, columns: Mapping[str, Any]) -> Record:
    name = f"{said['record']}:{said['id']}"
    fields = {key: _with(value, name, key, texts) for key, value in said["fields"].items()}
    return {"id": said["id"], **copy.deepcopy(dict(columns)), **fields}


def _with(value: Any, name: str, path: str, texts: Texts) -> Any:
    if isinstance(value, list):
        return [_with(one, name, f"{path}/{place}", texts) for place, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("hmac"), str) and value.keys() <= {"hmac", "erased"}:
        return texts.get((name, path), BLACKED)
    return {key: _with(one, name, f"{path}/{key}", texts) for key, one in value.items()}


def part_of(label: str) -> str:
    return f"{RECORDS}{label}.jsonl"


def by_id(found: Iterable[Record]) -> dict[int, Record]:
    return {one["id"]: one for one in found}
