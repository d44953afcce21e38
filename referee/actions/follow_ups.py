"""Going on from a ruling: the case that follows it, with everything that is known already."""

from django.utils.translation import gettext as _

from referee.actions.base import log, next_number, require_over
from referee.cases.follow_ups import follow_ups
from referee.cases.walk import asked_first, book_of
from referee.models import Case, Ruling
from tournaments.actions.base import Actor, action
from tournaments.permissions import Right
from tournaments.refusals import Refused


@action
def follow_ruling(*, by: Actor, ruling: Ruling, procedure: str) -> Case:
    """A draft of what follows the ruling at its table; who it was comes along where it is asked in the same words."""
    tournament = ruling.tournament
    require_over(by, tournament, Right.OPEN_CASE, procedure)
    follow = next((one for one in follow_ups(ruling) if one.procedure == procedure), None)
    if follow is None:
        raise Refused(_("Da questo provvedimento non segue altro."))
    origin, book = ruling.case, book_of(tournament)
    same = follow.same or asked_first(book, procedure) == asked_first(book, ruling.procedure)
    case = Case.objects.create(
        tournament=tournament,
        number=next_number(tournament, Case.objects.all()),
        table=origin.table,
        board=origin.board,
        procedure=procedure,
        responsible=ruling.scene["responsible"] if same else "",
        facts=follow.facts,
        opened_by=by.user,
        opened_at=by.at,
        updated_at=by.at,
    )
    log(by, tournament, "follow_ruling", case, {"number": case.number, "ruling": ruling.number, "procedure": procedure})
    return case
