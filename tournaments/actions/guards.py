"""What stops every change of a result: standings that are final, a tournament that has ended."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Appeal, ErrorReport, Publication, Stage, Tournament
from tournaments.prepared import prepared_records
from tournaments.refusals import Refused


def check_open(tournament: Tournament, stage: Stage | None, *, reference: str = "", at: datetime | None = None) -> None:
    """Refuse to change what final standings of the stage rest on (F.I.Bur. 20), or a tournament that has ended.

    A decision that comes later is named by its reference: it changes the figures, and other standings are published.
    at: when the change is made; without it the minutes of provisional standings are not looked at.
    """
    if reference.strip():
        return
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: cambia solo per una decisione, di cui va indicato il riferimento."))
    if stage is None:
        return
    published = _published(tournament=tournament.pk, stage=stage.pk)
    if any(one.is_final for one in published):
        final_words = _("La classifica di questa fase è definitiva (art. 20):")
        raise Refused(final_words + " " + _("cambia solo per una decisione, col suo riferimento."))
    if published and at and _has_run_out(published[-1], stage, at):
        raise Refused(
            _("I minuti della classifica provvisoria sono passati: nessuna variazione è più ammessa (art. 20).")
        )


@prepared_records
def _published(*, tournament: int, stage: int) -> "QuerySet[Publication]":
    # Without the rows: they are megabytes in a large field.
    return Publication.objects.filter(tournament=tournament, stage=stage).defer("rows").order_by("number")


def check_running(tournament: Tournament) -> None:
    """Refuse what is no more done once a tournament has ended: rounds, pairings, stages, anomalies."""
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito."))


def is_closed(tournament: Tournament, stage: Stage) -> bool:
    """Whether the tournament has ended or the stage's standings are final: only a decision changes anything then."""
    finals = Publication.objects.filter(tournament=tournament, stage=stage, kind=Publication.Kind.FINAL)
    return tournament.has_ended or finals.exists()


def _has_run_out(last: Publication, stage: Stage, at: datetime) -> bool:
    """Whether nobody objected in time to the standings that close the stage; those of rounds before close nothing."""
    if stage.rounds.filter(number__lte=last.round_number).count() < stage.rounds_planned:
        return False
    if last.is_open(at) or Appeal.objects.filter(tournament=last.tournament_id, state=Appeal.State.OPEN).exists():
        return False
    # An error reported in time is mended after it was looked at.
    reports = ErrorReport.objects.filter(publication=last)
    return not reports.filter(state__in=[ErrorReport.State.OPEN, ErrorReport.State.ACCEPTED]).exists()
