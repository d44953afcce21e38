"""Deciding: confirming what the code proposes, departing from it with a reason, revising what was decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.actions.applying import Execution, reopen, take_back
from referee.actions.base import StaleRecord, locked, log, next_number, touch
from referee.law.book import Rulebook
from referee.law.effects import Effect, Judgement, Penalty, Reserve
from referee.law.procedure import Decision, Question
from referee.models import Case, Ruling
from referee.seating import line_of
from referee.snapshot import decision_record, effects_record, free_effect
from referee.walking import at_fault, book_of, needs_responsible, outcome, walk_facts
from referee.wording import spoken
from tournaments.actions.base import Actor, Refused, action, require, required_text
from tournaments.permissions import Right
from tournaments.seats import Seat

PRINCIPLES = "principi-generali"
# What is judged only when the other tables' results lie on the screen.
WITH_THE_SCORE = frozenset({"risultato-assegnato", "misura-della-rettifica"})


@dataclass(frozen=True, kw_only=True)
class Details:
    """What a decision may still need from the arbiter: who voiced the reservation, how large the penalty."""

    voiced_by: str = ""
    amount: int | None = None


@action
def decide(*, by: Actor, case: Case, expected_version: int, reason: str = "", details: Details = Details()) -> Ruling:
    """The ruling that the code proposes, confirmed and carried out."""
    require(by, case.tournament, Right.RULE)
    case, book = locked(case, expected_version), book_of(case.tournament)
    proposed = proposed_decision(case, book)
    if reason_now(proposed):
        reason = required_text(reason, _("Qui il codice lascia decidere a te: scrivi la motivazione."))
    effects = _complete(proposed.effects, case, details)
    fields = decision_record(case, proposed, book) | {"effects": effects_record(case, effects, book)}
    ruling = _record(case, by, fields | {"reason": reason.strip()})
    return _put_in_force(ruling, case, effects, by, details)


@action
def depart(
    *,
    by: Actor,
    case: Case,
    expected_version: int,
    reason: str,
    choices: Mapping[str, str] | None = None,
    order: str = "",
    details: Details = Details(),
) -> Ruling:
    """A ruling other than proposed, with the arbiter's reason; the proposal stays on record.

    `choices` are answers in the general principles (72, 95–96); `order` is a decision in the arbiter's own words.
    """
    require(by, case.tournament, Right.RULE)
    case, book = locked(case, expected_version), book_of(case.tournament)
    proposed = proposed_decision(case, book)
    reason = required_text(reason, _("Scrivi perché decidi diversamente da quanto il codice propone."))
    own = own_decision(case, book, choices) if choices else None
    if isinstance(own, Question):
        raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(own.fact.ask)})
    if own is None and not order.strip():
        raise Refused(_nothing_ordered(book))
    effects = _complete(own.effects, case, details) if own else ()
    fields = _departed_fields(case, proposed, own, book)
    fields["effects"] = effects_record(case, effects, book) + ([free_effect(order.strip())] if order.strip() else [])
    fields |= {"departed": True, "proposed_effects": effects_record(case, proposed.effects, book), "reason": reason}
    return _put_in_force(_record(case, by, fields), case, effects, by, details)


@action
def revise_ruling(*, by: Actor, ruling: Ruling, expected_version: int, reason: str) -> Case:
    """The ruling's case open again, every answer as it was; deciding it makes the next version."""
    tournament = ruling.tournament
    require(by, tournament, Right.RULE if ruling.decided_by_id == by.user.pk else Right.REVISE_RULING)
    case = Case.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=ruling.case_id)
    current = case.rulings.order_by("-version")[0]
    if current.version != expected_version:
        raise StaleRecord(current)
    if case.state != Case.State.RULED:
        raise Refused(_("Questo provvedimento è già in revisione."))
    case.state = Case.State.DRAFT
    case.revision_reason = required_text(reason, _("Scrivi perché il provvedimento va rivisto."))
    touch(case, by)
    log(by, tournament, "revise_ruling", case, {"number": ruling.number, "reason": case.revision_reason})
    return case


def proposed_decision(case: Case, book: Rulebook) -> Decision:
    """What the code decides on the case as it stands, walked again; refused while something is missing."""
    if not case.is_draft:
        raise Refused(_("Questa anomalia è già chiusa: per cambiarla si rivede il suo provvedimento."))
    if case.board is None:
        raise Refused(_("Scegli prima la smazzata."))
    if not case.procedure:
        raise Refused(_("Scegli prima l’anomalia."))
    if needs_responsible(book, book.procedures[case.procedure]) and not case.responsible:
        raise Refused(_("Tocca prima il posto di chi ha commesso l’irregolarità."))
    decision = outcome(case, book)
    if isinstance(decision, Question):
        raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(decision.fact.ask)})
    return decision


