"""How far one word is from another: the door to rapidfuzz, which is loaded with the first that is looked for."""

from collections.abc import Mapping, Sequence
from typing import Any

Among = Mapping[Any, str] | Sequence[str]


def slips_between(word: str, other: str, *, most: int) -> int:
    """Letters more, less, other, or two swapped (the optimal string alignment); one above `most`: more than that."""
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    return OSA.distance(word, other, score_cutoff=most)


def with_slips(word: str, among: Among, *, most: int) -> list[tuple[str, int, Any]]:
    """Those of the words that are no further, the nearest first: each with its slips, and its key or place."""
    from rapidfuzz import process  # noqa: PLC0415
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    return process.extract(word, among, scorer=OSA.distance, score_cutoff=most, limit=None)


def most_alike(text: str, among: Among, *, at_least: int, limit: int) -> list[Any]:
    """The keys or places of those that share so many per cent of their letters with the text, the likest first."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415

    found = process.extract(text, among, scorer=fuzz.ratio, score_cutoff=at_least, limit=limit)
    return [key for _text, _score, key in found]
