"""Whether a player in a file is one already known: by card number, or by a name that is the same or nearly so.

Only a card decides by itself, and only if the names do not contradict it; every likeness of names is a question, since
namesakes are many. Known players are looked for within blocks (an equal card or surname; an equal name with nearly the
same surname; equal initials; two equal words, or all equal letters, wherever surname and name part), so that a list of
thousands against thousands takes about a second.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, permutations

from codes.slips import most_alike, slips_between, with_slips
from people.imports.names import is_particle
from people.imports.rows import WrittenPlayer, card_key
from people.imports.words import joined_letters, plain_words

MOST_CANDIDATES = 3
_CUTOFF = 75  # per cent of letters in common below which no slip explains the difference
_LOOKED_AT = 20
_MOST_SLIPS = 2  # letters between two words that are still taken for one
_VOWELS = frozenset("aeiou")
_MOST_WORDS = 6  # of a name put in every order; of a longer one only the words as they stand are compared


class Sureness(StrEnum):
    """What is known of a player of the file."""

    SAME = "same"
    PROBABLY = "probably"  # the director says
    NEW = "new"


class Likeness(StrEnum):
    """Why a known player may be the one, the surest first."""

    CARD = "card"
    NAME = "name"
    RECUT = "recut"  # the same letters, parted elsewhere into surname and name
    SHORTENED = "shortened"  # M. for Mario, Maria for Maria Grazia
    SLIP = "slip"
    CARD_ONLY = "card_only"  # the card is equal, the name another
    NAME_OTHER_CARD = "name_other_card"


# The card, or every letter of the name.
SURE = frozenset({Likeness.CARD, Likeness.NAME, Likeness.RECUT})
_RANK = {likeness: rank for rank, likeness in enumerate(Likeness)}


@dataclass(frozen=True)
class Known:
    """A player already known, by the key under which they are kept."""

    key: int
    person: WrittenPlayer


@dataclass(frozen=True)
class LikelyPerson:
    """A known player who may be the one, and why."""

    key: int
    likeness: Likeness


@dataclass(frozen=True)
class Comparison:
    """The verdict on a player of the file, with the known players it rests on, the likeliest first."""

    verdict: Sureness
    candidates: tuple[LikelyPerson, ...] = ()

    def of_one(self, merged_into: Mapping[int, int]) -> "Comparison":
        """The same, each candidate by the key that stands for the person; the likeliest of several of theirs stays."""
        first = {merged_into.get(candidate.key, candidate.key): candidate for candidate in reversed(self.candidates)}
        candidates = [LikelyPerson(key, candidate.likeness) for key, candidate in reversed(first.items())]
        return Comparison(
            self.verdict, tuple(sorted(candidates, key=lambda candidate: (_RANK[candidate.likeness], candidate.key)))
        )

    @property
    def proposed(self) -> int | None:
        """The known player to mark beforehand: of the same card or of exactly the same name, and the only one."""
        sure = [candidate.key for candidate in self.candidates if candidate.likeness in SURE]
        return sure[0] if len(sure) == 1 else None


def compare_people(people: Sequence[WrittenPlayer], known: Iterable[Known]) -> list[Comparison]:
    """A verdict for each of the people, in order."""
    index = _Index(known)
    return [_verdict(index.candidates(_Letters(person))) for person in people]


def doubles(some: Collection[int], known: Iterable[Known]) -> dict[int, list[int]]:
    """Of some of the known, by their keys, the others of exactly the same name, wherever it parts; who has any."""
    groups = _by_letters(known)
    found = {}
    for group in groups.values():
        if len(group) > 1 and any(one.key in some for one in group):
            letters = {one.key: _Letters(one.person) for one in group}
            for key in letters.keys() & some:
                others = [other for other in letters if other != key]
                found[key] = [other for other in others if _likeness(letters[key], letters[other]) in SURE]
    return {key: others for key, others in found.items() if others}


def called_the_same(people: Sequence[WrittenPlayer], known: Iterable[Known]) -> list[list[int]]:
    """For each of the people the keys of the known of exactly their name, wherever it parts."""
    groups = _by_letters(known)
    return [[one.key for one in groups.get(_all_letters(person), ()) if _is_same(person, one)] for person in people]


def _is_same(person: WrittenPlayer, known: Known) -> bool:
    return _likeness_of_names(_Letters(person), _Letters(known.person)) in SURE


def _by_letters(known: Iterable[Known]) -> dict[str, list[Known]]:
    groups: defaultdict[str, list[Known]] = defaultdict(list)
    for one in known:
        groups[_all_letters(one.person)].append(one)
    return groups


def _all_letters(person: WrittenPlayer) -> str:
    return "".join(sorted(joined_letters(person.last_name + person.first_name)))


def _verdict(candidates: Sequence[LikelyPerson]) -> Comparison:
    ranked = sorted(candidates, key=lambda candidate: (_RANK[candidate.likeness], candidate.key))
    surest = [candidate for candidate in ranked if candidate.likeness is Likeness.CARD]
    if len(surest) == 1:
        return Comparison(Sureness.SAME, tuple(surest))
    return Comparison(Sureness.PROBABLY, tuple(ranked[:MOST_CANDIDATES])) if ranked else Comparison(Sureness.NEW)


class _Letters:
    """A player reduced to what is compared: plain letters of surname and name, their words, key of the card."""

    def __init__(self, person: WrittenPlayer) -> None:
        self.card = card_key(person.card)
        self.last = joined_letters(person.last_name)
        self.first = joined_letters(person.first_name)
        self.first_words = plain_words(person.first_name)
        self.words = sorted([*plain_words(person.last_name), *self.first_words])
        self.letters = "".join(sorted("".join(self.words)))
        self.initials = self.last[:1] + self.first[:1]
        self.whole = f"{self.last} {self.first}"
        telling = [word for word in dict.fromkeys(self.words) if not is_particle(word)]
        self.pairs = [" ".join(pair) for pair in combinations(telling, 2)]  # every two words that are no particles


class _Index:
    """The known players by card, surname, name with their surnames, initials with all their letters, by words."""

    def __init__(self, known: Iterable[Known]) -> None:
        self.known = {player.key: _Letters(player.person) for player in known}
        self.by_card: defaultdict[str, list[int]] = defaultdict(list)
        self.by_last: defaultdict[str, list[int]] = defaultdict(list)
        self.by_first: defaultdict[str, dict[int, str]] = defaultdict(dict)
        self.by_initials: defaultdict[str, dict[int, str]] = defaultdict(dict)
        self.by_words: defaultdict[str, list[int]] = defaultdict(list)
        for key, letters in self.known.items():
            for words in (letters.letters, *letters.pairs):
                self.by_words[words].append(key)
            if letters.card:
                self.by_card[letters.card].append(key)
            self.by_last[letters.last].append(key)
            self.by_first[letters.first][key] = letters.last
            self.by_initials[letters.initials][key] = letters.whole

    def candidates(self, letters: _Letters) -> list[LikelyPerson]:
        """The known players like this one, each with the surest reason."""
        candidates = {}
        for key in self._near(letters):
            likeness = _likeness(letters, self.known[key])
            if likeness:
                candidates[key] = LikelyPerson(key, likeness)
        return list(candidates.values())

    def _near(self, letters: _Letters) -> set[int]:
        """The keys worth a close look: an equal card, surname, name, two words; or equal initials and most letters."""
        near = set(self.by_card.get(letters.card, ()))
        for words in (letters.letters, *letters.pairs):
            near.update(self.by_words.get(words, ()))
        # Some write the name first: each of the two is looked for in the place of the other as well.
        for surname, other in ((letters.last, letters.first), (letters.first, letters.last)):
            if surname:
                near.update(self.by_last.get(surname, ()))
                near.update(self._keys_named(surname, other))
        if letters.initials in self.by_initials:
            block = self.by_initials[letters.initials]
            near.update(most_alike(letters.whole, block, at_least=_CUTOFF, limit=_LOOKED_AT))
        return near

    def _keys_named(self, first: str, last: str) -> Collection[int]:
        """The keys of those of this name who have nearly this surname: hundreds share a name, and few of them both."""
        block = self.by_first.get(first, {})
        if _is_slip(first, last):  # then they may also be alike with the two the other way round
            return block
        return [key for _text, _slips, key in with_slips(last, block, most=_MOST_SLIPS)]


def _likeness(letters: _Letters, other: _Letters) -> Likeness | None:
    """How two players are alike; None when they are not."""
    by_name = _likeness_of_names(letters, other)
    if letters.card and letters.card == other.card:
        return Likeness.CARD if by_name else Likeness.CARD_ONLY
    if by_name and letters.card and other.card:  # two cards: namesakes, unless the names differ too
        return Likeness.NAME_OTHER_CARD if by_name in SURE else None
    return by_name


def _likeness_of_names(letters: _Letters, other: _Letters) -> Likeness | None:
    """Compared in their order, then with surname and name the other way round."""
    if {letters.whole, f"{letters.first} {letters.last}"} & {other.whole}:
        return Likeness.NAME
    if _is_recut(letters, other):
        return Likeness.RECUT
    if _has_all_words(letters, other):
        return Likeness.SHORTENED
    if letters.last == other.last and _is_shortened(letters.first_words, other.first_words):
        return Likeness.SHORTENED
    is_slip = _are_slips(letters.last, letters.first, other) or _are_slips(letters.first, letters.last, other)
    return Likeness.SLIP if is_slip else None


def _is_recut(letters: _Letters, other: _Letters) -> bool:
    """Whether the words in some order make the same letters: «García Márquez, Anna» and «Garcia, Anna Marquez»."""
    if letters.letters != other.letters or not letters.letters:
        return False
    if letters.words == other.words:
        return True
    if max(len(letters.words), len(other.words)) > _MOST_WORDS:
        return False
    ours = {"".join(order) for order in permutations(letters.words)}
    return any("".join(order) in ours for order in permutations(other.words))


def _has_all_words(letters: _Letters, other: _Letters) -> bool:
    """Whether one has every word of the other, two at least that are no particles: a second surname or name is left."""
    shorter, longer = sorted((letters, other), key=lambda one: len(one.words))
    return len(shorter.words) < len(longer.words) and bool(shorter.pairs) and {*shorter.words} <= {*longer.words}


def _are_slips(last: str, first: str, other: _Letters) -> bool:
    """Whether surname and name are the other's but for slips; Mario and Maria are two people."""
    is_gender = first[:-1] == other.first[:-1] and first != other.first and {first[-1:], other.first[-1:]} <= _VOWELS
    return not is_gender and _is_slip(last, other.last) and _is_slip(first, other.first)


def _is_shortened(short: Sequence[str], other: Sequence[str]) -> bool:
    """Whether each word of the shorter name begins a word of the other, in order: «M.», «Maria» for «Maria Grazia»."""
    shorter, longer = sorted((short, other), key=lambda words: (len(words), sum(map(len, words))))
    if not shorter:
        return False
    pairs = zip(shorter, longer, strict=False)
    return all(short == long or (len(short) == 1 and long.startswith(short)) for short, long in pairs)


def _is_slip(word: str, other: str) -> bool:
    """Equal, or one letter wrong, missing, added or swapped with the next; two in words of eight letters or more."""
    if word == other:
        return True
    shortest = min(len(word), len(other))
    most = 0 if shortest < 4 else 1 if shortest < 8 else _MOST_SLIPS
    return bool(most) and slips_between(word, other, most=most) <= most
