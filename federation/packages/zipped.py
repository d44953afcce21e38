"""The zip: written so that equal parts are equal bytes, and read so that no byte of it can be another one unnoticed.

Only what `write` makes is opened: no comments, no extra fields, no dates, no folders, no zip64. A reader that knows
zip finds an ordinary one.
"""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from federation.packages.canonical import sha256
from federation.packages.faults import Fault, Trouble, Unsound

MANIFEST = "manifest.json"
STORED, DEFLATED = 0, 8
MOST_PARTS = 400
MOST_BYTES = 256 * 1024 * 1024  # of the file
MOST_UNPACKED = 1024 * 1024 * 1024  # of all parts together
MOST_MANIFEST = 512 * 1024
LONGEST_NAME = 150
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
    packed: bytes

    @classmethod
    def of(cls, raw: bytes, *, stored: bool = False) -> "Part":
        packed = raw if stored else deflated(raw)
        return cls(STORED if stored else DEFLATED, zlib.crc32(raw), len(raw), packed)

    @property
    def raw(self) -> bytes:
        """Raises ValueError where the packed bytes are not exactly those of a content of that size."""
        raw = self.packed if self.method == STORED else inflated(self.packed, self.size)
        if len(raw) != self.size or zlib.crc32(raw) != self.crc:
            raise ValueError("another content than the head of the part tells")
        return raw

    @property
    def packed_sha256(self) -> str:
        return sha256(self.packed)


def deflated(raw: bytes) -> bytes:
    made = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return made.compress(raw) + made.flush()


def inflated(packed: bytes, size: int) -> bytes:
    """Never more than one byte over the size. Raises ValueError for anything but one whole stream."""
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        raw = reader.decompress(packed, size + 1)
        if not reader.eof and not reader.unconsumed_tail:
            raw += reader.flush()
    except zlib.error as error:
        raise ValueError("no deflated content") from error
    if not reader.eof or reader.unused_data or len(raw) > size:
        raise ValueError("another size than the head of the part tells")
    return raw


def write(parts: Mapping[str, Part]) -> bytes:
    """The zip of the parts, in their order."""
    out, places = bytearray(), []
    for name, part in parts.items():
        places.append(len(out))
        out += _local(name, part) + part.packed
    return bytes(out + _directory(parts, places, len(out)))


def read(data: bytes) -> dict[str, Part]:
    """The parts in their order. Raises Unsound with the place where it is no zip that `write` made."""
    if len(data) > MOST_BYTES:
        raise Unsound(Trouble(Fault.TOO_BIG, byte=MOST_BYTES))
    if not data.startswith(b"PK\x03\x04"):
        raise Unsound(Trouble(Fault.NO_ZIP, byte=0))
    parts: dict[str, Part] = {}
    places: list[int] = []
    end = 0
    for place, name, part in _parts(data):
        if name in parts or len(parts) == MOST_PARTS:
            raise Unsound(Trouble(Fault.TWICE if name in parts else Fault.TOO_BIG, name, byte=place))
        parts[name] = part
        places.append(place)
        end = place + _LOCAL.size + len(name) + len(part.packed)
    if sum(part.size for part in parts.values()) > MOST_UNPACKED:
        raise Unsound(Trouble(Fault.TOO_BIG))
    expected = _directory(parts, places, end)
    if data[end:] != expected:
        raise Unsound(Trouble(Fault.DIRECTORY, byte=end + _first_other(data[end:], expected)))
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
        part = Part(method, crc, size, data[begins : begins + packed])
        expected = _local(name, part)
        if method not in (STORED, DEFLATED) or data[place:begins] != expected:
            other = _first_other(data[place:begins], expected)
            raise Unsound(Trouble(Fault.HEAD, name, byte=place + other))
        yield place, name, part
        place = begins + packed


def _local(name: str, part: Part) -> bytes:
    told = (20, _NAMES_IN_UTF8, part.method, 0, _FIRST_DAY, part.crc, len(part.packed), part.size, len(name), 0)
    return _LOCAL.pack(b"PK\x03\x04", *told) + name.encode()


def _directory(parts: Mapping[str, Part], places: list[int], begins: int) -> bytes:
    out = bytearray()
    for (name, part), place in zip(parts.items(), places, strict=True):
        told = (20, 20, _NAMES_IN_UTF8, part.method, 0, _FIRST_DAY, part.crc, len(part.packed), part.size, len(name))
        out += _CENTRAL.pack(b"PK\x01\x02", *told, 0, 0, 0, 0, 0, place) + name.encode()
    return bytes(out) + _END.pack(b"PK\x05\x06", 0, 0, len(parts), len(parts), len(out), begins, 0)


def _first_other(one: bytes, other: bytes) -> int:
    """The place of the first byte that is not the same."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
