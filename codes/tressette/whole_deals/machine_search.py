"""The compiled search as Python asks it, for whole deals and for endings; where its compiler is installed.

The compiler is an extra requirement: without it, or where this process may run no compiled code, `is_installed` says
so, whoever asks all the same gets NotInstalled, and endings are searched in plain Python as ever.
"""

import logging
import mmap
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from codes.tressette.endings.position import LAST_TRICK_THIRDS, BestFirst, CardOrder
from codes.tressette.endings.search import Rules, Search, Searching, Trick, thirds_in

REQUIREMENTS = "requirements-deals.txt"  # what brings the compiler
MOST_NODES = 100_000_000  # cards played in a search, some twenty seconds


class NotInstalled(ImportError):
    """The compiler is missing, or of no use here: `pip install -r requirements-deals.txt` brings it."""

    def __init__(self) -> None:
        super().__init__(
            f"numba is not installed, or memory may not be executed: pip install -r {REQUIREMENTS}; see deploy/systemd"
        )


def is_installed() -> bool:
    """Whether the compiler is there, and what it makes may run in this process."""
    return find_spec("numba") is not None and may_execute_memory()


@cache
def may_execute_memory() -> bool:
    """Whether memory that this process writes may be executed: a unit with MemoryDenyWriteExecute forbids it.

    Asked of the system, not of the compiler: it ends the whole process where it is refused.
    """
    try:
        mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()
    except OSError as error:
        logging.getLogger(__name__).warning("numba is installed, but what it compiles may not run here: %s", error)
        return False
    return True


class CompiledSearch:
    """Asks the compiled search of four hands, which keeps what it found for the next question.

    `hands` and cards left are masks as in `endings.search`; `seeks` tells for each seat whether it wants line A to make
    more. Raises NotInstalled.
    """

    def __init__(self, hands: Sequence[int], seeks: Sequence[bool], *, most_nodes: int = MOST_NODES) -> None:
        if not is_installed():
            raise NotInstalled
        self._room = _part("room").furnished(hands, seeks)
        self._search = _part("search").search
        self._most_nodes = most_nodes
        self.renew()

    @property
    def nodes(self) -> int:
        """The cards played so far, the same on every machine."""
        return int(self._room.nodes)

    @property
    def best(self) -> int:
        """The card, as a bit, that decided the last answer."""
        return int(self._room.best)

    def renew(self) -> None:
        """Whatever was played so far, as many cards as at first may be played again."""
        self.allow(self._most_nodes)

    def allow(self, more: int) -> None:
        """Whatever was played so far, so many cards more may be played."""
        self._room.allow(self.nodes + more)

    def ask(self, trick: Trick, remaining: int, need: int) -> int | None:
        """At least or at most so many thirds of line A, which tells whether it makes `need`; None where it gave up.

        The cards of the trick under way are still among those left.
        """
        self._room.ask(trick, remaining, need)
        answer = int(self._search(*self._room.addresses))
        return None if answer < 0 else answer


class CompiledEnding(CompiledSearch):
    """The compiled search of an ending in which nothing binds."""

    def __init__(self, rules: Rules, seeks: Sequence[bool]) -> None:
        super().__init__(rules.hands, seeks)
        self.rules = rules

    def continues(self, trick: Trick, remaining: int, bound: bool, need: int) -> bool:
        """Whether line A makes at least `need` thirds from within a trick; nobody is bound."""
        if trick.place == len(self.rules.hands):
            remaining &= ~trick.cards
            if trick.winner % 2 == 0:
                need -= thirds_in(trick.cards) + (0 if remaining else LAST_TRICK_THIRDS)
            trick = Trick(trick.winner)
        if not remaining or need <= 0:
            return need <= 0
        self.renew()
        answer = self.ask(trick, remaining, need)
        if answer is None:
            raise RuntimeError("an ending ran out of cards to play")
        return answer >= need


def fastest(orders: Sequence[CardOrder], best_first: BestFirst | None) -> type[Searching]:
    """What searches an ending soonest: the compiled search where it is installed and nothing binds."""
    return CompiledEnding if is_installed() and not orders and best_first is None else Search


def _part(name: str) -> Any:
    """A module of the search, loaded when it is first wanted: it brings the compiler, which takes its time."""
    return import_module(f"{__package__}.{name}")
