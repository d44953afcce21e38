"""Appeals (reclami): filed against a record, heard by a panel, decided by nobody whose own it is, or withdrawn."""

from collections.abc import Collection, Mapping

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.utils.translation import gettext as _

from people.accounts.models import User
from records.action import Actor, action, require, required_text, save_checked
from records.locks import who_changed
from records.requests import Refused
from records.rights import Right, rights_of
from tournaments.appeals.models import Appeal, AppealJudge, AppealNote
from tournaments.appeals.queries import (
    corrected_by,
    grievance,
    is_changed,
    lacks_arbiter,
    majority_of,
    members_heard,
    own_matter,
    panel_of,
    reasons_not_to_judge,
    reference_of,
    why_not_naming,
)
from tournaments.entries.models import Entry, EntryMember
from tournaments.scores.words import reference_in_words
from tournaments.staff.actions import note_own_club
from tournaments.staff.models import ClubNotice
from tournaments.staff.queries import ties_in_words

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


@action(Right.RECEIVE_APPEAL)
def file_appeal(
    *, by: Actor, entry: Entry, against: str, grounds: str, late_reason: str = "", deposit_received: bool = False
) -> Appeal:
    """Receive an appeal of an entry; against: the key of the record (`tournaments.appeals.queries`)."""
    tournament = entry.tournament
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
        made_by=sorted(found.everybody),
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
    return _log_appeal(by, appeal, reason=appeal.grounds, record_key=found.key)


@action(Right.NAME_PANEL)
def name_judge(*, by: Actor, appeal: Appeal, user: User, role: str) -> AppealJudge:
    """Put somebody of the staff on the panel; never who made the record, received the appeal or plays."""
    _check_open(appeal)
    _check_may_name(appeal, by.user)
    if Right.RECEIVE_APPEAL not in rights_of(user, appeal.tournament):
        raise Refused(_("Giudica chi ha un incarico di arbitro o direttore nel torneo."))
    _check_not_barred(appeal, user)
    judge = AppealJudge(appeal=appeal, user=user, role=role, named_by=by.user, named_at=by.at)
    save_checked(judge)
    if words := ties_in_words(user, appeal.tournament, members_heard(appeal)):  # the list of who may sit tells it
        given = {"record": f"appeal:{appeal.number}", "user": user, "act": ClubNotice.Act.SITS}
        told = {"words": words, "told_at": by.at}
        ClubNotice.objects.get_or_create(tournament=appeal.tournament, **given, defaults=told)
    _log_appeal(by, appeal, judge=user.pk, role=role)
    return judge


@action(Right.NAME_PANEL)
def release_judge(*, by: Actor, judge: AppealJudge, reason: str) -> AppealJudge:
    """Take somebody off the panel of an open appeal; that they sat on it stays."""
    _check_open(judge.appeal)
    _check_may_name(judge.appeal, by.user)
    if judge.left_at:
        raise Refused(_("Non è più nella giuria."))
    judge.left_at = by.at
    judge.left_reason = required_text(reason, _("Scrivi perché lascia la giuria."))
    save_checked(judge)
    _log_appeal(by, judge.appeal, reason=judge.left_reason, judge=judge.user_id)
    return judge


@action(Right.RECEIVE_APPEAL)
def note_on_appeal(*, by: Actor, appeal: Appeal, kind: str, speaker: str, text: str) -> AppealNote:
    """Write down what a party states, or what is said at the hearing."""
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
    _log_appeal(by, appeal, kind=kind)
    return note


@action(Right.RECEIVE_APPEAL)
def settle_deposit(*, by: Actor, appeal: Appeal, deposit: str) -> Appeal:
    """The deposit is received, and after the decision returned, or kept of an appeal that was not upheld."""
    if deposit not in DEPOSITS.get(appeal.deposit, ()):
        words = _("Il deposito non è in questo stato: intanto %(who)s ha scritto «%(state)s», come vedi ora.")
        raise Refused(words % {"who": who_changed(appeal), "state": appeal.get_deposit_display() or "–"})
    if deposit != Appeal.Deposit.RECEIVED and appeal.is_open:
        raise Refused(_("Il deposito si restituisce o si trattiene quando il reclamo è deciso o ritirato."))
    if deposit == Appeal.Deposit.FORFEITED and appeal.is_upheld:
        raise Refused(_("Il reclamo è stato accolto: il deposito si restituisce."))
    if deposit != Appeal.Deposit.RECEIVED:
        _check_not_own(appeal, by.user)
    appeal.deposit = deposit
    save_checked(appeal)
    return _log_appeal(by, appeal, deposit=deposit, cents=appeal.deposit_cents)


