"""What does not hold of a package, and where: the part, its line or the byte of the file."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """The kinds of fault; `federation.packages.words` says them to people."""

    TOO_BIG = "too-big"
    NO_ZIP = "no-zip"
    HEAD = "head"
    NAME = "name"
    TWICE = "twice"
    CUT = "cut"
    DIRECTORY = "directory"
    NO_MANIFEST = "no-manifest"
    MANIFEST = "manifest"
    SCHEMA = "schema"
    SIGNATURE = "signature"
    PARTS = "parts"
    HASH = "hash"
    PACKED = "packed"
    FORM = "form"
    ORDER = "order"
    CHAIN = "chain"
    LAST = "last"
    UNSEALED = "unsealed"
    GONE = "gone"
    CHANGED = "changed"
    WITHHELD = "withheld"
    TEXT = "text"
    NO_TEXT = "no-text"
    SEALED_KINDS = "sealed-kinds"
    KIND = "kind"
    VALUE = "value"
    NOWHERE = "nowhere"


@dataclass(frozen=True)
class Trouble:
    """A fault with its place. line: of the part, from 1. byte: of the file, from 0. record: as seals name it."""

    fault: Fault
    part: str = ""
    line: int | None = None
    byte: int | None = None
    record: str = ""

    @property
    def place(self) -> str:
        """Where, as a command prints it: «records/tournaments.Entry.jsonl:12»."""
        place = self.part or "zip"
        if self.line is not None:
            place += f":{self.line}"
        if self.byte is not None:
            place += f"@{self.byte}"
        return f"{place} ({self.record})" if self.record else place


class Unsound(Exception):
    """A package that does not hold."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(f"{trouble.place}: {trouble.fault}")
        self.trouble = trouble
