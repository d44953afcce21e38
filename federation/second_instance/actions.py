"""Before the federal judge: the term is set, an appeal received, its panel named, heard, decided; versions are kept."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.seats import Result
from federation.archive.models import ArchivedRuling
from federation.packages.actions import signing_key
from federation.sealed.answers import CHANGED, FIGURES, RULING, SCORE, STANDINGS, are_figures
from federation.sealed.files import DECISION_SCHEMA, OF_FIGURES, OUTCOMES
from federation.sealed.manifest import signed
from federation.second_instance.contested_record import (
    ContestedRecord,
    Held,
    contest_of,
    contested_record,
    entries_of,
    uid_of,
)
from federation.second_instance.models import SecondAppeal, SecondDecision, SecondJudge, SecondNote, SecondTerm
from federation.second_instance.queries import (
    against_archived,
    barred,
    changeable,
    changeable_figures,
    due_after,
    first_appeals,
    judges_of,
    last_decision,
    majority_of,
    noticed_at,
    own_club_in_appeal,
    panel_of,
    record_under_appeal,
    term_of,
)
from people.accounts.models import Federation, User
from people.offices.log import write_federation_line
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import FederationRight
from referee.rulings.models import Ruling
from tournaments.appeals.models import Appeal
from tournaments.scores.guards import check_figures
from tournaments.setup.models import Tournament

RIGHT = FederationRight.JUDGE_APPEALS
NOT_IN_FORCE = _lazy("Al giudice federale si porta una decisione in vigore.")
# From which state a deposit goes to which.
DEPOSITS: Mapping[str, tuple[str, ...]] = {
    Appeal.Deposit.DUE: (Appeal.Deposit.RECEIVED,),
    Appeal.Deposit.RECEIVED: (Appeal.Deposit.RETURNED, Appeal.Deposit.FORFEITED),
}


@dataclass(frozen=True, kw_only=True)
class Filed:
    """What is said when an appeal is received; noticed: when the first decision was known, if not when it was made."""

    entry: int
    grounds: str
    noticed: datetime | None = None
    late_reason: str = ""
    deposit_received: bool = False


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What is decided. facts: other answers, of a ruling that is changed; figures: of a score or a row of standings;
    order: what else is ordered, in words."""

    outcome: str
    reasons: str
    facts: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, int] = field(default_factory=dict)
    order: str = ""
    correction: str = ""


@action(RIGHT, logs="set_second_term")
def set_term(*, by: Actor, federation: Federation, days: int, cents: int, source: str, seen: int) -> SecondTerm:
    """Until when an appeal comes in time, and its deposit, with the rule that says so."""
    now = term_of(federation)
    if (now.version if now else 0) != seen:
        raise Refused(_("Intanto qualcun altro ha cambiato il termine: riguarda e invia di nuovo."))
    words = required_text(source, _("Scrivi da quale norma viene il termine."))
    term = SecondTerm(
        federation=federation, version=seen + 1, days=days, deposit_cents=cents, source=words, set_by=by.user,
        set_at=by.at,
    )  # fmt: skip
    save_checked(term)
    return write_federation_line(by, term, version=term.version, days=days, cents=cents)


@action(RIGHT)
def file_second(*, by: Actor, archived: ArchivedRuling, said: Filed) -> SecondAppeal:
    """Receive an appeal against a ruling of the archive, or what an appeal of the archive was against."""
    key = against_archived(archived)
    if archived.held is None or not key:
        raise Refused(str(NOT_IN_FORCE))
    return _file(by, archived.federation, archived.held, key, said)


@action(RIGHT, logs="file_second")
def file_second_against(*, by: Actor, federation: Federation, held: Held, record: str, said: Filed) -> SecondAppeal:
    """Receive an appeal against any record of a tournament that may be appealed: by its key."""
    return _file(by, federation, held, record, said)


