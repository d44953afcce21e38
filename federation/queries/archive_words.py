"""The words of a federation's archive: what a typed one may mean there, and how much it tells."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from codes.finding.procedures import synonyms_of
from codes.finding.vocabulary import SYNONYM, Vocabulary
from codes.finding.words import stems
from codes.library import all_rulebooks
from federation.models import ArchiveIndex, ArchiveStem
from federation.queries.archive_tokens import WRITTEN
from tournaments.hall.keeping import Latest
from tournaments.models import Federation

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
        elsewhere = _of_their_own([own for other, own in told if other != game], everywhere)
        for stem, others in meant.items():
            for other in others:
                # Whether there it stands for something of its own, and not for what the stem says.
                is_other = other in elsewhere and stem not in elsewhere[other]
                (doubtful if is_other else sure)[stem].add(other)
    return _Synonyms(_frozen(sure), _frozen(doubtful))


def _of_their_own(
    codes: Iterable[Mapping[str, frozenset[str]]], everywhere: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """By stem, what it stands for in each of these codes where it stands for more than everywhere."""
    found: dict[str, frozenset[str]] = {}
    for own in codes:
        for stem, others in own.items():
            if others - everywhere.get(stem, NONE):
                found[stem] = found.get(stem, others) & others
    return found


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {stem: frozenset(others) for stem, others in sets.items()}
