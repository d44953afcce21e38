"""The first part: what the package is of, the hash of every other part, and the installation's signature over all.

Where somebody's texts were erased from a package, who erased says so, signed, in a part beside it: the manifest's own
signature goes on covering all else; of the persons it tells a hash that no one can make again.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from federation.sealed.archive import MANIFEST, STORED, Part, canonical, parsed, sha256
from federation.sealed.faults import Fault, Trouble, Unsound
from federation.sealed.files import ERASED_SCHEMA, MANIFEST_SCHEMA, wrong_in_file
from federation.sealed.keys import SigningKey, holds
from federation.sealed.kinds import SEALED
from records import outside

SCHEMA = MANIFEST_SCHEMA
_HEX = re.compile(r"[0-9a-f]+")


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
    fields = _said(part, MANIFEST)
    if wrong := wrong_in_file(fields, SCHEMA):
        of_another = not isinstance(fields, dict) or fields.get("schema") != SCHEMA
        raise Unsound(Trouble(Fault.SCHEMA if of_another else Fault.MANIFEST, MANIFEST, line=1, record=wrong))
    if not is_signed(fields):
        raise Unsound(Trouble(Fault.SIGNATURE, MANIFEST, line=1))
    if other := SEALED.symmetric_difference(fields["sealed"]):
        raise Unsound(Trouble(Fault.SEALED_KINDS, MANIFEST, line=1, record=min(other)))
    return Manifest(fields)


def _said(part: Part, name: str) -> Any:
    try:
        return parsed(part.raw)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM, name, line=1)) from error


ERASED = "zz-erased.json"


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
    if part.method != STORED or part.size > outside.MANIFEST.size:
        raise Unsound(Trouble(Fault.FORM, ERASED, line=1))
    fields = _said(part, ERASED)
    if wrong := wrong_in_file(fields, ERASED_SCHEMA):
        raise Unsound(Trouble(Fault.FORM, ERASED, line=1, record=wrong))
    if fields["package"] != manifest or not is_signed(fields):
        raise Unsound(Trouble(Fault.SIGNATURE, ERASED, line=1))
    return Erased(Listed(**fields["persons"]), tuple(fields["removed"]), fields)
