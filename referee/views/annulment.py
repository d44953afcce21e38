"""Annulling a ruling, and what a ruling loses when it is annulled or revised."""

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from referee.actions.base import StaleRecord
from referee.actions.incidents import annul_ruling, propose_annulment
from referee.actions.taking_back import withdrawn_by
from referee.cases.consequences import fixed_by, overlay_of
from referee.cases.walk import book_of
from referee.cases.weight import asked_for_two, told_at
from referee.forms.cases import AnnulmentForm
from referee.models import Ruling
from referee.queries.rights import is_of_match
from referee.views.common import find_ruling
from referee.wording import spoken
from tournaments.access import get_tournament
from tournaments.actions.base import Actor
from tournaments.actions.seen import overtaken
from tournaments.desk.previews import preview_of
from tournaments.forms.scores import refuse
from tournaments.models import Adjustment
from tournaments.permissions import Right
from tournaments.refusals import Refused
from tournaments.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
def annul(request: Request, slug: str, number: int) -> HttpResponse:
    """Of a ruling on a whole match, or of what it gave and took: a deal replayed or annulled is not undone by a pen."""
    # Whoever sees the cases may ask: the action says whose ruling it is.
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_ruling(tournament, number)
    if not may_be_annulled(found):
        raise Http404
    form = AnnulmentForm(request.POST or None, initial={"version": found.version})
    if request.method == "POST" and form.is_valid() and _annulled(request, found, form):
        if "propose" in request.POST:
            return redirect("proposal", slug, found.case.number)
        messages.success(request, _("%(ruling)s annullato.") % {"ruling": found})
        return redirect("ruling", slug, number)
    if request.method == "POST":  # somebody may have revised it while this one waited
        found = find_ruling(tournament, number)
    found.case.table.round.tournament = tournament
    context = {
        "tournament": tournament,
        "ruling": found,
        "form": form,
        "undone": undone_by(found),
        **told_at(found.case, request.user),
        **asked_for_two(found.case, request.user, request.rights, ()),
        "preview": preview_of(found.case.table.round, overlay_of(found.case, (), book_of(tournament), found)),
    }
    return render(request, "referee/annul.html", context, status=422 if request.method == "POST" else 200)


def _annulled(request: Request, ruling: Ruling, form: AnnulmentForm) -> bool:
    given = form.cleaned_data
    act: Any = propose_annulment if "propose" in request.POST else annul_ruling
    try:
        act(by=Actor.of(request), ruling=ruling, expected_version=given["version"], reason=given["reason"])
    except Refused as error:
        refuse(form, error)
        return False
    except StaleRecord as error:
        current = cast(Ruling, error.current)
        told = f"{spoken(current.title)}, {current.reason}"
        refuse(form, overtaken(current, told, now=str(current.version), field="version"))
        return False
    return True


def may_be_annulled(ruling: Ruling) -> bool:
    """Whether an annulment would undo it whole: a board that it annulled was replayed, or has an arbitral score."""
    if is_of_match(ruling.tournament, ruling.procedure):
        return True
    undone = undone_by(ruling)
    return not ruling.annuls and bool(undone["adjustments"] or undone["scores"] or undone["entries"])


def undone_by(ruling: Ruling) -> dict[str, Any]:
    """What would be taken back were the ruling in force annulled or revised."""
    given = Adjustment.objects.filter(
        entry__tournament=ruling.tournament, reference=ruling.reference, cancelled_at__isnull=True
    )
    return {
        "scores": list(fixed_by(ruling).select_related("table__round")),
        "adjustments": list(given.select_related("entry")),
        "entries": withdrawn_by(ruling),
    }
