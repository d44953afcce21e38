"""A package from which somebody's texts were erased: who erased says so, signed, in a part beside the manifest.

The manifest's own signature goes on covering all else; of the persons it tells a hash that no one can make again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from federation.sealed.archive import MOST_MANIFEST, STORED, Part
from federation.sealed.canonical import canonical, parsed
from federation.sealed.faults import Fault, Trouble, Unsound
from federation.sealed.manifest import Listed, is_signed, signed

ERASED = "zz-erased.json"
SCHEMA = "referee-erased/1"
PAPERS = "papers/"


@dataclass(frozen=True)
class Erased:
    """What stands in the place of the persons that the manifest told of."""

    persons: Listed
    removed: tuple[str, ...]
    told: Mapping[str, Any]


def erased_part(*, manifest: str, persons: Part, removed: Sequence[str], at: str, key: Ed25519PrivateKey) -> Part:
    """manifest: the SHA-256 of the manifest whose persons these were. removed: the papers, which name everybody."""
    fields = {"schema": SCHEMA, "package": manifest, "at": at, "persons": asdict(Listed.from_part(persons))}
    fields["removed"] = sorted(removed)
    return Part.from_bytes(canonical(signed(fields, key)), stored=True)


def read_erased(part: Part, manifest: str) -> Erased:
    """Raises Unsound where it is of another package, or not signed by the key that it names."""
    trouble = Trouble(Fault.FORM, ERASED, line=1)
    if part.method != STORED or part.size > MOST_MANIFEST:
        raise Unsound(trouble)
    try:
        fields = parsed(part.raw)
        persons = Listed(**fields["persons"])
        is_of = fields["schema"] == SCHEMA and fields["package"] == manifest
        removed = tuple(str(name) for name in fields["removed"] if str(name).startswith(PAPERS))
    except (ValueError, TypeError, KeyError) as error:
        raise Unsound(trouble) from error
    if not is_of or not is_signed(fields) or fields["signature"] != fields["signature"].lower():
        raise Unsound(Trouble(Fault.SIGNATURE, ERASED, line=1))
    return Erased(persons, removed, fields)
