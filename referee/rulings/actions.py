"""Deciding: confirming what the code proposes, departing from it with a reason, revising what was decided.

Going on from a ruling: the case that follows it, with everything that is known already.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, Question
from codes.format.effects import Effect, Judgement
from codes.seats import Seat
from hall.calls.actions import ruled_at
from people.accounts.models import User
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right
from referee.cases.base_actions import StaleRecord, check_deciding, check_version, next_number, require_over, touch
from referee.cases.known_answers import store_known_answers
from referee.cases.models import Case
from referee.cases.persons import other_places
from referee.cases.queries import is_of_match
from referee.cases.record import decision_record, effects_record, free_effect
from referee.cases.walk import (
    book_of,
    lacks_responsible,
    outcome,
    person_unreached,
    persons_to_ask,
    responsible_question,
    walk_facts,
)
from referee.cases.words import spoken
from referee.consultations.queries import members_concerned
from referee.decisions.appeal_actions import check_may_decide, check_not_appealed, close_with, note_deciding
from referee.decisions.appeal_queries import key_of
from referee.decisions.completion import complete, needs_voice, with_figures
from referee.decisions.details import NOTHING_MORE, Details, details_record
from referee.decisions.happenings import ruled_already
from referee.decisions.queries import follow_ups
from referee.decisions.weight import heavy, why_not_alone
from referee.editions.actions import keep_edition
from referee.orders.actions import give_swapped
from referee.orders.execution_actions import Execution, reopen, take_back
from referee.orders.pair_swaps import swapped
from referee.rulings.models import Ruling
from tournaments.staff.actions import note_own_club
from tournaments.staff.models import ClubNotice

PRINCIPLES = "principi-generali"
# What is judged only when the other tables' results lie on the screen.
WITH_THE_SCORE = frozenset({"risultato-assegnato", "misura-della-rettifica"})


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A ruling as it would be recorded: its columns, what it orders, what was told with it."""

    fields: dict[str, Any]
    effects: tuple[Effect, ...]
    details: Details


@action
def decide(
    *,
    by: Actor,
    case: Case,
    expected_version: int,
    reason: str = "",
    besides: str = "",
    details: Details = NOTHING_MORE,
) -> Ruling:
    """The ruling as the code proposes it; besides: why it is not what another ruling on the match decided already."""
    check_ruling(by, case, expected_version)
    prepared = prepare_decision(case, reason=reason, besides=besides, details=details)
    check_weight(by, case, prepared)
    return put_on_record(case, prepared, by)


@action
def depart(
    *,
    by: Actor,
    case: Case,
    expected_version: int,
    reason: str,
    choices: Mapping[str, str] | None = None,
    order: str = "",
    details: Details = NOTHING_MORE,
) -> Ruling:
    """A ruling other than proposed, with the arbiter's reason; the proposal stays on record.

    `choices` are answers in the general principles (72, 95–96); `order` is a decision in the arbiter's own words.
    """
    check_ruling(by, case, expected_version)
    prepared = prepare_departure(case, reason=reason, choices=choices, order=order, details=details)
    check_weight(by, case, prepared, order=order)
    return put_on_record(case, prepared, by)


def check_ruling(by: Actor, case: Case, expected_version: int) -> None:
    """Refuse who may not rule on the case, and whoever read an earlier version of it."""
    require_over(by, case.tournament, Right.RULE, case.procedure)
    check_version(case, expected_version)
    check_may_decide(by, case)


def check_weight(by: Actor, case: Case, prepared: Prepared, *, order: str = "") -> None:
    """Refuse alone what the tournament wants two persons for; order: what is ordered in the arbiter's own words."""
    measures = heavy(case, prepared.effects, settled=prepared.details.match is not None, order=order)
    if why := why_not_alone(case, by.user, measures):
        raise Refused(why)


def prepare_decision(case: Case, *, reason: str, besides: str, details: Details) -> Prepared:
    """What `decide` records; nothing is written."""
    book = book_of(case.tournament)
    proposed = proposed_decision(case, book)
    require_reached(case, book)
    store_known_answers(case, book, proposed.path)
    if reason_now(proposed):
        reason = required_text(reason, _("Qui il codice lascia decidere a te: scrivi la motivazione."))
    earlier = ruled_already(case, proposed, book)
    if earlier and not besides.strip():
        words = _("Su questo fatto ha già deciso il %(ruling)s: rivedi quello, o scrivi perché è un altro fatto.")
        raise Refused(words % {"ruling": earlier})
    effects = complete(proposed.effects, case, details)
    recorded = with_figures(effects_record(case, effects, book), details.figures, book)
    fields = decision_record(case, proposed, book) | {"effects": recorded}
    fields["scene"] |= _besides(earlier, besides.strip()) | details_record(details)
    return Prepared(fields=fields | {"reason": reason.strip()}, effects=effects, details=details)


