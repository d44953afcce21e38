"""The zip: written so that equal parts are equal bytes, and read so that no byte of it can be another one unnoticed.

Only what `write` makes is opened: no comments, no extra fields, no dates, no folders, no zip64. A reader that knows
zip finds an ordinary one.

Every line in it has one form: JSON with its keys in order and no blanks, so that equal content is equal bytes.
"""

import hashlib
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from federation.sealed.faults import Fault, Trouble, Unsound
from records.outside import PACKAGE, SMALL, TooMuch, values_in

# One for all lines: a large package has hundreds of thousands.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> bytes:
    """As the seals are made of it; raises ValueError for what JSON does not know."""
    return _ENCODER.encode(value).encode()


def sha256(content: bytes | memoryview) -> str:
    return hashlib.sha256(content).hexdigest()


class Damaged(ValueError):
    """A part, by its name if known, that is not what its head tells, or not there: of one that once held, damage."""


def parsed(line: bytes) -> Any:
    """What a line says. Raises ValueError where it is no canonical JSON, or holds what no database can keep."""
    if len(line) > PACKAGE.line or values_in(line) > PACKAGE.values:
        raise TooMuch("too long")
    if b"\\u0000" in line:
        raise ValueError("NUL")
    try:
        value = _DECODER.decode(line.decode())
        is_canonical = canonical(value) == line
    except RecursionError as error:
        raise TooMuch("too deep") from error
    if not is_canonical:
        raise ValueError("not canonical")
    if line.count(b"[") + line.count(b"{") > PACKAGE.depth:
        _check_depth(value, PACKAGE.depth)
    return value


def _bounded(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    def bounded(text: str) -> Any:
        if len(text) > PACKAGE.number:
            raise TooMuch("a number too large")
        return kind(text)

    return bounded


_DECODER = json.JSONDecoder(parse_int=_bounded(int), parse_float=_bounded(float))


def _check_depth(value: Any, levels: int) -> None:
    if isinstance(value, dict | list):
        if not levels:
            raise TooMuch("too deep")
        for item in value.values() if isinstance(value, dict) else value:
            _check_depth(item, levels - 1)


MANIFEST = "manifest.json"
STORED, DEFLATED = 0, 8
LONGEST_NAME = 150
CHUNK = 64 * 1024
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*){0,2}")

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_NAMES_IN_UTF8, _FIRST_DAY = 0x800, 0x21


@dataclass(frozen=True)
class Part:
    """A part as it lies in the zip; `raw` are its own bytes, which cost unpacking each time."""

    method: int
    crc: int
    size: int
    packed: bytes | memoryview

    @classmethod
    def from_bytes(cls, raw: bytes, *, stored: bool = False) -> "Part":
        packed = raw if stored else deflated(raw)
        return cls(STORED if stored else DEFLATED, zlib.crc32(raw), len(raw), packed)

    def chunks(self) -> Iterator[bytes]:
        """Its own bytes, some at a time. Raises Damaged where they are not exactly a content of that size."""
        crc, remaining = 0, self.size
        for chunk in _slices(self.packed) if self.method == STORED else _inflated(self.packed):
            crc, remaining = zlib.crc32(chunk, crc), remaining - len(chunk)
            if remaining < 0:
                break
            yield chunk
        if remaining or crc != self.crc:
            raise Damaged

    @property
    def raw(self) -> bytes:
        """All of them at once: of a part that is known to be small, or was looked through before."""
        return b"".join(self.chunks())

    def lines(self) -> Iterator[bytes]:
        """Each line, with the feed that ends it. Raises Damaged as `chunks`, TooMuch at one that is too long."""
        begun, length = [b""], 0
        for chunk in self.chunks():
            *ended, last = chunk.split(b"\n")
            for piece in ended:
                yield b"".join((*begun, piece, b"\n"))
                begun, length = [b""], 0
            begun.append(last)
            length += len(last)
            if length > PACKAGE.line:
                raise TooMuch("a line too long")
        if length:
            yield b"".join(begun)

    @property
    def packed_sha256(self) -> str:
        return sha256(self.packed)


def deflated(raw: bytes) -> bytes:
    compressor = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(raw) + compressor.flush()


def _slices(packed: bytes | memoryview) -> Iterator[bytes]:
    return (bytes(packed[place : place + CHUNK]) for place in range(0, len(packed), CHUNK))


