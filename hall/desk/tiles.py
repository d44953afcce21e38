"""The hall at the desk: a tile for each table of the round being played, with what it wants of somebody.

Of what is true of a table the most urgent is its state; sign, word and colour say the same, and the rest stands beside
in small words. Tiles stay in the order of the tables, as they stand in the hall; on a phone, where they are a list,
what needs somebody now comes before it in a list of its own, so that what is seen, heard and reached by keys has one
order. *Late* is a table whose scores are missing after the time of the round and its own extra time; players who come
late are rulings, and no state.
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
    """The state of a table; each has its sign, its colour and its words. KEPT: a call taken long ago, still open."""

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


# Those whose words are the call's.
OF_A_CALL = (Kind.CALLS, Kind.KEPT, Kind.TAKEN)
# Somebody must go there, or look at it, now.
URGENT = (Kind.CALLS, Kind.DISPUTED, Kind.LATE, Kind.KEPT)


class Tile(NamedTuple):
    """A table: who sits on its lines, its state in words, what else is true of it."""

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
    """The round being played, its clock, its tables in order."""

    round: Round
    clock: ClockNow | None
    tiles: Sequence[Tile]

    @property
    def urgent(self) -> list[Tile]:
        """Those that want somebody now, the most urgent kind first."""
        return sorted(
            (one for one in self.tiles if one.is_urgent), key=lambda one: (URGENT.index(one.kind), one.number)
        )

    @property
    def counts(self) -> list[tuple[Kind, str]]:
        """How many tables are in each state there is, in words."""
        found, words = Counter(one.kind for one in self.tiles), _counted()
        return [(kind, words[kind](found[kind])) for kind in Kind if found[kind]]


class _Seen(NamedTuple):
    """What is known of one table."""

    progress: TableProgress
    rests: bool
    call: Calling | None
    taken: int | None
    extra: int


def hall_of(round: Round, rights: frozenset[Right], now: datetime) -> Hall:
    """The hall as it is now; as many queries however many tables there are."""
    clock, names, calls, extra = clock_now(round, now), seated_names(round), calls_of(round), extra_minutes(round)
    page_of = _table_page(round.tournament, round, rights)
    words, grid = _Words(now), reverse("round_grid", args=[round.tournament.slug, round.number])
    tiles = []
    for place, one in enumerate(tables_progress(round)):
        a, b = names[one.table]
        call = calls.get(one.table)
        taken = minutes_taken(call.taken, call.put_off, now) if call else None
        seen = _Seen(one, not b, call, taken, extra.get(one.number, 0))
        kind = _kind(seen, clock)
        page = place // TABLES_A_PAGE + 1
        row = f"{grid}{f'?page={page}' if page > 1 else ''}#row-{one.number}"
        href = page_of(one.number) if call and kind in OF_A_CALL else row
        tiles.append(Tile(one.number, href or row, a, b, kind, words.of(kind, seen), words.more(kind, seen)))
    return Hall(round, clock, tiles)


def _table_page(tournament: Tournament, round: Round, rights: frozenset[Right]) -> Callable[[int], str]:
    """Where a call leads whoever may go there; else nothing."""
    if Right.VIEW_CASES not in rights:
        return lambda number: ""
    return numbered("table", tournament.slug, round.number)


def _kind(seen: _Seen, clock: ClockNow | None) -> Kind:
    one, call = seen.progress, seen.call
    is_late = clock is not None and clock.left + seen.extra * MINUTE < 0
    true = {
        Kind.CALLS: call is not None and (not call.owner or call.second is not None),
        Kind.DISPUTED: one.is_disputed,
        Kind.LATE: one.missing > 0 and is_late,
        Kind.KEPT: is_forgotten(seen.taken),
        Kind.TAKEN: call is not None,
        Kind.BYE: seen.rests,
        Kind.EXTRA: one.missing > 0 and seen.extra > 0,
        Kind.MISSING: one.missing > 0 and one.has_some,
        Kind.PLAYING: one.missing > 0,
        Kind.PENDING: one.unconfirmed > 0,
    }
    return next((kind for kind, is_so in true.items() if is_so), Kind.DONE)


class _Words:
    """The states in words; what many tables say alike is translated once."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.plain = {
            Kind.DISPUTED: _("contestato"),
            Kind.EXTRA: _("tempo in più"),
            Kind.PLAYING: _("in gioco"),
            Kind.DONE: _("finito"),
            Kind.BYE: _("riposa"),
        }
        self.missing, self.pending, self.late = cache(_missing), cache(_pending), _("in ritardo")

    def of(self, kind: Kind, seen: _Seen) -> str:
        if seen.call and kind in OF_A_CALL:
            return self._call(seen.call, seen.taken)
        if kind == Kind.LATE:
            return f"{self.late}, {self.missing(seen.progress.missing)}"
        if kind == Kind.MISSING:
            return self.missing(seen.progress.missing)
        return self.pending(seen.progress.unconfirmed) if kind == Kind.PENDING else self.plain[kind]

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

    def more(self, kind: Kind, seen: _Seen) -> str:
        """What else is to be said of it, beside its state."""
        called = CALLED.get(seen.progress.bracket or 0)
        said = [str(called)] if called else []
        said += [f"+{seen.extra}′"] if seen.extra and seen.progress.missing else []
        # The state says itself what is missing, or that nothing is.
        if seen.progress.missing and kind in (*OF_A_CALL, Kind.DISPUTED, Kind.EXTRA):
            said.append(self.missing(seen.progress.missing))
        if seen.progress.unconfirmed and kind != Kind.PENDING:
            said.append(self.pending(seen.progress.unconfirmed))
        return " · ".join(said)


def _missing(count: int) -> str:
    return ngettext("manca %(n)d", "mancano %(n)d", count) % {"n": count}


def _pending(count: int) -> str:
    return ngettext("%(n)d da confermare", "%(n)d da confermare", count) % {"n": count}


def _counted() -> dict[Kind, Callable[[int], str]]:
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
