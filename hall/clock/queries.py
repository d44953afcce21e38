"""The clock of a round in one line; and what the big screen shows in turn: tables, clock and standings.

Only the panel asked for is read, since the screen asks for one every few seconds all day long.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from hall.clock.models import ExtraTime, RoundClock
from records.prepared_queries import prepared, prepared_records
from tournaments.publication.queries import BriefLine, lines_in_brief
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.round_queries import last_stage_begun
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings


class ClockNow(NamedTuple):
    """A round's clock at a moment: the whole seconds left, negative after the end; whether it counts on."""

    clock: RoundClock
    left: int
    runs: bool


def clock_now(round_: Round, at: datetime) -> ClockNow | None:
    """The clock of a round being played, once it was started; one query."""
    if round_.state != Round.State.PLAYING:
        return None
    return next(
        (ClockNow(clock, clock.seconds_left(at), not clock.is_paused) for clock in _clock_of(round_pk=round_.pk)), None
    )


@prepared_records
def _clock_of(*, round_pk: int) -> QuerySet[RoundClock]:
    return RoundClock.objects.filter(round=round_pk)


def extra_minutes(round_: Round) -> dict[int, int]:
    """The minutes given to tables beyond the round's, by the number of the table; one query."""
    return dict(_extra(round_pk=round_.pk))


@prepared
def _extra(*, round_pk: int) -> "QuerySet[ExtraTime, Any]":
    tables = ExtraTime.objects.filter(table__round=round_pk).order_by("table__number").values_list("table__number")
    return tables.annotate(minutes=Sum("minutes"))


def extra_minutes_of(table: Table) -> int:
    """The minutes in more of one table."""
    return sum(ExtraTime.objects.filter(table=table).values_list("minutes", flat=True))


TABLES_A_PANEL = 12
ROWS_A_PANEL = 14


@dataclass(frozen=True)
class Panel:
    """What the screen shows for some seconds: a kind, its rows, and which of how many of that kind it is."""

    kind: str
    rows: Sequence[Any] = ()
    part: int = 1
    parts: int = 1
    title: str = ""


class _Kind(NamedTuple):
    """Panels of one kind that follow one another, and what reads the rows of the one shown."""

    name: str
    lines: int
    a_panel: int
    read: Callable[[slice], Sequence[Any]]
    title: str = ""

    @property
    def parts(self) -> int:
        return -(-self.lines // self.a_panel)

    def panel(self, place: int) -> Panel:
        rows = self.read(slice(place * self.a_panel, (place + 1) * self.a_panel))
        return Panel(self.name, rows, place + 1, self.parts, self.title)


def panel_at(tournament: Tournament, shown: Round | None, clock: RoundClock | None, turn: int) -> tuple[Panel, int]:
    """The panel of that turn, round and round, and the turn of the one after it."""
    kinds = [kind for kind in _kinds(tournament, shown, clock) if kind.lines] or [_single("empty")]
    places = [(kind, place) for kind in kinds for place in range(kind.parts)]
    at = turn % len(places)
    kind, place = places[at]
    return kind.panel(place), (at + 1) % len(places)


def _kinds(tournament: Tournament, shown: Round | None, clock: RoundClock | None) -> list[_Kind]:
    """Before and while a round is played its tables and clock, after it the standings as well."""
    kinds = []
    if shown and shown.state != Round.State.CLOSED:
        kinds.append(_tables(shown))
    if shown and shown.state == Round.State.PLAYING and clock:
        kinds.append(_single("clock"))
    if shown and shown.state != Round.State.PLAYING:
        kinds.append(_standings(tournament))
    return kinds


def _single(name: str) -> _Kind:
    return _Kind(name, 1, 1, lambda _part: ())


def _tables(shown: Round) -> _Kind:
    tables = Table.objects.filter(round=shown).select_related(*LINES)
    in_order = tables.order_by("number")
    return _Kind("tables", in_order.count(), TABLES_A_PANEL, lambda part: list(in_order[part]))


def _standings(tournament: Tournament) -> _Kind:
    """The standings published last in the stage being played; where there are none, those of the moment."""
    published = tournament.publications.filter(stage=last_stage_begun(tournament)).order_by("number").last()
    if published:
        lines = lines_in_brief(published)
        return _Kind("standings", len(lines), ROWS_A_PANEL, lines.__getitem__, str(published.get_kind_display()))
    rows = standings(tournament).rows
    lines = [BriefLine(row.place, row.entry.name, row.vp, row.mp) for row in rows]
    count = len(lines) if any(row.encounters for row in rows) else 0
    return _Kind("standings", count, ROWS_A_PANEL, lines.__getitem__, _("non ufficiale"))
