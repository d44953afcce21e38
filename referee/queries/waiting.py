"""What waits for an arbiter in a tournament: drafts, scores to give, boards to score again, reservations, orders."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from referee.models import Case, Reservation, Ruling, StandingOrder
from referee.queries.rulings import current_rulings
from tournaments.models import BoardScore, Tournament
from tournaments.prepared import prepared


@dataclass(frozen=True)
class Reopened:
    """A board whose score is to be entered again: the ruling that had decided it was revised and does so no more."""

    score: BoardScore
    ruling: Ruling


def drafts(tournament: Tournament | int) -> QuerySet[Case]:
    found = Case.objects.filter(tournament=tournament, state=Case.State.DRAFT)
    return found.select_related("table__round", "board", "opened_by").order_by("-updated_at")


def awaiting_score(tournament: Tournament | int) -> QuerySet[Ruling]:
    # One under revision may call for another score, or none, when it is decided again.
    calling = current_rulings(tournament).exclude(arbitral="").filter(case__state=Case.State.RULED)
    return calling.exclude(case__arbitral_scores__is_current=True).order_by("number")


def reopened_boards(tournament: Tournament) -> list[Reopened]:
    # Only a revision leaves a board behind, and most often there is none.
    if not _revised(tournament=tournament.pk):
        return []
    rulings = list(current_rulings(tournament).filter(version__gt=1))
    references = [ruling.reference for ruling in rulings]
    decided = BoardScore.objects.current().filter(table__round__tournament=tournament, reference__in=references)
    scores = decided.exclude(kind=BoardScore.Kind.PLAYED).select_related("table__round", "board")
    return reopened(scores.order_by("table__round__number", "table__number", "board__number"), rulings)


@prepared
def _revised(*, tournament: int) -> QuerySet[Ruling, Any]:
    return Ruling.objects.filter(tournament=tournament, version__gt=1).order_by().values_list("pk")


def reopened_at(ruling: Ruling) -> list[Reopened]:
    scores = BoardScore.objects.current().filter(table=ruling.case.table_id, reference=ruling.reference)
    return reopened(scores.select_related("table__round", "board").order_by("board__number"), [ruling])


def reopened(scores: Iterable[BoardScore], rulings: Iterable[Ruling]) -> list[Reopened]:
    """Those of the scores that came from one of these rulings, which orders them no more."""
    by_reference = {ruling.reference: ruling for ruling in rulings}
    ruled = [score for score in scores if score.kind != BoardScore.Kind.PLAYED and score.reference in by_reference]
    pairs = [Reopened(score, by_reference[score.reference]) for score in ruled]
    return [one for one in pairs if not one.ruling.stands_for(one.score)]


def open_reservations(tournament: Tournament | int) -> QuerySet[Reservation]:
    found = Reservation.objects.filter(ruling__tournament=tournament, state=Reservation.State.OPEN)
    return found.select_related("ruling__case__table__round", "ruling__case__board")


def active_orders(tournament: Tournament | int) -> QuerySet[StandingOrder]:
    found = StandingOrder.objects.filter(ruling__tournament=tournament, state=StandingOrder.State.ACTIVE)
    return found.select_related("ruling__case__table__round", "ruling__case__board")
