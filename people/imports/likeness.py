"""Whether a player in a file is one already known: by card number, or by a name that is the same or nearly so.

Only a card decides by itself, and only if the names do not contradict it; every likeness of names is a question, since
namesakes are many. Known players are looked for within blocks (an equal card or surname; an equal name with nearly the
same surname; equal initials), so that a list of thousands against thousands takes about a second.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codes.slips import most_alike, slips_between, with_slips
from people.imports.rows import WrittenPlayer, card_key
from people.imports.words import joined_letters, plain_letters

MOST_CANDIDATES = 3
_CUTOFF = 75  # per cent of letters in common below which no slip explains the difference
_LOOKED_AT = 20
_MOST_SLIPS = 2  # letters between two words that are still taken for one
_VOWELS = frozenset("aeiou")


class Sureness(StrEnum):
    """What is known of a player of the file."""

    SAME = "same"
    PROBABLY = "probably"  # the director says
    NEW = "new"


class Likeness(StrEnum):
    """Why a known player may be the one, the surest first."""

    CARD = "card"
    NAME = "name"
    SHORTENED = "shortened"  # M. for Mario, Maria for Maria Grazia
    SLIP = "slip"
    CARD_ONLY = "card_only"  # the card is equal, the name another
    NAME_OTHER_CARD = "name_other_card"


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
        sure = [candidate.key for candidate in self.candidates if candidate.likeness in (Likeness.CARD, Likeness.NAME)]
        return sure[0] if len(sure) == 1 else None


def compare_people(people: Sequence[WrittenPlayer], known: Iterable[Known]) -> list[Comparison]:
    """A verdict for each of the people, in order."""
    index = _Index(known)
    return [_verdict(index.candidates(_Letters(person))) for person in people]


def _verdict(candidates: Sequence[LikelyPerson]) -> Comparison:
    ranked = sorted(candidates, key=lambda candidate: (_RANK[candidate.likeness], candidate.key))
    surest = [candidate for candidate in ranked if candidate.likeness is Likeness.CARD]
    if len(surest) == 1:
        return Comparison(Sureness.SAME, tuple(surest))
    return Comparison(Sureness.PROBABLY, tuple(ranked[:MOST_CANDIDATES])) if ranked else Comparison(Sureness.NEW)


class _Letters:
    """A player reduced to what is compared: plain letters of surname and name, words of the name, key of the card."""

    def __init__(self, person: WrittenPlayer) -> None:
        self.card = card_key(person.card)
        self.last = joined_letters(person.last_name)
        self.first = joined_letters(person.first_name)
        self.first_words = _words(person.first_name)
        self.initials = self.last[:1] + self.first[:1]
        self.whole = f"{self.last} {self.first}"


def _words(text: str) -> list[str]:
    spaced = "".join(
        letter if letter.isalnum() else " " for letter in plain_letters(text).replace("'", "").replace("’", "")
    )
    return spaced.split()


class _Index:
    """The known players by card, by surname, by name with their surnames, by initials with all their letters."""

    def __init__(self, known: Iterable[Known]) -> None:
        self.known = {player.key: _Letters(player.person) for player in known}
        self.by_card: defaultdict[str, list[int]] = defaultdict(list)
        self.by_last: defaultdict[str, list[int]] = defaultdict(list)
        self.by_first: defaultdict[str, dict[int, str]] = defaultdict(dict)
        self.by_initials: defaultdict[str, dict[int, str]] = defaultdict(dict)
        for key, letters in self.known.items():
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
        """The keys worth a close look: an equal card or surname, or name; or equal initials and most letters."""
        near = set(self.by_card.get(letters.card, ()))
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
        return Likeness.NAME_OTHER_CARD if by_name is Likeness.NAME else None
    return by_name


def _likeness_of_names(letters: _Letters, other: _Letters) -> Likeness | None:
    """Compared in their order, then with surname and name the other way round."""
    if {letters.whole, f"{letters.first} {letters.last}"} & {other.whole}:
        return Likeness.NAME
    if letters.last == other.last and _is_shortened(letters.first_words, other.first_words):
        return Likeness.SHORTENED
    is_slip = _are_slips(letters.last, letters.first, other) or _are_slips(letters.first, letters.last, other)
    return Likeness.SLIP if is_slip else None


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
