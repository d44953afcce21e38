"""What a record of the archive is found by, as words of one kind: stems, and tokens for all that is not a word.

A token begins as no word of any language does, so that nobody finds one by typing.

The words of a federation's archive: what a typed one may mean there, and how much it tells.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2s

from codes.finding.procedures import synonyms_of
from codes.finding.vocabulary import SYNONYM, Vocabulary
from codes.finding.words import plain, stem, stems
from codes.library import all_rulebooks
from federation.archive.models import KEY_BITS, KIND_BITS, ArchiveIndex, ArchiveStem
from pages.caches import Latest
from people.accounts.models import Federation

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


# Of one word as many meanings as these at most: a beginning of two letters more is soon typed.
MOST_MEANINGS = 24
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Words:
    """What is known of an archive's words as it was at a moment."""

    vocabulary: Vocabulary
    holds: Mapping[str, int]
    records: int

    def near(self, word: str) -> dict[str, float]:
        """The stems that the word may mean, each with how much it counts; itself always."""
        found = {**dict(self.vocabulary.near(word)), **{one: 1.0 for one in stems(word) if one in self.holds}}
        perhaps = {WRITTEN + other for one in stems(word) for other in synonyms().doubtful.get(one, ())}
        found |= {one: SYNONYM for one in perhaps if one in self.holds}
        best = sorted(found, key=lambda one: (-found[one], -self.holds.get(one, 0), one))[:MOST_MEANINGS]
        return {one: found[one] for one in best}

    def rarity(self, stem: str) -> float:
        """How much it tells that a record holds the stem: the less the more of them do."""
        return rarity(self.holds.get(stem, 0), self.records)


WORDS: Latest[Words] = Latest(most=8)


def rarity(holding: int, records: int) -> float:
    """How much it tells of a record that it holds what so many of so many do."""
    return math.log(1 + (records - holding + 0.5) / (holding + 0.5)) if records >= holding else 0.0


def words_of(federation: Federation) -> Words:
    """The archive's words, read again when it has changed."""
    index = ArchiveIndex.objects.filter(federation=federation).first()
    if not index:
        return Words(Vocabulary((), {}), {}, 0)
    mark = index.stamp, index.records
    return WORDS.get(federation.pk, mark, lambda: _words(federation.pk, index.records))


def _words(federation: int, records: int) -> Words:
    rows = ArchiveStem.objects.filter(federation=federation).order_by().values_list("stem", "holds")
    holds = dict(rows.iterator(chunk_size=5000))
    said = [one for one in holds if not one.startswith(WRITTEN)]
    return Words(Vocabulary.of_stems(said, synonyms().sure), holds, records)


@dataclass(frozen=True)
class _Synonyms:
    """Of all codes together, by stem: whoever searches the archive names none.

    doubtful: what is something else in another game, as the «mazzetto» that is a pigliata here and a pozzo there. It is
    meant only where an arbiter wrote it: the code of that game says it of all that it is there.
    """

    sure: Mapping[str, frozenset[str]]
    doubtful: Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def synonyms() -> _Synonyms:
    told = [(book.game, synonyms_of(book)) for book in all_rulebooks()]
    everywhere = told[0][1]
    for _game, own in told:
        everywhere = {stem: everywhere[stem] & own[stem] for stem in everywhere.keys() & own.keys()}
    sure: defaultdict[str, set[str]] = defaultdict(set)
    doubtful: defaultdict[str, set[str]] = defaultdict(set)
    for game, meant in told:
        elsewhere = _of_their_own([code for other, code in told if other != game], everywhere)
        for root, others in meant.items():
            for other in others:
                # Whether there it stands for something of its own, and not for what this stem says.
                is_other = other in elsewhere and root not in elsewhere[other]
                (doubtful if is_other else sure)[root].add(other)
    return _Synonyms(_frozen(sure), _frozen(doubtful))


def _of_their_own(
    codes: Iterable[Mapping[str, frozenset[str]]], everywhere: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """By stem, what it stands for in each of these codes where it stands for more than everywhere."""
    found: dict[str, frozenset[str]] = {}
    for code in codes:
        for root, others in code.items():
            if others - everywhere.get(root, NONE):
                found[root] = found.get(root, others) & others
    return found


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {stem: frozenset(others) for stem, others in sets.items()}
