"""Well signed packages of a known installation in which a value is another one: refused with the place, or read."""

import importlib.util
import json
import random

import pytest
from django.urls import reverse

from federation.inbox.actions import opened
from federation.inbox.desk_actions import load_answer
from federation.packages.actions import signing_key
from federation.packages.exports import sealed
from federation.packages.models import ReceivedPackage
from federation.sealed.archive import MANIFEST, Part, canonical, read_parts, sha256, write
from federation.sealed.faults import Fault, Unsound
from federation.sealed.kinds import KINDS, SEALED
from federation.sealed.manifest import signed
from federation.sealed.verification import COLUMNS, LOG, PERSONS, RECORDS, open_package
from records.requests import Refused
from tests.factories import acting
from tests.federation.inbox.bringing import bring, signed_by
from tests.federation.sealed.test_read_package import READER
from tests.nightly import NIGHTLY

GONE = "gone"
VALUES = (
    None, True, 0, -1, 5, 10**18, 1.5, "x", "y" * 70_000, [], {}, [["a", None]], {"a": {"b": []}}, {"hmac": 5},
    {"hmac": "0" * 64, "erased": 5}, {"hmac": "0" * 64, "erased": [["a", None]]}, [5], GONE,
)  # fmt: skip
SOME = 20_000 if NIGHTLY else 60


def chained(data, *, parts=None, log=lambda lines: lines, **told):
    """The package with these parts in place of its own, sealed and chained anew, and signed."""
    whole = read_parts(data)
    manifest = json.loads(whole.pop(MANIFEST).raw)
    whole.update(parts or {})
    seals = {}
    for name, part in whole.items():
        for line in part.raw.splitlines() if name.startswith(RECORDS) else ():
            said = json.loads(line)
            seals[f"{said.get('record')}:{said.get('id')}"] = sha256(line)
    lines = []
    for one in log([json.loads(line) for line in whole[LOG].raw.splitlines()]):
        if isinstance(one.get("seals"), dict):
            one["seals"] = {name: seals.get(name, seal) for name, seal in one["seals"].items()}
        lines.append(canonical({**one, "previous_hash": sha256(lines[-1]) if lines else ""}))
    whole[LOG] = Part.from_bytes(b"".join(line + b"\n" for line in lines))
    mine = {key: value for key, value in manifest.items() if key not in ("parts", "key", "signature")}
    mine["head"] = {"number": len(lines), "hash": sha256(lines[-1])}
    mine["tournament"]["uid"] = sha256(lines[0])
    return sealed({**mine, **told}, whole, signing_key())


def with_value(value, place, other):
    """The value with another one in a place."""
    if not place:
        return other
    step, *rest = place
    whole = dict(value) if isinstance(value, dict) else list(value)
    if rest or other != GONE:
        whole[step] = with_value(whole.get(step) if isinstance(whole, dict) else whole[step], rest, other)
    elif isinstance(whole, dict):
        whole.pop(step, None)
    else:
        whole.pop(step)
    return whole


def places_in(value, place=()):
    for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*place, step)
        if isinstance(inner, dict | list) and len(place) < 5:
            yield from places_in(inner, (*place, step))


def hostile(data):
    """Name, place and value of every change of the first line of every part of lines."""
    for name, part in read_parts(data).items():
        if not name.endswith(".jsonl"):
            continue
        first = json.loads(part.raw.split(b"\n")[0])
        places = list(places_in(first))
        if name.startswith(RECORDS):
            known = KINDS[first["record"]]["columns"]
            places += [("fields", column) for column in known if column not in first["fields"]]
        yield from ((name, place, value) for place in places for value in VALUES)


def made(data, name, place, value):
    first, *rest = read_parts(data)[name].raw.split(b"\n")
    raw = b"\n".join([canonical(with_value(json.loads(first), place, value)), *rest])
    if name == LOG:
        lines = [json.loads(line) for line in raw.splitlines()]
        return chained(data, log=lambda _lines: lines)
    return chained(data, parts={name: Part.from_bytes(raw, stored=name == PERSONS)})


