"""Pairs kept apart: the list with its reasons, a new one, one lifted."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.forms import ReasonForm
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.draw.forms import KeptApartForm
from tournaments.kept_apart.actions import keep_apart, lift_kept_apart
from tournaments.kept_apart.models import KeptApart
from tournaments.setup.access import get_tournament


@require_http_methods(["GET", "HEAD", "POST"])
def kept_apart(request: Request, slug: str) -> HttpResponse:
    right = Right.MANAGE_ROUNDS if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = KeptApartForm(posted(request), tournament=tournament)
    if request.method == "POST" and attempt(
        form, lambda data: keep_apart(by=Actor.of(request), tournament=tournament, **data)
    ):
        messages.success(request, _("Separati: vale per ogni turno che si prepara da adesso."))
        return redirect("kept_apart", slug)
    related = KeptApart.objects.filter(tournament=tournament).order_by("lifted_at", "-pk")
    context = {"tournament": tournament, "kept": related.select_related("first", "second", "set_by", "lifted_by")}
    return form_page(request, "tournaments/kept_apart.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def lift(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    related = KeptApart.objects.select_related("tournament", "first", "second", "set_by", "lifted_by")
    found = get_object_or_404(related, tournament=tournament, pk=pk)
    form = ReasonForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: lift_kept_apart(by=Actor.of(request), kept=found, **data)
    ):
        messages.success(request, _("Tolta: dal prossimo abbinamento possono incontrarsi."))
        return redirect("kept_apart", slug)
    return form_page(request, "tournaments/lift_kept_apart.html", form, tournament=tournament, kept=found)
