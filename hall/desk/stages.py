"""How far each stage is, the tasks that its standings leave, and what a change would move in the standings."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.prepared_queries import prepared, prepared_records
from records.rights import Right
from tournaments.appeals.hearing_queries import Hearing, is_appealed
from tournaments.planning.models import Stage
from tournaments.publication.models import ErrorReport
from tournaments.publication.state import in_force
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.models import Tournament
from tournaments.standings.facts import Overlay
from tournaments.standings.queries import Move, compare_standings, standings, without_result


@dataclass(frozen=True)
class Task:
    """Something to do, and the page where; no address: somebody else does it."""

    words: str
    href: str = ""
    symbol: str = "circle-dot"


@dataclass(frozen=True)
class StageState:
    """A stage, and how many of its rounds are drawn, begun and closed, and how many places its groups have."""

    stage: Stage
    drawn: int
    begun: int
    closed: int
    placed: int
    # Whether the tournament has an appeal that nobody has decided.
    is_appealed: bool

    @property
    def has_begun(self) -> bool:
        return bool(self.drawn or self.placed)

    @property
    def is_played(self) -> bool:
        return self.closed >= self.stage.rounds_planned


def stage_states(tournament: Tournament) -> list[StageState]:
    # Each stage with its annotations.
    stages = [(stage, vars(stage)) for stage in _stages_of(tournament=tournament.pk)]
    return [
        StageState(
            stage, counts["drawn"], counts["begun"], counts["closed"], counts["placed"], bool(counts["appealed"])
        )
        for stage, counts in stages
    ]


@prepared_records
def _stages_of(*, tournament: int) -> QuerySet[Stage]:
    return (
        Stage.objects.filter(tournament=tournament)
        .annotate(
            drawn=Count("rounds", filter=~Q(rounds__state=Round.State.DISCARDED), distinct=True),
            begun=Count("rounds", filter=Q(rounds__state__in=Round.BEGUN), distinct=True),
            closed=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
            placed=Count("groups__places", distinct=True),
            appealed=is_appealed("tournament"),
        )
        .order_by("number")
    )


def standings_tasks(
    tournament: Tournament,
    rights: Collection[Right],
    now: datetime,
    stages: Sequence[StageState],
    heard: Sequence[Hearing] = (),
) -> list[Task]:
    """The tasks about standings, reports, appeals (heard) and prizes, the most urgent first."""
    return [*_open_matters(tournament, rights, heard), *_next_publication(tournament, rights, now, stages)]


def _open_matters(tournament: Tournament, rights: Collection[Right], heard: Sequence[Hearing]) -> list[Task]:
    tasks = []
    if Right.PUBLISH_STANDINGS in rights and (reports := len(_open_reports(tournament=tournament.pk))):
        words = ngettext("Rispondi a una segnalazione", "Rispondi a %(count)d segnalazioni", reports)
        href = reverse("publications", args=[tournament.slug])
        tasks.append(Task(words % {"count": reports}, href, "megaphone"))
    if Right.NAME_PANEL in rights:
        tasks += _appeals(tournament, heard)
    return tasks


@prepared
def _open_reports(*, tournament: int) -> "QuerySet[ErrorReport, Any]":
    open_ones = ErrorReport.objects.filter(publication__tournament=tournament, state=ErrorReport.State.OPEN)
    return open_ones.order_by().values_list("pk")


def _appeals(tournament: Tournament, heard: Sequence[Hearing]) -> Iterator[Task]:
    """Tasks for the appeals that nobody may decide yet, and for those under judgement; the judges see them by name."""
    for hearing in heard:
        if not hearing.judges:
            words = _("Nomina la giuria del reclamo n. %(number)d")
            href = reverse("appeal", args=[tournament.slug, hearing.number])
            yield Task(words % {"number": hearing.number}, href, "scale")
    if judged := sum(1 for hearing in heard if hearing.judges):
        words = ngettext("Un reclamo è in esame", "%(count)d reclami sono in esame", judged)
        yield Task(words % {"count": judged}, reverse("appeals", args=[tournament.slug]), "scale")


def _next_publication(
    tournament: Tournament, rights: Collection[Right], now: datetime, stages: Sequence[StageState]
) -> list[Task]:
    """The task of the standings that is due when all planned rounds are closed."""
    last = next((state for state in reversed(stages) if state.begun), None)
    if Right.PUBLISH_STANDINGS not in rights or tournament.has_ended or last is None or not last.is_played:
        return []
    href, latest = reverse("publications", args=[tournament.slug]), in_force(tournament).get(last.stage.number)
    if latest is None:
        return [Task(_("Esponi la classifica provvisoria"), href, "list-ordered")]
    if not latest.is_final:
        waits = latest.is_open(now)
        words = _("Classifica esposta: attendi le segnalazioni") if waits else _("Rendi definitiva la classifica")
        return [Task(words, href, "hourglass" if waits else "list-checks")]
    # After that comes the next stage, which is not a task of the standings.
    if last is not stages[-1]:
        return []
    return [Task(_("Concludi il torneo e premia"), reverse("ending", args=[tournament.slug]), "trophy")]


# So many changes of the standings are read one by one before what is confirmed leaves the screen.
READ_AT_ONCE = 6


@dataclass(frozen=True)
class Preview:
    """Who would change place or points, and the data version of the calculation.

    waits: nobody now, because the match is not over; what is previewed counts with its result.
    """

    moves: tuple[Move, ...]
    version: int
    waits: bool = False

    @property
    def read(self) -> tuple[Move, ...]:
        """Those to read: whose points change; of few, all."""
        return tuple(one for one in self.moves if one.is_of_points or len(self.moves) <= READ_AT_ONCE)

    @property
    def slid(self) -> tuple[Move, ...]:
        """The others, that only make room: one line is enough for them."""
        return tuple(one for one in self.moves if not one.is_of_points and len(self.moves) > READ_AT_ONCE)


def preview_of(round_: Round, overlay: Overlay) -> Preview:
    """The changes that the overlay would bring to the standings of the round's stage.

    The version is the tournament's when the request began; any later change makes the preview stale.
    """
    tournament = round_.tournament
    before = standings(tournament, stage=round_.stage)
    after = standings(tournament, stage=round_.stage, overlay=overlay)
    moves = compare_standings(before, after)
    return Preview(moves, tournament.data_version, waits=not moves and _waits(round_, overlay))


def _waits(round_: Round, overlay: Overlay) -> bool:
    """Whether the overlay says something of a match that has no result yet."""
    tables = Q(pk__in={table for table, _board in overlay.boards})
    for number, entry in overlay.points:
        lines = Q(*((f"{line}__number", entry) for line in LINES), _connector=Q.OR)
        tables |= Q(round__number=number) & lines
    if not overlay.boards and not overlay.points:
        return False
    return without_result(Table.objects.filter(tables, round__tournament=round_.tournament_id)).exists()
