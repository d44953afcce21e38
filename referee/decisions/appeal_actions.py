"""An appeal that changes a ruling: its case is opened again for the panel, and the new version closes the appeal."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import override

from people.accounts.models import User
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right
from referee.cases.base_actions import require_over, restore, touch
from referee.cases.models import Case
from referee.decisions.appeal_queries import appeal_against, appeal_awaited, appeal_of, why_awaited, why_not_scoring
from referee.proposals.models import ProposedRuling
from referee.rulings.models import Ruling
from tournaments.appeals.actions import check_judging, close_appeal, note_present
from tournaments.appeals.models import Appeal
from tournaments.appeals.queries import majority_of, panel_of


@action(logs="revise_ruling")
def change_by_appeal(*, by: Actor, appeal: Appeal, reason: str, present: Collection[User] = ()) -> Case:
    """The appealed ruling's case open again, every answer as it was; the panel decides it anew.

    present: who of the panel takes part, beside who opens it.
    """
    if appeal.kind != "ruling" or appeal.record is None:
        raise Refused(_("Questo reclamo non è contro un provvedimento."))
    number = int(appeal.record.split(":")[1])
    ruling = Ruling.objects.current().select_related("case").get(tournament=appeal.tournament, number=number)
    require_over(by, appeal.tournament, Right.RULE, ruling.procedure)
    check_judging(by, appeal)
    case = ruling.case
    if appeal_of(case):
        raise Refused(_("Questo provvedimento è già in revisione."))
    note_present(by, appeal, present)
    words = required_text(reason, _("Scrivi perché il provvedimento cambia."))
    with override("it"):  # what is recorded has one language
        told = _("Reclamo n. %(number)d: %(reason)s") % {"number": appeal.number, "reason": words}
    _set_aside(case, ruling, by, told)
    case.state, case.revision_reason, case.appeal = Case.State.DRAFT, told, appeal.number
    touch(case, by)
    return by.log(case, number=ruling.number, reason=told)


def check_not_appealed(ruling: Ruling) -> None:
    """Refuse to revise what an open appeal is against: nobody but its panel decides it anew."""
    if found := appeal_against(ruling):
        words = _("Contro questo provvedimento c’è il reclamo n. %(number)d: lo cambia chi giudica il reclamo.")
        raise Refused(words % {"number": found.number})


def check_may_decide(by: Actor, case: Case) -> None:
    """Refuse whoever does not judge the open appeal against the case's ruling, and a revision begun before it."""
    appeal = appeal_awaited(case)
    if appeal is None:
        return
    if why := why_awaited(case, appeal):
        raise Refused(why)
    check_judging(by, appeal)


def check_may_score(by: Actor, case: Case) -> None:
    """Refuse whoever the appeal was against to choose the score of what it changed, and others while it is open."""
    check_may_decide(by, case)
    if why := why_not_scoring(case, by.user):
        raise Refused(why)


def check_may_give_up(by: Actor, case: Case) -> None:
    """Refuse to give up what the panel is deciding anew; a revision begun before the appeal may go."""
    if appeal := appeal_of(case):
        check_judging(by, appeal)


def note_deciding(by: Actor, case: Case) -> None:
    """Write who of the panel decides what is about to be recorded, refused where they are fewer than its majority.

    Before it is recorded: then they are makers of what stands, whom an appeal bars.
    """
    appeal = appeal_of(case)
    panel = panel_of(appeal) if appeal else []
    taking = [judge.user for judge in panel if judge.took_part or judge.user_id == by.user.pk]
    if panel and len(taking) < majority_of(panel):
        words = _(
            "Ha preso parte meno della maggioranza della giuria: rinuncia alla revisione, e riaprila segnando chi."
        )
        raise Refused(words)
    if appeal:
        note_present(by, appeal, taking)


def close_with(ruling: Ruling, case: Case, by: Actor) -> None:
    """The new version of the ruling closes the appeal that asked for it."""
    if appeal := appeal_of(case):
        close_appeal(appeal, by, state=Appeal.State.CHANGED, decision=ruling.revision_reason)


def _set_aside(case: Case, ruling: Ruling, by: Actor, told: str) -> None:
    """A revision begun before the appeal, with its proposal: the panel begins from the answers of what it judges."""
    if not case.is_draft:
        return
    restore(case, ruling)
    proposal = ProposedRuling.objects.filter(case=case, state=ProposedRuling.State.WAITING).first()
    case.proposal = case.returned = None
    case.waits = {}
    if proposal is None:
        return
    proposal.state, proposal.answer = ProposedRuling.State.RETURNED, told
    proposal.answered_by, proposal.answered_at = by.user, by.at
    proposal.save()
    by.log(proposal, "return_ruling", case=case.number, proposal=proposal.number, reason=told)