def own_decision(case: Case, book: Rulebook, choices: Mapping[str, str]) -> Question | Decision:
    """Where the arbiter's own choices lead under the general principles."""
    return walk_facts(book, PRINCIPLES, choices, case.tournament.options)


def reason_now(decision: Decision) -> bool:
    """Whether the arbiter must write a reason with the ruling; that of a score's choice is written with the score."""
    judgements = [effect for effect in decision.effects if isinstance(effect, Judgement)]
    return any(effect.judgement not in WITH_THE_SCORE for effect in judgements)


def needs_voice(effects: tuple[Effect, ...]) -> bool:
    """Whether it must be told which player voiced the reservation."""
    return any(isinstance(effect, Reserve) for effect in effects)


def open_penalty(effects: tuple[Effect, ...]) -> Penalty | None:
    """The penalty whose amount the code leaves to the arbiter."""
    return next(
        (e for e in effects if isinstance(e, Penalty) and e.amount is None and e.penalty != "ammonizione"), None
    )


def _complete(effects: tuple[Effect, ...], case: Case, details: Details) -> tuple[Effect, ...]:
    """The effects with the arbiter's amount; refused without what they need."""
    if needs_voice(effects) and not _may_voice(details.voiced_by, case):
        raise Refused(_("Tocca il posto dell’avversario che ha espresso la riserva: solo lui potrà farla valere."))
    missing = open_penalty(effects)
    if missing is None:
        return effects
    if details.amount is None or details.amount <= 0:
        raise Refused(_("Scrivi di quanto è la penalità: il codice ne lascia a te la misura."))
    filled = missing.model_copy(update={"amount": details.amount})
    return tuple(filled if effect is missing else effect for effect in effects)


def _may_voice(seat: str, case: Case) -> bool:
    """A reservation is voiced by an opponent of the side at fault (75)."""
    line = line_of(at_fault(case))
    return seat in list(Seat) and (line is None or Seat(seat).line != line)


def _nothing_ordered(book: Rulebook) -> str:
    """What to do instead, by whether the code has general principles to choose under (F.I.Bur. has none)."""
    if PRINCIPLES in book.procedures:
        return _("Scegli un effetto, o scrivi che cosa ordini.")
    return _("Scrivi che cosa ordini.")


def _departed_fields(case: Case, proposed: Decision, own: Decision | None, book: Rulebook) -> dict[str, Any]:
    """What was known and walked, then what the arbiter chose instead."""
    fields = decision_record(case, proposed, book) | {"readings": [], "arbitral": ""}
    if own is None:
        return fields
    chosen = decision_record(case, own, book)
    fields["facts"] += [fact for fact in chosen["facts"] if fact["source"] == "arbiter" and fact["mattered"]]
    fields["trail"] += chosen["trail"]
    cited = {article["number"] for article in chosen["citations"]}
    fields["citations"] = [a for a in fields["citations"] if a["number"] not in cited] + chosen["citations"]
    path = (*proposed.path, *own.path)
    numbers = tuple(article["number"] for article in fields["citations"])
    fields |= {"path": list(path), "rule_hash": book.fingerprint(path, numbers)}
    return fields | {"readings": chosen["readings"], "arbitral": chosen["arbitral"]}


def _record(case: Case, by: Actor, fields: Mapping[str, Any]) -> Ruling:
    """The first version, or the next one of a revised ruling."""
    earlier = case.rulings.order_by("-version").first()
    return Ruling.objects.create(
        tournament=case.tournament,
        case=case,
        number=earlier.number if earlier else next_number(case.tournament, Ruling.objects.all()),
        version=earlier.version + 1 if earlier else 1,
        supersedes=earlier,
        revision_reason=case.revision_reason,
        note=case.note,
        decided_by=by.user,
        decided_at=by.at,
        **fields,
    )


def _put_in_force(ruling: Ruling, case: Case, effects: tuple[Effect, ...], by: Actor, details: Details) -> Ruling:
    if ruling.supersedes:
        take_back(ruling.supersedes, by=by)
    voiced_by = Seat(details.voiced_by) if needs_voice(effects) else None
    book = book_of(case.tournament)
    Execution(ruling=ruling, case=case, book=book, by=by, voiced_by=voiced_by).carry_out(effects)
    if ruling.supersedes:
        reopen(ruling, by=by)
    case.state, case.revision_reason = Case.State.RULED, ""
    touch(case, by)
    data = {"number": ruling.number, "version": ruling.version, "departed": ruling.departed, "reason": ruling.reason}
    log(by, ruling.tournament, "depart" if ruling.departed else "decide", ruling, data)
    return ruling
