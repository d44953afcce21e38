"""What comes from outside, and how much of it is read: the limits of every reader stand here, and nowhere else.

Whoever sends a file need not be trusted. None takes more than a hundred megabytes above what the program has at rest
(`tests/security/test_strangers_files.py`): it is refused as soon as it is larger than anything that is read.
"""

import json
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import yaml

KB, MB = 1024, 1024 * 1024


class TooMuch(ValueError):
    """It is larger, longer, deeper or of larger numbers than anything that is read."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much of a file is read; of what stands at 0 the other limits tell.

    size: bytes. Of a zip: how many parts, how many bytes in all and in one, how many times its packed ones. line: bytes
    of a line, or of a tag of XML. values: of lists and objects, of a line or of all. number: digits. text: characters.
    held: bytes that are kept of all lines while it is read, or values of all files of a zip.
    """

    size: int
    parts: int = 1
    unpacked: int = 0
    part: int = 0
    times: int = 0
    line: int = 0
    lines: int = 0
    depth: int = 0
    values: int = 0
    number: int = 0
    text: int = 0
    held: int = 0


# Of 300 pairs in four rounds a package has some megabytes and 2,400 lines, the longest of 65 kB and 7,700 values; their
# scores unpack to 27 times their bytes, the records are eight levels deep, the largest number has six digits.
PACKAGE = Limits(
    size=24 * MB, parts=400, unpacked=256 * MB, times=200, line=2 * MB, lines=100_000, depth=32, values=60_000,
    number=20, held=32 * MB,
)  # fmt: skip
SMALL = 64 * KB  # so much any part may unpack to
# The records of one kind, which a page holds all at once.
KIND = Limits(size=24 * MB, values=600_000)
MANIFEST, ANSWER = Limits(size=512 * KB), Limits(size=MB)
# Of a backup what is not copied piece by piece: the index of its zip, and what it tells of itself.
BACKUP, ERASURES = Limits(size=64 * KB, part=4 * MB, values=200_000), Limits(size=4 * MB, part=4 * MB, values=200_000)
LIST = Limits(
    size=4 * MB, parts=500, unpacked=32 * MB, line=64 * KB, lines=10_000, depth=60, values=500_000, text=4_000_000
)
# A federation has more members than a tournament has entries.
ROSTER = replace(LIST, lines=20_010, values=1_000_000)
# The largest code of ours has 217 files with 111,000 values, one of them 6,300.
DRAFT = Limits(
    size=2_000_000, parts=600, unpacked=4_000_000, part=400_000, depth=16, values=40_000, text=5_000, held=300_000
)
POINTS = Limits(size=200_000, depth=12, values=20_000, text=500)
DEALS = Limits(size=400_000)
# The text of a code: the file, and what is read out of a PDF by a process with so much room of its own, in seconds.
CODE_TEXT = Limits(size=16 * MB, text=4_000_000, held=72 * MB, times=60)


def read_file(path: Path, limits: Limits) -> bytes:
    """Its bytes, and no more of them than tell that there are too many. Raises OSError."""
    with path.open("rb") as file:
        return file.read(limits.size + 1)


def values_in(content: bytes) -> int:
    """How many values there may be in JSON: each of these bytes may begin one, which takes thirty times its room."""
    return sum(map(content.count, (b",", b"[", b"{")))


def read_json(content: bytes, limits: Limits) -> Any:
    """What it says. Raises ValueError where it is none, TooMuch where it is more than is read."""
    if len(content) > limits.part or values_in(content) > limits.values:
        raise TooMuch("larger than any that this program writes")
    try:
        return json.loads(content)
    except RecursionError as error:
        raise TooMuch("too deep") from error


class Room:
    """What may still be held of a file."""

    def __init__(self, limits: Limits) -> None:
        self.left = limits.held

    def take(self, size: int) -> None:
        """Raises TooMuch where there is no room for it."""
        self.left -= size
        if self.left < 0:
            raise TooMuch("too much to be held")


class _Member(Protocol):
    file_size: int
    compress_size: int


