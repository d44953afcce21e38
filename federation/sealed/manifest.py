"""The first part: what the package is of, the hash of every other part, and the installation's signature over all."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from federation.sealed.archive import MANIFEST, MOST_MANIFEST, NAME, STORED, Part
from federation.sealed.canonical import canonical, parsed, sha256
from federation.sealed.faults import Fault, Trouble, Unsound

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
    def of(cls, part: Part) -> "Listed":
        return cls(part.size, sha256(part.raw), len(part.packed), part.packed_sha256)


@dataclass(frozen=True)
class Manifest:
    """The manifest of a package; `told` is all that it says, as JSON."""

    told: Mapping[str, Any]

    @property
    def tournament(self) -> Mapping[str, Any]:
        of: Mapping[str, Any] = self.told["tournament"]
        return of

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
    def sealed(self) -> frozenset[str]:
        return frozenset(self.told["sealed"])

    @property
    def withheld(self) -> frozenset[str]:
        """The sealed records that are not in it, by the names that seals have."""
        return frozenset(self.told.get("withheld", ()))

    @property
    def parts(self) -> dict[str, Listed]:
        return {name: Listed(**one) for name, one in self.told["parts"].items()}

    @property
    def as_part(self) -> Part:
        return Part.of(canonical(self.told), stored=True)


def signed(told: Mapping[str, Any], key: Ed25519PrivateKey) -> dict[str, Any]:
    """What is told with the public key of who signs it, and the signature over both."""
    whole = {**told, "key": key.public_key().public_bytes_raw().hex()}
    return {**whole, "signature": key.sign(canonical(whole)).hex()}


def is_signed(told: Mapping[str, Any]) -> bool:
    """Whether the signature is that of the key named beside it."""
    whole = {name: value for name, value in told.items() if name != "signature"}
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(told["key"])))
        key.verify(bytes.fromhex(str(told["signature"])), canonical(whole))
    except (KeyError, ValueError, InvalidSignature):
        return False
    return True


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
    if part is None or first != MANIFEST or part.method != STORED or part.size > MOST_MANIFEST:
        raise Unsound(Trouble(Fault.NO_MANIFEST, first))
    try:
        told = parsed(part.raw)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM, MANIFEST, line=1)) from error
    if isinstance(told, dict) and told.get("schema") != SCHEMA:
        raise Unsound(Trouble(Fault.SCHEMA, MANIFEST, line=1))
    if not isinstance(told, dict) or not is_signed(told):
        raise Unsound(Trouble(Fault.SIGNATURE, MANIFEST, line=1))
    if not _is_whole(told):
        raise Unsound(Trouble(Fault.MANIFEST, MANIFEST, line=1))
    return Manifest(told)


def _is_whole(told: Any) -> bool:
    """Whether every word of it is of the kind that is read later."""
    try:
        return (
            set(told) - {"withheld"} == _KEYS
            and _is_withheld(told.get("withheld", []))
            and all(_is_text(told[name]) for name in ("program", "made_at"))
            and datetime.fromisoformat(told["made_at"]).tzinfo is not None
            and _is_tournament(told["tournament"])
            and set(told["head"]) == {"number", "hash"}
            and _is_count(told["head"]["number"])
            and _is_hex(told["head"]["hash"], 64)
            and isinstance(told["editions"], list)
            and all(_is_edition(one) for one in told["editions"])
            and isinstance(told["sealed"], list)
            and all(_is_text(one) for one in told["sealed"])
            and all(NAME.fullmatch(name) and _is_listed(one) for name, one in told["parts"].items())
            and is_key(told["key"])
            and _is_hex(told["signature"], 128)
        )
    except (TypeError, AttributeError, ValueError, KeyError):
        return False


def _is_withheld(names: Any) -> bool:
    """A package that withholds nothing does not say so: one of before has no such word."""
    return (
        isinstance(names, list)
        and names == sorted(set(names))
        and all(_is_text(one) and one.rpartition(":")[0] in WITHHELD for one in names)
    )


def _is_tournament(of: Any) -> bool:
    texts = _TOURNAMENT - {"id", "data_version"}
    return (
        set(of) == _TOURNAMENT
        and _is_hex(of["uid"], 64)
        and all(_is_text(of[name]) for name in texts)
        and all(_is_count(of[name]) for name in ("id", "data_version"))
    )


def _is_edition(one: Any) -> bool:
    return set(one) == {"code", "edition", "hash", "part"} and all(_is_text(value) for value in one.values())


def _is_listed(one: Any) -> bool:
    return (
        set(one) == {"size", "sha256", "packed", "packed_sha256"}
        and _is_count(one["size"])
        and _is_count(one["packed"])
        and _is_hex(one["sha256"], 64)
        and _is_hex(one["packed_sha256"], 64)
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and "\x00" not in value


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _is_hex(value: Any, length: int) -> bool:
    return isinstance(value, str) and len(value) == length and bool(_HEX.fullmatch(value))