@action
def decide_appeal(*, by: Actor, appeal: Appeal, outcome: str, decision: str, present: Collection[User] = ()) -> Appeal:
    """Uphold or reject an appeal, in words; never by whose own decision it is, who received it or plays.

    present: who of the panel took part, beside who writes it down; at least its majority.
    """
    check_judging(by, appeal)
    words = required_text(decision, _("Scrivi la decisione."))
    if outcome not in ENDS:
        raise Refused(_("Scegli l’esito."))
    if lacks_arbiter(appeal, panel_of(appeal)):
        raise Refused(_("Contro questo provvedimento giudica almeno un arbitro: prima aggiungetene uno alla giuria."))
    _check_outcome(appeal, outcome)
    note_present(by, appeal, present)
    note_own_club(by, appeal.tournament, ClubNotice.Act.HEARS, f"appeal:{appeal.number}", members_heard(appeal))
    return close_appeal(appeal, by, state=outcome, decision=words)


@action(Right.RECEIVE_APPEAL)
def withdraw_appeal(*, by: Actor, appeal: Appeal, member: EntryMember, reason: str) -> Appeal:
    """End the appeal by the word of one of those who brought it, which stays among what was said.

    member: who of the appellants withdrew it. Never recorded by whoever it is against.
    """
    words = required_text(reason, _("Scrivi con quali parole lo ritira, e perché."))
    _check_open(appeal)
    _check_not_own(appeal, by.user)
    if member.entry_id != appeal.entry_id:
        raise Refused(_("Lo ritira chi lo ha presentato: scegli chi di loro."))
    said = {"kind": AppealNote.Kind.APPELLANT, "speaker": str(member.player), "text": words}
    save_checked(AppealNote(appeal=appeal, written_by=by.user, written_at=by.at, **said))
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


def note_present(by: Actor, appeal: Appeal, present: Collection[User]) -> None:
    """Within an action: write who of the panel takes part in the decision, refused where it is not its majority."""
    panel = panel_of(appeal)
    taking = {by.user.pk, *(user.pk for user in present)}
    if taking - {judge.user_id for judge in panel} and panel:
        raise Refused(_("Ha preso parte solo chi è nella giuria: segna di nuovo chi."))
    check_majority(panel, taking)
    for judge in panel:
        judge.took_part = judge.user_id in taking
        save_checked(judge)


def check_majority(panel: Collection[AppealJudge], taking: Collection[int]) -> None:
    """Refuse where fewer of the panel take part than decide."""
    if panel and len(taking) < majority_of(panel):
        words = _("Decide la maggioranza della giuria: segna chi ha preso parte, almeno %(count)d su %(of)d.")
        raise Refused(words % {"count": majority_of(panel), "of": len(panel)})


def close_appeal(appeal: Appeal, by: Actor, *, state: str, decision: str) -> Appeal:
    """End the appeal, within an action."""
    appeal.state, appeal.decision = state, decision
    appeal.decided_by, appeal.decided_at = by.user, by.at
    save_checked(appeal)
    return _log_appeal(by, appeal, ENDS.get(state, "withdraw_appeal"), reason=decision)


def _check_open(appeal: Appeal) -> None:
    if not appeal.is_open:
        raise Refused(_("Questo reclamo è già chiuso."))


def _check_may_name(appeal: Appeal, user: User) -> None:
    if why := why_not_naming(appeal, user):
        raise Refused(why)


def _check_not_barred(appeal: Appeal, user: User) -> None:
    if why := reasons_not_to_judge(appeal, user):
        raise Refused(why)


def _check_not_own(appeal: Appeal, user: User) -> None:
    if why := own_matter(appeal, user):
        raise Refused(why)


def _check_outcome(appeal: Appeal, outcome: str) -> None:
    """Refuse an outcome that is not true: what an appeal changes is changed first, and what it changed is told."""
    if appeal.kind == "ruling":
        if outcome in {Appeal.State.UPHELD, Appeal.State.CHANGED}:
            words = _("Si accoglie con «Cambia il provvedimento»: la nuova versione chiude il reclamo.")
            raise Refused(words)
        found = grievance(appeal.tournament, appeal.record or "")
        if found and found.reopened_by == appeal.number:
            raise Refused(_("Il provvedimento è aperto per cambiarlo: decidilo, o prima rinuncia alla revisione."))
    elif outcome == Appeal.State.CHANGED and not is_changed(appeal):
        if appeal.kind == "standings":
            raise Refused(
                _("Prima correggi quello che non va, o pubblica la classifica nuova: poi l’esito è «cambiata».")
            )
        raise Refused(_("Prima correggi il punteggio: «cambiata» dice che c’è già la nuova versione."))
    elif outcome != Appeal.State.CHANGED and corrected_by(appeal):
        words = _("Col riferimento «%(appeal)s» è già stato corretto qualcosa: l’esito è «cambiata».")
        raise Refused(words % {"appeal": reference_in_words(reference_of(appeal))})


def _log_appeal(by: Actor, appeal: Appeal, name: str = "", *, reason: str = "", **more: object) -> Appeal:
    about = {"appeal": appeal.number, "entry": appeal.entry.number, "against": appeal.against, "reason": reason}
    return by.log(appeal, name, **about | more)