def _file(by: Actor, federation: Federation, held: Held, key: str, said: Filed) -> SecondAppeal:
    record, term, uid = contested_record(held, key), term_of(federation), uid_of(held)
    if record is None or not record.is_current or not uid or held.federation_id != federation.pk:
        raise Refused(str(NOT_IN_FORCE))
    if term is None:
        raise Refused(_("Prima scrivi il termine del secondo grado, con la norma da cui viene."))
    if said.entry not in entries_of(held):
        raise Refused(_("Nel torneo nessuna iscrizione ha questo numero."))
    first = first_appeals(held, record.key)
    if any(one.is_open for one in first):
        raise Refused(_("Contro questa decisione c’è ancora un reclamo di primo grado: prima decide il torneo."))
    known = said.noticed or noticed_at(record, first)
    if known > by.at or known < record.decided_at:
        raise Refused(_("La decisione si conosce da quando c’è, e non da domani: correggi il giorno."))
    due = due_after(term, known)
    late = required_text(said.late_reason, _("Il termine è passato: scrivi perché il reclamo è ammesso.")) if (
        by.at > due
    ) else ""  # fmt: skip
    where = {"tournament": held} if isinstance(held, Tournament) else {"received": held}
    appeal = SecondAppeal(
        federation=federation, number=_next_number(federation), **where, uid=uid, record=record.key,
        against=record.words, first_number=first[0].number if first else None, entry=said.entry, noticed_at=known,
        term=term, due_at=due, late_reason=late,
        grounds=required_text(said.grounds, _("Scrivi i motivi del reclamo.")), filed_by=by.user, filed_at=by.at,
        deposit=_deposit(term, said),
    )  # fmt: skip
    save_checked(appeal)
    return write_federation_line(by, appeal, appeal=appeal.number, uid=uid, record=appeal.record)


def _next_number(federation: Federation) -> int:
    last = SecondAppeal.objects.filter(federation=federation).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _deposit(term: SecondTerm, said: Filed) -> str:
    if not term.deposit_cents:
        return ""
    return Appeal.Deposit.RECEIVED if said.deposit_received else Appeal.Deposit.DUE


@action(RIGHT)
def name_second_judge(*, by: Actor, appeal: SecondAppeal, user: User) -> SecondJudge:
    """Put a federal judge on the panel; never who had a part in the first instance, nor who plays."""
    _check_open(appeal)
    if not judges_of(appeal.federation).filter(pk=user.pk).exists():
        raise Refused(_("Giudica chi ha l’incarico di giudice federale."))
    _check_not_barred(appeal, user)
    club = own_club_in_appeal(appeal, user)
    judge = SecondJudge(appeal=appeal, user=user, told=club, named_by=by.user, named_at=by.at)
    save_checked(judge)
    return write_federation_line(by, judge, appeal=appeal.number, told=bool(club))


@action(RIGHT)
def release_second_judge(*, by: Actor, judge: SecondJudge, reason: str) -> SecondJudge:
    """Take somebody off the panel; that they sat on it stays."""
    appeal = judge.appeal
    _check_open(appeal)
    if judge.left_at:
        raise Refused(_("Non è più nel collegio."))
    judge.left_at, judge.left_reason = by.at, required_text(reason, _("Scrivi perché lascia il collegio."))
    save_checked(judge)
    return write_federation_line(by, judge, appeal=appeal.number)


@action(RIGHT)
def note_second(*, by: Actor, appeal: SecondAppeal, kind: str, text: str) -> SecondNote:
    """Write down what a party states, or what is said at the hearing."""
    _check_open(appeal)
    words = required_text(text, _("Scrivi che cosa è stato detto."))
    note = SecondNote(appeal=appeal, kind=kind, text=words, written_by=by.user, written_at=by.at)
    save_checked(note)
    return write_federation_line(by, note, appeal=appeal.number, kind=kind)


