"""Files made to take a server's room or time: each is refused for what it is, before it has taken any."""

import random
import subprocess
import sys
import tracemalloc
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from federation.packages.exports import sealed
from federation.sealed import verification as verifying
from federation.sealed.archive import DEFLATED, Part, canonical, read_parts, write
from federation.sealed.faults import Fault, Unsound
from federation.sealed.kinds import SEALED, defaults
from federation.sealed.manifest import SCHEMA
from federation.sealed.verification import A_LINE, A_SEAL, COLUMNS, LOG, PERSONS, open_package
from records.outside import PACKAGE
from tests.federation.sealed.test_read_package import READER

MOST_HELD = 40 * 1024 * 1024
KEY = Ed25519PrivateKey.from_private_bytes(b"\x05" * 32)
TOLD = {
    "schema": SCHEMA, "program": "x", "made_at": "2026-11-20T10:00:00+00:00", "editions": [], "sealed": sorted(SEALED),
    "head": {"number": 1, "hash": "0" * 64},
    "tournament": {
        "uid": "0" * 64, "id": 1, "slug": "x", "name": "x", "federation": "fitres", "place": "x",
        "starts_on": "2026-11-20", "game": "x", "data_version": 1,
    },
}  # fmt: skip
SAID = {"at": "2026-11-20T10:00:00+00:00", "actor": 1, "object": "x", "data": {}}
# What no compression makes small, so that the rest beside it is no more than two hundred times the whole.
NOISE = random.Random(7).randbytes(50_000).hex().encode()  # noqa: S311 - the same file every time


def signed(**parts):
    """A package of these parts, signed; its log says nothing that holds."""
    told = {LOG: Part.from_bytes(b"{}\n"), PERSONS: Part.from_bytes(b"", stored=True)}
    told[COLUMNS] = Part.from_bytes(b"{}")
    return sealed(TOLD, told | {name.replace("_", ".", 1): one for name, one in parts.items()}, KEY)


def log_of(raw):
    return signed(log_jsonl=Part.from_bytes(raw))


def lying(size):
    """A part of three megabytes whose head tells another size."""
    parts = read_parts(log_of(NOISE + b"[0]" * 1_000_000))
    whole = parts[LOG]
    return write({**parts, LOG: Part(DEFLATED, whole.crc, size, whole.packed)})


def twice():
    parts = read_parts(log_of(b"{}\n"))
    whole, other = write(parts), write({LOG: parts[LOG]})
    end = whole.index(b"PK\x01\x02")
    return whole[:end] + other[: other.index(b"PK\x01\x02")] + whole[end:]


BIG, FORM = (Fault.TOO_BIG, LOG, 1), (Fault.FORM, LOG, 1)
UNREAD, PACKED = (Fault.TOO_BIG, LOG, None), (Fault.PACKED, LOG, None)
HOSTILE = {
    "fifteen megabytes in fifteen kilobytes": (lambda: log_of(b"[" + b"[]," * 5_000_000 + b"0]\n"), UNREAD),
    "a million values in a line": (lambda: log_of(b'["' + NOISE + b'",' + b"[]," * 10**6 + b"0]\n"), BIG),
    "a line without end": (lambda: log_of(b'"' + NOISE + b"a" * 9 * 1024**2 + b'"\n'), BIG),
    "two hundred levels": (lambda: log_of(b"[" * 200 + b"]" * 200 + b"\n"), BIG),
    "thirty thousand levels": (lambda: log_of(b"[" * 30_000 + b"]" * 30_000 + b"\n"), BIG),
    "a number of four thousand digits": (lambda: log_of(b'{"sequence":' + b"9" * 4000 + b"}\n"), BIG),
    "one of five thousand": (lambda: log_of(b"9" * 5000 + b"\n"), BIG),
    "a fraction without end": (lambda: log_of(b"0." + b"3" * 5000 + b"\n"), BIG),
    "a number beyond all": (lambda: log_of(b"1e999\n"), FORM),
    "a name twice in an object": (lambda: log_of(b'{"a":1,"a":2}\n'), FORM),
    "a zip within": (lambda: log_of(write({"a": Part.from_bytes(b"0" * 10**7)})), FORM),
    "less told than there is": (lambda: lying(5), PACKED),
    "more told than there is": (lambda: lying(10_000_000), PACKED),
    "no end told": (lambda: lying(2**32 - 1), UNREAD),
    "the same part twice": (twice, (Fault.TWICE, LOG, None)),
    "very many parts": (
        lambda: write({f"p{number}": Part.from_bytes(b"") for number in range(PACKAGE.parts + 1)}),
        (Fault.TOO_BIG, f"p{PACKAGE.parts}", None),
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_in_little_room(name):
    make, told = HOSTILE[name]
    data = make()
    tracemalloc.start()
    try:
        with pytest.raises(Unsound) as found:
            open_package(data)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    trouble = found.value.trouble
    assert (trouble.fault, trouble.part, trouble.line) == told
    assert most < MOST_HELD


def test_whoever_does_not_admit_its_key_reads_no_further():
    class UnknownError(Exception):
        pass

    def refuse(manifest):
        raise UnknownError(manifest.key)

    with pytest.raises(UnknownError, match=KEY.public_key().public_bytes_raw().hex()):
        open_package(log_of(b"no line\n"), refuse)


@pytest.mark.parametrize(
    ("most", "part"),
    [
        ({"lines": 0}, LOG),
        ({"held": A_LINE + A_SEAL}, LOG),
        ({"held": A_LINE + A_SEAL + 100}, "records/people.User.jsonl"),
    ],
)
def test_what_is_held_of_a_log_has_an_end(monkeypatch, most, part):
    monkeypatch.setattr(verifying, "PACKAGE", replace(PACKAGE, **most))
    line = canonical(
        {"sequence": 1, "previous_hash": "", "tournament": 1, "action": "x", "seals": {"a.B:1": "0" * 64}, **SAID}
    )
    told = {**TOLD, "head": {"number": 1, "hash": verifying.sha256(line)}}
    told["tournament"] = {**TOLD["tournament"], "uid": verifying.sha256(line)}
    record = canonical(
        {"record": "people.User", "id": 1, "fields": {"first_name": {"hmac": "0" * 64}, "last_name": ""}}
    )
    parts = {
        LOG: Part.from_bytes(line + b"\n"),
        PERSONS: Part.from_bytes(b"", stored=True),
        COLUMNS: Part.from_bytes(canonical({"people.User": defaults("people.User")})),
        "records/people.User.jsonl": Part.from_bytes(record + b"\n"),
    }
    with pytest.raises(Unsound) as found:
        open_package(sealed(told, parts, KEY))
    assert (found.value.trouble.fault, found.value.trouble.part) == (Fault.TOO_BIG, part)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fifteen megabytes in fifteen kilobytes", "unpacks to far more"),
        ("a million values in a line", "a line too long"),
        ("thirty thousand levels", "no package"),
        ("one of five thousand", "a number too large"),
        ("less told than there is", "Bad CRC-32"),
        ("very many parts", "too many parts"),
    ],
)
def test_the_reader_of_others_refuses_it_too(tmp_path, name, said):
    file = tmp_path / "one.zip"
    file.write_bytes(HOSTILE[name][0]())
    within = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, (2**28, 2**28)); "
        "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    command = [sys.executable, "-I", "-S", "-c", within, str(READER), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own file
    assert (done.returncode, done.stderr) == (1, "")
    assert said in done.stdout