@pytest.fixture
def reads(tmp_path, capsys):
    """What docs/read_package.py says of a file, and how it ends."""
    spec = importlib.util.spec_from_file_location("read_package", READER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    file = tmp_path / "one.zip"

    def read(content):
        file.write_bytes(content)
        return module.main([str(file)]), capsys.readouterr().out

    return read


def pages_of(kept):
    told = [kept.federation.code, kept.pk]
    yield from (reverse(name, args=told) for name in ("package", "packed_standings", "packed_rulings"))
    yield from (reverse("packed_ruling", args=[*told, number]) for number in (1, 2, 3))


@pytest.mark.long
def test_no_value_of_any_record_brings_anything_down(client, known, olga, data, reads):
    changes = list(hostile(data))
    random.Random(28).shuffle(changes)  # noqa: S311 - the same ones every time
    client.force_login(olga)
    refused = 0
    for name, place, value in changes[:SOME]:
        forged = made(data, name, place, value)
        code, words = reads(forged)
        assert (code in (0, 1), "one.zip: " in words) == (True, True), (name, place, value)
        try:
            open_package(forged)
        except Unsound as error:
            refused += 1
            assert error.trouble.part, (name, place, value)
            continue
        try:
            kept = bring(olga, known.federation, forged)
        except Refused as error:
            assert error.messages
            continue
        answers = [client.get(page).status_code for page in pages_of(kept)]
        check = reverse("check_package", args=[known.federation.code, kept.pk])
        answers.append(client.post(check, {"key": f"guarda-{kept.pk}"}).status_code)
        assert max(answers) < 500, (name, place, value)
    assert 0.5 * SOME < refused < len(changes)


def trouble_of(data):
    with pytest.raises(Unsound) as found:
        open_package(data)
    return found.value.trouble


def entry_with(data, **fields):
    name = "records/tournaments.Entry.jsonl"
    lines = [json.loads(line) for line in read_parts(data)[name].raw.splitlines()]
    lines[0]["fields"].update(fields)
    return chained(data, parts={name: Part.from_bytes(b"".join(canonical(line) + b"\n" for line in lines))})


def test_what_must_be_sealed_is_said_by_the_schema(known, data, reads):
    """An adjustment that no line of the log holds came in by a manifest that called its kind unsealed."""
    less = signed_by(data, signing_key(), sealed=sorted(SEALED - {"tournaments.Adjustment"}))
    trouble = trouble_of(less)
    assert (trouble.fault, trouble.part, trouble.record) == (Fault.SEALED_KINDS, MANIFEST, "tournaments.Adjustment")
    with pytest.raises(Refused, match="vuole sigillati"):
        opened(less, federation=known.federation)
    code, words = reads(less)
    assert code == 1
    assert "manifest.json: sealed is not as the schema has it: tournaments.Adjustment" in words
    assert not ReceivedPackage.objects.exists()


@pytest.mark.parametrize("value", [5, "x", [["a", None]], [[1, "0" * 64, 3]], []])
def test_an_erased_text_that_says_something_else_is_told_with_its_place(known, data, value):
    trouble = trouble_of(entry_with(data, name={"hmac": "0" * 64, "erased": value}))
    assert (trouble.fault, trouble.part, trouble.line) == (Fault.VALUE, "records/tournaments.Entry.jsonl", 1)
    assert trouble.record.endswith("name")


@pytest.mark.parametrize(
    ("fields", "place"),
    [({"number": "1"}, "number"), ({"number": -1}, "number"), ({"state": "nobody knows"}, "state"), ({"x": 1}, "x")],
)
def test_a_value_that_no_such_record_has_is_told_with_its_place(known, data, fields, place):
    trouble = trouble_of(entry_with(data, **fields))
    assert (trouble.fault, trouble.record.split()[1]) == (Fault.VALUE, place)


def test_a_record_that_leads_to_none_is_told(known, data):
    number = json.loads(read_parts(data)["records/tournaments.EntryMember.jsonl"].raw.splitlines()[0])["id"]
    name = "records/tournaments.EntryMember.jsonl"
    lines = [json.loads(line) for line in read_parts(data)[name].raw.splitlines()]
    lines[0]["fields"]["player_id"] = 10**9
    changed = chained(data, parts={name: Part.from_bytes(b"".join(canonical(line) + b"\n" for line in lines))})
    trouble = trouble_of(changed)
    assert trouble.fault == Fault.NOWHERE
    assert trouble.record == f"tournaments.EntryMember:{number} player_id"


def test_what_a_record_leaves_out_is_said_by_the_schema(known, data):
    told = json.loads(read_parts(data)[COLUMNS].raw)
    told["tournaments.Entry"]["state"] = "withdrawn"
    trouble = trouble_of(chained(data, parts={COLUMNS: Part.from_bytes(canonical(told))}))
    assert (trouble.fault, trouble.part) == (Fault.VALUE, COLUMNS)


def test_a_package_has_one_tournament(known, data):
    trouble = trouble_of(chained(data, parts={"records/tournaments.Tournament.jsonl": Part.from_bytes(b"")}))
    assert (trouble.fault, trouble.part) == (Fault.NOWHERE, "records")


def signed_anew(told, place, value):
    """What is told, with another value in a place, signed after that; a changed signature or key stays so."""
    whole = with_value(told, place, value)
    if place[0] in ("key", "signature"):
        return whole
    return signed({name: one for name, one in whole.items() if name not in ("key", "signature")}, signing_key())


def hostile_values(told):
    return [(place, value) for place in places_in(told) for value in VALUES]


@pytest.mark.long
def test_no_value_of_a_manifest_brings_anything_down(known, data, reads):
    """Each value of the manifest by each of another type: refused with its part, or what it says harms nobody."""
    parts = dict(read_parts(data))
    told = json.loads(parts[MANIFEST].raw)
    changes = hostile_values(told)
    random.Random(28).shuffle(changes)  # noqa: S311 - the same ones every time
    read = 0
    for place, value in changes if NIGHTLY else changes[:400]:
        forged = write({**parts, MANIFEST: Part.from_bytes(canonical(signed_anew(told, place, value)), stored=True)})
        try:
            opened(forged, federation=known.federation)
            read += 1
        except Refused as error:
            assert error.messages, (place, value)
        if place[0] not in ("parts", "sealed"):
            assert reads(forged)[0] in (0, 1), (place, value)
    assert read < 40


ANSWER = {
    "schema": "referee-answer/1", "federation": "fitres", "tournament": "a" * 64, "package": "b" * 64,
    "state": "homologated",
    "remarks": [{"text": "Da sistemare", "by": "Olga Valli", "at": "2026-11-20T10:00:00+00:00"}],
    "homologation": {"officer": "Olga Valli", "at": "2026-11-20T10:00:00+00:00", "reason": "Va bene"},
}  # fmt: skip
DECISION = {
    "schema": "referee-second-instance/2", "federation": "fitres", "tournament": "a" * 64, "appeal": 1, "version": 1,
    "record": "match:1:2:1", "outcome": "changed", "reasons": "Così", "facts": {}, "order": "",
    "judges": ["Gemma Dossi"], "figures": {"vp_a": 12, "vp_b": 8, "mp_a": 40, "mp_b": -40},
    "at": "2026-11-14T12:00:00+00:00",
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("told", [ANSWER, DECISION], ids=["answer", "decision"])
def test_no_value_of_an_answer_or_a_decision_brings_anything_down(known, world, told):
    by, loaded, refused = acting(world.people["dora"]), 0, 0
    for place, value in hostile_values(signed(told, signing_key())):
        content = canonical(signed_anew(signed(told, signing_key()), place, value))
        try:
            load_answer(by=by, tournament=world.tournament, content=content)
            loaded += 1
        except Refused as error:
            refused += bool(error.messages)
    assert (loaded, refused) == (0, len(hostile_values(signed(told, signing_key()))))
