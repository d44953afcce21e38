"""The hall at the desk: a tile for each table of the round being played, with what the table needs.

A tile shows the most urgent state of its table by sign, word and colour, and the others in small words beside it. Tiles
keep the order of the tables in the hall. On a phone the tiles are a list, and those that need somebody now come before
it in a list of their own: eyes, ears and keys then meet them in the same order. A table is *late* when its scores are
missing after the time of the round and its own extra time; players who come late are a matter of rulings.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.calls.models import is_forgotten, is_put_off, minutes_taken, whole_minutes
from hall.clock.queries import ClockNow, clock_now, extra_minutes
from hall.desk.queries import Calling, calls_of, seated_names
from hall.seats.queries import TABLES_A_PAGE
from records.requests import numbered
from records.rights import Right
from tournaments.rounds.models import CALLED, Round
from tournaments.rounds.queries import TableProgress, tables_progress
from tournaments.setup.models import Tournament

MINUTE = 60


class Kind(StrEnum):
    """The state of a table; each has a sign, a colour and words. KEPT: a call taken long ago and still open."""

    CALLS = "calls"
    DISPUTED = "disputed"
    LATE = "late"
    KEPT = "kept"
    TAKEN = "taken"
    MISSING = "missing"
    EXTRA = "extra"
    PLAYING = "playing"
    PENDING = "pending"
    DONE = "done"
    BYE = "bye"


# States whose words come from the call.
OF_A_CALL = (Kind.CALLS, Kind.KEPT, Kind.TAKEN)
# States for which somebody must go there, or look, now.
URGENT = (Kind.CALLS, Kind.DISPUTED, Kind.LATE, Kind.KEPT)


class Tile(NamedTuple):
    """A table: who sits on its lines, its state in words, and its other states."""

    number: int
    href: str
    a: str
    b: str
    kind: Kind
    words: str
    more: str

    @property
    def is_urgent(self) -> bool:
        return self.kind in URGENT


@dataclass(frozen=True)
class Hall:
    """The round being played, with its clock and its tables in order."""

    round: Round
    clock: ClockNow | None
    tiles: Sequence[Tile]

    @property
    def urgent(self) -> list[Tile]:
        """The tables that need somebody now, the most urgent kind first."""
        return sorted(
            (tile for tile in self.tiles if tile.is_urgent), key=lambda tile: (URGENT.index(tile.kind), tile.number)
        )

    @property
    def counts(self) -> list[tuple[Kind, str]]:
        """How many tables are in each state, in words; only states that occur."""
        counts, words = Counter(tile.kind for tile in self.tiles), _words_by_kind()
        return [(kind, words[kind](counts[kind])) for kind in Kind if counts[kind]]


class _TableFacts(NamedTuple):
    """What is known of one table."""

    progress: TableProgress
    rests: bool
    call: Calling | None
    taken: int | None
    extra: int


def hall_of(round_: Round, rights: frozenset[Right], now: datetime) -> Hall:
    """The hall as it is now. The number of queries does not depend on the tables."""
    clock, names, calls, extra = clock_now(round_, now), seated_names(round_), calls_of(round_), extra_minutes(round_)
    page_of = _table_page(round_.tournament, round_, rights)
    words, grid = _Words(now), reverse("round_grid", args=[round_.tournament.slug, round_.number])
    tiles = []
    for place, progress in enumerate(tables_progress(round_)):
        a, b = names[progress.table]
        call = calls.get(progress.table)
        taken = minutes_taken(call.taken, call.put_off, now) if call else None
        facts = _TableFacts(progress, not b, call, taken, extra.get(progress.number, 0))
        kind = _kind(facts, clock)
        page = place // TABLES_A_PAGE + 1
        row = f"{grid}{f'?page={page}' if page > 1 else ''}#row-{progress.number}"
        href = page_of(progress.number) if call and kind in OF_A_CALL else row
        tiles.append(
            Tile(progress.number, href or row, a, b, kind, words.status(kind, facts), words.other_states(kind, facts))
        )
    return Hall(round_, clock, tiles)


def _table_page(tournament: Tournament, round_: Round, rights: frozenset[Right]) -> Callable[[int], str]:
    """The address of a table's page for whoever may open it; else an empty text."""
    if Right.VIEW_CASES not in rights:
        return lambda number: ""
    return numbered("table", tournament.slug, round_.number)


def _kind(facts: _TableFacts, clock: ClockNow | None) -> Kind:
    progress, call = facts.progress, facts.call
    is_late = clock is not None and clock.left + facts.extra * MINUTE < 0
    true = {
        Kind.CALLS: call is not None and (not call.owner or call.second is not None),
        Kind.DISPUTED: progress.is_disputed,
        Kind.LATE: progress.missing > 0 and is_late,
        Kind.KEPT: is_forgotten(facts.taken),
        Kind.TAKEN: call is not None,
        Kind.BYE: facts.rests,
        Kind.EXTRA: progress.missing > 0 and facts.extra > 0,
        Kind.MISSING: progress.missing > 0 and progress.has_some,
        Kind.PLAYING: progress.missing > 0,
        Kind.PENDING: progress.unconfirmed > 0,
    }
    return next((kind for kind, is_so in true.items() if is_so), Kind.DONE)


