"""Deciding otherwise than the code proposes: choosing under the general principles, or in the arbiter's own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from codes.deciding.book import Rulebook
from codes.deciding.table import Fact
from codes.deciding.walk import Decision
from pages.forms import refuse
from records.action import Actor
from records.requests import OtherContent, Refused, Request
from records.rights import Right
from referee.cases.base_actions import StaleRecord
from referee.cases.models import Case
from referee.cases.record import FREE, effects_record
from referee.cases.views import find_case, page
from referee.cases.walk import book_of
from referee.consultations.queries import ties_in_words
from referee.decisions.completion import revised_ruling
from referee.decisions.details import details_of, form_values
from referee.decisions.forms import DecidedForm, DepartureForm
from referee.decisions.weight import confirmation_context
from referee.proposals.actions import propose_ruling
from referee.rulings.actions import PRINCIPLES, depart, own_decision, proposed_decision
from referee.rulings.decision_views import effects_to_read, proposal_context
from referee.wizard.steps import position
from referee.wizard.views import decided, show, stale

# A choice's field in the form, apart from the form's own.
PREFIX = "scelta-"


@dataclass(frozen=True)
class PrincipleChoice:
    fact: Fact
    chosen: str

    @property
    def field(self) -> str:
        return f"{PREFIX}{self.fact.name}"


@require_http_methods(["GET", "HEAD", "POST"])
def depart_from(request: Request, slug: str, number: int) -> HttpResponse:
    """The screen for a decision of the arbiter's own; `anteprima` shows where the choices lead, recording nothing."""
    case = find_case(request, slug, number, Right.RULE)
    book = book_of(case.tournament)
    try:
        proposed = proposed_decision(case, book)
    except Refused as error:
        return show(request, case, position(case, book), refusals=error.messages, status=422)
    choices, reached = follow(case, book, request.POST)
    form = DepartureForm(request.POST or None, initial={"version": case.version})
    if request.method != "POST" or "anteprima" in request.POST:
        # Not bound: who only looks where a choice leads is not told yet what is missing.
        form = DepartureForm(initial={**_before(case), **_kept(request.POST), "version": case.version})
        return _screen(request, case, proposed, form=form, choices=choices, reached=reached)
    try:
        ruling = _depart(request, case, form, choices)
    except Refused as error:
        # A form that is not valid says so by itself.
        if form.is_valid():
            refuse(form, error)
        return _screen(request, case, proposed, form=form, choices=choices, reached=reached, status=422)
    except (StaleRecord, OtherContent):
        return stale(request, case)
    if "propose" in request.POST:
        return redirect("proposal", slug, number)
    return decided(request, ruling)


def _depart(request: Request, case: Case, form: DepartureForm, choices: list[PrincipleChoice]) -> Any:
    if not form.is_valid():
        raise Refused
    given = form.cleaned_data
    proposing = "propose" in request.POST
    act: Any = partial(propose_ruling, departed=True) if proposing else depart
    return act(
        by=Actor.of(request),
        case=case,
        expected_version=given["version"],
        reason=given["reason"],
        choices={choice.fact.name: choice.chosen for choice in choices if choice.chosen},
        order=given["order"],
        details=form.details,
    )


def follow(case: Case, book: Rulebook, given: Mapping[str, str]) -> tuple[list[PrincipleChoice], Decision | None]:
    chosen: dict[str, str] = {}
    choices: list[PrincipleChoice] = []
    if PRINCIPLES not in book.procedures:  # a code without them leaves the arbiter's own words
        return choices, None
    while True:
        reached = own_decision(case, book, chosen)
        if isinstance(reached, Decision):
            return choices, reached
        value = given.get(f"{PREFIX}{reached.fact.name}", "")
        known = value if value in reached.fact.answers else ""
        choices.append(PrincipleChoice(reached.fact, known))
        if not known:
            return choices, None
        chosen[reached.fact.name] = known


def _before(case: Case) -> dict[str, Any]:
    """What was told with the ruling that is being revised: its figures, and the arbiter's own words of order."""
    ruling = revised_ruling(case)
    told = form_values(details_of(ruling))
    if ruling is None or not ruling.departed:
        return told
    own = [effect["words"]["it"] for effect in ruling.effects if effect["verb"] == FREE]
    return told | {"reason": ruling.reason, "order": "\n".join(own)}


def _kept(posted: Mapping[str, str]) -> dict[str, str]:
    return {
        name: posted[name]
        for name in ("reason", "order", "voiced_by", "amount", "indemnity", "points", *DecidedForm.base_fields)
        if name in posted
    }


def _screen(
    request: Request,
    case: Case,
    proposed: Decision,
    *,
    form: DepartureForm,
    choices: list[PrincipleChoice],
    reached: Decision | None,
    status: int = 200,
) -> HttpResponse:
    book = book_of(case.tournament)
    # What the arbiter's own decision needs and changes stands on this screen as it does on that of the proposal.
    own = proposal_context(case, reached, book) if reached else {}
    context = own | {
        "tournament": case.tournament,
        "case": case,
        "form": form,
        "choices": choices,
        "principled": PRINCIPLES in book.procedures,
        "proposed": effects_to_read(effects_record(case, proposed.effects, book)),
        "players": case.table.players,
        "own": own,
        **confirmation_context(case, request.user, request.rights, own.get("measured", ())),
        **ties_in_words(case, request.user),
    }
    return page(request, "referee/wizard/departure.html", context, status=status)
