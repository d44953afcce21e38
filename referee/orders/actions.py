"""Reservations and standing orders after they were given: invoked, lapsed, ended.

Giving each of two lines that had swapped tables the match that it played (F.I.Bur. 2).
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from records.action import Actor, action
from records.requests import Refused
from records.rights import Right
from referee.cases.base_actions import nested_actor, next_number, require_over
from referee.cases.models import Case
from referee.cases.walk import book_of, responsible_question
from referee.orders.models import Reservation, StandingOrder
from referee.orders.pair_swaps import KIND, swapped
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.scores.guards import check_running
from tournaments.scores.match_actions import Figures, give_match_score, version_of


@action(Right.OPEN_CASE)
def invoke_reservation(*, by: Actor, reservation: Reservation, seat: str) -> Case:
    """The case of a reservation that the player in `seat` invokes: only who voiced it may (75)."""
    _check_open(reservation)
    if seat != reservation.voiced_by:
        raise Refused(
            _("Solo %(name)s, che ha espresso la riserva, può farla valere.") % {"name": reservation.voiced_by_name}
        )
    check_running(reservation.ruling.tournament)
    origin, consequence = reservation.ruling.case, _consequence(reservation)
    book = book_of(origin.tournament)
    # Asked for in other words it is somebody else, maybe: then the wizard asks.
    same = responsible_question(book, consequence) == responsible_question(book, origin.procedure)
    case = Case.objects.create(
        tournament=origin.tournament,
        number=next_number(origin.tournament, Case.objects.all()),
        table=origin.table,
        board=origin.board,
        procedure=consequence,
        responsible=origin.responsible if same else "",
        # Who voiced it, nobody else, must raise it, and at once (75): so it is that player who detects, in time.
        detectors=[str(reservation.voiced_by)],
        timing=Case.Timing.TIMELY,
        opened_by=by.user,
        opened_at=by.at,
        updated_at=by.at,
    )
    reservation.state, reservation.invoked_case = Reservation.State.INVOKED, case
    _close(reservation, by)
    by.log(reservation, case=case.number, seat=seat)
    return case


@action(Right.RULE)
def settle_reservation(*, by: Actor, reservation: Reservation, case: Case, annulled: bool) -> Reservation:
    """The reservation that a ruling was about, closed by it: invoked if it annuls, lapsed if not."""
    _check_open(reservation)
    state = Reservation.State
    reservation.state, reservation.invoked_case = (state.INVOKED, case) if annulled else (state.LAPSED, None)
    _close(reservation, by)
    event = "invoke_reservation" if annulled else "lapse_reservation"
    return by.log(reservation, event, case=case.number, seat=reservation.voiced_by)


@action(Right.RULE)
def lapse_reservation(*, by: Actor, reservation: Reservation) -> Reservation:
    """The deal ended without the feared effect: the suspended healing is final (75)."""
    _check_open(reservation)
    reservation.state = Reservation.State.LAPSED
    _close(reservation, by)
    return by.log(reservation, ruling=reservation.ruling.number)


@action(Right.RULE)
def end_order(*, by: Actor, order: StandingOrder, outcome: str = "") -> StandingOrder:
    """It binds nobody any more; of a choice `outcome` says what became of it: chosen, waived, lapsed."""
    if not order.is_active:
        raise Refused(_("La scelta è già fatta.") if order.is_choice else _("Quest’ordine è già finito."))
    if outcome and (not order.is_choice or outcome not in StandingOrder.OUTCOMES):
        raise Refused(_("Di’ se è stata esercitata, rinunciata o è decaduta."))
    order.state = StandingOrder.State(outcome or StandingOrder.State.ENDED)
    order.ended_by, order.ended_at = by.user, by.at
    order.save(update_fields=["state", "ended_by", "ended_at"])
    told = {"outcome": outcome} if outcome else {}
    return by.log(order, ruling=order.ruling.number, what=order.what, **told)


def _check_open(reservation: Reservation) -> None:
    if not reservation.is_open:
        raise Refused(_("Questa riserva è già chiusa."))


def _consequence(reservation: Reservation) -> str:
    """The procedure that the invoked reservation opens, if this edition of the code still has it."""
    tournament = reservation.ruling.case.tournament
    procedure = book_of(tournament).procedures.get(reservation.consequence)
    return procedure.id if procedure and procedure.applies_to(tournament.options) else ""


def _close(reservation: Reservation, by: Actor) -> None:
    reservation.closed_by, reservation.closed_at = by.user, by.at
    reservation.save(update_fields=["state", "invoked_case", "closed_by", "closed_at"])


@action
def credit_swapped(*, by: Actor, ruling: Ruling) -> Ruling:
    """Both matches get their score by that ruling; refused while a deal is missing, and once they have it."""
    require_over(by, ruling.tournament, Right.RULE, ruling.procedure)
    found = swapped(ruling)
    if found.waiting:
        raise Refused(_("Manca ancora un punteggio ai tavoli del provvedimento."))
    if not (ruling.is_current and found.scores):
        raise Refused(_("Queste coppie hanno già il punteggio della partita che hanno giocato."))
    give_swapped(ruling, found.scores, by=by)
    return ruling


def give_swapped(ruling: Ruling, scores: Mapping[Table, Figures], *, by: Actor) -> None:
    for table, figures in scores.items():
        give_match_score(
            by=nested_actor(by, f"swapped{table.number}"),
            table=table,
            kind=KIND,
            figures=figures,
            reason=ruling.title["it"],
            reference=ruling.reference,
            expected_version=version_of(table),
            decision=ruling.reference,
        )
