"""What each kind of record holds, and which kinds are sealed: of a schema, not of the file that somebody sends.

`kinds.json` is written from the models (`manage.py package_kinds`). A record is looked at by it before anything else
reads a value of it.
"""

import json
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from federation.sealed.shapes import SHAPES, Veil
from records.outside import Room

FILE = Path(__file__).with_name("kinds.json")
KINDS: Mapping[str, Any] = json.loads(FILE.read_text("utf-8"))["kinds"] if FILE.exists() else {}
SEALED = frozenset(label for label, kind in KINDS.items() if kind["sealed"])


def moment(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("a moment without its zone")
    return text


def day(text: str) -> str:
    date.fromisoformat(text)
    return text


STRICT = ConfigDict(strict=True, extra="forbid")
_TYPES: Mapping[str, Any] = {
    "boolean": bool,
    "key": Annotated[int, Field(ge=1, lt=2**63)],
    "moment": Annotated[str, AfterValidator(moment)],
    "day": Annotated[str, AfterValidator(day)],
    "list": list[Any],
    "object": dict[str, Any],
    "any": Any,
}


def _type(label: str, name: str, column: Mapping[str, Any]) -> Any:
    kind = column["type"]
    of: Any
    if "among" in column:
        of = Literal[tuple(column["among"])]
    elif kind == "number":
        of = Annotated[int, Field(ge=column["from"], le=column["to"])]
    elif kind == "text":
        of = Literal[""] | Veil if column.get("personal") else Annotated[str, Field(max_length=column.get("longest"))]
    else:
        of = SHAPES.get((label, name), _TYPES[kind])
    return of | None if column.get("empty") else of


@cache
def _adapter(label: str) -> TypeAdapter[Any]:
    columns = {name: _type(label, name, column) for name, column in KINDS[label]["columns"].items()}
    made: Any = TypedDict
    return TypeAdapter(with_config(STRICT)(made("Kind", columns)))


def defaults(label: str) -> dict[str, Any]:
    """What a column holds that a record of the kind leaves out."""
    return {name: column.get("default") for name, column in KINDS[label]["columns"].items()}


def wrong_in(label: str, fields: Mapping[str, Any]) -> str:
    """The place in the record that is not as its kind says; nothing where all is."""
    return _wrong(_adapter(label), {**defaults(label), **fields})


def _wrong(adapter: TypeAdapter[Any], value: Any) -> str:
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        location = error.errors(include_url=False, include_input=False)[0]["loc"]
        return "/".join(map(str, location))[:200] or "."
    return ""


class _Whole(TypedDict):
    """Of a line of the log what is read of it."""

    tournament: int
    sequence: int
    at: Annotated[str, AfterValidator(moment)]
    actor: int
    action: Annotated[str, Field(max_length=60)]
    object: Annotated[str, Field(max_length=200)]
    previous_hash: str
    data: Any


class _Logged(_Whole, total=False):
    seals: dict[str, Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]]


class _Record(TypedDict):
    """Of a line of records what stands around its fields."""

    record: str
    id: Annotated[int, Field(ge=1, lt=2**63)]
    fields: dict[str, Any]


class _Person(TypedDict):
    record: str
    place: Annotated[str, Field(max_length=400)]
    text: str
    salt: Annotated[str, Field(pattern=r"^([0-9a-f]{2}){1,32}$")]


_LINE = TypeAdapter(with_config(STRICT)(_Logged))
_RECORD, _PERSON = TypeAdapter(with_config(STRICT)(_Record)), TypeAdapter(with_config(STRICT)(_Person))
_VEIL = TypeAdapter(Veil)


def wrong_in_line(content: Any) -> str:
    return _wrong(_LINE, content)


def is_record(content: Any) -> bool:
    return not _wrong(_RECORD, content)


def is_person(content: Any) -> bool:
    return not _wrong(_PERSON, content)


def is_veil(value: Mapping[str, Any], place: str = "") -> bool:
    """Whether a text stands here by its digest. Raises ValueError with the place of one that is not whole."""
    if "hmac" not in value or not value.keys() <= {"hmac", "erased"}:
        return False
    if _wrong(_VEIL, value):
        raise ValueError(place or ".")
    return True


# About so many bytes each takes, while a package is read.
A_KEY, A_KEY_AHEAD = 20, 280


@dataclass
class Keys:
    """The keys of the records read so far, in order, and those to which records lead that were not there yet."""

    room: Room
    known: "dict[str, array[int]]" = field(default_factory=dict)
    ahead: dict[str, dict[int, str]] = field(default_factory=dict)

    def take(self, label: str, pk: int, fields: Mapping[str, Any]) -> None:
        """Raises TooMuch where they are more than are held."""
        self.room.take(A_KEY)
        self.known.setdefault(label, array("q")).append(pk)
        for name, of in _led(label):
            if (key := fields.get(name)) is not None and not self._has(of, key):
                waiting = self.ahead.setdefault(of, {})
                self.room.take(0 if key in waiting else A_KEY_AHEAD)
                waiting.setdefault(key, f"{label}:{pk} {name}")

    def _has(self, label: str, key: int) -> bool:
        keys = self.known.get(label, ())
        place = bisect_left(keys, key)
        return place < len(keys) and keys[place] == key

    @property
    def leads_nowhere(self) -> str:
        """The first record with a key of one that is not there, and the column."""
        for of, waiting in self.ahead.items():
            for key, where in waiting.items():
                if not self._has(of, key):
                    return where
        return ""


@cache
def _led(label: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, column["of"]) for name, column in KINDS[label]["columns"].items() if "of" in column)
