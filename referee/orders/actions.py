"""Reservations and standing orders after they were given: invoked, lapsed, ended.

Giving each of two lines that had swapped tables the match that it played (F.I.Bur. 2).
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from records.action import Actor, action, require
from records.refusals import Refused
from records.rights import Right
from referee.cases.base_actions import log, nested, next_number, require_over
from referee.cases.models import Case
from referee.cases.walk import asked_first, book_of
from referee.orders.models import Reservation, StandingOrder
from referee.orders.swapped import KIND, swapped
from referee.rulings.models import Ruling
from tournaments.match_scores.actions import Figures, give_match_score, version_of
from tournaments.rounds.models import Table
from tournaments.scores.guards import check_running


@action
def invoke_reservation(*, by: Actor, reservation: Reservation, seat: str) -> Case:
    """The case of a reservation that the player in `seat` invokes: only who voiced it may (75)."""
    _check(by, reservation, Right.OPEN_CASE)
    if seat != reservation.voiced_by:
        raise Refused(
            _("Solo %(name)s, che ha espresso la riserva, può farla valere.") % {"name": reservation.voiced_by_name}
        )
    check_running(reservation.ruling.tournament)
    origin, consequence = reservation.ruling.case, _consequence(reservation)
    book = book_of(origin.tournament)
    # Asked for in other words it is somebody else, maybe: then the wizard asks.
    same = asked_first(book, consequence) == asked_first(book, origin.procedure)
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
    log(by, origin.tournament, "invoke_reservation", reservation, {"case": case.number, "seat": seat})
    return case


@action
def settle_reservation(*, by: Actor, reservation: Reservation, case: Case, annulled: bool) -> Reservation:
    """The reservation that a ruling was about, closed by it: invoked if it annuls, lapsed if not."""
    _check(by, reservation, Right.RULE)
    state = Reservation.State
    reservation.state, reservation.invoked_case = (state.INVOKED, case) if annulled else (state.LAPSED, None)
    _close(reservation, by)
    event = "invoke_reservation" if annulled else "lapse_reservation"
    log(by, reservation.ruling.tournament, event, reservation, {"case": case.number, "seat": reservation.voiced_by})
    return reservation


@action
def lapse_reservation(*, by: Actor, reservation: Reservation) -> Reservation:
    """The deal ended without the feared effect: the suspended healing is final (75)."""
    _check(by, reservation, Right.RULE)
    reservation.state = Reservation.State.LAPSED
    _close(reservation, by)
    log(by, reservation.ruling.tournament, "lapse_reservation", reservation, {"ruling": reservation.ruling.number})
    return reservation


@action
def end_order(*, by: Actor, order: StandingOrder) -> StandingOrder:
    require(by, order.ruling.tournament, Right.RULE)
    if not order.is_active:
        raise Refused(_("Quest’ordine è già finito."))
    order.state, order.ended_by, order.ended_at = StandingOrder.State.ENDED, by.user, by.at
    order.save(update_fields=["state", "ended_by", "ended_at"])
    log(by, order.ruling.tournament, "end_order", order, {"ruling": order.ruling.number, "what": order.what})
    return order


def _check(by: Actor, reservation: Reservation, right: Right) -> None:
    require(by, reservation.ruling.tournament, right)
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
            by=nested(by, f"swapped{table.number}"),
            table=table,
            kind=KIND,
            figures=figures,
            reason=ruling.title["it"],
            reference=ruling.reference,
            expected_version=version_of(table),
            decision=ruling.reference,
        )