def deposits_offered(appeal: SecondAppeal) -> tuple[str, ...]:
    """To which states the deposit may go now: returned or kept once the appeal is over, returned if it was upheld."""
    after = DEPOSITS.get(appeal.deposit, ())
    if appeal.is_open:
        return tuple(one for one in after if one == Appeal.Deposit.RECEIVED)
    is_upheld = appeal.state in (Appeal.State.UPHELD, Appeal.State.CHANGED)
    return tuple(one for one in after if not (is_upheld and one == Appeal.Deposit.FORFEITED))


@action(RIGHT)
def settle_second_deposit(*, by: Actor, appeal: SecondAppeal, deposit: str) -> SecondAppeal:
    """The deposit is received; after the decision returned, or kept of an appeal that was not upheld."""
    if deposit not in DEPOSITS.get(appeal.deposit, ()):
        raise Refused(_("Il deposito non è in questo stato: riguarda la pagina."))
    if deposit != Appeal.Deposit.RECEIVED and appeal.is_open:
        raise Refused(_("Il deposito si restituisce o si trattiene quando il reclamo è deciso o ritirato."))
    if deposit == Appeal.Deposit.FORFEITED and appeal.state in (Appeal.State.UPHELD, Appeal.State.CHANGED):
        raise Refused(_("Il reclamo è stato accolto: il deposito si restituisce."))
    appeal.deposit = deposit
    save_checked(appeal)
    return write_federation_line(by, appeal, appeal=appeal.number, deposit=deposit)


@action(RIGHT)
def withdraw_second(*, by: Actor, appeal: SecondAppeal, words: str) -> SecondAppeal:
    """End it by the word of whoever brought it, which stays among what was said."""
    _check_open(appeal)
    text = required_text(words, _("Scrivi chi lo ritira, con quali parole."))
    kind = SecondNote.Kind.APPELLANT
    save_checked(SecondNote(appeal=appeal, kind=kind, text=text, written_by=by.user, written_at=by.at))
    appeal.state = Appeal.State.WITHDRAWN
    save_checked(appeal)
    return write_federation_line(by, appeal, appeal=appeal.number)


@action(RIGHT)
def decide_second(
    *, by: Actor, appeal: SecondAppeal, verdict: Verdict, seen: int, present: Collection[User] = ()
) -> SecondDecision:
    """Decide it, or correct what was decided by another version with its reason; seen: the version on the page."""
    before = last_decision(appeal)
    if (before.version if before else 0) != seen or (before is None and not appeal.is_open):
        raise Refused(_("Intanto qualcun altro ha deciso: leggi che cosa, prima di scriverne un’altra."))
    taking = _judging(by, appeal, present)
    decision = SecondDecision(
        appeal=appeal, version=seen + 1, outcome=verdict.outcome,
        reasons=required_text(verdict.reasons, _("Scrivi la motivazione.")),
        correction=required_text(verdict.correction, _("Scrivi perché la decisione si corregge.")) if before else "",
        present=sorted(user.pk for user in taking), decided_by=by.user, decided_at=by.at, **_changes(appeal, verdict),
    )  # fmt: skip
    decision.signed = _signed(appeal, decision, taking)
    save_checked(decision)
    appeal.state = verdict.outcome
    save_checked(appeal)
    told = {"appeal": appeal.number, "version": decision.version, "outcome": decision.outcome}
    return write_federation_line(by, decision, **told)


def _judging(by: Actor, appeal: SecondAppeal, present: Collection[User]) -> list[User]:
    """Who decides, refused where one of them must not, or where it is not the panel's majority."""
    _check_not_barred(appeal, by.user)
    panel = panel_of(appeal)
    if not panel:
        return [by.user]
    taking = {by.user.pk: by.user, **{user.pk: user for user in present}}
    if set(taking) - {one.user_id for one in panel}:
        raise Refused(_("Decide chi è nel collegio: segna di nuovo chi."))
    if len(taking) < majority_of(panel):
        words = _("Decide la maggioranza del collegio: segna chi ha preso parte, almeno %(count)d su %(of)d.")
        raise Refused(words % {"count": majority_of(panel), "of": len(panel)})
    for user in taking.values():
        _check_not_barred(appeal, user)
    return [taking[pk] for pk in sorted(taking)]


