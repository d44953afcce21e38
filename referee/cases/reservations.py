"""The open reservation that a case is about: who voiced it, and against whom (75)."""

from referee.models import Case, Reservation

# The procedure in which a reservation is invoked, or found not to have been in time.
INVOKED = "riserva-invocata"


def reservations_about(case: Case) -> list[Reservation]:
    """The open reservations on the case's board at its table, where that is what the case decides."""
    if case.procedure != INVOKED or case.board_id is None:
        return []
    found = Reservation.objects.filter(state=Reservation.State.OPEN, consequence=INVOKED)
    found = found.filter(ruling__case__table=case.table_id, ruling__case__board=case.board_id)
    # One invoked at its table's page is this case's already, whatever else stands open there.
    if case.pk and Reservation.objects.filter(invoked_case=case.pk).exists():
        return []
    return list(found.select_related("ruling__case__tournament"))
