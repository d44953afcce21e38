"""The proof of a pairing: the bytes that its hash is made of, and whether its tables follow from them.

The SHA-256 of `canonical` is the hash, so whoever downloads the record can compute it with any tool; and whoever runs
`verify` draws the tables once more from the recorded inputs and the seed.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from tournaments.models import Pairing
from tournaments.pairing.drawing import Impossible, draw
from tournaments.pairing.formulas import traits_of
from tournaments.pairing.plan import Plan
from tournaments.pairing.recorded import (
    Inputs,
    from_json,
    matches_from_json,
    matches_to_json,
    notes_from_json,
    notes_to_json,
)

KEPT = 3600  # seconds


@dataclass(frozen=True)
class PairingProof:
    """Whether the record is as it was published, and whether its tables come out of it again; hash: its hash now."""

    hash: str
    hash_holds: bool
    tables_follow: bool

    @property
    def holds(self) -> bool:
        return self.hash_holds and self.tables_follow


def canonical(pairing: Pairing) -> bytes:
    """The record as JSON: keys in order, no blanks, UTF-8."""
    record: dict[str, Any] = {
        "tournament": pairing.round.tournament.slug,
        "round": pairing.round.number,
        "version": pairing.version,
        "formula": pairing.formula,
        "seed": pairing.seed,
        "inputs": pairing.inputs,
        "tables": pairing.tables,
        "notes": pairing.notes,
    }
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def hash_of(pairing: Pairing) -> str:
    return hashlib.sha256(canonical(pairing)).hexdigest()


def verify(pairing: Pairing) -> PairingProof:
    """Recompute the hash, and draw the tables and notes again from inputs and seed."""
    found = hash_of(pairing)
    # A record is drawn once by each process: whatever changes in it changes the key under which the answer is kept.
    key = f"pairing-follows-{found}"
    follow = cache.get(key)
    if follow is None:
        follow = _tables_follow(pairing)
        cache.set(key, follow, KEPT)
    return PairingProof(hash=found, hash_holds=pairing.hash == found, tables_follow=follow)


def _tables_follow(pairing: Pairing) -> bool:
    try:
        plan = draw(from_json(pairing.inputs), pairing.seed)
    except (Impossible, ValueError, KeyError, TypeError):  # inputs that were tampered with need not be readable
        return False
    return bool(matches_to_json(plan.matches) == pairing.tables and notes_to_json(plan.notes) == pairing.notes)


def inputs_in(pairing: Pairing) -> Inputs:
    return from_json(pairing.inputs)


def plan_in(pairing: Pairing) -> Plan:
    return Plan(
        method=traits_of(pairing.inputs["formula"]).method,
        seed=pairing.seed,
        matches=matches_from_json(pairing.tables),
        notes=notes_from_json(pairing.notes),
    )
