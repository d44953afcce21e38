"""Well signed packages of a known installation in which a value is another one: refused with the place, or read."""

import importlib.util
import json
import os

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from federation.archive.models import ArchivedRuling
from federation.inbox.actions import opened
from federation.inbox.desk_actions import load_answer
from federation.packages.actions import signing_key
from federation.packages.models import ReceivedPackage
from federation.sealed.archive import MANIFEST, Part, canonical, read_parts
from federation.sealed.faults import Fault, Unsound
from federation.sealed.kinds import SEALED
from federation.sealed.manifest import signed
from federation.sealed.verification import COLUMNS, open_package
from people.offices.models import FederationOffice
from records.requests import Refused
from records.rights import Office
from tests.factories import NOON, acting
from tests.federation.inbox.bringing import signed_by
from tests.federation.inbox.hostile import chained, hostile, hostile_values, made, signed_anew
from tests.federation.sealed.test_read_package import READER
from tests.nightly import NIGHTLY
from tests.world import addresses

SOME = int(os.environ.get("HOSTILE", "20000" if NIGHTLY else "40"))
# So many are left out before: another machine, or another hour, has had them.
AFTER = int(os.environ.get("HOSTILE_AFTER", "0"))


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


ONE = "federazioni/<slug:code>/pacchetti/<number:pk>/"
OF_ONE = [one.name for one in addresses() if one.route.startswith(ONE) and set(one.arguments) == {"code", "pk"}]


def pages_of(kept):
    """Every page that reads it: its own, and those of the archive."""
    code = kept.federation.code
    yield from (reverse(name, args=[code, kept.pk]) for name in OF_ONE)
    yield from (reverse("packed_ruling", args=[code, kept.pk, number]) for number in (1, 2, 3))
    yield reverse("archive", args=[code])
    for row in ArchivedRuling.objects.filter(received__isnull=False)[:3]:
        yield from (reverse(name, args=[code, row.source]) for name in ("archived", "new_headnote", "file_second"))


def brought_down(client, federation, forged, reads, number):
    """What of all that reads such a file does not answer it in words."""
    try:
        code, words = reads(forged)
        if code not in (0, 1) or "one.zip: " not in words:
            yield f"read_package.py: {code} {words[:80]}"
    except Exception as error:
        yield f"read_package.py: {error!r:.120}"
    try:
        open_package(forged)
        holds = True
    except Unsound as error:
        holds = False
        if not error.trouble.part:
            yield f"no place: {error}"
    except Exception as error:
        yield f"open_package: {error!r:.120}"
    sent = SimpleUploadedFile("uno.zip", forged)
    answer = client.post(reverse("packages", args=[federation.code]), {"file": sent, "key": f"carica-{number}"})
    if answer.status_code not in ((302, 422) if holds else (422,)):
        yield f"upload: {answer.status_code}"
    if answer.status_code != 302:
        return
    kept = ReceivedPackage.objects.latest("pk")
    for name in ("check_package", "recognise_persons", "homologate"):
        asked = {"key": f"{name}-{number}", "reason": "Sta bene così"}
        answer = client.post(reverse(name, args=[federation.code, kept.pk]), asked)
        if answer.status_code >= 500:
            yield f"{name}: {answer.status_code}"
    for page in pages_of(kept):
        if (status := client.get(page).status_code) >= 500:
            yield f"{page}: {status}"


@pytest.mark.long
def test_no_value_anywhere_in_a_package_brings_anything_down(client, known, olga, data, reads):
    for office in (Office.REFEREE, Office.JUDGE):
        FederationOffice.objects.create(
            user=olga, federation=known.federation, office=office, given_by=olga, given_at=NOON
        )
    client.force_login(olga)
    client.raise_request_exception = False
    data = chained(data, log=lambda lines: [{**lines[0], "object": "Altrove"}, *lines[1:]])  # of none played here
    found, kept = [], 0
    for number, change in enumerate(hostile(data)[AFTER : AFTER + SOME]):
        with transaction.atomic():
            before = ReceivedPackage.objects.count()
            told = list(brought_down(client, known.federation, made(data, *change), reads, number))
            found += [f"{change!r:.160}: {one}" for one in told]
            kept += ReceivedPackage.objects.count() - before
            transaction.set_rollback(True)
    print(f"{SOME} packages: {kept} taken, {len(found)} answered by no words")
    assert found == []
    assert 0 < kept < 0.5 * SOME


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
    told = signed(told, signing_key())
    for place, value in hostile_values(told):
        try:
            load_answer(by=by, tournament=world.tournament, content=signed_anew(told, place, value))
            loaded += 1
        except Refused as error:
            refused += bool(error.messages)
    assert (loaded, refused) == (0, len(hostile_values(told)))
