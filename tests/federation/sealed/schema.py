"""As much of JSON Schema as docs/package.schema.json uses; a word that it does not know is an error."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

KINDS = {"object": dict, "array": list, "string": str, "integer": int}


def wrong(value: Any, schema: Mapping[str, Any], defs: Mapping[str, Any], path: str = "$") -> Iterator[str]:
    """What of the value is not as the schema says, each with its place."""
    for word, told in schema.items():
        if word == "$ref":
            yield from wrong(value, defs[told.removeprefix("#/$defs/")], defs, path)
        elif word == "type" and (not isinstance(value, KINDS[told]) or isinstance(value, bool)):
            yield f"{path}: no {told}"
            return
        elif word == "items":
            for place, one in enumerate(value):
                yield from wrong(one, told, defs, f"{path}/{place}")
        elif word == "additionalProperties":
            for name in value.keys() - schema.get("properties", {}).keys():
                yield from wrong(value[name], told, defs, f"{path}/{name}") if told else [f"{path}: {name}"]
        elif word == "properties":
            for name in value.keys() & told.keys():
                yield from wrong(value[name], told[name], defs, f"{path}/{name}")
        elif not CHECKS[word](value, told):
            yield f"{path}: {word} {told}"


CHECKS: Mapping[str, Any] = {
    "type": lambda _value, _told: True,
    "const": lambda value, told: value == told,
    "required": lambda value, told: set(told) <= set(value),
    "pattern": lambda value, told: re.search(told, value) is not None,
    "maxLength": lambda value, told: len(value) <= told,
    "minimum": lambda value, told: value >= told,
    "maximum": lambda value, told: value <= told,
}
