"""The checks before a result is recorded or changed.

- No change under final standings, or in a tournament that has ended.
- Only figures that a board can have at the tournament's game.
- Corrections of a played score by the windows of F.I.Bur. 20: whose error, confirmed by whom, after seeing what.

While its round is played, a score that no second person confirmed is still being entered: changing it needs only a
reason (docs/decisions/0017-corrections-by-windows.md).
"""

from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.burraco.count import deal_refusals
from codes.seats import Result
from codes.tressette.possible_results import refusals
from records.prepared_queries import prepared_records
from records.requests import Refused
from tournaments.appeals.models import Appeal
from tournaments.planning.models import Stage
from tournaments.publication.models import ErrorReport, Publication
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.scores.words import REFUSALS
from tournaments.setup.models import Tournament


def check_open(tournament: Tournament, stage: Stage | None, *, reference: str = "", at: datetime | None = None) -> None:
    """Refuse a change under final standings of the stage (F.I.Bur. 20), or in a tournament that has ended.

    A later decision has a reference: it may change the figures, and other standings are published.
    at: when the change is made; without it the minutes of provisional standings do not count.
    """
    if reference.strip():
        return
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: cambia solo per una decisione, di cui va indicato il riferimento."))
    if stage is None:
        return
    published = _final_publications(tournament=tournament.pk, stage=stage.pk)
    if any(publication.is_final for publication in published):
        final_words = _("La classifica di questa fase è definitiva (art. 20):")
        raise Refused(final_words + " " + _("cambia solo per una decisione, col suo riferimento."))
    if published and at and _has_run_out(published[-1], stage, at):
        raise Refused(
            _("I minuti della classifica provvisoria sono passati: nessuna variazione è più ammessa (art. 20).")
        )


@prepared_records
def _final_publications(*, tournament: int, stage: int) -> "QuerySet[Publication]":
    # Without the rows, which are megabytes in a large field.
    return Publication.objects.filter(tournament=tournament, stage=stage).defer("rows").order_by("number")


def check_running(tournament: Tournament) -> None:
    """Refuse new rounds, pairings, stages and anomalies in a tournament that has ended."""
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito."))


def is_closed(tournament: Tournament, stage: Stage) -> bool:
    """Whether only a decision may change anything: the tournament has ended, or the stage's standings are final."""
    finals = Publication.objects.filter(tournament=tournament, stage=stage, kind=Publication.Kind.FINAL)
    return tournament.has_ended or finals.exists()


def _has_run_out(last: Publication, stage: Stage, at: datetime) -> bool:
    """Whether the time to object to standings of the stage is over and nobody did; those of rounds close nothing."""
    if stage.rounds.filter(number__lte=last.round_number).count() < stage.rounds_planned:
        return False
    if last.is_open(at) or Appeal.objects.filter(tournament=last.tournament_id, state=Appeal.State.OPEN).exists():
        return False
    # An error reported in time is still corrected after the report is read.
    reports = ErrorReport.objects.filter(publication=last)
    return not reports.filter(state__in=[ErrorReport.State.OPEN, ErrorReport.State.ACCEPTED]).exists()


def impossible(tournament: Tournament, result: Result) -> tuple[str, ...]:
    """Why the result is impossible at the tournament's game, in words; empty if it is possible."""
    if tournament.rules.by_fives:
        reasons = deal_refusals(result)
    else:
        reasons = refusals(result, with_accusa=tournament.plays_with_accusa)
    return tuple(str(REFUSALS[refusal]) for refusal in reasons)


def check_result(tournament: Tournament, result: Result) -> None:
    if reasons := impossible(tournament, result):
        raise Refused(*reasons)


def check_figures(tournament: Tournament, result: Result, *, is_played: bool) -> None:
    """Refuse figures that are impossible as a played score or in place of one."""
    if is_played or tournament.rules.by_fives:
        check_result(tournament, result)
    elif result.points_a < 0 or result.points_b < 0:
        raise Refused(_("I punti non possono essere negativi."))


Cause = BoardScore.Cause


class Window(StrEnum):
    """The windows of F.I.Bur. 20 in which a correction may come."""

    BEFORE = "before"  # the next seating is not displayed yet: it counts at once
    AFTER = "after"  # the next seating stands: it counts from the round after on


class StalePreview(Exception):
    """The tournament changed after the user saw the consequences of a correction."""


def window_of(round_: Round) -> Window:
    """Whether the seating of a later round is already displayed."""
    later = Round.objects.filter(tournament=round_.tournament_id, number__gt=round_.number)
    return Window.AFTER if later.exclude(state=Round.State.DRAFT).exists() else Window.BEFORE


def is_official(score: BoardScore | None, round_: Round) -> bool:
    """Whether changing the score in force is a correction; else it is still being entered."""
    if score is None or score.kind != BoardScore.Kind.PLAYED:
        return False
    return not score.awaits_confirmation or round_.state == Round.State.CLOSED


def check_cause(score: BoardScore) -> None:
    """Refuse a correction that does not say whose error it was, or that the opponents have not confirmed (20)."""
    if score.cause not in Cause.values:
        raise Refused(_("Di’ di chi è l’errore: dei giocatori, o di chi ha registrato."))
    if score.cause == Cause.PLAYERS and not score.agreed_by:
        raise Refused(_("L’errore dei giocatori si corregge con la conferma degli avversari (art. 20): scrivi di chi."))


def check_preview_seen(tournament: Tournament, seen: int | None) -> None:
    """Raise StalePreview if the data version is no longer the one of the preview that the user saw."""
    if seen is not None and tournament.data_version != seen:
        raise StalePreview
