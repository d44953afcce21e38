"""A proposed ruling: what it would order, who proposed it; confirmed or returned with words by somebody else."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from codes.deciding.walk import Decision
from pages.forms import number_in
from records.action import Actor
from records.requests import Refused, Request, StaleVersion
from records.rights import Right
from referee.cases.models import Case
from referee.cases.record import effects_record
from referee.cases.views import find_case
from referee.cases.walk import book_of, outcome
from referee.consultations.queries import ties_in_words
from referee.consultations.views import told_to
from referee.decisions.queries import returned_beside
from referee.proposals.actions import confirm_ruling, details_proposed, return_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import own_decision
from referee.rulings.decision_views import effects_to_read, proposal_context
from referee.wizard.steps import answers_in_order
from tournaments.setup.live_pages import render_live
from tournaments.staff.queries import notices_of


@require_safe
def proposal(request: Request, slug: str, number: int) -> HttpResponse:
    """The last proposal on the case; one on which nothing was proposed is shown itself."""
    return _show(request, find_case(request, slug, number, Right.VIEW_CASES))


@require_POST
def confirm(request: Request, slug: str, number: int) -> HttpResponse:
    case = find_case(request, slug, number, Right.CONFIRM_RULING)
    try:
        ruling = confirm_ruling(by=Actor.of(request), case=case, number=number_in(request.POST.get("proposal")) or 0)
    except Refused as error:
        return _show(request, case, refusals=error.messages, status=422)
    except StaleVersion:
        words = _("Intanto la smazzata ha un altro punteggio: rimanda la proposta.")
        return _show(request, case, refusals=[words], status=422)
    messages.success(request, _("%(ruling)s confermato: è in vigore.") % {"ruling": ruling})
    return redirect(
        "arbitral_score" if ruling.arbitral else "ruling", slug, number if ruling.arbitral else ruling.number
    )


@require_POST
def give_back(request: Request, slug: str, number: int) -> HttpResponse:
    case = find_case(request, slug, number, Right.CONFIRM_RULING)
    words = request.POST.get("words", "")[:2000]
    try:
        which = number_in(request.POST.get("proposal")) or 0
        return_ruling(by=Actor.of(request), case=case, number=which, words=words)
    except Refused as error:
        return _show(request, case, refusals=error.messages, words=words, status=422)
    messages.success(request, _("Proposta rimandata: chi l’ha fatta legge che cosa non va."))
    return redirect("proposal", slug, number)


def _show(
    request: Request, case: Case, *, refusals: Sequence[str] = (), words: str = "", status: int = 200
) -> HttpResponse:
    found = case.proposals.select_related("proposed_by", "answered_by", "ruling").order_by("-number").first()
    if found is None:
        return redirect("case", case.tournament.slug, case.number)
    book, waits = book_of(case.tournament), found.state == ProposedRuling.State.WAITING
    mine = found.proposed_by_id == request.user.pk
    told = ties_in_words(case, request.user) if waits and not mine else {}
    context = {
        "tournament": case.tournament,
        "case": case,
        "proposal": found,
        "procedure": book.procedures.get(case.procedure),
        **(_as_it_would_be_decided(case, found) if waits else {}),
        "effects": effects_to_read(found.effects),
        "returned": returned_beside(found),
        "given": answers_in_order(case, book),
        "consultations": told_to(request.user, case),
        "can_rule": Right.RULE in request.rights,
        "waits": waits,
        **told,
        "told": notices_of(case.tournament, found.key),
        "mine": mine,
        "answers": waits and Right.CONFIRM_RULING in request.rights and not mine and not told["sits"],
        "refusals": refusals,
        "words": words,
    }
    address = reverse("proposal", args=[case.tournament.slug, case.number])
    return render_live(request, "referee/proposals/proposal.html", context, status=status, address=address)


def _as_it_would_be_decided(case: Case, found: ProposedRuling) -> dict[str, Any]:
    """What the screen of a decision shows whoever decides: articles, why, readings, what changes in the standings."""
    book, reached = book_of(case.tournament), outcome(case, book_of(case.tournament))
    if not isinstance(reached, Decision):  # what the program knows has changed since: confirming it is refused
        return {}
    if not found.departed:
        return proposal_context(case, reached, book, details_proposed(found))
    told = proposal_context(case, reached, book)
    before = {"proposed": effects_to_read(effects_record(case, reached.effects, book)), "articles": told["articles"]}
    own = own_decision(case, book, found.said["choices"]) if found.said["choices"] else None
    if not isinstance(own, Decision):
        return before
    chosen = proposal_context(case, own, book, details_proposed(found))
    return chosen | before | {"articles": [*told["articles"], *chosen["articles"]]}
