"""Files made to take a program's room or time, of each reader; of packages those of tests/federation/sealed too."""

import hashlib
import io
import random
import zipfile
import zlib
from collections.abc import Callable, Iterator

import openpyxl

from federation.sealed.archive import Part, canonical
from federation.sealed.kinds import KINDS, defaults
from records.outside import DRAFT, LIST, MB, PACKAGE
from tests.federation.sealed.test_package_limits import HOSTILE, KEY, SAID, TOLD, log_of, sealed

NOISE = random.Random(28).randbytes  # the same files every time  # noqa: S311


def zipped(**parts: bytes) -> bytes:
    """Of parts whose names have __ for a stroke."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/"), content)
    return made.getvalue()


def workbook(**parts: bytes) -> bytes:
    """A workbook of one sheet with these parts («sheet», «strings», «styles», «workbook») in place of its own."""
    made, book = io.BytesIO(), openpyxl.Workbook()
    book.active.append(["Cognome", "Nome"])
    book.save(made)
    places = {
        "sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml",
        "workbook": "xl/workbook.xml",
    }  # fmt: skip
    with zipfile.ZipFile(made) as archive:
        whole = {name: archive.read(name) for name in archive.namelist()}
    return zipped(**whole | {places[name]: content for name, content in parts.items()})


def xml(name: str, within: bytes, attributes: bytes = b"") -> bytes:
    head = b'<?xml version="1.0"?><%b xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"%b>'
    return head % (name.encode(), attributes) + within + f"</{name}>".encode()


def rows(within: bytes) -> bytes:
    return xml("worksheet", b"<sheetData>" + within + b"</sheetData>")


LONG = 31 * MB
CELL = b'<row r="1"><c r="A1" t="inlineStr"><is><t>%b</t></is></c></row>'
LISTS: dict[str, Callable[[], bytes]] = {
    "separators": lambda: b";" * LIST.size,
    "rows": lambda: b"x;;;;;\n" * (LIST.size // 7),
    "a quote left open": lambda: b'"' + b"\n" * (LIST.size - 1),
    "letters of four bytes": lambda: "\U0001f600;\n".encode() * (LIST.size // 6),
    "a million cells": lambda: (b";".join([b"ab"] * 100) + b"\n") * 10_000,
    "a zip of 300 MB": lambda: workbook(sheet=b" " * 300 * MB),
    "a text of 31 MB": lambda: workbook(sheet=rows(CELL % (b"a" * LONG))),
    "blanks of 31 MB": lambda: workbook(sheet=rows(b" " * LONG)),
    "a tag of 31 MB": lambda: workbook(sheet=rows(b'<row r="1" x="%b"/>' % (b"a" * LONG))),
    "a comment of 31 MB": lambda: workbook(sheet=rows(b"<!--%b-->" % (b"<x> " * (LONG // 4)))),
    "a million elements": lambda: workbook(sheet=rows(b"<row>" + b"<c/>" * 1_000_001 + b"</row>")),
    "the last cell of all": lambda: workbook(sheet=rows(b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    "a row beyond all": lambda: workbook(sheet=rows(b'<row r="999999999"><c><v>1</v></c></row>')),
    "a huge dimension": lambda: workbook(
        sheet=xml("worksheet", b'<dimension ref="A1:XFD1048576"/><sheetData>' + CELL % b"x" + b"</sheetData>")
    ),
    "a text of 31 MB that is shared": lambda: workbook(strings=xml("sst", b"<si><t>%b</t></si>" % (b"a" * LONG))),
    "a million texts that are shared": lambda: workbook(strings=xml("sst", b"<si><t>ab</t></si>" * 500_000)),
    "deep styles": lambda: workbook(styles=xml("styleSheet", b"<a>" * 3000 + b"</a>" * 3000)),
    "many styles": lambda: workbook(styles=xml("styleSheet", b"<cellXfs>" + b"<xf/>" * 50_001 + b"</cellXfs>")),
    "a style of 31 MB": lambda: workbook(styles=xml("styleSheet", b"", b' x="%b"' % (b"a" * LONG))),
    "an entity": lambda: workbook(sheet=b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + rows(CELL % b"&a;")),
    "names of cells": lambda: workbook(workbook=xml("workbook", b"<definedName/>" * 50_001)),
    "ten thousand parts": lambda: zipped(**{f"a{number}": b"" for number in range(10_000)}),
}


def bomb(levels: int) -> bytes:
    """Nine times nine times nine …"""
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for one in range(1, levels):
        lines.append(b"a%d: &a%d [%b]" % (one, one, b", ".join([b"*a%d" % (one - 1)] * 9)))
    return b"\n".join(lines) + b"\n"


YAML: dict[str, Callable[[], bytes]] = {
    "aliases": lambda: bomb(9),
    "an alias of itself": lambda: b"a: &a [*a]\n",
    "deep lists": lambda: b"[" * 190_000,
    "deep objects": lambda: b"{a: " * 45_000,
    "a scalar": lambda: b"a: " + b"x" * 190_000 + b"\n",
    "a number": lambda: b"a: " + b"9" * 190_000 + b"\n",
    "a key": lambda: b"? " + b"k" * 190_000 + b"\n",
    "values": lambda: b"- x\n" * 49_000,
    "values in a line": lambda: b"[" + b"x," * 95_000 + b"x]\n",
    "a tag of another program": lambda: b"a: !!python/object/apply:os.system [ls]\n",
    "a tag of a class": lambda: b"!!python/object/new:subprocess.Popen {args: [[ls]]}\n",
    "a tag of YAML": lambda: b"a: !!binary QUFB\nb: !!set {x}\n",
    "a tag of one's own": lambda: b"%TAG !e! tag:evil.example,2026:\n---\na: !e!x y\n",
    "merged keys": lambda: b"a: &a {x: 1}\nb: &b {<<: [*a, *a]}\nc: {<<: [*b, *b, *b]}\n",
    "a million keys": lambda: b"".join(b"k%d: 1\n" % number for number in range(10**6)),
    "as many keys as may be": lambda: b"".join(b"k%d:\n" % number for number in range(24_000)),
    "the same key": lambda: b"k: 1\n" * 39_000,
    "documents": lambda: b"--- a\n" * 30_000,
    "a byte that no text has": lambda: b"a: \x07\n",
    "a NUL": lambda: b"a: \x00\n",
    "another coding": lambda: "a: è\n".encode("utf-16"),
    "too large": lambda: b"#" * 3 * MB,
}
DRAFTS: dict[str, Callable[[], bytes]] = {
    "a zip of 300 MB.zip": lambda: zipped(procedures__a=b"a" * 300 * MB),
    "many files.zip": lambda: zipped(**{f"procedures__a{number}.yaml": b"" for number in range(5000)}),
    "all that may be.zip": lambda: zipped(
        **{"rulebook.yaml": b"a: 1\n", "articles.yaml": b"- x\n" * 39_000},
        **{f"procedures__a{number}.yaml": b"- x\n" * 39_000 for number in range(20)},
    ),
    "no zip.zip": lambda: b"PK\x03\x04" + NOISE(DRAFT.size - 4),
}
JSON: dict[str, Callable[[], bytes]] = {
    "lists": lambda: b'{"schema":"referee-second-instance/1","a":[' + b"[]," * 300_000 + b"0]}",
    "deep lists": lambda: b"[" * 1_000_000,
    "deep objects": lambda: b'{"a":' * 200_000,
    "a number": lambda: b'{"a":' + b"9" * 1_000_000 + b"}",
    "too large": lambda: b'"' + b"a" * 5 * MB + b'"',
}


def backup(manifest: bytes, **more: bytes) -> bytes:
    return zipped(**{"manifest.json": manifest} | more)


def lying_index() -> bytes:
    """A zip whose end tells of an index of all that is before it."""
    whole = backup(b"{}") + b"\0" * 200 * MB
    return whole + b"PK\x05\x06" + b"\0" * 8 + (200 * MB).to_bytes(4, "little") + b"\0" * 6


BACKUPS: dict[str, Callable[[], bytes]] = {
    "a manifest of 300 MB": lambda: backup(b'{"a":"' + b" " * 300 * MB + b'"}'),
    "a manifest of lists": lambda: backup(b'{"kind":"referee backup","format":1,"a":[' + b"[]," * 10**6 + b"0]}"),
    "a deep manifest": lambda: backup(b"[" * 10**6),
    "values of another type": lambda: backup(
        b'{"kind":"referee backup","format":1,"program":5,"made":[],"database":{},"file":7,"bytes":"x","sha256":0,'
        b'"migrations":1,"records":[],"heads":3,"newest_line":{}}'
    ),
    "an index of 200 MB": lying_index,
    "an index of many": lambda: zipped(**{f"a{number}": b"" for number in range(10_000)}),
    "no zip": lambda: NOISE(MB),
}


def pdf(stream: bytes, *, times: int = 1, resources: bytes = b"", more: bytes = b"", trailer: bytes = b"") -> bytes:
    """A page with this content, packed so many times; more: other objects, `resources` and `trailer` name them."""
    packed = stream
    for _time in range(times):
        packed = zlib.compress(packed, 9)
    return (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<%b>>>>endobj\n"
        b"4 0 obj<</Length %d/Filter[%b]>>stream\n%b\nendstream endobj\n%b\n"
        b"trailer<</Root 1 0 R%b>>\nstartxref\n0\n%%%%EOF"
        % (resources, len(packed), b"/FlateDecode" * times, packed, more, trailer)
    )


FORM = (
    b"5 0 obj<</Type/XObject/Subtype/Form/Resources<</XObject<</F 5 0 R>>>>/Length 5>>stream\n/F Do\nendstream endobj"
)


TEXTS: dict[str, Callable[[], bytes]] = {
    "300 MB on a page.pdf": lambda: pdf(b" " * 300 * MB),
    "60 MB of operators.pdf": lambda: pdf(b"q " * 30 * MB),
    "deep lists.pdf": lambda: pdf(b"[" * 5 * MB),
    "cut.pdf": lambda: pdf(b"q")[:200],
    "packed a hundred times.pdf": lambda: pdf(b" " * 30 * MB, times=100),
    "a form within itself.pdf": lambda: pdf(b"/F Do", resources=b"/XObject<</F 5 0 R>>", more=FORM),
    "an object that is itself.pdf": lambda: (
        pdf(b"q").replace(b"/Contents 4 0 R", b"/Contents 5 0 R/X 5 0 R") + b"\n5 0 obj\n5 0 R\nendobj\n"
    ),
    "contents of contents.pdf": lambda: pdf(b"q", more=b"5 0 obj[5 0 R 5 0 R]endobj").replace(
        b"/Contents 4", b"/Contents 5"
    ),
    "a length that is itself.pdf": lambda: pdf(b"q" * 9).replace(b"/Length ", b"/Length 4 0 R/L "),
    "tables before tables.pdf": lambda: pdf(b"q", trailer=b"/Prev 0"),
    "a million objects.pdf": lambda: pdf(b"q", more=b"9 0 obj<<>>endobj\n" * 800_000),
    "letters of a font in a ring.pdf": lambda: pdf(
        b"BT /F 9 Tf () Tj ET",
        resources=b"/Font<</F 5 0 R>>",
        more=b"5 0 obj<</Type/Font/Subtype/Type0/DescendantFonts[5 0 R]/ToUnicode 5 0 R>>endobj",
    ),
    "pages of pages.pdf": lambda: (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj\n"
        b"trailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF"
    ),
    "a text of 20 MB.txt": lambda: b"Art. 1. " * (20 * MB // 8),
    "a text of 10 MB.txt": lambda: b"Art. 1. " * (10 * MB // 8),
}


def package(lines: Iterator[bytes], name: str = "log.jsonl", **more: Part) -> bytes:
    """A package with a part of these lines, which compress as little as a package may."""
    part = Part.from_bytes(b"".join(line + b"\n" for line in lines))
    label = name.removeprefix("records/").removesuffix(".jsonl")
    told = {"columns.json": Part.from_bytes(canonical({label: defaults(label)} if label in KINDS else {}))}
    rest = {"log.jsonl": Part.from_bytes(log_line(1) + b"\n"), "persons.jsonl": Part.from_bytes(b"", stored=True)}
    first = sha(log_line(1))
    of = {**TOLD, "tournament": {**TOLD["tournament"], "uid": first}, "head": {"number": 1, "hash": first}}
    return sealed(of, {**rest, **told, **more, name: part}, KEY)


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def log_line(number: int, before: str = "", **more: object) -> bytes:
    return canonical({"sequence": number, "previous_hash": before, "tournament": 1, "action": "x", **SAID, **more})


def log_lines(count: int, seals: int) -> Iterator[bytes]:
    before = ""
    for number in range(1, count + 1):
        names = {f"a.B:{number * seals + one}": sha(b"%d" % one) for one in range(seals)}
        line = log_line(number, before, seals=names)
        before = sha(line)
        yield line


def record_lines(label: str, count: int, **fields: object) -> Iterator[bytes]:
    return (canonical({"record": label, "id": number, "fields": fields}) for number in range(1, count + 1))


def with_log(lines: Iterator[bytes]) -> bytes:
    kept = list(lines)
    first = sha(kept[0])
    of = {**TOLD, "tournament": {**TOLD["tournament"], "uid": first, "data_version": len(kept)}}
    told = {**of, "head": {"number": len(kept), "hash": sha(kept[-1])}}
    parts = {
        "log.jsonl": Part.from_bytes(b"".join(line + b"\n" for line in kept)), "columns.json": Part.from_bytes(b"{}"),
        "persons.jsonl": Part.from_bytes(b"", stored=True),
    }  # fmt: skip
    return sealed(told, parts, KEY)


PACKAGES: dict[str, Callable[[], bytes]] = {
    **{name: make for name, (make, _told) in HOSTILE.items()},
    "too large": lambda: b"PK\x03\x04" + bytes(PACKAGE.size),
    "many lines": lambda: with_log(log_lines(60_000, 0)),
    "many seals": lambda: with_log(log_lines(400, 400)),
    "as much as a part may be": lambda: log_of(NOISE(12 * MB - 500_000).hex().encode()),
    "many records": lambda: package(
        record_lines("people.User", 200_000, first_name="", last_name=""), "records/people.User.jsonl"
    ),
    "texts": lambda: package(
        record_lines("people.User", 60_000, first_name={"hmac": "0" * 64}, last_name=""), "records/people.User.jsonl"
    ),
}
HOSTILE_FILES: dict[str, dict[str, Callable[[], bytes]]] = {
    "answer": JSON,
    "backup": BACKUPS,
    "code text": TEXTS,
    "deals": {
        "boards": lambda: b'[Board "x"]\n' * 9000,
        "too large": lambda: b'[Board "1"]\n' * 50_000,
        "a tag": lambda: b'[Board "' + b"9" * 90_000 + b'"]',
        "tags that do not end": lambda: b'[Board "' * 12_000,
    },
    "draft": {**{f"{name}.yaml": make for name, make in YAML.items()}, **DRAFTS},
    "erasures": JSON,
    "list": LISTS,
    "package": PACKAGES,
    "points": YAML,
    "stranger": PACKAGES,
}
