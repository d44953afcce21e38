"""Appeals (reclami): filed against a record, heard by a panel, decided by nobody whose own it is, or withdrawn."""

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.access import rights_of
from tournaments.actions.base import Actor, action, require, required_text, save_checked
from tournaments.actions.own_club import note_own_club
from tournaments.actions.seen import who_changed
from tournaments.log import write_line
from tournaments.models import Appeal, AppealJudge, AppealNote, ClubNotice, Entry, User
from tournaments.permissions import Right
from tournaments.queries.appeals import barred, grievance, members_heard, panel_of
from tournaments.queries.own_club import of_own_club
from tournaments.refusals import Refused

# The log calls each end by its own name.
ENDS: Mapping[str, str] = {
    Appeal.State.UPHELD: "uphold_appeal",
    Appeal.State.CHANGED: "change_appeal",
    Appeal.State.REJECTED: "reject_appeal",
    Appeal.State.MERITLESS: "meritless_appeal",
}
# From which state a deposit goes to which.
DEPOSITS: Mapping[str, tuple[str, ...]] = {
    Appeal.Deposit.DUE: (Appeal.Deposit.RECEIVED,),
    Appeal.Deposit.RECEIVED: (Appeal.Deposit.RETURNED, Appeal.Deposit.FORFEITED),
}


@action
def file_appeal(
    *, by: Actor, entry: Entry, against: str, grounds: str, late_reason: str = "", deposit_received: bool = False
) -> Appeal:
    """Receive an appeal of an entry; against: the key of the record (`tournaments.queries.appeals`)."""
    tournament = entry.tournament
    require(by, tournament, Right.RECEIVE_APPEAL)
    found = grievance(tournament, against)
    if found is None:
        raise Refused(_("Scegli contro che cosa è il reclamo: dalla pagina del provvedimento, punteggio o classifica."))
    if found.is_past:
        raise Refused(_("Non è più in vigore: il reclamo si presenta contro la versione che ne ha preso il posto."))
    late = found.due_at is not None and by.at > found.due_at
    if late:
        late_reason = required_text(late_reason, _("Il termine è passato: scrivi perché il reclamo è ammesso."))
    last = Appeal.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    cents = tournament.appeal_deposit or 0
    deposit = Appeal.Deposit.RECEIVED if deposit_received else Appeal.Deposit.DUE
    appeal = Appeal(
        tournament=tournament,
        number=last + 1,
        entry=entry,
        against=found.words,
        record=found.key,
        made_by=sorted(found.makers),
        noticed_at=found.noticed_at,
        due_at=found.due_at,
        late_reason=late_reason.strip() if late else "",
        deposit_cents=cents,
        deposit=deposit if cents else "",
        grounds=required_text(grounds, _("Scrivi i motivi del reclamo.")),
        filed_by=by.user,
        filed_at=by.at,
    )
    save_checked(appeal)
    _log(appeal, by=by, action_name="file_appeal", reason=appeal.grounds, record_key=found.key)
    return appeal


@action
def name_judge(*, by: Actor, appeal: Appeal, user: User, role: str) -> AppealJudge:
    """Put somebody of the staff on the panel; never who made the record, received the appeal or plays."""
    require(by, appeal.tournament, Right.NAME_PANEL)
    _check_open(appeal)
    if Right.RECEIVE_APPEAL not in rights_of(user, appeal.tournament):
        raise Refused(_("Giudica chi ha un incarico di arbitro o direttore nel torneo."))
    _check_not_barred(appeal, user)
    judge = AppealJudge(appeal=appeal, user=user, role=role, named_by=by.user, named_at=by.at)
    save_checked(judge)
    if words := of_own_club(user, appeal.tournament, members_heard(appeal)):  # the list of who may sit tells it
        given = {"record": f"appeal:{appeal.number}", "user": user, "act": ClubNotice.Act.SITS}
        told = {"words": words, "told_at": by.at}
        ClubNotice.objects.get_or_create(tournament=appeal.tournament, **given, defaults=told)
    _log(appeal, by=by, action_name="name_judge", reason="", judge=user.pk, role=role)
    return judge


@action
def release_judge(*, by: Actor, judge: AppealJudge, reason: str) -> AppealJudge:
    """Take somebody off the panel of an open appeal; that they sat on it stays."""
    require(by, judge.appeal.tournament, Right.NAME_PANEL)
    _check_open(judge.appeal)
    if judge.left_at:
        raise Refused(_("Non è più nella giuria."))
    judge.left_at = by.at
    judge.left_reason = required_text(reason, _("Scrivi perché lascia la giuria."))
    save_checked(judge)
    _log(judge.appeal, by=by, action_name="release_judge", reason=judge.left_reason, judge=judge.user_id)
    return judge


