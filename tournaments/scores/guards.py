"""What stops every change of a result: standings that are final, a tournament that has ended.

Which figures a board can have at its tournament's game: what an action asks before it records them.

Corrections of a played score, by the windows of F.I.Bur. 20: whose error it is, who confirmed, what was seen first.

Until a second person confirmed it, while its round is played, a score is still being entered: mending it needs a reason
and nothing else (docs/decisions/0017-corrections-by-windows.md).
"""

from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.burraco.played import deal_refusals
from codes.results import Result
from codes.tressette.played import refusals
from records.prepared import prepared_records
from records.refusals import Refused
from tournaments.appeals.models import Appeal
from tournaments.publication.models import ErrorReport, Publication
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.scores.words import REFUSALS
from tournaments.setup.models import Tournament
from tournaments.stages.models import Stage


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


def impossible(tournament: Tournament, result: Result) -> tuple[str, ...]:
    """Why the result cannot have been played at the tournament's game, in words; nothing when it can."""
    if tournament.rules.by_fives:
        reasons = deal_refusals(result)
    else:
        reasons = refusals(result, with_accusa=tournament.plays_with_accusa)
    return tuple(str(REFUSALS[one]) for one in reasons)


def check_result(tournament: Tournament, result: Result) -> None:
    if reasons := impossible(tournament, result):
        raise Refused(*reasons)


def check_figures(tournament: Tournament, result: Result, *, is_played: bool) -> None:
    """Refuse what cannot have been played, or given in place of what was."""
    if is_played or tournament.rules.by_fives:
        check_result(tournament, result)
    elif result.points_a < 0 or result.points_b < 0:
        raise Refused(_("I punti non possono essere negativi."))


Cause = BoardScore.Cause


class Window(StrEnum):
    """When a correction comes."""

    BEFORE = "before"  # the next seating is not displayed yet: it counts at once
    AFTER = "after"  # the next seating stands: it counts from the round after on


class StalePreview(Exception):
    """What the user saw before confirming is no longer so: something in the tournament changed meanwhile."""


def window_of(round: Round) -> Window:
    """Whether the seating of a later round is already displayed."""
    later = Round.objects.filter(tournament=round.tournament_id, number__gt=round.number)
    return Window.AFTER if later.exclude(state=Round.State.DRAFT).exists() else Window.BEFORE


def is_official(score: BoardScore | None, round: Round) -> bool:
    """Whether changing the score in force is a correction, not the mending of an entry nobody has checked yet."""
    if score is None or score.kind != BoardScore.Kind.PLAYED:
        return False
    return not score.awaits_confirmation or round.state == Round.State.CLOSED


def check_cause(score: BoardScore) -> None:
    """Refuse a correction that does not say whose error it was, or that the opponents have not confirmed (20)."""
    if score.cause not in Cause.values:
        raise Refused(_("Di’ di chi è l’errore: dei giocatori, o di chi ha registrato."))
    if score.cause == Cause.PLAYERS and not score.agreed_by:
        raise Refused(_("L’errore dei giocatori si corregge con la conferma degli avversari (art. 20): scrivi di chi."))


def check_seen(tournament: Tournament, seen: int | None) -> None:
    """Raise StalePreview when the data are no longer of the version at which the consequences were shown."""
    if seen is not None and tournament.data_version != seen:
        raise StalePreview
