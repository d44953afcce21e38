"""The panel changes a ruling: from the appeal's page to the case, open again."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from referee.actions.appeals import change_by_appeal
from tournaments.access import get_tournament
from tournaments.actions.base import Actor
from tournaments.models import Appeal
from tournaments.permissions import Right
from tournaments.refusals import Refused
from tournaments.requests import Request
from tournaments.views.appeals import page_context


@require_POST
def change(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RULE)
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    found = get_object_or_404(related, tournament=tournament, number=number)
    reason = request.POST.get("reason", "")
    try:
        case = change_by_appeal(by=Actor.of(request), appeal=found, reason=reason)
    except Refused as error:
        context = page_context(request, found) | {"change_refused": error.messages, "change_reason": reason}
        return render(request, "tournaments/appeal.html", context, status=422)
    return redirect("case", slug, case.number)
