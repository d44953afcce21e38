"""What a record of the archive is found by, as words of one kind: stems, and tokens for all that is not a word.

A token begins as no word of any language does, so that nobody finds one by typing.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import blake2s

from codes.finding.words import plain, stem, stems
from federation.models.archive import KEY_BITS, KIND_BITS

KINDS = ("ruling", "appeal", "score")
LONGEST_STEM = 60


def place_of(at: datetime, kind: str, key: int, *, received: int | None = None) -> int:
    """Where the record stands among all others: the same whenever it is asked for.

    received: of which received tournament it is. Keys of other installations are the same as ours, and as each other's:
    theirs lie beside ours, scattered by whose they are.
    """
    of = KINDS.index(kind)
    if received is not None:
        of += len(KINDS)
        key = int.from_bytes(blake2s(f"{received}:{key}".encode(), digest_size=4).digest(), "big")
    return (first_place(at) | of << KEY_BITS) | (key & ((1 << KEY_BITS) - 1))


def first_place(at: datetime) -> int:
    """The first place of that second."""
    return int(at.astimezone(UTC).timestamp()) << (KEY_BITS + KIND_BITS)


def token(name: str, value: object) -> str:
    """What the record is told apart by, as a word of letters and figures."""
    return "xx" + blake2s(f"{name}:{value}".encode(), digest_size=8).hexdigest()


# Before a stem that somebody wrote: the arbiter's own words tell cases apart that the code tells alike.
WRITTEN = "zz"


def written_in(free: Iterable[str]) -> set[str]:
    """The stems of what somebody wrote, as such."""
    return {WRITTEN + one for one in stems_of((), free)}


def stems_of(both: Iterable[Mapping[str, str]], free: Iterable[str]) -> set[str]:
    """The stems of texts in two languages, and of texts of which nobody knows the language."""
    found = {stem(word, language) for text in both for language, said in text.items() for word in plain(said)}
    found |= {one for text in free for word in plain(text) for one in stems(word)}
    return {one[:LONGEST_STEM] for one in found}


# What stands in a record's shape, in this order; in the last two, several with blanks between.
SINGLE = ("kind", "code", "procedure", "departed", "method", "standing", "changed")
SHAPED = (*SINGLE, "articles", "effects")


def shape_told(values: Mapping[str, object]) -> str:
    """What the record shares with many others: in one text, so that many are counted at once."""
    return "|".join("" if values[name] is None else str(values[name]) for name in SHAPED)


def shape_key(told: str) -> int:
    """The key of such a text, the same wherever it is made: who writes one need not look for it first."""
    return int.from_bytes(blake2s(told.encode(), digest_size=8).digest(), "big", signed=True)
