"""Rulings proposed: what waits for a confirmation in a tournament, and what was returned on a case."""

from django.db.models import QuerySet

from referee.models import Case, ProposedRuling
from tournaments.models import Tournament


def waiting_proposals(tournament: Tournament) -> "QuerySet[ProposedRuling]":
    found = ProposedRuling.objects.filter(tournament=tournament, state=ProposedRuling.State.WAITING)
    return found.select_related("case__table__round", "proposed_by").order_by("proposed_at")


def returned_on(case: Case) -> ProposedRuling | None:
    """The last proposal on the case, where it was returned and nothing was proposed since."""
    if case.returned is None or not case.is_draft:
        return None
    return case.proposals.select_related("answered_by").filter(number=case.returned).first()