@action
def note_on_appeal(*, by: Actor, appeal: Appeal, kind: str, speaker: str, text: str) -> AppealNote:
    """Write down what a party states, or what is said at the hearing."""
    require(by, appeal.tournament, Right.RECEIVE_APPEAL)
    _check_open(appeal)
    note = AppealNote(
        appeal=appeal,
        kind=kind,
        speaker=speaker.strip(),
        text=required_text(text, _("Scrivi che cosa è stato detto.")),
        written_by=by.user,
        written_at=by.at,
    )
    save_checked(note)
    _log(appeal, by=by, action_name="note_on_appeal", reason="", kind=kind)
    return note


@action
def settle_deposit(*, by: Actor, appeal: Appeal, deposit: str) -> Appeal:
    """The deposit is received, and after the decision returned or kept."""
    require(by, appeal.tournament, Right.RECEIVE_APPEAL)
    if deposit not in DEPOSITS.get(appeal.deposit, ()):
        words = _("Il deposito non è in questo stato: intanto %(who)s ha scritto «%(state)s», come vedi ora.")
        raise Refused(words % {"who": who_changed(appeal), "state": appeal.get_deposit_display() or "–"})
    if deposit != Appeal.Deposit.RECEIVED and appeal.is_open:
        raise Refused(_("Il deposito si restituisce o si trattiene quando il reclamo è deciso o ritirato."))
    appeal.deposit = deposit
    save_checked(appeal)
    _log(appeal, by=by, action_name="settle_deposit", reason="", deposit=deposit, cents=appeal.deposit_cents)
    return appeal


@action
def decide_appeal(*, by: Actor, appeal: Appeal, outcome: str, decision: str) -> Appeal:
    """Uphold or reject an appeal, in words; never by whose own decision it is, who received it or plays."""
    check_judging(by, appeal)
    words = required_text(decision, _("Scrivi la decisione."))
    if outcome not in ENDS:
        raise Refused(_("Scegli l’esito."))
    if outcome == Appeal.State.CHANGED:
        _check_changed(appeal)
    note_own_club(by, appeal.tournament, ClubNotice.Act.HEARS, f"appeal:{appeal.number}", members_heard(appeal))
    return close_appeal(appeal, by, state=outcome, decision=words)


@action
def withdraw_appeal(*, by: Actor, appeal: Appeal, reason: str) -> Appeal:
    require(by, appeal.tournament, Right.RECEIVE_APPEAL)
    words = required_text(reason, _("Scrivi chi ha ritirato il reclamo e perché."))
    _check_open(appeal)
    return close_appeal(appeal, by, state=Appeal.State.WITHDRAWN, decision=words)


def check_judging(by: Actor, appeal: Appeal) -> None:
    """Refuse whoever may not decide the appeal: with a panel who is not on it, without one who has not the right."""
    panel = {judge.user_id for judge in panel_of(appeal)}
    if not panel:
        require(by, appeal.tournament, Right.DECIDE_APPEAL)
    elif Right.RECEIVE_APPEAL not in rights_of(by.user, appeal.tournament):
        raise PermissionDenied(Right.RECEIVE_APPEAL)
    _check_open(appeal)
    _check_not_barred(appeal, by.user)
    if panel and by.user.pk not in panel:
        raise Refused(_("Di questo reclamo decide la sua giuria."))


def close_appeal(appeal: Appeal, by: Actor, *, state: str, decision: str) -> Appeal:
    """End the appeal, within an action."""
    appeal.state, appeal.decision = state, decision
    appeal.decided_by, appeal.decided_at = by.user, by.at
    save_checked(appeal)
    _log(appeal, by=by, action_name=ENDS.get(state, "withdraw_appeal"), reason=decision)
    return appeal


def _check_open(appeal: Appeal) -> None:
    if not appeal.is_open:
        raise Refused(_("Questo reclamo è già chiuso."))


def _check_not_barred(appeal: Appeal, user: User) -> None:
    if why := barred(appeal, user):
        raise Refused(why)


def _check_changed(appeal: Appeal) -> None:
    """What an appeal changes is a new version of the record: without one nothing was changed."""
    found = grievance(appeal.tournament, appeal.record) if appeal.record else None
    if appeal.kind in ("score", "match") and found is not None and found.is_past:
        return
    if appeal.kind == "ruling":
        raise Refused(
            _("Il provvedimento si cambia con «Cambia il provvedimento»: la nuova versione chiude il reclamo.")
        )
    raise Refused(_("Prima correggi il punteggio: «cambiata» dice che c’è già la nuova versione."))


def _log(appeal: Appeal, *, by: Actor, action_name: str, reason: str, **more: object) -> None:
    write_line(
        tournament=appeal.tournament,
        actor=by.user,
        at=by.at,
        action=action_name,
        record=appeal,
        data={"appeal": appeal.number, "entry": appeal.entry.number, "against": appeal.against, "reason": reason}
        | more,
    )
