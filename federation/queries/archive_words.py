"""The words of a federation's archive: what a typed one may mean there, and how much it tells."""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from codes.finding.procedures import synonyms_of
from codes.finding.vocabulary import Vocabulary
from codes.finding.words import stems
from codes.library import all_rulebooks
from federation.models import ArchiveIndex, ArchiveStem
from federation.queries.archive_tokens import WRITTEN
from tournaments.models import Federation

# Of one word as many meanings as these at most: a beginning of two letters more is soon typed.
MOST_MEANINGS = 24
KEPT = 8
NONE: frozenset[str] = frozenset()
_Synonyms = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Words:
    """What is known of an archive's words as it was at a moment."""

    vocabulary: Vocabulary
    holds: Mapping[str, int]
    records: int

    def near(self, word: str) -> dict[str, float]:
        """The stems that the word may mean, each with how much it counts; itself always."""
        found = {**dict(self.vocabulary.near(word)), **{one: 1.0 for one in stems(word) if one in self.holds}}
        best = sorted(found, key=lambda one: (-found[one], -self.holds.get(one, 0), one))[:MOST_MEANINGS]
        return {one: found[one] for one in best}

    def rarity(self, stem: str) -> float:
        """How much it tells that a record holds the stem: the less the more of them do."""
        return rarity(self.holds.get(stem, 0), self.records)


def rarity(holding: int, records: int) -> float:
    """How much it tells of a record that it holds what so many of so many do."""
    return math.log(1 + (records - holding + 0.5) / (holding + 0.5)) if records >= holding else 0.0


def words_of(federation: Federation) -> Words:
    """The archive's words, read again when it has changed."""
    index = ArchiveIndex.objects.filter(federation=federation).first()
    return _words(federation.pk, index.stamp, index.records) if index else Words(Vocabulary((), {}), {}, 0)


@lru_cache(maxsize=KEPT)
def _words(federation: int, _stamp: str, records: int) -> Words:
    rows = ArchiveStem.objects.filter(federation=federation).order_by().values_list("stem", "holds")
    holds = dict(rows.iterator(chunk_size=5000))
    said = [one for one in holds if not one.startswith(WRITTEN)]
    return Words(Vocabulary.of_stems(said, synonyms()), holds, records)


@lru_cache(maxsize=1)
def synonyms() -> Mapping[str, frozenset[str]]:
    """Of all codes together: whoever searches the archive names none.

    But for words that mean something else in another game: a «pigliata» is a «mazzetto» too, elsewhere a pozzo.
    """
    books = [synonyms_of(book) for book in all_rulebooks()]
    known = frozenset[str]().union(*books)
    everywhere = {stem: frozenset.intersection(*(one.get(stem, NONE) for one in books)) for stem in known}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for book in books:
        for stem, others in book.items():
            own = {other for other in others if not any(_is_other(stem, other, one, everywhere) for one in books)}
            found[stem] |= own
    return {stem: frozenset(others) for stem, others in found.items()}


def _is_other(stem: str, other: str, book: _Synonyms, everywhere: _Synonyms) -> bool:
    """Whether in that code `other` stands for something of its own, and not for what the stem says."""
    there = book.get(other, NONE)
    return stem not in there and bool(there - everywhere.get(other, NONE))
