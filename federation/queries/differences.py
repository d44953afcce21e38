"""What moved between published standings of a season and those of now."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """Whose line moved; None where there was or is no line."""

    of: int
    before: tuple[int, str] | None
    after: tuple[int, str] | None


def differences(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> Sequence[Difference]:
    """By the place of now; whoever is there no more comes last."""
    old = {one["of"]: (one["place"], one["points"]) for one in before}
    new = {one["of"]: (one["place"], one["points"]) for one in after}
    moved = [Difference(of, old.get(of), here) for of, here in new.items() if old.get(of) != here]
    gone = [Difference(of, here, None) for of, here in old.items() if of not in new]
    return [*moved, *gone]
