"""Adjustments of the standings: given with a reason, cancelled with a reason, never deleted."""

from django.utils.translation import gettext as _

from tournaments.access import rights_of
from tournaments.actions.base import Actor, Refused, action, require, required_text, save_checked
from tournaments.log import write_line
from tournaments.models import Adjustment, Entry, Round, Tournament
from tournaments.permissions import Right


@action
def give_adjustment(
    *, by: Actor, entry: Entry, round: Round | None, kind: str, amount: int, reason: str, reference: str = ""
) -> Adjustment:
    """Give VP or MP to an entry (a penalty is negative), or warn it (amount 0)."""
    _require(by, entry.tournament, Right.GIVE_ADJUSTMENT, reference=reference)
    if round is not None and round.tournament_id != entry.tournament_id:
        raise ValueError(f"{round} is not a round of {entry.tournament}")
    adjustment = Adjustment(
        entry=entry,
        round=round,
        kind=kind,
        amount=amount,
        reason=required_text(reason, _("Scrivi il motivo.")),
        reference=reference.strip(),
        given_by=by.user,
        given_at=by.at,
    )
    save_checked(adjustment)
    _log(adjustment, by=by, action_name="give_adjustment", reason=adjustment.reason)
    return adjustment


@action
def cancel_adjustment(*, by: Actor, adjustment: Adjustment, reason: str) -> Adjustment:
    """Take an adjustment out of the standings; it stays on record with who cancelled it and why."""
    _require(by, adjustment.entry.tournament, Right.CANCEL_ADJUSTMENT, reference=adjustment.reference)
    why = required_text(reason, _("Scrivi il motivo dell’annullamento."))
    adjustment = Adjustment.objects.select_for_update(of=("self",)).get(pk=adjustment.pk)
    if adjustment.is_cancelled:
        raise Refused(_("La penalità è già annullata."))
    adjustment.cancelled_by, adjustment.cancelled_at, adjustment.cancel_reason = by.user, by.at, why
    adjustment.save(update_fields=["cancelled_by", "cancelled_at", "cancel_reason"])
    _log(adjustment, by=by, action_name="cancel_adjustment", reason=why)
    return adjustment


def _require(by: Actor, tournament: Tournament, right: Right, *, reference: str) -> None:
    """A ruling brings its penalties along: whoever may rule gives and takes back those that cite one."""
    if not (reference.strip() and Right.RULE in rights_of(by.user, tournament)):
        require(by, tournament, right)


def _log(adjustment: Adjustment, *, by: Actor, action_name: str, reason: str) -> None:
    data = {
        "entry": adjustment.entry.number,
        "round": adjustment.round.number if adjustment.round else None,
        "kind": str(adjustment.kind),
        "amount": adjustment.amount,
        "reason": reason,
        "reference": adjustment.reference,
    }
    write_line(
        tournament=adjustment.entry.tournament,
        actor=by.user,
        at=by.at,
        action=action_name,
        record=adjustment,
        data=data,
    )