def _inflated(packed: bytes | memoryview) -> Iterator[bytes]:
    """Raises Damaged for anything but one whole stream."""
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for piece in _slices(packed):
            chunk = reader.decompress(piece, CHUNK)
            while chunk or reader.unconsumed_tail:
                yield chunk
                chunk = reader.decompress(reader.unconsumed_tail, CHUNK)
    except zlib.error as error:
        raise Damaged from error
    if not reader.eof or reader.unused_data:
        raise Damaged


def write(parts: Mapping[str, Part]) -> bytes:
    """The zip of the parts, in their order."""
    out, places, length = list[bytes | memoryview](), [], 0
    for name, part in parts.items():
        places.append(length)
        out += [_local(name, part), part.packed]
        length += len(out[-2]) + len(part.packed)
    return b"".join([*out, _directory(parts, places, length)])


def read_parts(data: bytes) -> dict[str, Part]:
    """The parts in their order. Raises Unsound with the place where it is no zip that `write` made."""
    if len(data) > PACKAGE.size:
        raise Unsound(Trouble(Fault.TOO_BIG, byte=PACKAGE.size))
    if not data.startswith(b"PK\x03\x04"):
        raise Unsound(Trouble(Fault.NO_ZIP, byte=0))
    parts: dict[str, Part] = {}
    places: list[int] = []
    end, remaining = 0, PACKAGE.unpacked
    for place, name, part in _parts(data):
        if name in parts or len(parts) == PACKAGE.parts:
            raise Unsound(Trouble(Fault.TWICE if name in parts else Fault.TOO_BIG, name, byte=place))
        remaining -= part.size
        if remaining < 0 or part.size > SMALL + PACKAGE.times * len(part.packed):
            raise Unsound(Trouble(Fault.TOO_BIG, name, byte=place))
        parts[name] = part
        places.append(place)
        end = place + _LOCAL.size + len(name) + len(part.packed)
    expected = _directory(parts, places, end)
    told = data[end : end + len(expected)]
    if told != expected or end + len(told) < len(data):
        raise Unsound(Trouble(Fault.DIRECTORY, byte=end + _first_other(told, expected)))
    return parts


def _parts(data: bytes) -> Iterator[tuple[int, str, Part]]:
    """Each part with the byte at which its head begins."""
    place = 0
    while data[place : place + 4] == b"PK\x03\x04":
        head = data[place : place + _LOCAL.size]
        if len(head) < _LOCAL.size:
            raise Unsound(Trouble(Fault.CUT, byte=place))
        _sig, _version, _flags, method, _time, _day, crc, packed, size, length, _extra = _LOCAL.unpack(head)
        begins = place + _LOCAL.size
        name = data[begins : begins + length].decode("ascii", "replace")
        if length > LONGEST_NAME or not NAME.fullmatch(name):
            raise Unsound(Trouble(Fault.NAME, byte=begins))
        begins += length
        if begins + packed > len(data):
            raise Unsound(Trouble(Fault.CUT, name, byte=begins))
        part = Part(method, crc, size, memoryview(data)[begins : begins + packed])  # no second time in memory
        expected = _local(name, part)
        if method not in (STORED, DEFLATED) or data[place:begins] != expected:
            other = _first_other(data[place:begins], expected)
            raise Unsound(Trouble(Fault.HEAD, name, byte=place + other))
        yield place, name, part
        place = begins + packed


def _local(name: str, part: Part) -> bytes:
    header = (20, _NAMES_IN_UTF8, part.method, 0, _FIRST_DAY, part.crc, len(part.packed), part.size, len(name), 0)
    return _LOCAL.pack(b"PK\x03\x04", *header) + name.encode()


def _directory(parts: Mapping[str, Part], places: list[int], begins: int) -> bytes:
    out = bytearray()
    for (name, part), place in zip(parts.items(), places, strict=True):
        header = (20, 20, _NAMES_IN_UTF8, part.method, 0, _FIRST_DAY, part.crc, len(part.packed), part.size, len(name))
        out += _CENTRAL.pack(b"PK\x01\x02", *header, 0, 0, 0, 0, 0, place) + name.encode()
    return bytes(out) + _END.pack(b"PK\x05\x06", 0, 0, len(parts), len(parts), len(out), begins, 0)


def _first_other(first: bytes, other: bytes) -> int:
    """The place of the first byte that is not the same."""
    return next(
        (place for place, (a, b) in enumerate(zip(first, other, strict=False)) if a != b), min(len(first), len(other))
    )
