"""Cases like the one being decided, asked for after the decision's page: they cost it nothing, and change nothing."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from records.requests import Request
from records.rights import Right
from referee.cases.views import find_case, page
from referee.cases.walk import book_of
from referee.precedents.queries import Alike, PrecedentQuery, alike, precedents
from referee.wizard.steps import position


@require_safe
def precedents_of(request: Request, slug: str, number: int) -> HttpResponse:
    """How cases like this one were decided; nothing while it is not yet known how it is decided."""
    case = find_case(request, slug, number, Right.VIEW_CASES)
    decision = position(case, book_of(case.tournament)).decision if case.is_draft else None
    facts = tuple(f"{step.procedure}.{step.fact}.{step.answer}" for step in decision.trail) if decision else ()
    found = Alike()
    if decision:
        code = case.tournament.rulebook
        found = alike(PrecedentQuery(case.tournament, code, case.procedure, tuple(dict.fromkeys(facts)), case.note))
    context = {
        "tournament": case.tournament,
        "case": case,
        "alike": found,
        "precedents": precedents(found.nearest, facts, found.elsewhere),
    }
    return page(request, "referee/precedents/precedents.html", context)