def prepare_departure(
    case: Case, *, reason: str, choices: Mapping[str, str] | None, order: str, details: Details
) -> Prepared:
    """What `depart` records; nothing is written."""
    book = book_of(case.tournament)
    proposed = decision_reached(case, book)
    store_known_answers(case, book, proposed.path)
    reason = required_text(reason, _("Scrivi perché decidi diversamente da quanto il codice propone."))
    own = own_decision(case, book, choices) if choices else None
    if isinstance(own, Question):
        raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(own.fact.ask)})
    if own is None and not order.strip():
        raise Refused(_nothing_ordered(book))
    effects = complete(own.effects, case, details) if own else ()
    fields = _departed_fields(case, proposed, own, book)
    fields["scene"] |= _besides(ruled_already(case, proposed, book), reason) | details_record(details)
    fields["effects"] = effects_record(case, effects, book) + ([free_effect(order.strip())] if order.strip() else [])
    fields |= {"departed": True, "proposed_effects": effects_record(case, proposed.effects, book), "reason": reason}
    return Prepared(fields=fields, effects=effects, details=details)


def put_on_record(case: Case, prepared: Prepared, by: Actor, *, decided_by: User | None = None) -> Ruling:
    """The ruling recorded and in force; decided_by: who proposed it, where another confirms it."""
    note_deciding(by, case)
    ruling = _record(case, by, prepared.fields, decided_by or by.user)
    act = ClubNotice.Act.CONFIRMS if decided_by else ClubNotice.Act.RULES
    note_own_club(by, case.tournament, act, key_of(ruling), members_concerned(case))
    return _put_in_force(ruling, case, prepared.effects, by, prepared.details)


@action
def revise_ruling(*, by: Actor, ruling: Ruling, expected_version: int, reason: str) -> Case:
    """The ruling's case open again, every answer as it was; deciding it makes the next version."""
    tournament = ruling.tournament
    # Arbiters mend their own rulings; those of others are for who has the right over them.
    right = Right.RULE if ruling.decided_by_id == by.user.pk else Right.REVISE_RULING
    require_over(by, tournament, right, ruling.procedure)
    check_not_appealed(ruling)
    case = ruling.case
    current = case.rulings.order_by("-version")[0]
    if current.version != expected_version:
        raise StaleRecord(current)
    if case.state != Case.State.RULED:
        raise Refused(_("Questo provvedimento è già in revisione."))
    case.state = Case.State.DRAFT
    case.revision_reason = required_text(reason, _("Scrivi perché il provvedimento va rivisto."))
    touch(case, by)
    return by.log(case, number=ruling.number, reason=case.revision_reason)


def proposed_decision(case: Case, book: Rulebook) -> Decision:
    """What the code decides on the case as it stands, walked again; refused while something is missing."""
    decision = decision_reached(case, book)
    for name, person in persons_to_ask(case, book).items():
        if not case.persons.get(name):
            raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(person.ask)})
    return decision


def require_reached(case: Case, book: Rulebook) -> None:
    """Refuse a decision with an order that names nobody at this table by what was tapped."""
    if person_unreached(case, book):
        raise Refused(_("Un ordine di questa decisione non riguarda nessuno: di’ di chi si tratta."))


def decision_reached(case: Case, book: Rulebook) -> Decision:
    """What the code decides, whoever its orders name: a departure, or an annulment, carries none of them out."""
    check_deciding(case)
    if not case.procedure:
        raise Refused(_("Scegli prima l’anomalia."))
    if case.board is None and not is_of_match(case.tournament, case.procedure):
        raise Refused(_("Scegli prima la smazzata."))
    if lacks_responsible(case, book):
        raise Refused(_("Tocca prima il posto di chi ha commesso l’irregolarità."))
    decision = outcome(case, book)
    if isinstance(decision, Question):
        raise Refused(_("Manca una risposta: %(question)s") % {"question": spoken(decision.fact.ask)})
    return decision


