"""What a federation answers to a package: its remarks or the homologation, signed, small enough for any stick."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from federation.packages.canonical import canonical, parsed
from federation.packages.faults import Fault, Trouble, Unsound
from federation.packages.manifest import is_key, is_signed, signed

SCHEMA = "referee-answer/1"
MOST_BYTES = 1024 * 1024
MOST_REMARKS, LONGEST = 200, 4000
_KEYS = {"schema", "federation", "tournament", "package", "state", "remarks", "homologation", "key", "signature"}
RETURNED, HOMOLOGATED = "returned", "homologated"


def answer(
    *,
    federation: str,
    tournament: str,
    package: str,
    remarks: Sequence[Mapping[str, str]],
    homologation: Mapping[str, Any] | None,
    key: Ed25519PrivateKey,
) -> bytes:
    """The file. tournament: its uid. package: the SHA-256 of the package that was looked at."""
    told = {
        "schema": SCHEMA,
        "federation": federation,
        "tournament": tournament,
        "package": package,
        "state": HOMOLOGATED if homologation else RETURNED,
        "remarks": list(remarks),
        "homologation": homologation,
    }
    return canonical(signed(told, key))


def read_answer(content: bytes) -> dict[str, Any]:
    """What it tells. Raises Unsound where it is no answer, or not signed by the key that it names."""
    if len(content) > MOST_BYTES:
        raise Unsound(Trouble(Fault.TOO_BIG))
    try:
        told = parsed(content)
    except ValueError as error:
        raise Unsound(Trouble(Fault.FORM)) from error
    if not _is_whole(told):
        raise Unsound(Trouble(Fault.SCHEMA))
    made: dict[str, Any] = told
    if not is_signed(made):
        raise Unsound(Trouble(Fault.SIGNATURE))
    return made


def _is_whole(told: Any) -> bool:
    try:
        homologated = told["homologation"]
        return (
            set(told) == _KEYS
            and told["schema"] == SCHEMA
            and is_key(told["key"])
            and told["signature"] == told["signature"].lower()
            and told["state"] == (HOMOLOGATED if homologated else RETURNED)
            and all(_is_text(told[name]) for name in ("federation", "tournament", "package"))
            and isinstance(told["remarks"], list)
            and len(told["remarks"]) <= MOST_REMARKS
            and all(_is_said(one, {"text", "by", "at"}) for one in told["remarks"])
            and (homologated is None or _is_said(homologated, {"officer", "at", "reason"}))
        )
    except (TypeError, KeyError, AttributeError, ValueError):
        return False


def _is_said(one: Any, names: set[str]) -> bool:
    if set(one) != names or not all(_is_text(value) for value in one.values()):
        return False
    return datetime.fromisoformat(one["at"]).tzinfo is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and "\x00" not in value
