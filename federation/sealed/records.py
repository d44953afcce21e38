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
    return [_record(parsed(line[:-1]), texts, columns) for line in part.lines()]


def _record(content: Mapping[str, Any], texts: Texts, columns: Mapping[str, Any]) -> Record:
    name = f"{content['record']}:{content['id']}"
    fields = {key: _with(value, name, key, texts) for key, value in content["fields"].items()}
    return {"id": content["id"], **copy.deepcopy(dict(columns)), **fields}


def _with(value: Any, name: str, path: str, texts: Texts) -> Any:
    if isinstance(value, list):
        return [_with(item, name, f"{path}/{place}", texts) for place, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("hmac"), str) and value.keys() <= {"hmac", "erased"}:
        return texts.get((name, path), BLACKED)
    return {key: _with(item, name, f"{path}/{key}", texts) for key, item in value.items()}


def part_of(label: str) -> str:
    return f"{RECORDS}{label}.jsonl"


def by_id(records: Iterable[Record]) -> dict[int, Record]:
    return {record["id"]: record for record in records}
