"""The page where a practice tournament is thrown away."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from keeping.practice.actions import ONLY_PRACTICE, throw_away
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.setup.access import get_tournament


@require_http_methods(["GET", "HEAD", "POST"])
def throw(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    if not tournament.is_practice:
        status = 422 if request.method == "POST" else 200
        context = {"tournament": tournament, "refusals": [ONLY_PRACTICE]}
        return render(request, "keeping/practice/throw.html", context, status=status)
    if request.method == "POST":
        throw_away(by=Actor.of(request), tournament=tournament)
        messages.success(request, _("«%(name)s» è buttato: non ne resta niente.") % {"name": tournament.name})
        return redirect("home")
    return render(request, "keeping/practice/throw.html", {"tournament": tournament})
