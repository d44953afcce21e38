"""Adjustments of the standings: given with a reason, cancelled with a reason, never deleted."""

from django.utils.translation import gettext as _

from records.action import Actor, action, require, required_text, save_checked
from records.requests import Refused
from records.rights import Right, rights_of
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.rounds.models import Round
from tournaments.scores.guards import check_open
from tournaments.scores.models import Adjustment
from tournaments.scores.words import is_ruling, reference_in_words
from tournaments.setup.models import Tournament
from tournaments.staff.actions import check_not_own, note_own_club
from tournaments.staff.models import ClubNotice
from tournaments.staff.queries import decides_alone, members_of, ties_of


@action
def give_adjustment(
    *,
    by: Actor,
    entry: Entry,
    round: Round | None,
    kind: str,
    amount: int,
    reason: str,
    reference: str = "",
    ruled: bool = False,
) -> Adjustment:
    """Give VP or MP to an entry (a penalty is negative), or warn it (amount 0).

    ruled: a ruling in force orders it, for which a second person was asked where the tournament wants one.
    """
    _require(by, entry.tournament, Right.GIVE_ADJUSTMENT, reference=reference)
    if round is not None and round.tournament_id != entry.tournament_id:
        raise ValueError(f"{round} is not a round of {entry.tournament}")
    check_open(entry.tournament, _stage_of(entry.tournament, round), reference=reference, at=by.at)
    if not ruled and kind == Adjustment.Kind.VP and amount < 0:
        _check_weight(by, entry, round, amount)
    why = required_text(reason, _("Scrivi il motivo."))
    adjustment = Adjustment(
        entry=entry, round=round, kind=kind, amount=amount, reason=why, reference=reference.strip(), given_by=by.user,
        given_at=by.at,
    )  # fmt: skip
    return _give(adjustment, by, ruled=ruled)


def adjust_by_decision(by: Actor, adjustment: Adjustment) -> Adjustment:
    """Within an action of whoever carries out what binds the tournament, and chooses nothing: VP or MP as ordered."""
    adjustment.given_by, adjustment.given_at = by.user, by.at
    return _give(adjustment, by, ruled=True)


def cancel_by_decision(by: Actor, adjustment: Adjustment, *, reason: str, decision: str) -> Adjustment:
    """The same of what an earlier version of the decision gave."""
    return _cancel(adjustment, by, reason=reason, decision=decision, ruled=True)


def _give(adjustment: Adjustment, by: Actor, *, ruled: bool) -> Adjustment:
    save_checked(adjustment)
    _check_own(by, adjustment, ClubNotice.Act.GIVES, ruled=ruled)
    return _log_adjustment(by, adjustment, "give_adjustment", reason=adjustment.reason)


@action
def cancel_adjustment(
    *, by: Actor, adjustment: Adjustment, reason: str, decision: str = "", ruled: bool = False
) -> Adjustment:
    """Take an adjustment out of the standings; it stays on record with who cancelled it and why.

    decision: what is cancelled under final standings takes the reference of the decision that does it. ruled: the
    ruling that ordered it is revised or annulled.
    """
    tournament = adjustment.entry.tournament
    _require(by, tournament, Right.CANCEL_ADJUSTMENT, reference=adjustment.reference)
    check_open(tournament, _stage_of(tournament, adjustment.round), reference=decision, at=by.at)
    why = required_text(reason, _("Scrivi il motivo dell’annullamento."))
    if adjustment.is_cancelled:
        raise Refused(_("La penalità è già annullata."))
    if not ruled and is_ruling(adjustment.reference) and _weighs(adjustment):
        words = _("Questa penalità vuole due persone: si toglie annullando o rivedendo il %(ruling)s.")
        raise Refused(words % {"ruling": reference_in_words(adjustment.reference)})
    return _cancel(adjustment, by, reason=why, decision=decision.strip(), ruled=ruled)


def _cancel(adjustment: Adjustment, by: Actor, *, reason: str, decision: str, ruled: bool) -> Adjustment:
    adjustment.cancelled_by, adjustment.cancelled_at, adjustment.cancel_reason = by.user, by.at, reason
    adjustment.save(update_fields=["cancelled_by", "cancelled_at", "cancel_reason"])
    _check_own(by, adjustment, ClubNotice.Act.CANCELS, ruled=ruled)
    return _log_adjustment(by, adjustment, "cancel_adjustment", reason=reason, decision=decision)


def _check_own(by: Actor, adjustment: Adjustment, act: str, *, ruled: bool) -> None:
    """Nobody gives or forgives the own pair anything; by hand, who is of the own club or name is told before."""
    tournament, members = adjustment.entry.tournament, members_of([adjustment.entry_id])
    if ruled:  # what a ruling orders was told on its page
        check_not_own(ties_of(by.user, tournament), members)
    else:
        note_own_club(by, tournament, act, adjustment.key, members)


def _weighs(adjustment: Adjustment) -> bool:
    tournament = adjustment.entry.tournament
    vp = -adjustment.amount if adjustment.kind == Adjustment.Kind.VP else 0
    return bool(tournament.confirm_vp and vp >= tournament.confirm_vp) and not decides_alone(tournament)


def _check_weight(by: Actor, entry: Entry, round: Round | None, amount: int) -> None:
    """Refuse by hand what the tournament wants two persons for, also in several parts by the same hand."""
    mine = Adjustment.objects.filter(
        entry=entry, round=round, kind=Adjustment.Kind.VP, amount__lt=0, given_by=by.user, cancelled_at__isnull=True
    )
    before = sum(-one for reference, one in mine.values_list("reference", "amount") if not is_ruling(reference))
    threshold = entry.tournament.confirm_vp
    if threshold and before - amount >= threshold and not decides_alone(entry.tournament):
        words = _(
            "Da %(vp)d VP in questo torneo una penalità vuole due persone: si propone con un provvedimento, dalla "
            "pagina del tavolo, e la conferma un capo arbitro."
        )
        raise Refused(words % {"vp": threshold})


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


def _log_adjustment(by: Actor, adjustment: Adjustment, name: str, *, reason: str, decision: str = "") -> Adjustment:
    data = {
        "entry": adjustment.entry.number,
        "round": adjustment.round.number if adjustment.round else None,
        "kind": str(adjustment.kind),
        "amount": adjustment.amount,
        "reason": reason,
        "reference": decision or adjustment.reference,
    }
    return by.log(adjustment, name, **data)
