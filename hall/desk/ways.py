"""A way to a page or an action of a tournament: who may go it, when it is there, by which words it is found."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise

from people.imports.words import plain_letters
from records.rights import Right
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Here:
    """Where the ways begin: the tournament, and what decides which of them there are for somebody with these rights."""

    tournament: Tournament
    rights: frozenset[Right]
    pairs: int
    staff: int = 0
    copies: bool = False
    rounds: Sequence[Round] = ()


class Link(NamedTuple):
    """A way as a page shows it, and the words by which it is found."""

    href: str
    words: str
    symbol: str
    aside: str
    also: str


@dataclass(frozen=True)
class Way:
    """A page, or an action's: its words and address, the rights that it needs, when it is there.

    rounds: of each round in these states there is one, and its words say the number; only_last: of the last of them
    alone. also: what else people call it.
    """

    words: str | Promise
    name: str
    symbol: str
    needs: frozenset[Right] = frozenset()
    is_there: Callable[[Here], bool] = lambda _here: True
    rounds: frozenset[Round.State] | None = None
    only_last: bool = False
    also: str | Promise = ""
    aside: Callable[[Here], str] = lambda _here: ""
    arg: Callable[[Tournament], str] = lambda tournament: tournament.slug

    def links(self, here: Here) -> Iterator[Link]:
        if not self.needs <= here.rights or not self.is_there(here):
            return
        where = self.arg(here.tournament)
        if self.rounds is None:
            href = reverse(self.name, args=[where] if where else [])
            yield Link(href, str(self.words), self.symbol, self.aside(here), str(self.also))
            return
        found = [one for one in reversed(here.rounds) if one.state in self.rounds]
        for one in found[:1] if self.only_last else found:
            words = str(self.words) % {"number": one.number}
            href = reverse(self.name, args=[where, one.number])
            yield Link(href, words, self.symbol, str(one.get_state_display()), str(self.also))


class Group(NamedTuple):
    """What one goes to the menu for."""

    title: str | Promise
    ways: tuple[Way, ...]


def begin(words: Sequence[str], of: Sequence[str]) -> bool:
    """Whether each of the words begins one of those others."""
    return all(any(one.startswith(word) for one in of) for word in words)


def plain(text: str) -> list[str]:
    """The words of a text without accents, capitals and signs; articles between them say nothing."""
    return "".join(letter if letter.isalnum() else " " for letter in plain_letters(text)).split()
