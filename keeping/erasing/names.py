"""How a person is called in what others wrote: by full name, card, surname or first name; and whether it is they."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q, QuerySet

from people.accounts.models import Player
from people.players.queries import records_of
from tournaments.entries.models import Entry, EntryEvent, EntryMember

# A shorter card is also the number of a table or of a score.
SHORTEST_CARD = 5
SHORTEST_FIRST_NAME = 3


class Span(NamedTuple):
    """Where in a text something is said, and by what: «full», «card», «last» or «first» name, «words», or «told».

    told: what stands in a personal column of an entry of theirs.
    """

    begins: int
    ends: int
    by: str


@dataclass(frozen=True)
class Words:
    """What is looked for in every text, and of whom it is surely said."""

    pattern: "re.Pattern[str]"
    # Entries of the person, the tournaments they played in, and those in which somebody of the same name played, or of
    # the same surname; None among these: there is somebody, be it in no tournament.
    entries: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    same: frozenset[int | None] = frozenset()
    alike: frozenset[int | None] = frozenset()
    # Chosen by whoever typed the words, each time.
    typed: bool = False

    @classmethod
    def of_player(cls, player: Player) -> "Words":
        # Records that were merged are one person: each of its names is looked for. A mark is no name.
        records = [player for player in records_of(player) if not player.is_erased] or [player]
        members = list(EntryMember.objects.filter(player__in=records).values_list("entry", "entry__tournament"))
        others = Player.objects.exclude(pk__in=[player.pk for player in records])
        alike = others.filter(reduce(or_, (Q(last_name__iexact=player.last_name) for player in records)))
        return cls(
            pattern=_pattern(records, _told_with({entry for entry, _tournament in members})),
            entries=frozenset(entry for entry, _tournament in members),
            played=frozenset(tournament for _entry, tournament in members),
            same=_tournaments(others.filter(reduce(or_, (_named_like(player) for player in records)))),
            alike=_tournaments(alike),
        )

    @classmethod
    def typed_as(cls, words: str) -> "Words":
        """Words that somebody typed to black them out wherever they choose."""
        return cls(pattern=re.compile(f"(?P<words>{_loose(words)})", re.IGNORECASE), typed=True)

    def spans(self, text: str) -> tuple[Span, ...]:
        """Where the text says it; the first name alone counts only where nothing else does."""
        spans = [Span(match.start(), match.end(), str(match.lastgroup)) for match in self.pattern.finditer(text)]
        return tuple([span for span in spans if span.by != "first"] or spans)

    def is_sure(self, spans: tuple[Span, ...], tournament: int | None, entry: int | None) -> bool:
        """Whether nobody else can be meant."""
        kinds = {span.by for span in spans}
        if self.typed or kinds == {"first"}:
            return False
        if kinds & {"card", "told"} or entry in self.entries:
            return True
        others = self.same if "full" in kinds else self.alike
        return not others or (tournament in self.played and tournament not in others)


def _tournaments(players: QuerySet[Player]) -> frozenset[int | None]:
    return frozenset(players.values_list("memberships__entry__tournament", flat=True))


def _named_like(player: Player) -> Q:
    return Q(last_name__iexact=player.last_name, first_name__iexact=player.first_name)


# What an entry is called is made of names, which are looked for by themselves.
CALLED = "name"


def _told_with(entries: Collection[int]) -> set[str]:
    """What else their entries tell of them, in columns that are personal: a telephone number, and those of before."""
    columns = [name for name in Entry.PERSONAL if name != CALLED]
    if not columns:
        return set()
    told = {value for row in Entry.objects.filter(pk__in=entries).values_list(*columns) for value in row}
    for data in EntryEvent.objects.filter(entry__in=entries).values_list("data", flat=True):
        told |= {value for name in columns for value in data.get("changes", {}).get(name, ())}
    return {value for value in told if isinstance(value, str) and value}


def _pattern(records: Iterable[Player], told: Iterable[str] = ()) -> "re.Pattern[str]":
    """The most telling first, of whichever record."""
    patterns: dict[str, list[str]] = {kind: [] for kind in ("told", "full", "card", "last", "first")}
    patterns["told"] = [f"(?i:{_whole_word(_loose(text))})" for text in sorted(told, key=len, reverse=True)]
    for by, pattern in (pattern_of for player in records for pattern_of in _patterns(player)):
        if pattern not in patterns[by]:
            patterns[by].append(pattern)
    return re.compile("|".join(f"(?P<{by}>{'|'.join(several)})" for by, several in patterns.items() if several))


def _patterns(player: Player) -> Iterator[tuple[str, str]]:
    """The most telling first: where two begin at the same place, that one is found."""
    first, last, card = _loose(player.first_name), _loose(player.last_name), _loose(player.card_number)
    if player.first_name and player.last_name:
        yield "full", f"(?i:{_whole_word(first + _GAP + last)}|{_whole_word(last + _GAP + first)})"
    if len(player.card_number.strip()) >= SHORTEST_CARD:
        yield "card", f"(?i:{_whole_word(card)})"
    if player.last_name:
        # As names are written: the surname Re is no «re».
        yield "last", f"{_whole_word(last)}|{_whole_word(_loose(player.last_name.upper()))}"
    if len(player.first_name) >= SHORTEST_FIRST_NAME:
        yield "first", _whole_word(first)


_GAP = r"[\s,]+"
_APOSTROPHES = "['’`]"


def _whole_word(pattern: str) -> str:
    return rf"(?<!\w){pattern}(?!\w)"


def _loose(text: str) -> str:
    """However its blanks and apostrophes were typed."""
    words = (re.escape(re.sub(_APOSTROPHES, "'", word)).replace("'", _APOSTROPHES) for word in text.split())
    return r"\s+".join(words)
