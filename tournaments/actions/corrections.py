"""Corrections of a played score, by the windows of F.I.Bur. 20: whose error it is, who confirmed, what was seen first.

Until a second person confirmed it, while its round is played, a score is still being entered: mending it needs a reason
and nothing else (docs/decisions/0017-corrections-by-windows.md).
"""

from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments.models import BoardScore, Round, Tournament
from tournaments.refusals import Refused

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
