"""Adjustments of the standings: given with a reason, cancelled with a reason, never deleted."""

from django.utils.translation import gettext as _

from tournaments.access import rights_of
from tournaments.actions.base import Actor, action, require, required_text, save_checked
from tournaments.actions.guards import check_open
from tournaments.log import write_line
from tournaments.models import Adjustment, Entry, Round, Stage, Tournament
from tournaments.permissions import Right
from tournaments.refusals import Refused


@action
def give_adjustment(
    *, by: Actor, entry: Entry, round: Round | None, kind: str, amount: int, reason: str, reference: str = ""
) -> Adjustment:
    """Give VP or MP to an entry (a penalty is negative), or warn it (amount 0)."""
    _require(by, entry.tournament, Right.GIVE_ADJUSTMENT, reference=reference)
    if round is not None and round.tournament_id != entry.tournament_id:
        raise ValueError(f"{round} is not a round of {entry.tournament}")
    check_open(entry.tournament, _stage_of(entry.tournament, round), reference=reference, at=by.at)
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
def cancel_adjustment(*, by: Actor, adjustment: Adjustment, reason: str, decision: str = "") -> Adjustment:
    """Take an adjustment out of the standings; it stays on record with who cancelled it and why.

    decision: what is cancelled under final standings takes the reference of the decision that does it.
    """
    tournament = adjustment.entry.tournament
    _require(by, tournament, Right.CANCEL_ADJUSTMENT, reference=adjustment.reference)
    check_open(tournament, _stage_of(tournament, adjustment.round), reference=decision, at=by.at)
    why = required_text(reason, _("Scrivi il motivo dell’annullamento."))
    if adjustment.is_cancelled:
        raise Refused(_("La penalità è già annullata."))
    adjustment.cancelled_by, adjustment.cancelled_at, adjustment.cancel_reason = by.user, by.at, why
    adjustment.save(update_fields=["cancelled_by", "cancelled_at", "cancel_reason"])
    _log(adjustment, by=by, action_name="cancel_adjustment", reason=why, decision=decision.strip())
    return adjustment


def _stage_of(tournament: Tournament, round: Round | None) -> Stage | None:
    """The stage in which it counts: its round's; without a round, the last one that has any."""
    if round is not None:
        return round.stage
    last = Round.objects.filter(tournament=tournament).select_related("stage").order_by("number").last()
    return last.stage if last else None


def _require(by: Actor, tournament: Tournament, right: Right, *, reference: str) -> None:
    # A ruling brings its penalties along: whoever may rule gives and takes back those that cite one.
    if not (reference.strip() and Right.RULE in rights_of(by.user, tournament)):
        require(by, tournament, right)


def _log(adjustment: Adjustment, *, by: Actor, action_name: str, reason: str, decision: str = "") -> None:
    data = {
        "entry": adjustment.entry.number,
        "round": adjustment.round.number if adjustment.round else None,
        "kind": str(adjustment.kind),
        "amount": adjustment.amount,
        "reason": reason,
        "reference": decision or adjustment.reference,
    }
    write_line(
        tournament=adjustment.entry.tournament,
        actor=by.user,
        at=by.at,
        action=action_name,
        record=adjustment,
        data=data,
    )
