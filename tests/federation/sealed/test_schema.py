"""A real package against docs/package.schema.json."""

import json
from pathlib import Path

import pytest

from federation.sealed.archive import MANIFEST, read_parts
from tests.federation.packages.packing import packed_world
from tests.federation.sealed.schema import wrong
from tests.snapshots import lent

SCHEMA = json.loads((Path(__file__).resolve().parents[3] / "docs" / "package.schema.json").read_text())
DEFS = SCHEMA["$defs"]

pytestmark = pytest.mark.django_db  # also of what is made once for all of them


@pytest.fixture(scope="module")
def parts(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), lent(packed_world) as (_world, data):
        return read_parts(data)


def of(parts, name, kind):
    lines = [json.loads(line) for line in parts[name].raw.splitlines()]
    return [trouble for line in lines for trouble in wrong(line, DEFS[kind], DEFS, name)]


@pytest.mark.long
def test_the_manifest_is_as_its_schema_says(parts):
    told = json.loads(parts[MANIFEST].raw)
    assert list(wrong(told, {"$ref": SCHEMA["$ref"]}, DEFS)) == []
    assert list(wrong({**told, "key": "x", "more": 1}, DEFS["manifest"], DEFS)) == [
        "$: more",
        "$/key: pattern ^[0-9a-f]{64}$",
    ]


def test_every_line_is_as_its_schema_says(parts):
    records = [name for name in parts if name.startswith("records/")]
    assert len(records) > 20
    assert [trouble for name in records for trouble in of(parts, name, "record")] == []
    assert of(parts, "persons.jsonl", "person") == []
    assert of(parts, "log.jsonl", "line") == []


def test_a_line_that_says_something_else_is_told(parts):
    line = json.loads(parts["log.jsonl"].raw.splitlines()[0])
    assert list(wrong({**line, "actor": "dora"}, DEFS["line"], DEFS)) == ["$/actor: no integer"]
