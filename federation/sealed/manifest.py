"""The first part: what the package is of, the hash of every other part, and the installation's signature over all.

Where somebody's texts were erased from a package, who erased says so, signed, in a part beside it: the manifest's own
signature goes on covering all else; of the persons it tells a hash that no one can make again.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from federation.sealed.archive import MANIFEST, NAME, STORED, Part, canonical, parsed, sha256
from federation.sealed.faults import Fault, Trouble, Unsound
from federation.sealed.keys import SigningKey, holds
from federation.sealed.kinds import SEALED
from records import outside

SCHEMA = "referee-package/1"
LONGEST = 300
# Of these kinds a record that the log seals may be left out while its cards are played: named, so that it is no gap.
WITHHELD = frozenset({"referee.BoardPlay", "referee.CardEnding"})
_HEX = re.compile(r"[0-9a-f]+")
_KEYS = {"schema", "program", "made_at", "tournament", "head", "editions", "sealed", "parts", "key", "signature"}
_TOURNAMENT = {"uid", "id", "slug", "name", "federation", "place", "starts_on", "game", "data_version"}


@dataclass(frozen=True)
class Listed:
    """A part as the manifest tells it: its size and hash, and those of its bytes in the zip."""

    size: int
    sha256: str
    packed: int
    packed_sha256: str

    @classmethod
    def from_part(cls, part: Part) -> "Listed":
        return cls(part.size, sha256(part.raw), len(part.packed), part.packed_sha256)


@dataclass(frozen=True)
class Manifest:
    """The manifest of a package; `told` is all that it says, as JSON."""

    told: Mapping[str, Any]

    @property
    def tournament(self) -> Mapping[str, Any]:
        tournament: Mapping[str, Any] = self.told["tournament"]
        return tournament

    @property
    def uid(self) -> str:
        return str(self.tournament["uid"])

    @property
    def head(self) -> tuple[int, str]:
        return self.told["head"]["number"], self.told["head"]["hash"]

    @property
    def key(self) -> str:
        return str(self.told["key"])

    @property
    def withheld(self) -> frozenset[str]:
        """The sealed records that are not in it, by the names that seals have."""
        return frozenset(self.told.get("withheld", ()))

    @property
    def parts(self) -> dict[str, Listed]:
        return {name: Listed(**part) for name, part in self.told["parts"].items()}

    @property
    def as_part(self) -> Part:
        return Part.from_bytes(canonical(self.told), stored=True)


def signed(fields: Mapping[str, Any], key: SigningKey) -> dict[str, Any]:
    """What is told with the public key of who signs it, and the signature over both."""
    whole = {**fields, "key": key.public_key().public_bytes_raw().hex()}
    return {**whole, "signature": key.sign(canonical(whole)).hex()}


def is_signed(fields: Mapping[str, Any]) -> bool:
    """Whether the signature is that of the key named beside it."""
    whole = {name: value for name, value in fields.items() if name != "signature"}
    try:
        signature, public = (bytes.fromhex(str(fields[name])) for name in ("signature", "key"))
        return holds(signature, canonical(whole), public=public)
    except (KeyError, ValueError):
        return False


def fingerprint(key: str) -> str:
    """Of a public key, as people compare it: four groups of its SHA-256, «3f2a 91c0 77de 4b12»."""
    digest = sha256(bytes.fromhex(key))
    return " ".join(digest[place : place + 4] for place in range(0, 16, 4))


def is_key(text: str) -> bool:
    """Whether it is a public key as pages and commands show it."""
    return len(text) == 64 and bool(_HEX.fullmatch(text))


def read_manifest(parts: Mapping[str, Part]) -> Manifest:
    """Raises Unsound where there is none, or one that is not whole, or not signed by the key that it names."""
    first = next(iter(parts), "")
    part = parts.get(MANIFEST)
    if part is None or first != MANIFEST or part.method != STORED or part.size > outside.MANIFEST.size:
        raise Unsound(Trouble(Fault.NO_MANIFEST, first))
    try:
        fields = parsed(part.raw)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM, MANIFEST, line=1)) from error
    if isinstance(fields, dict) and fields.get("schema") != SCHEMA:
        raise Unsound(Trouble(Fault.SCHEMA, MANIFEST, line=1))
    if not isinstance(fields, dict) or not is_signed(fields):
        raise Unsound(Trouble(Fault.SIGNATURE, MANIFEST, line=1))
    if not _is_whole(fields):
        raise Unsound(Trouble(Fault.MANIFEST, MANIFEST, line=1))
    if other := SEALED.symmetric_difference(fields["sealed"]):
        raise Unsound(Trouble(Fault.SEALED_KINDS, MANIFEST, line=1, record=min(other)))
    return Manifest(fields)


def _is_whole(fields: Any) -> bool:
    """Whether every word of it is of the kind that is read later."""
    try:
        return (
            set(fields) - {"withheld"} == _KEYS
            and _is_withheld(fields.get("withheld", []))
            and all(_is_text(fields[name]) for name in ("program", "made_at"))
            and datetime.fromisoformat(fields["made_at"]).tzinfo is not None
            and _is_tournament(fields["tournament"])
            and set(fields["head"]) == {"number", "hash"}
            and _is_count(fields["head"]["number"])
            and _is_hex(fields["head"]["hash"], 64)
            and isinstance(fields["editions"], list)
            and all(_is_edition(edition) for edition in fields["editions"])
            and isinstance(fields["sealed"], list)
            and all(_is_text(label) for label in fields["sealed"])
            and all(NAME.fullmatch(name) and _is_listed(part) for name, part in fields["parts"].items())
            and is_key(fields["key"])
            and _is_hex(fields["signature"], 128)
        )
    except (TypeError, AttributeError, ValueError, KeyError):
        return False


def _is_withheld(names: Any) -> bool:
    """A package that withholds nothing does not say so: one of before has no such word."""
    return (
        isinstance(names, list)
        and names == sorted(set(names))
        and all(_is_text(name) and name.rpartition(":")[0] in WITHHELD for name in names)
    )


def _is_tournament(tournament: Any) -> bool:
    texts = _TOURNAMENT - {"id", "data_version"}
    return (
        set(tournament) == _TOURNAMENT
        and _is_hex(tournament["uid"], 64)
        and all(_is_text(tournament[name]) for name in texts)
        and date.fromisoformat(tournament["starts_on"]) is not None
        and all(_is_count(tournament[name]) for name in ("id", "data_version"))
    )


def _is_edition(edition: Any) -> bool:
    return set(edition) == {"code", "edition", "hash", "part"} and all(_is_text(value) for value in edition.values())


def _is_listed(part: Any) -> bool:
    return (
        set(part) == {"size", "sha256", "packed", "packed_sha256"}
        and _is_count(part["size"])
        and _is_count(part["packed"])
        and _is_hex(part["sha256"], 64)
        and _is_hex(part["packed_sha256"], 64)
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and "\x00" not in value


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _is_hex(value: Any, length: int) -> bool:
    return isinstance(value, str) and len(value) == length and bool(_HEX.fullmatch(value))


ERASED = "zz-erased.json"
ERASED_SCHEMA = "referee-erased/1"
PAPERS = "papers/"
_ERASED = {"schema", "package", "at", "persons", "removed", "key", "signature"}


@dataclass(frozen=True)
class Erased:
    """What stands in the place of the persons that the manifest told of."""

    persons: Listed
    removed: tuple[str, ...]
    told: Mapping[str, Any]


def erased_part(*, manifest: str, persons: Part, removed: Sequence[str], at: str, key: SigningKey) -> Part:
    """manifest: the SHA-256 of the manifest whose persons these were. removed: the papers, which name everybody."""
    fields = {"schema": ERASED_SCHEMA, "package": manifest, "at": at, "persons": asdict(Listed.from_part(persons))}
    fields["removed"] = sorted(removed)
    return Part.from_bytes(canonical(signed(fields, key)), stored=True)


def read_erased(part: Part, manifest: str) -> Erased:
    """Raises Unsound where it is of another package, or not signed by the key that it names."""
    trouble = Trouble(Fault.FORM, ERASED, line=1)
    if part.method != STORED or part.size > outside.MANIFEST.size:
        raise Unsound(trouble)
    try:
        fields = parsed(part.raw)
        is_whole = set(fields) == _ERASED and _is_listed(fields["persons"]) and _is_text(fields["at"])
        removed = tuple(fields["removed"])
        is_whole = is_whole and all(_is_text(name) and name.startswith(PAPERS) for name in removed)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unsound(trouble) from error
    if not is_whole or fields["schema"] != ERASED_SCHEMA or not _is_hex(fields["signature"], 128):
        raise Unsound(trouble)
    if fields["package"] != manifest or not is_signed(fields):
        raise Unsound(Trouble(Fault.SIGNATURE, ERASED, line=1))
    return Erased(Listed(**fields["persons"]), removed, fields)
