"""Appeals (reclami): received, decided by somebody else than who received them, or withdrawn."""

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.actions.base import Actor, action, require, required_text, save_checked
from tournaments.log import write_line
from tournaments.models import Appeal, Entry
from tournaments.permissions import Right
from tournaments.refusals import Refused


@action
def file_appeal(*, by: Actor, entry: Entry, against: str, grounds: str) -> Appeal:
    """Receive an appeal of an entry; against: a ruling's reference or published standings, as text."""
    tournament = entry.tournament
    require(by, tournament, Right.RECEIVE_APPEAL)
    last = Appeal.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    appeal = Appeal(
        tournament=tournament,
        number=last + 1,
        entry=entry,
        against=required_text(against, _("Scrivi contro che cosa è il reclamo.")),
        grounds=required_text(grounds, _("Scrivi i motivi del reclamo.")),
        filed_by=by.user,
        filed_at=by.at,
    )
    save_checked(appeal)
    _log(appeal, by=by, action_name="file_appeal", reason=appeal.grounds)
    return appeal


@action
def decide_appeal(*, by: Actor, appeal: Appeal, upheld: bool, decision: str) -> Appeal:
    """Uphold or reject an appeal, in words; never by who received it."""
    require(by, appeal.tournament, Right.DECIDE_APPEAL)
    words = required_text(decision, _("Scrivi la decisione."))
    _check_open(appeal)
    if appeal.filed_by_id == by.user.pk:
        raise Refused(_("Chi ha ricevuto il reclamo non lo decide: lo decide un altro."))
    state = Appeal.State.UPHELD if upheld else Appeal.State.REJECTED
    return _close(appeal, by, state=state, decision=words, action_name="uphold_appeal" if upheld else "reject_appeal")


@action
def withdraw_appeal(*, by: Actor, appeal: Appeal, reason: str) -> Appeal:
    require(by, appeal.tournament, Right.RECEIVE_APPEAL)
    words = required_text(reason, _("Scrivi chi ha ritirato il reclamo e perché."))
    _check_open(appeal)
    return _close(appeal, by, state=Appeal.State.WITHDRAWN, decision=words, action_name="withdraw_appeal")


def _check_open(appeal: Appeal) -> None:
    if appeal.state != Appeal.State.OPEN:
        raise Refused(_("Questo reclamo è già chiuso."))


def _close(appeal: Appeal, by: Actor, *, state: str, decision: str, action_name: str) -> Appeal:
    appeal.state, appeal.decision = state, decision
    appeal.decided_by, appeal.decided_at = by.user, by.at
    save_checked(appeal)
    _log(appeal, by=by, action_name=action_name, reason=decision)
    return appeal


def _log(appeal: Appeal, *, by: Actor, action_name: str, reason: str) -> None:
    write_line(
        tournament=appeal.tournament,
        actor=by.user,
        at=by.at,
        action=action_name,
        record=appeal,
        data={"appeal": appeal.number, "entry": appeal.entry.number, "against": appeal.against, "reason": reason},
    )
