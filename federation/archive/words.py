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
from codes.finding.vocabulary import SYNONYM, Vocabulary, plain, stem, stems
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
    kind_number = KINDS.index(kind)
    if received is not None:
        kind_number += len(KINDS)
        key = int.from_bytes(blake2s(f"{received}:{key}".encode(), digest_size=4).digest(), "big")
    return (first_place(at) | kind_number << KEY_BITS) | (key & ((1 << KEY_BITS) - 1))


def first_place(at: datetime) -> int:
    """The first place of that second."""
    return int(at.astimezone(UTC).timestamp()) << (KEY_BITS + KIND_BITS)


def token(name: str, value: object) -> str:
    """A trait of the record as a word of letters and figures."""
    return "xx" + blake2s(f"{name}:{value}".encode(), digest_size=8).hexdigest()


# Before a stem that somebody wrote: the arbiter's own words tell cases apart that the code tells alike.
WRITTEN = "zz"


def free_text_stems(free: Iterable[str]) -> set[str]:
    """The stems of free text, marked as such."""
    return {WRITTEN + root for root in stems_of((), free)}


def stems_of(both: Iterable[Mapping[str, str]], free: Iterable[str]) -> set[str]:
    """The stems of texts in two languages, and of texts of which nobody knows the language."""
    roots = {stem(word, language) for text in both for language, sentence in text.items() for word in plain(sentence)}
    roots |= {root for text in free for word in plain(text) for root in stems(word)}
    return {root[:LONGEST_STEM] for root in roots}


# What stands in a record's shape, in this order; in the last two, several with blanks between.
SINGLE = ("kind", "code", "procedure", "departed", "method", "standing", "changed")
SHAPED = (*SINGLE, "articles", "effects")


def shape_text(values: Mapping[str, object]) -> str:
    """The traits that the record shares with many others, as one text, so that one row counts for many."""
    return "|".join("" if values[name] is None else str(values[name]) for name in SHAPED)


def shape_key(text: str) -> int:
    """The key of such a text, computed from it: whoever writes one need not look it up first."""
    return int.from_bytes(blake2s(text.encode(), digest_size=8).digest(), "big", signed=True)


# Of one word as many meanings as these at most: a beginning of two letters more is soon typed.
MOST_MEANINGS = 24
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Words:
    """The words of an archive as it was at one moment."""

    vocabulary: Vocabulary
    holds: Mapping[str, int]
    records: int

    def near(self, word: str) -> dict[str, float]:
        """The stems that the word may mean, with their weight; always the word itself."""
        meanings = {**dict(self.vocabulary.near(word)), **{root: 1.0 for root in stems(word) if root in self.holds}}
        perhaps = {WRITTEN + other for root in stems(word) for other in synonyms().doubtful.get(root, ())}
        meanings |= {root: SYNONYM for root in perhaps if root in self.holds}
        best = sorted(meanings, key=lambda root: (-meanings[root], -self.holds.get(root, 0), root))[:MOST_MEANINGS]
        return {root: meanings[root] for root in best}

    def rarity(self, stem: str) -> float:
        """The weight of a stem: the more records hold it, the less it tells."""
        return rarity(self.holds.get(stem, 0), self.records)


WORDS: Latest[Words] = Latest(most=8)


def rarity(holding: int, records: int) -> float:
    """The weight of a trait that so many of so many records have."""
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
    roots = [root for root in holds if not root.startswith(WRITTEN)]
    return Words(Vocabulary.from_stems(roots, synonyms().sure), holds, records)


@dataclass(frozen=True)
class _Synonyms:
    """The synonyms of all codes together, by stem: whoever searches the archive names no code.

    doubtful: what is something else in another game, as the «mazzetto» that is a pigliata here and a pozzo there. It is
    meant only where an arbiter wrote it: the code of that game says it of all that it is there.
    """

    sure: Mapping[str, frozenset[str]]
    doubtful: Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def synonyms() -> _Synonyms:
    by_game = [(book.game, synonyms_of(book)) for book in all_rulebooks()]
    everywhere = by_game[0][1]
    for _game, own in by_game:
        everywhere = {stem: everywhere[stem] & own[stem] for stem in everywhere.keys() & own.keys()}
    sure: defaultdict[str, set[str]] = defaultdict(set)
    doubtful: defaultdict[str, set[str]] = defaultdict(set)
    for game, synonyms_here in by_game:
        elsewhere = _code_synonyms([code for other, code in by_game if other != game], everywhere)
        for root, others in synonyms_here.items():
            for other in others:
                # Whether there it stands for something of its own, and not for what this stem says.
                is_other = other in elsewhere and root not in elsewhere[other]
                (doubtful if is_other else sure)[root].add(other)
    return _Synonyms(_frozen(sure), _frozen(doubtful))


def _code_synonyms(
    codes: Iterable[Mapping[str, frozenset[str]]], everywhere: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """What a stem stands for in each of these codes, where that is more than in all of them; by stem."""
    common: dict[str, frozenset[str]] = {}
    for code in codes:
        for root, others in code.items():
            if others - everywhere.get(root, NONE):
                common[root] = common.get(root, others) & others
    return common


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {stem: frozenset(others) for stem, others in sets.items()}
