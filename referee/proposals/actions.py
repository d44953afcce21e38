"""A ruling proposed by one and confirmed by another, never edited; a returned one is proposed anew."""

import json
from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from codes.figures import Figure
from codes.tressette.cards import Suit
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right, rights_of
from referee.cases.base_actions import check_draft, next_number, touch
from referee.cases.models import Case
from referee.cases.queries import reaches
from referee.consultations.queries import members_concerned
from referee.decisions.appeal_actions import check_may_decide
from referee.decisions.appeal_queries import appeal_of
from referee.decisions.details import NOTHING_MORE, Details, details_record, told_values
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import Prepared, check_ruling, prepare_decision, prepare_departure, put_on_record
from referee.rulings.models import Ruling
from tournaments.staff.actions import note_own_club
from tournaments.staff.models import ClubNotice
from tournaments.staff.queries import confirmers

State = ProposedRuling.State


@action
def propose_ruling(
    *,
    by: Actor,
    case: Case,
    expected_version: int,
    reason: str = "",
    besides: str = "",
    choices: Mapping[str, str] | None = None,
    order: str = "",
    departed: bool = False,
    details: Details = NOTHING_MORE,
) -> ProposedRuling:
    """What the arbiter would decide, for somebody else to confirm; nothing of it is in force, and the case waits."""
    check_ruling(by, case, expected_version)
    if appeal_of(case):
        raise Refused(_("Qui decide chi giudica il reclamo: non c’è niente da confermare."))
    if not confirmers(case.tournament, by.user):
        raise Refused(_("Nessun capo arbitro può confermare: il direttore ne nomini uno o segni l’arbitro unico."))
    said: dict[str, Any] = {"reason": reason, "besides": besides, "choices": dict(choices or {}), "order": order}
    said |= details_record(details)
    # On a copy: what the program knows is kept with the case only once it is ruled.
    prepared = _prepared(copy(case), said, details, departed=departed)
    proposal = ProposedRuling.objects.create(
        tournament=case.tournament,
        case=case,
        number=next_number(case.tournament, ProposedRuling.objects.all()),
        departed=departed,
        said=said,
        effects=prepared.fields["effects"],
        proposed_by=by.user,
        proposed_at=by.at,
    )
    note_own_club(by, case.tournament, ClubNotice.Act.PROPOSES, proposal.key, members_concerned(case))
    case.proposal, case.returned = proposal.number, None
    touch(case, by)
    return by.log(proposal, case=case.number, proposal=proposal.number)


@action(Right.CONFIRM_RULING)
def confirm_ruling(*, by: Actor, case: Case, number: int) -> Ruling:
    """Put the waiting proposal of that number in force as it is; never one's own."""
    proposal = _waiting(by, case, number)
    check_may_decide(by, case)
    case.proposal = None
    if not reaches(rights_of(proposal.proposed_by, case.tournament), Right.RULE, case.tournament, case.procedure):
        raise Refused(_("Chi l’ha proposta non ha più un incarico per decidere questo: rimandala, e decide un altro."))
    check_draft(case)
    details = details_proposed(proposal)
    prepared = _prepared(case, proposal.said, details, departed=proposal.departed)
    # As the database gives them back.
    if json.loads(json.dumps(prepared.fields["effects"])) != proposal.effects:
        raise Refused(_("Intanto è cambiato qualcosa, e deciderebbe altro da quanto proposto: rimandala."))
    ruling = put_on_record(case, prepared, by, decided_by=proposal.proposed_by)
    proposal.ruling = ruling
    _answer(proposal, by, State.CONFIRMED, "")
    by.log(proposal, ruling=ruling.number, proposal=proposal.number)
    return ruling


@action(Right.CONFIRM_RULING)
def return_ruling(*, by: Actor, case: Case, number: int, words: str) -> ProposedRuling:
    """Give the waiting proposal of that number back, with what is missing; who proposed it proposes anew."""
    proposal = _waiting(by, case, number)
    note_own_club(by, case.tournament, ClubNotice.Act.RETURNS, proposal.key, members_concerned(case))
    _answer(proposal, by, State.RETURNED, required_text(words, _("Scrivi che cosa non va: lo legge chi ha proposto.")))
    case.proposal, case.returned = None, proposal.number
    touch(case, by)
    return by.log(proposal, case=case.number, proposal=proposal.number, reason=proposal.answer)


def _waiting(by: Actor, case: Case, number: int) -> ProposedRuling:
    proposal = ProposedRuling.objects.filter(case=case, number=number, state=State.WAITING).first()
    if proposal is None:
        raise Refused(_("Questa proposta ha già avuto risposta."))
    if proposal.proposed_by_id == by.user.pk:
        raise Refused(_("Nessuno conferma o rimanda una proposta sua."))
    return proposal


def _answer(proposal: ProposedRuling, by: Actor, state: str, words: str) -> None:
    proposal.state, proposal.answer = state, words
    proposal.answered_by, proposal.answered_at = by.user, by.at
    proposal.save()


def _prepared(case: Case, said: Mapping[str, Any], details: Details, *, departed: bool) -> Prepared:
    reason = said["reason"]
    if departed:
        return prepare_departure(case, reason=reason, choices=said["choices"], order=said["order"], details=details)
    return prepare_decision(case, reason=reason, besides=said["besides"], details=details)


def details_proposed(proposal: ProposedRuling) -> Details:
    """The figures that were told with it, as they were before they were kept (`details_record`)."""
    told: Mapping[str, Any] = proposal.said.get("told", {})
    kept = told_values(told)
    if "figures" in told:
        kept["figures"] = {name: _told(value) for name, value in told["figures"].items()}
    return Details(**kept)


def _told(value: int | str | list[str]) -> Figure:
    if isinstance(value, list):
        return tuple(Suit(one) for one in value)
    if isinstance(value, int):
        return value
    return Suit(value) if value in {suit.value for suit in Suit} else Fraction(value)
