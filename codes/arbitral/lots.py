"""Lots that the law asks for (art. 81), drawn so that anybody can draw them again.

The seed is fixed and stored before anybody could know what it would decide (when the tournament is created); the
purpose says which question the lot answers, so that two questions of one tournament get two independent lots.
Same seed, purpose and candidates: same lot, for ever. The method is RFC 3797 (``codes.rfc3797``).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from codes.rfc3797 import digest, key_string, words
from codes.seats import Line

LINES = tuple(line.value for line in Line)


@dataclass(frozen=True, kw_only=True)
class Lot:
    """One lot, with all that a third party needs to draw it again.

    seed: the material stored beforehand. purpose: the question answered, in words. candidates: in the order that
    counts. drawn: one of them. key: the string that is hashed, made of seed and purpose. digest: its hash for the
    first draw, 32 hex digits, read as a number modulo how many candidates there are.
    """

    seed: str
    purpose: str
    candidates: tuple[str, ...]
    drawn: str
    key: str
    digest: str


def draw(candidates: Sequence[str], *, seed: str, purpose: str) -> Lot:
    """The lot that draws one of ``candidates`` (at least one, all different).

    The key holds each word of seed and purpose as a source of its own, so that "board 1, table 23" and "board 12,
    table 3" differ; case, accents and punctuation do not count. Raises ``ValueError`` for a seed or purpose without a
    letter or digit, no candidates, or a candidate named twice.
    """
    if not candidates or len(set(candidates)) < len(candidates):
        raise ValueError(f"not a set of candidates: {candidates!r}")
    key = key_string(words(seed) + words(purpose))
    first = digest(key, draw=0)
    winner = candidates[int(first, 16) % len(candidates)]
    return Lot(seed=seed, purpose=purpose, candidates=tuple(candidates), drawn=winner, key=key, digest=first)


def draw_line_up(seed: str, purpose: str) -> Lot:
    """The lot that says which line, ``"A"`` or ``"B"``, is rounded up when both have the same decimals (art. 81)."""
    return draw(LINES, seed=seed, purpose=purpose)


def repeat_recipe(lot: Lot) -> str:
    """Plain Python, standard library only, that draws the lot again and prints who was drawn.

    It starts from the key, which a third party can read off seed and purpose: their words in order, upper case, a
    slash after each.
    """
    return "\n".join(
        (
            "from hashlib import md5",
            "# RFC 3797: the words of seed and purpose",
            f"key = {lot.key!r}",
            f"candidates = {list(lot.candidates)!r}",
            'number = int(md5(b"\\0\\0" + key.encode() + b"\\0\\0").hexdigest(), 16)',
            "print(candidates[number % len(candidates)])",
            "",
        )
    )
