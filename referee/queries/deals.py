"""The deal of the board that a case is about, for whoever may see it."""

from codes.tressette.deals import Deal
from referee.models import Case
from tournaments.models import User
from tournaments.queries.deals import hands_of, keeps_deals, may_see_deal


def deal_of_case(user: User, case: Case) -> Deal | None:
    """The hands of its board; None where there is no board yet, no deal is kept, or the user may not see it."""
    if case.board is None or not keeps_deals(case.tournament) or case.state == Case.State.DISCARDED:
        return None
    if not may_see_deal(user, case.tournament, case.board.number, ruling=True):
        return None
    return hands_of(case.tournament, case.board.number)
