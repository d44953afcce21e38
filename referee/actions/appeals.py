"""An appeal that changes a ruling: its case is opened again for the panel, and the new version closes the appeal."""

from django.utils.translation import gettext as _
from django.utils.translation import override

from referee.actions.base import log, touch
from referee.models import Case, Ruling
from referee.queries.appeals import appeal_against, appeal_of
from tournaments.actions.appeals import check_judging, close_appeal
from tournaments.actions.base import Actor, action, require, required_text
from tournaments.models import Appeal
from tournaments.permissions import Right
from tournaments.refusals import Refused


@action
def change_by_appeal(*, by: Actor, appeal: Appeal, reason: str) -> Case:
    """The appealed ruling's case open again, every answer as it was; the panel decides it anew."""
    require(by, appeal.tournament, Right.RULE)
    if appeal.kind != "ruling" or appeal.record is None:
        raise Refused(_("Questo reclamo non è contro un provvedimento."))
    check_judging(by, appeal)
    number = int(appeal.record.split(":")[1])
    ruling = Ruling.objects.current().select_related("case").get(tournament=appeal.tournament, number=number)
    case = ruling.case
    if case.state != Case.State.RULED:
        raise Refused(_("Questo provvedimento è già in revisione."))
    words = required_text(reason, _("Scrivi perché il provvedimento cambia."))
    with override("it"):  # what is recorded has one language
        told = _("Reclamo n. %(number)d: %(reason)s") % {"number": appeal.number, "reason": words}
    case.state, case.revision_reason, case.appeal = Case.State.DRAFT, told, appeal.number
    touch(case, by)
    log(by, appeal.tournament, "revise_ruling", case, {"number": ruling.number, "reason": told})
    return case


def check_not_appealed(ruling: Ruling) -> None:
    """Refuse to revise what an open appeal is against: nobody but its panel decides it anew."""
    if found := appeal_against(ruling):
        words = _("Contro questo provvedimento c’è il reclamo n. %(number)d: lo cambia chi giudica il reclamo.")
        raise Refused(words % {"number": found.number})


def check_may_decide(by: Actor, case: Case) -> None:
    """Refuse whoever does not judge the open appeal by which the case is decided anew."""
    appeal = appeal_of(case)
    if appeal is not None and appeal.is_open:
        check_judging(by, appeal)


def close_with(ruling: Ruling, case: Case, by: Actor) -> None:
    """The new version of the ruling closes the appeal that asked for it."""
    appeal = appeal_of(case)
    if appeal is not None and appeal.is_open:
        close_appeal(appeal, by, state=Appeal.State.CHANGED, decision=ruling.revision_reason)