def check_members(members: Iterable[_Member], limits: Limits) -> None:
    """Raises TooMuch where a zip tells of more than is read; it is never unpacked beyond what it tells."""
    sizes = [member.file_size for member in members]
    if len(sizes) > limits.parts or sum(sizes) > limits.unpacked:
        raise TooMuch("too many parts, or too large")


_END, _END_64, _LONGER = struct.Struct("<4s8xLL2x"), struct.Struct("<4s36xQ8x"), 20


def check_index(file: BinaryIO, limits: Limits) -> None:
    """Raises TooMuch where the index of a zip, which is read all at once, is larger than any of ours; ours ends it."""
    length = file.seek(0, 2)
    file.seek(max(0, length - _END.size - _LONGER - _END_64.size))
    tail = file.read().rjust(_END.size + _LONGER + _END_64.size)
    longer, locator, (mark, size, _begins) = tail[: _END_64.size], tail[_END_64.size :], _END.unpack(tail[-_END.size :])
    if mark == b"PK\x05\x06" and locator.startswith(b"PK\x06\x07"):
        size = max(size if size < 2**32 - 1 else 0, _END_64.unpack(longer)[1])
    if mark != b"PK\x05\x06" or size > limits.size:
        raise TooMuch("its index is too large, or its end is missing")


class YamlFault(StrEnum):
    """Why a text is not even read as YAML."""

    NOT_YAML = "not-yaml"
    TOO_DEEP = "too-deep"
    TOO_LONG = "too-long"
    TAG = "tag"
    ANCHORS = "anchors"


_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def unsafe_yaml(
    text: str, limits: Limits, *, anchors: bool = False, room: Room | None = None
) -> tuple[int, YamlFault] | None:
    """The first thing for which a text is not read, with its line.

    anchors: whether a value may be named and repeated; what is repeated counts as often as it stands there. room: for
    the values of all texts together.
    """
    walk = _Walk(limits, anchors)
    try:
        for event in yaml.parse(text, Loader=_Parser):
            if fault := walk.step(event):
                return (event.start_mark.line if event.start_mark else 0) + 1, fault
        if room is not None:
            room.take(walk.values)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return min(line, text.count("\n") + 1), YamlFault.NOT_YAML
    except (yaml.YAMLError, RecursionError):
        return 1, YamlFault.NOT_YAML
    except TooMuch:
        return 1, YamlFault.TOO_LONG
    return None


class _Walk:
    """How many values there were, how deep it is; of each anchor how many stand behind it."""

    def __init__(self, limits: Limits, anchors: bool) -> None:
        self.limits, self.anchors = limits, anchors
        self.values, self.depth = 0, 0
        self.sizes: dict[str, int] = {}
        self.open: list[tuple[str | None, int]] = []

    def step(self, event: Any) -> YamlFault | None:
        if isinstance(event, yaml.CollectionEndEvent):
            self.depth -= 1
            anchor, began = self.open.pop()
            self.sizes |= {anchor: self.values - began} if anchor else {}
        elif isinstance(event, yaml.AliasEvent):
            if not self.anchors or event.anchor not in self.sizes:  # of itself, or of nothing
                return YamlFault.ANCHORS
            self.values += self.sizes[event.anchor]
        elif isinstance(event, yaml.NodeEvent):
            if fault := self._fault_of(event):
                return fault
            self._take(event)
        if self.values > self.limits.values:
            return YamlFault.ANCHORS if self.sizes else YamlFault.TOO_LONG
        return None

    def _take(self, event: Any) -> None:
        self.values += 1
        if isinstance(event, yaml.CollectionStartEvent):
            self.depth += 1
            self.open.append((event.anchor, self.values - 1))
        elif event.anchor:
            self.sizes[event.anchor] = 1

    def _fault_of(self, event: Any) -> YamlFault | None:
        if event.anchor and not self.anchors:
            return YamlFault.ANCHORS
        if getattr(event, "tag", None):
            return YamlFault.TAG
        if self.depth >= self.limits.depth:
            return YamlFault.TOO_DEEP
        is_text = isinstance(event, yaml.ScalarEvent)
        return YamlFault.TOO_LONG if is_text and len(event.value) > self.limits.text else None