def _changes(appeal: SecondAppeal, verdict: Verdict) -> dict[str, Any]:
    """What is ordered: of what is changed only, and then something."""
    if verdict.outcome not in OUTCOMES:
        raise Refused(_("Scegli l’esito."))
    order = verdict.order.strip()
    told: dict[str, Any] = {"facts": {}, "figures": {}, "order": order}
    if verdict.outcome != CHANGED:
        if verdict.facts or verdict.figures or order:
            raise Refused(_("Si ordina qualcosa solo dove l’esito è «accolto: decisione cambiata»."))
        return told
    try:
        record = record_under_appeal(appeal)
    except LookupError as error:
        raise Refused(str(NOT_IN_FORCE)) from error
    if record.ruling:
        return told | {"facts": _other_answers(record.ruling, verdict, order)}
    return told | {"figures": _other_figures(appeal, record, verdict)}


def _other_answers(ruling: Ruling, verdict: Verdict, order: str) -> dict[str, str]:
    known = {one.fact: one for one in changeable(ruling)}
    wrong = [fact for fact, answer in verdict.facts.items()
             if fact not in known or answer not in dict(known[fact].answers)]  # fmt: skip
    if wrong or verdict.figures:
        raise Refused(_("Una delle risposte non è fra quelle del codice: riguarda."))
    facts = {fact: answer for fact, answer in verdict.facts.items() if answer != known[fact].answer}
    if not facts and not order:
        raise Refused(_("Di’ che cosa cambia: un’altra risposta, o quello che ordini."))
    return facts


def _other_figures(appeal: SecondAppeal, record: ContestedRecord, verdict: Verdict) -> dict[str, int]:
    """Of a score all its figures, and others than there were; of standings what is added, or what is ordered alone."""
    contest = contest_of(appeal.held) if appeal.held else None
    asked = changeable_figures(record, contest) if contest else {}
    figures = {name: verdict.figures.get(name, asked.get(name, 0)) for name in FIGURES[record.kind]}
    changed = any(verdict.figures.get(name, value) != value for name, value in asked.items())
    if verdict.facts or set(verdict.figures) - set(asked) or not are_figures(record.kind, figures if changed else {}):
        raise Refused(_("Queste cifre non sono quelle che si possono cambiare: riguarda."))
    if record.kind == STANDINGS:
        if not changed and not verdict.order.strip():
            raise Refused(_("Di’ che cosa cambia: quanto si aggiunge o si toglie, o quello che ordini."))
        return figures if changed else {}
    if not changed:
        raise Refused(_("Scrivi le cifre giuste: queste sono quelle che c’erano."))
    if record.kind == SCORE and contest:
        check_figures(contest, Result(**figures), is_played=record.is_played)
    return figures


def _signed(appeal: SecondAppeal, decision: SecondDecision, taking: Collection[User]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "schema": DECISION_SCHEMA, "federation": appeal.federation.code, "tournament": appeal.uid,
        "appeal": appeal.number, "version": decision.version, "record": appeal.record, "outcome": decision.outcome,
        "reasons": decision.reasons, "facts": decision.facts, "order": decision.order,
        "judges": [str(user) for user in taking], "at": decision.decided_at.isoformat(),
    }  # fmt: skip
    if appeal.kind != RULING:
        told |= {"schema": OF_FIGURES, "figures": decision.figures}
    return signed(told, signing_key())


def _check_open(appeal: SecondAppeal) -> None:
    if not appeal.is_open:
        raise Refused(_("Questo reclamo è già chiuso."))


def _check_not_barred(appeal: SecondAppeal, user: User) -> None:
    if why := barred(appeal, user):
        raise Refused(why)
