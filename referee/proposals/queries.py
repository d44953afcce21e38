"""Rulings proposed: what waits for a confirmation in a tournament, and what was returned on a case."""

from django.db.models import QuerySet

from people.accounts.models import User
from referee.cases.models import Case
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament


def waiting_proposals(tournament: Tournament) -> "QuerySet[ProposedRuling]":
    proposals = ProposedRuling.objects.filter(tournament=tournament, state=ProposedRuling.State.WAITING)
    return proposals.select_related("case__table__round", "proposed_by").order_by("proposed_at")


def returned_on(case: Case) -> ProposedRuling | None:
    """The last proposal on the case, where it was returned and nothing was proposed since."""
    if case.returned is None or not case.is_draft:
        return None
    return case.proposals.select_related("answered_by").filter(number=case.returned).first()


def returned_before(ruling: Ruling) -> list[ProposedRuling]:
    """What had been proposed and returned before that version was decided, since the one before it."""
    proposals = _returned(ruling.case).filter(answered_at__lte=ruling.decided_at)
    return list(proposals.filter(answered_at__gt=ruling.supersedes.decided_at) if ruling.supersedes else proposals)


def returned_beside(proposal: ProposedRuling) -> list[ProposedRuling]:
    """The others on its case that were returned, in order."""
    return list(_returned(proposal.case).exclude(pk=proposal.pk))


def _returned(case: Case) -> "QuerySet[ProposedRuling]":
    proposals = case.proposals.filter(state=ProposedRuling.State.RETURNED)
    return proposals.select_related("proposed_by", "answered_by").order_by("number")


def returned_to(user: User, table: Table, procedure: str) -> Case | None:
    """The case at the table on which the user proposed something that was returned, and that nobody took up since."""
    drafts = Case.objects.filter(table=table, procedure=procedure, state=Case.State.DRAFT, returned__isnull=False)
    return drafts.filter(revision_reason="", opened_by=user).order_by("number").first()
