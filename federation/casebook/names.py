"""Whose names a headnote may not hold: of everybody known in its tournament, however they are written.

A word that is also one of the law's own («Conti», «Fiori», «Re») may be meant as that, and so may one in lower case or
with another ending: it is shown, and stands where the officer says that it names nobody. A whole name, a card, and a
part of a name written as such never stand.

Which words of a headnote an officer is asked about, each in the sentence where it stands.

The answer holds for what was read: whoever writes another sentence around the word is asked again.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import pairwise

from django.db.models import Q

from codes.deciding.book import Rulebook
from codes.finding.vocabulary import bare, stems
from codes.library import all_rulebooks
from federation.packages.queries import records_of_kind
from federation.received.records import Packed
from federation.sealed.verification import BLACKED, Record
from people.accounts.models import Player, User
from people.players.models import PlayerMerge
from referee.rulings.anonymity import SOMEBODY, names_in
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.entries.models import Entry, EntryMember
from tournaments.setup.models import Membership, Tournament

SHORTEST_NAME, SHORTEST_INFLECTED, SHORTEST_CARD = 3, 5, 5
# Of a name these are no part by which anybody is known.
PARTICLES = frozenset("de del della delle dei degli dello dell di da dal dalla la le lo li van von and".split())
# Nor these: everybody on the staff is one of them.
ROLES = frozenset("arbitro arbitra direttore direttrice giudice segnapunti giocatore giocatrice tavolo tavoli".split())
# By these a name could be hidden between letters that look joined.
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_WORD = re.compile(r"[^\W\d_]+")
_ENDS_A_SENTENCE = '.:;!?«"“(\n–—'


@dataclass(frozen=True)
class Word:
    """A word of a text: bare, and whether it is written as names are, within a sentence."""

    written: str
    bare: str
    is_proper: bool


@dataclass(frozen=True)
class NameFindings:
    """What a text says of persons and places: words that never stand, and words that may be meant otherwise."""

    surely: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.surely or self.perhaps)


@dataclass(frozen=True)
class ProtectedNames:
    """What may not be told: names as they are written, cards; places and clubs, which are told whole."""

    people: frozenset[str]
    cards: frozenset[str]
    places: frozenset[str]
    clubs: frozenset[str]


def protected_names(tournament: Tournament, *, with_place: bool) -> ProtectedNames:
    """Whoever plays in the tournament or works there, its teams, clubs and, unless they may be told, name and place."""
    members = EntryMember.objects.filter(entry__tournament=tournament).values("player")
    merges = PlayerMerge.objects.filter(Q(kept__in=members) | Q(merged__in=members)).values_list("kept", "merged")
    more = {key for pair in merges for key in pair}
    players = list(Player.objects.filter(Q(pk__in=members) | Q(pk__in=more)).select_related("club"))
    entries = Entry.objects.filter(tournament=tournament).values_list("name", flat=True)
    entry_names = (part for name in entries for part in names_in({"line_a": name}))
    contest_names = {tournament.name, tournament.slug} | (set() if with_place else {tournament.place})
    return ProtectedNames(
        people=frozenset({*map(str, players), *_staff(tournament), *entry_names} - {""}),
        cards=frozenset(player.card_number for player in players if len(player.card_number) >= SHORTEST_CARD),
        places=frozenset(contest_names - {""}),
        clubs=frozenset(player.club.name for player in players if player.club),
    )


def protected_names_in_package(packed: Packed, *, with_place: bool) -> ProtectedNames:
    """The same of a tournament that came in a package: all whom it names, as far as they were not erased."""
    package, tournament = packed.package, packed.tournament
    players = records_of_kind(package, "people.Player")
    people = {_full_name(person) for person in [*players, *records_of_kind(package, "people.User")]}
    entry_names = {part for name in packed.entries.values() for part in names_in({"line_a": name})}
    contest_names = {tournament.name, tournament.slug, package.name} | (set() if with_place else {tournament.place})
    cards = (player["card_number"] or "" for player in players)
    return ProtectedNames(
        people=frozenset(name for name in people | entry_names if name.strip() and BLACKED not in name),
        cards=frozenset(card for card in cards if len(card) >= SHORTEST_CARD and BLACKED not in card),
        places=frozenset(contest_names - {""}),
        clubs=frozenset(club["name"] for club in records_of_kind(package, "people.Club")),
    )


def _full_name(person: Record) -> str:
    return " ".join(part for part in (person["first_name"], person["last_name"]) if part and BLACKED not in part)


def _staff(tournament: Tournament) -> Iterator[str]:
    """Arbiters, directors, judges of appeals, and whoever spoke there."""
    users = {
        *Membership.objects.filter(tournament=tournament).values_list("user", flat=True),
        *AppealJudge.objects.filter(appeal__tournament=tournament).values_list("user", flat=True),
        *tournament.rulings.values_list("decided_by", flat=True),
        *Appeal.objects.filter(tournament=tournament).values_list("decided_by", flat=True),
    } - {None}
    yield from (user.get_full_name() for user in User.objects.filter(pk__in=users))


def find_names(texts: Iterable[str], protected: ProtectedNames) -> NameFindings:
    """What the texts say of those who may not be named."""
    surely: dict[str, None] = {}
    perhaps: dict[str, None] = {}
    names = _names(protected.people)
    for text in texts:
        visible = visible_text(text)
        words = list(_words(visible))
        surely |= dict.fromkeys(_whole(words, [*names.whole, *map(_parts, protected.places)]))
        figures = _figures(visible)
        surely |= dict.fromkeys(card for card in protected.cards if _figures(card) in figures)
        perhaps |= dict.fromkeys(_whole(words, map(_parts, protected.clubs)))
        for word in words:
            if (is_sure := names.is_name(word)) is not None:
                (surely if is_sure else perhaps)[word.written] = None
    return NameFindings(tuple(surely), tuple(name for name in perhaps if name not in surely))


def visible_text(text: str) -> str:
    """The text as it is read, without letters that nobody sees."""
    return _UNSEEN.sub("", text)


def without_names(text: str, protected: ProtectedNames) -> str:
    """The text with what surely names somebody left out."""
    for name in find_names([text], protected).surely:
        text = text.replace(name, SOMEBODY)
    return text


@dataclass(frozen=True)
class _Names:
    whole: tuple[tuple[str, ...], ...]
    parts: frozenset[str]
    stems: frozenset[str]

    def is_name(self, word: Word) -> bool | None:
        """Whether the word surely is somebody's name; None where it is nobody's."""
        of_law = word.bare in ordinary()
        if word.bare in self.parts:
            return word.written[0].isupper() and not of_law
        if not self.stems.intersection(stems(word.bare)):
            return None
        # With another ending: «i Rossi», «rossa». Of an ordinary word only where it is written as a name.
        may_be = word.is_proper if of_law else word.is_proper or len(word.bare) >= SHORTEST_INFLECTED
        return False if may_be and len(word.bare) >= SHORTEST_NAME else None


def _names(people: Collection[str]) -> _Names:
    whole = tuple({_parts(name) for name in people})
    # «D’Amico» is also written «Damico», «De Luca» «Deluca».
    joined = {first + last for name in whole for first, last in pairwise(name) if len(first + last) > SHORTEST_NAME}
    parts = {part for name in whole for part in name if len(part) >= SHORTEST_NAME and part not in PARTICLES | ROLES}
    with_particle = {
        joined_name
        for joined_name in joined
        if any(joined_name.startswith(particle) for particle in (*PARTICLES, "d", "l", "o"))
    }
    every = frozenset(parts | with_particle)
    return _Names(whole, every, frozenset(stem for part in parts for stem in stems(part)))


def _figures(text: str) -> str:
    """Letters and figures alone, however a card was spaced."""
    return "".join(letter for letter in bare(text) if letter.isalnum())


def _parts(name: str) -> tuple[str, ...]:
    return tuple(bare(word) for word in _WORD.findall(visible_text(name)))


def _words(text: str) -> Iterator[Word]:
    for match in _WORD.finditer(text):
        before = text[: match.start()].rstrip(" \t'’")
        starts = not before or before[-1] in _ENDS_A_SENTENCE
        is_proper = match[0][0].isupper() and (not starts or (match[0].isupper() and len(match[0]) > 1))
        yield Word(match[0], bare(match[0]), is_proper)


def _whole(words: list[Word], names: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """The names of several words that stand in the text one after the other, in either order."""
    bare_words = [word.bare for word in words]
    for name in names:
        size = len(name)
        if not size or (size == 1 and (len(name[0]) < SHORTEST_NAME or name[0] in ordinary())):
            continue
        for start in range(len(bare_words) - size + 1):
            if sorted(bare_words[start : start + size]) == sorted(name):
                yield " ".join(word.written for word in words[start : start + size])


@lru_cache(maxsize=1)
def ordinary() -> frozenset[str]:
    """The words in which the codes themselves speak, in both languages, bare."""
    return frozenset(
        bare(word) for book in all_rulebooks() for sentence in _words_of_code(book) for word in _WORD.findall(sentence)
    )


def _words_of_code(book: Rulebook) -> Iterator[str]:
    for article in book.articles.values():
        yield from (article.title.it, article.title.en, article.summary.it, article.summary.en)
    for procedure in book.procedures.values():
        yield from (procedure.title.it, procedure.title.en, *procedure.keywords.it, *procedure.keywords.en)


_SENTENCE_ENDS = re.compile(r"(?<=[.;!?])\s+|\n+")


@dataclass(frozen=True)
class Doubt:
    """A word that may be somebody's name, and a sentence that has it."""

    word: str
    sentence: str


def doubts_in(texts: Iterable[str], words: Sequence[str]) -> tuple[Doubt, ...]:
    """Every sentence in which one of the words stands, in the order of the words."""
    sentences = [" ".join(sentence.split()) for text in texts for sentence in _SENTENCE_ENDS.split(visible_text(text))]
    return tuple(Doubt(word, sentence) for word in words for sentence in _having(word, sentences))


def _having(word: str, sentences: Sequence[str]) -> list[str]:
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    # Words that only together are a name may stand in two sentences: then all was read.
    return list(dict.fromkeys(sentence for sentence in sentences if whole.search(sentence))) or [" ".join(sentences)]


def digest_of(doubts: Sequence[Doubt]) -> str:
    """What a page carries that asked about these."""
    return hashlib.sha256(json.dumps([astuple(doubt) for doubt in doubts]).encode()).hexdigest()
