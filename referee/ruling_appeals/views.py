"""The panel changes a ruling: from the appeal's page to the case, open again."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from pages.views import attempt
from records.action import Actor
from records.requests import Request
from records.rights import Right
from referee.ruling_appeals.actions import change_by_appeal
from tournaments.appeals.forms import ChangeForm
from tournaments.appeals.models import Appeal
from tournaments.appeals.queries import given_with, panel_of
from tournaments.appeals.views import page_context
from tournaments.setup.access import get_tournament


@require_POST
def change(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RECEIVE_APPEAL)
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    found = related.filter(tournament=tournament, number=number).first()
    # Who may change it depends on what was ruled; who may not is not told what there is.
    if not (given_with(found) if found else {Right.RULE}) & request.rights:
        raise PermissionDenied
    if found is None:
        raise Http404
    form = ChangeForm(request.POST, panel=panel_of(found), auto_id="c_%s")
    if opened := attempt(form, lambda data: change_by_appeal(by=Actor.of(request), appeal=found, **data)):
        return redirect("case", slug, opened.number)
    context = page_context(request, found) | {"changing": form}
    return render(request, "tournaments/appeals/appeal.html", context, status=422)
