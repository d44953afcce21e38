"""What a stranger whose key the federation knows may send: one value is another one, and all is signed anew."""

import json
import random
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from federation.packages.actions import signing_key
from federation.packages.exports import sealed
from federation.sealed.archive import MANIFEST, Part, read_parts, sha256, write
from federation.sealed.kinds import KINDS
from federation.sealed.verification import LOG, PERSONS, RECORDS


@dataclass(frozen=True)
class Raw:
    """As it stands in the file, whether it is JSON or only looks like it."""

    text: str


@dataclass(frozen=True)
class Twice:
    """A value that stands there two times, in an object under the same name."""

    value: Any


GONE, DOUBLED = Raw(""), Raw("twice")
VALUES = (
    None, True, 0, -1, 5, 10**18, 1.5, "x", "y" * 70_000, [], {}, [["a", None]], {"a": {"b": []}}, {"hmac": 5},
    {"hmac": "0" * 64, "erased": 5}, {"hmac": "0" * 64, "erased": [["a", None]]}, [5], GONE, DOUBLED,
    Raw("NaN"), Raw("Infinity"), Raw("-Infinity"), Raw("1e999"), Raw("9" * 5000), Raw("-0"), Raw("1E2"),
    Raw('"\\ud800"'), "\ud800", "\x00", Raw('"\\u0000"'), Raw('{"a":1,"a":2}'), {"k" * 70_000: 0}, {"\ud800": 0},
    Raw("[" * 30 + "]" * 30), Raw("[" * 40 + "]" * 40), Raw("[" * 100_000 + "]" * 100_000), Raw('{"a":' * 40_000),
    Raw("[" + "0," * 70_000 + "0]"), Raw('"' + "z" * 3_000_000 + '"'), "2026-02-30", "../../etc", "0" * 64,
)  # fmt: skip


def told(value: Any) -> str:
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(_each(item, json.dumps(key) + ":") for key, item in sorted(value.items())) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_each(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _each(item: Any, name: str = "") -> str:
    if isinstance(item, Twice):
        return f"{name}{told(item.value)},{name}{told(item.value)}"
    return name + told(item)


def bytes_of(value: Any) -> bytes:
    return told(value).encode("utf-8", "surrogatepass")


def with_value(value: Any, place: tuple[Any, ...], other: Any) -> Any:
    """The value with another one in a place."""
    if not place:
        return other
    step, *rest = place
    whole = dict(value) if isinstance(value, dict) else list(value)
    if rest or other is not GONE:
        before = whole.get(step) if isinstance(whole, dict) else whole[step]
        whole[step] = Twice(before) if other is DOUBLED and not rest else with_value(before, tuple(rest), other)
    elif isinstance(whole, dict):
        whole.pop(step, None)
    else:
        whole.pop(step)
    return whole


def places_in(value: Any, place: tuple[Any, ...] = ()) -> Any:
    for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*place, step)
        if isinstance(inner, dict | list) and len(place) < 5:
            yield from places_in(inner, (*place, step))


def hostile_values(value: Any) -> list[tuple[tuple[Any, ...], Any]]:
    return [(place, other) for place in places_in(value) for other in VALUES]


def hostile(data: bytes) -> list[tuple[str, tuple[Any, ...], Any]]:
    """Part, place and value of every change of the first line of every part, of the manifest and of what is one object.

    Shuffled, the same every time.
    """
    changes: list[tuple[str, tuple[Any, ...], Any]] = []
    for name, part in read_parts(data).items():
        if not name.endswith((".jsonl", ".json")):
            continue
        first = json.loads(part.raw.split(b"\n")[0])
        places = [(), *places_in(first)]
        if name.startswith(RECORDS):
            known = KINDS[first["record"]]["columns"]
            places += [("fields", column) for column in known if column not in first["fields"]]
        changes += [(name, place, value) for place in places for value in VALUES if place or value is not DOUBLED]
    random.Random(28).shuffle(changes)  # noqa: S311 - the same ones every time
    return changes


def made(data: bytes, name: str, place: tuple[Any, ...], value: Any) -> bytes:
    """The package with that value there."""
    parts = read_parts(data)
    first, *rest = parts[name].raw.split(b"\n")
    said = json.loads(first)
    if name == MANIFEST:
        forged = signed_anew(said, place, value)
        return write({**parts, MANIFEST: Part.from_bytes(forged, stored=True)})
    if name == LOG:
        lines = [with_value(said, place, value), *(json.loads(line) for line in rest if line)]
        return chained(data, log=lambda _lines: lines)
    changed = bytes_of(with_value(said, place, value))
    raw = b"\n".join([*([changed] if changed else []), *rest])
    return chained(data, parts={name: Part.from_bytes(raw, stored=name == PERSONS)})


def chained(data: bytes, *, parts: Any = None, log: Any = lambda lines: lines, **more: Any) -> bytes:
    """The package with these parts in place of its own, sealed and chained anew, and signed."""
    whole = read_parts(data)
    manifest = json.loads(whole.pop(MANIFEST).raw)
    whole.update(parts or {})
    seals = {}
    for name, part in whole.items():
        for line in part.raw.splitlines() if name.startswith(RECORDS) else ():
            with suppress(ValueError, TypeError, LookupError, RecursionError):
                said = json.loads(line)
                seals[f"{said['record']}:{said['id']}"] = sha256(line)
    lines: list[bytes] = []
    for one in log([json.loads(line) for line in whole[LOG].raw.splitlines()]):
        lines.append(bytes_of(_chained(one, lines[-1] if lines else b"", seals)))
    whole[LOG] = Part.from_bytes(b"".join(line + b"\n" for line in lines))
    mine = {key: value for key, value in manifest.items() if key not in ("parts", "key", "signature")}
    mine["head"] = {"number": len(lines), "hash": sha256(lines[-1])}
    mine["tournament"]["uid"] = sha256(lines[0])
    return sealed({**mine, **more}, whole, signing_key())


def _chained(line: Any, before: bytes, seals: Any) -> Any:
    if not isinstance(line, dict):
        return line
    line = dict(line)
    if isinstance(line.get("seals"), dict):
        line["seals"] = {name: seals.get(name, seal) for name, seal in line["seals"].items()}
    if before:
        line["previous_hash"] = sha256(before)
    return line


def signed_anew(whole: Any, place: tuple[Any, ...], value: Any) -> bytes:
    """What is told, with another value in a place, signed after that; a changed signature or key stays so."""
    changed = with_value(whole, place, value)
    if not isinstance(changed, dict) or (place and place[0] in ("key", "signature")):
        return bytes_of(changed)
    mine = {**{name: one for name, one in changed.items() if name != "signature"}, "key": _public()}
    return bytes_of({**mine, "signature": signing_key().sign(bytes_of(mine)).hex()})


def _public() -> str:
    return signing_key().public_key().public_bytes_raw().hex()
