"""Deciding otherwise than the code proposes: choosing under the general principles, or in the arbiter's own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from referee.actions.base import StaleRecord
from referee.actions.rulings import PRINCIPLES, depart, own_decision, proposed_decision
from referee.forms import DepartureForm
from referee.law.book import Rulebook
from referee.law.procedure import Decision
from referee.law.table import Fact
from referee.models import Case
from referee.snapshot import effects_record
from referee.views.cases import decided, show
from referee.views.conflicts import stale
from referee.views.places import find_case, page
from referee.views.proposing import effects_to_read, proposal_context
from referee.walking import book_of
from referee.wizard import position
from tournaments.actions.base import Actor, Refused
from tournaments.desk.forms import refuse
from tournaments.permissions import Right

# A choice's field in the form, apart from the form's own.
PREFIX = "scelta-"


@dataclass(frozen=True)
class Choice:
    """A question of the general principles and what the arbiter chose, if anything yet."""

    fact: Fact
    chosen: str

    @property
    def field(self) -> str:
        return f"{PREFIX}{self.fact.name}"


@require_http_methods(["GET", "HEAD", "POST"])
def depart_from(request: HttpRequest, slug: str, number: int) -> HttpResponse:
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
        form = DepartureForm(initial={**_kept(request.POST), "version": case.version})
        return _screen(request, case, proposed, form=form, choices=choices, reached=reached)
    try:
        ruling = _depart(request, case, form, choices)
    except Refused as error:
        if form.is_valid():
            refuse(form, error)
        return _screen(request, case, proposed, form=form, choices=choices, reached=reached, status=422)
    except StaleRecord:
        return stale(request, case)
    return decided(request, ruling)


def _depart(request: HttpRequest, case: Case, form: DepartureForm, choices: list[Choice]) -> Any:
    if not form.is_valid():
        raise Refused
    given = form.cleaned_data
    return depart(
        by=Actor.of(request),
        case=case,
        expected_version=given["version"],
        reason=given["reason"],
        choices={choice.fact.name: choice.chosen for choice in choices if choice.chosen},
        order=given["order"],
        details=form.details,
    )


def follow(case: Case, book: Rulebook, given: Mapping[str, str]) -> tuple[list[Choice], Decision | None]:
    """The questions of the general principles along the choices made, and the decision they reach."""
    chosen: dict[str, str] = {}
    choices: list[Choice] = []
    if PRINCIPLES not in book.procedures:  # a code without them leaves the arbiter's own words
        return choices, None
    while True:
        reached = own_decision(case, book, chosen)
        if isinstance(reached, Decision):
            return choices, reached
        value = given.get(f"{PREFIX}{reached.fact.name}", "")
        known = value if value in reached.fact.answers else ""
        choices.append(Choice(reached.fact, known))
        if not known:
            return choices, None
        chosen[reached.fact.name] = known


def _kept(posted: Mapping[str, str]) -> dict[str, str]:
    return {name: posted[name] for name in ("reason", "order", "voiced_by", "amount") if name in posted}


def _screen(
    request: HttpRequest,
    case: Case,
    proposed: Decision,
    *,
    form: DepartureForm,
    choices: list[Choice],
    reached: Decision | None,
    status: int = 200,
) -> HttpResponse:
    book = book_of(case.tournament)
    context = {
        "tournament": case.tournament,
        "case": case,
        "form": form,
        "choices": choices,
        "principled": PRINCIPLES in book.procedures,
        "proposed": effects_to_read(effects_record(case, proposed.effects, book)),
        "players": case.table.players,
        "own": proposal_context(case, reached, book) if reached else None,
    }
    return page(request, "departure", context, status=status)
