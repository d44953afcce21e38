"""What may be to do in a tournament: a task with its page; how far each stage is; what the standings want next."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import ErrorReport, Round, Stage, Tournament
from tournaments.permissions import Right
from tournaments.publishing.state import in_force, open_appeals


@dataclass(frozen=True)
class Task:
    """Something to do, and where; without an address somebody else does it."""

    words: str
    href: str = ""
    symbol: str = "circle-dot"


@dataclass(frozen=True)
class StageState:
    """A stage with how many of its rounds are drawn, begun and closed, and how many places its groups have."""

    stage: Stage
    drawn: int
    begun: int
    closed: int
    placed: int

    @property
    def has_begun(self) -> bool:
        return bool(self.drawn or self.placed)

    @property
    def is_played(self) -> bool:
        return self.closed >= self.stage.rounds_planned


def stage_states(tournament: Tournament) -> list[StageState]:
    stages = Stage.objects.filter(tournament=tournament).annotate(
        drawn=Count("rounds", filter=~Q(rounds__state=Round.State.DISCARDED), distinct=True),
        begun=Count("rounds", filter=Q(rounds__state__in=Round.BEGUN), distinct=True),
        closed=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
        placed=Count("groups__places", distinct=True),
    )
    return [StageState(one, one.drawn, one.begun, one.closed, one.placed) for one in stages.order_by("number")]


def standings_tasks(
    tournament: Tournament, rights: Collection[Right], now: datetime, stages: Sequence[StageState]
) -> list[Task]:
    """What is to be done now about standings, reports, appeals and prizes, the most urgent first."""
    return [*_open_matters(tournament, rights), *_next_publication(tournament, rights, now, stages)]


def _open_matters(tournament: Tournament, rights: Collection[Right]) -> list[Task]:
    tasks = []
    if Right.PUBLISH_STANDINGS in rights:
        open_ones = ErrorReport.objects.filter(publication__tournament=tournament, state=ErrorReport.State.OPEN)
        if reports := open_ones.count():
            words = ngettext("Rispondi a una segnalazione", "Rispondi a %(count)d segnalazioni", reports)
            href = reverse("publications", args=[tournament.slug])
            tasks.append(Task(words % {"count": reports}, href, "megaphone"))
    if Right.DECIDE_APPEAL in rights and (appeals := open_appeals(tournament)):
        words = ngettext("Decidi un reclamo", "Decidi %(count)d reclami", appeals)
        tasks.append(Task(words % {"count": appeals}, reverse("appeals", args=[tournament.slug]), "scale"))
    return tasks


def _next_publication(
    tournament: Tournament, rights: Collection[Right], now: datetime, stages: Sequence[StageState]
) -> list[Task]:
    """The one task of the standings that is due once every round planned is closed."""
    last = next((one for one in reversed(stages) if one.begun), None)
    if Right.PUBLISH_STANDINGS not in rights or tournament.has_ended or last is None or not last.is_played:
        return []
    href, latest = reverse("publications", args=[tournament.slug]), in_force(tournament).get(last.stage.number)
    if latest is None:
        return [Task(_("Esponi la classifica provvisoria"), href, "list-ordered")]
    if not latest.is_final:
        waits = latest.is_open(now)
        words = _("Classifica esposta: attendi le segnalazioni") if waits else _("Rendi definitiva la classifica")
        return [Task(words, href, "hourglass" if waits else "list-checks")]
    # What follows is the next stage, which is no matter of the standings.
    if last is not stages[-1]:
        return []
    return [Task(_("Concludi il torneo e premia"), reverse("ending", args=[tournament.slug]), "trophy")]