class _Words:
    """The states in words; a text that many tables share is translated once."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.plain = {
            Kind.DISPUTED: _("contestato"),
            Kind.EXTRA: _("tempo in più"),
            Kind.PLAYING: _("in gioco"),
            Kind.DONE: _("finito"),
            Kind.BYE: _("riposa"),
        }
        self.missing, self.pending, self.late = cache(_missing_words), cache(_pending_words), _("in ritardo")

    def status(self, kind: Kind, facts: _TableFacts) -> str:
        if facts.call and kind in OF_A_CALL:
            return self._call(facts.call, facts.taken)
        if kind == Kind.LATE:
            return f"{self.late}, {self.missing(facts.progress.missing)}"
        if kind == Kind.MISSING:
            return self.missing(facts.progress.missing)
        return self.pending(facts.progress.unconfirmed) if kind == Kind.PENDING else self.plain[kind]

    def _call(self, call: Calling, taken: int | None) -> str:
        if call.put_off and is_put_off(call.put_off, self.now):
            return _("rimandata alle %(at)s") % {"at": date_format(localtime(call.put_off), "H:i")}
        if call.second:
            minutes = whole_minutes(call.second, self.now)
            return (
                _("vuole un secondo arbitro da %(n)d′") % {"n": minutes} if minutes else _("vuole un secondo arbitro")
            )
        if taken is None:
            minutes = whole_minutes(call.since, self.now)
            return _("chiama da %(n)d′") % {"n": minutes} if minutes else _("chiama adesso")
        if is_forgotten(taken):
            return _("presa da %(who)s %(n)d′ fa, ancora aperta") % {"who": call.owner, "n": taken}
        if call.arrived:
            return _("c’è %(who)s, da %(n)d′") % {"who": call.owner, "n": whole_minutes(call.arrived, self.now)}
        return _("ci va %(who)s, da %(n)d′") % {"who": call.owner, "n": taken}

    def other_states(self, kind: Kind, facts: _TableFacts) -> str:
        """The other states of the table, in words."""
        called = CALLED.get(facts.progress.bracket or 0)
        words = [str(called)] if called else []
        words += [f"+{facts.extra}′"] if facts.extra and facts.progress.missing else []
        # These states say themselves how many scores are missing.
        if facts.progress.missing and kind in (*OF_A_CALL, Kind.DISPUTED, Kind.EXTRA):
            words.append(self.missing(facts.progress.missing))
        if facts.progress.unconfirmed and kind != Kind.PENDING:
            words.append(self.pending(facts.progress.unconfirmed))
        return " · ".join(words)


def _missing_words(count: int) -> str:
    return ngettext("manca %(n)d", "mancano %(n)d", count) % {"n": count}


def _pending_words(count: int) -> str:
    return ngettext("%(n)d da confermare", "%(n)d da confermare", count) % {"n": count}


def _words_by_kind() -> dict[Kind, Callable[[int], str]]:
    return {
        Kind.CALLS: lambda n: ngettext("%(n)d chiama", "%(n)d chiamano", n) % {"n": n},
        Kind.DISPUTED: lambda n: ngettext("%(n)d contestato", "%(n)d contestati", n) % {"n": n},
        Kind.LATE: lambda n: ngettext("%(n)d in ritardo", "%(n)d in ritardo", n) % {"n": n},
        Kind.KEPT: lambda n: ngettext("%(n)d con l’arbitro da molto", "%(n)d con l’arbitro da molto", n) % {"n": n},
        Kind.TAKEN: lambda n: ngettext("%(n)d con l’arbitro", "%(n)d con l’arbitro", n) % {"n": n},
        Kind.MISSING: lambda n: ngettext("%(n)d con punteggi da dare", "%(n)d con punteggi da dare", n) % {"n": n},
        Kind.EXTRA: lambda n: ngettext("%(n)d con tempo in più", "%(n)d con tempo in più", n) % {"n": n},
        Kind.PLAYING: lambda n: ngettext("%(n)d in gioco", "%(n)d in gioco", n) % {"n": n},
        Kind.PENDING: lambda n: ngettext("%(n)d da confermare", "%(n)d da confermare", n) % {"n": n},
        Kind.DONE: lambda n: ngettext("%(n)d finito", "%(n)d finiti", n) % {"n": n},
        Kind.BYE: lambda n: ngettext("%(n)d riposa", "%(n)d riposano", n) % {"n": n},
    }