def own_decision(case: Case, book: Rulebook, choices: Mapping[str, str]) -> Question | Decision:
    return walk_facts(book, PRINCIPLES, choices, case.options)


def reason_now(decision: Decision) -> bool:
    """Whether the arbiter must write a reason with the ruling; that of a score's choice is written with the score."""
    judgements = [effect for effect in decision.effects if isinstance(effect, Judgement)]
    return any(effect.judgement not in WITH_THE_SCORE for effect in judgements)


def _besides(earlier: Ruling | None, why: str) -> dict[str, Any]:
    """What the record of a ruling says of another one on what happens to a match once; nothing where there is none."""
    return {"besides": {"number": earlier.number, "reason": why}} if earlier else {}


def _nothing_ordered(book: Rulebook) -> str:
    """What to do instead, by whether the code has general principles to choose under (F.I.Bur. has none)."""
    if PRINCIPLES in book.procedures:
        return _("Scegli un effetto, o scrivi che cosa ordini.")
    return _("Scrivi che cosa ordini.")


def _departed_fields(case: Case, proposed: Decision, own: Decision | None, book: Rulebook) -> dict[str, Any]:
    # The proposal is not carried out: its readings and the score it calls for would be told of the arbiter's decision.
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


def _record(case: Case, by: Actor, fields: Mapping[str, Any], decided_by: User) -> Ruling:
    keep_edition(book_of(case.tournament))
    earlier = case.rulings.order_by("-version").first()
    return Ruling.objects.create(
        tournament=case.tournament,
        case=case,
        number=earlier.number if earlier else next_number(case.tournament, Ruling.objects.all()),
        version=earlier.version + 1 if earlier else 1,
        supersedes=earlier,
        revision_reason=case.revision_reason,
        note=case.note,
        decided_by=decided_by,
        decided_at=by.at,
        **fields,
    )


def _put_in_force(ruling: Ruling, case: Case, effects: tuple[Effect, ...], by: Actor, details: Details) -> Ruling:
    if ruling.supersedes:
        # First: both versions have one reference, by which the earlier one's penalties are found.
        take_back(ruling.supersedes, by=by)
    voiced_by = Seat(details.voiced_by) if needs_voice(effects) else None
    book = book_of(case.tournament)
    Execution(ruling=ruling, case=case, book=book, by=by, voiced_by=voiced_by).carry_out(effects)
    if ruling.supersedes:
        reopen(ruling, by=by)
    # Where the deals are in already, each line has its match at once; else the ruling's page waits for them.
    if scores := swapped(ruling).scores:
        give_swapped(ruling, scores, by=by)
    close_with(ruling, case, by)
    case.state, case.revision_reason, case.waits = Case.State.RULED, "", {}
    case.appeal = case.returned = None
    touch(case, by)
    data = {"number": ruling.number, "version": ruling.version, "departed": ruling.departed, "reason": ruling.reason}
    by.log(ruling, "depart" if ruling.departed else "decide", **data)
    if ruling.supersedes is None:  # a revision is of what was decided before the table called
        for table in (case.table, *(place.table for place in other_places(case))):
            ruled_at(table, by=by, ruled_by=ruling.decided_by, reference=str(ruling))
    return ruling


@action
def follow_ruling(*, by: Actor, ruling: Ruling, procedure: str) -> Case:
    """A draft of what follows the ruling at its table; who it was comes along where it is asked in the same words."""
    tournament = ruling.tournament
    require_over(by, tournament, Right.OPEN_CASE, procedure)
    follow = next((one for one in follow_ups(ruling) if one.procedure == procedure), None)
    if follow is None:
        raise Refused(_("Da questo provvedimento non segue altro."))
    origin, book = ruling.case, book_of(tournament)
    same = follow.same or responsible_question(book, procedure) == responsible_question(book, ruling.procedure)
    case = Case.objects.create(
        tournament=tournament,
        number=next_number(tournament, Case.objects.all()),
        table=origin.table,
        board=origin.board,
        procedure=procedure,
        responsible=ruling.scene["responsible"] if same else "",
        facts=follow.facts,
        opened_by=by.user,
        opened_at=by.at,
        updated_at=by.at,
    )
    return by.log(case, number=case.number, ruling=ruling.number, procedure=procedure)
