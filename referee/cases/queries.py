"""Who may act on a case: by the role, or because the director answers for what concerns a whole match.

The deal of the board that a case is about, for whoever may see it.
"""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from codes.format.schema import CardsAsked
from codes.library import get_rulebook
from codes.seats import Seat
from codes.tressette.deals import Deal
from people.accounts.models import User
from records.rights import Right
from referee.cases.models import Case
from referee.orders.models import Reservation
from tournaments.rounds.deal_queries import HandShown, hands_of, hands_shown, keeps_deals, may_see_deal
from tournaments.setup.models import Tournament


def is_of_match(tournament: Tournament, procedure: str) -> bool:
    """Whether the anomaly concerns the whole match and not one deal; none chosen yet does not."""
    anomaly = get_rulebook(tournament.rulebook).procedures.get(procedure)
    return anomaly is not None and anomaly.whole_match


def reaches(rights: Collection[Right], right: Right, tournament: Tournament, procedure: str) -> bool:
    """Whether these rights hold that one over the anomaly.

    Lateness, absence and lost sheets are told to the director (F.I.Bur. 39): who may give penalties may rule on them.
    """
    return right in rights or (Right.GIVE_ADJUSTMENT in rights and is_of_match(tournament, procedure))


def deal_of_case(user: User, case: Case) -> Deal | None:
    """The hands of its board; None where there is no board yet, no deal is kept, or the user may not see it."""
    deal = recorded_deal(case)
    if deal is None or case.state == Case.State.DISCARDED:
        return None
    return deal if may_see_deal(user, case.tournament, deal.board, ruling=True) else None


def hands_in_case(user: User, case: Case) -> list[HandShown]:
    """The four hands as a page shows them; none for whoever may not see them."""
    deal = deal_of_case(user, case)
    return hands_shown(deal) if deal else []


def hands_on_paper(case: Case) -> list[HandShown]:
    """The same for a paper, which goes from hand to hand: none while any table has still to play the board."""
    deal = recorded_deal(case)
    return hands_shown(deal) if deal and may_see_deal(AnonymousUser(), case.tournament, deal.board) else []


def recorded_deal(case: Case) -> Deal | None:
    """The same for nobody's eyes: what the program knows of it."""
    if case.board is None or not keeps_deals(case.tournament):
        return None
    return hands_of(case.tournament, case.board.number)


def possible_cards(question: CardsAsked, case: Case, deal: Deal | None) -> Collection[str] | None:
    """The cards, as they are written, that may answer the question by the hands; None where these do not tell."""
    if deal is None or question.held_by is None or case.responsible not in list(Seat):
        return None
    seat = Seat(case.responsible)
    holders = (seat,) if question.held_by == "responsible" else seat.opponents
    return frozenset(card.short for seat in holders for card in deal.hands[seat])


# The procedure in which a reservation is invoked, or found not to have been in time.
INVOKED = "riserva-invocata"


def reservations_about(case: Case) -> list[Reservation]:
    """The open reservations on the case's board at its table, where that is what the case decides."""
    if case.procedure != INVOKED or case.board_id is None:
        return []
    reservations = Reservation.objects.filter(state=Reservation.State.OPEN, consequence=INVOKED)
    reservations = reservations.filter(ruling__case__table=case.table_id, ruling__case__board=case.board_id)
    # One invoked at its table's page is this case's already, whatever else stands open there.
    if case.pk and Reservation.objects.filter(invoked_case=case.pk).exists():
        return []
    return list(reservations.select_related("ruling__case__tournament"))
