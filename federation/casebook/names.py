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
from codes.finding.words import bare, stems
from codes.library import all_rulebooks
from federation.packages.queries import of_kind
from federation.received.records import Packed
from federation.sealed.records import BLACKED, Record
from people.accounts.models import Player, User
from people.merging.models import PlayerMerge
from referee.rulings.without_persons import SOMEBODY, names_in
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
class Named:
    """What a text says of persons and places: words that never stand, and words that may be meant otherwise."""

    surely: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.surely or self.perhaps)


@dataclass(frozen=True)
class Known:
    """What may not be told: names as they are written, cards; places and clubs, which are told whole."""

    people: frozenset[str]
    cards: frozenset[str]
    places: frozenset[str]
    clubs: frozenset[str]


def known_in(tournament: Tournament, *, with_place: bool) -> Known:
    """Whoever plays in the tournament or works there, its teams, clubs and, unless they may be told, name and place."""
    members = EntryMember.objects.filter(entry__tournament=tournament).values("player")
    merges = PlayerMerge.objects.filter(Q(kept__in=members) | Q(merged__in=members)).values_list("kept", "merged")
    more = {key for pair in merges for key in pair}
    players = list(Player.objects.filter(Q(pk__in=members) | Q(pk__in=more)).select_related("club"))
    entries = Entry.objects.filter(tournament=tournament).values_list("name", flat=True)
    called = (part for name in entries for part in names_in({"line_a": name}))
    told = {tournament.name, tournament.slug} | (set() if with_place else {tournament.place})
    return Known(
        people=frozenset({*map(str, players), *_staff(tournament), *called} - {""}),
        cards=frozenset(one.card_number for one in players if len(one.card_number) >= SHORTEST_CARD),
        places=frozenset(told - {""}),
        clubs=frozenset(one.club.name for one in players if one.club),
    )


def known_in_package(packed: Packed, *, with_place: bool) -> Known:
    """The same of a tournament that came in a package: all whom it names, as far as they were not erased."""
    package, tournament = packed.package, packed.tournament
    players = of_kind(package, "people.Player")
    people = {_full_name(one) for one in [*players, *of_kind(package, "people.User")]}
    called = {part for name in packed.entries.values() for part in names_in({"line_a": name})}
    told = {tournament.name, tournament.slug, package.name} | (set() if with_place else {tournament.place})
    cards = (one["card_number"] or "" for one in players)
    return Known(
        people=frozenset(one for one in people | called if one.strip() and BLACKED not in one),
        cards=frozenset(one for one in cards if len(one) >= SHORTEST_CARD and BLACKED not in one),
        places=frozenset(told - {""}),
        clubs=frozenset(one["name"] for one in of_kind(package, "people.Club")),
    )


def _full_name(told: Record) -> str:
    return " ".join(one for one in (told["first_name"], told["last_name"]) if one and BLACKED not in one)


def _staff(tournament: Tournament) -> Iterator[str]:
    """Arbiters, directors, judges of appeals, and whoever spoke there."""
    users = {
        *Membership.objects.filter(tournament=tournament).values_list("user", flat=True),
        *AppealJudge.objects.filter(appeal__tournament=tournament).values_list("user", flat=True),
        *tournament.rulings.values_list("decided_by", flat=True),
        *Appeal.objects.filter(tournament=tournament).values_list("decided_by", flat=True),
    } - {None}
    yield from (one.get_full_name() for one in User.objects.filter(pk__in=users))


def names_told(texts: Iterable[str], known: Known) -> Named:
    """What the texts say of those who may not be named."""
    surely: dict[str, None] = {}
    perhaps: dict[str, None] = {}
    names = _names(known.people)
    for text in texts:
        clean = shown_letters(text)
        words = list(_words(clean))
        surely |= dict.fromkeys(_whole(words, [*names.whole, *map(_parts, known.places)]))
        figures = _figures(clean)
        surely |= dict.fromkeys(card for card in known.cards if _figures(card) in figures)
        perhaps |= dict.fromkeys(_whole(words, map(_parts, known.clubs)))
        for word in words:
            if (is_sure := names.tells(word)) is not None:
                (surely if is_sure else perhaps)[word.written] = None
    return Named(tuple(surely), tuple(one for one in perhaps if one not in surely))


def shown_letters(text: str) -> str:
    """The text as it is read, without letters that nobody sees."""
    return _UNSEEN.sub("", text)


def without_names(text: str, known: Known) -> str:
    """The text with what surely names somebody left out."""
    for one in names_told([text], known).surely:
        text = text.replace(one, SOMEBODY)
    return text


@dataclass(frozen=True)
class _Names:
    whole: tuple[tuple[str, ...], ...]
    parts: frozenset[str]
    stems: frozenset[str]

    def tells(self, word: Word) -> bool | None:
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
    parts = {one for name in whole for one in name if len(one) >= SHORTEST_NAME and one not in PARTICLES | ROLES}
    with_particle = {one for one in joined if any(one.startswith(particle) for particle in (*PARTICLES, "d", "l", "o"))}
    every = frozenset(parts | with_particle)
    return _Names(whole, every, frozenset(stem for one in parts for stem in stems(one)))


def _figures(text: str) -> str:
    """Letters and figures alone, however a card was spaced."""
    return "".join(one for one in bare(text) if one.isalnum())


def _parts(name: str) -> tuple[str, ...]:
    return tuple(bare(word) for word in _WORD.findall(shown_letters(name)))


def _words(text: str) -> Iterator[Word]:
    for found in _WORD.finditer(text):
        before = text[: found.start()].rstrip(" \t'’")
        starts = not before or before[-1] in _ENDS_A_SENTENCE
        is_proper = found[0][0].isupper() and (not starts or (found[0].isupper() and len(found[0]) > 1))
        yield Word(found[0], bare(found[0]), is_proper)


def _whole(words: list[Word], names: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """The names of several words that stand in the text one after the other, in either order."""
    told = [word.bare for word in words]
    for name in names:
        size = len(name)
        if not size or (size == 1 and (len(name[0]) < SHORTEST_NAME or name[0] in ordinary())):
            continue
        for start in range(len(told) - size + 1):
            if sorted(told[start : start + size]) == sorted(name):
                yield " ".join(word.written for word in words[start : start + size])


@lru_cache(maxsize=1)
def ordinary() -> frozenset[str]:
    """The words in which the codes themselves speak, in both languages, bare."""
    return frozenset(bare(word) for book in all_rulebooks() for said in _said_by(book) for word in _WORD.findall(said))


def _said_by(book: Rulebook) -> Iterator[str]:
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
    sentences = [" ".join(one.split()) for text in texts for one in _SENTENCE_ENDS.split(shown_letters(text))]
    return tuple(Doubt(word, one) for word in words for one in _having(word, sentences))


def _having(word: str, sentences: Sequence[str]) -> list[str]:
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    # Words that only together are a name may stand in two sentences: then all was read.
    return list(dict.fromkeys(one for one in sentences if whole.search(one))) or [" ".join(sentences)]


def digest_of(doubts: Sequence[Doubt]) -> str:
    """What a page carries that asked about these."""
    return hashlib.sha256(json.dumps([astuple(one) for one in doubts]).encode()).hexdigest()
