"""Prizes and their winners, the end of the tournament, the proof of all its records."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.shortcuts import render as page
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.forms import refuse
from pages.views import attempt, form_page, posted
from people.sign_in.forms import ask_again
from records.action import Actor
from records.refusals import Refused
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.prizes.actions import conclude as conclude_tournament
from tournaments.prizes.actions import interrupt as interrupt_tournament
from tournaments.prizes.actions import remove_prize, set_prize
from tournaments.prizes.exports import prizes_sheet
from tournaments.prizes.queries import awards, giving, open_stages, unconfirmed_behind, verdict
from tournaments.publication.forms import InterruptForm, PrizeForm, categories
from tournaments.publication.models import Prize
from tournaments.publication.state import open_appeals
from tournaments.setup.access import get_public_tournament, get_tournament
from tournaments.setup.imprint import sheets_as
from tournaments.setup.models import Ending, Tournament
from tournaments.setup.shared_pages import shared
from tournaments.standings.queries import not_confirmed
from tournaments.verify.queries import check_all


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: Request, slug: str) -> HttpResponse:
    right = Right.PUBLISH_STANDINGS if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = PrizeForm(posted(request), tournament=tournament)
    if request.method == "POST" and attempt(
        form, lambda data: set_prize(by=Actor.of(request), tournament=tournament, **data)
    ):
        messages.success(request, _("Premio aggiunto."))
        return redirect("prizes", slug)
    return form_page(request, "tournaments/prizes.html", form, tournament=tournament, **_won(tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def prize(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    found = _find(tournament, pk)
    form = PrizeForm(posted(request), tournament=tournament, initial=PrizeForm.typed(found))
    if request.method == "POST" and attempt(
        form, lambda data: set_prize(by=Actor.of(request), tournament=tournament, prize=_find(tournament, pk), **data)
    ):
        messages.success(request, _("Premio cambiato."))
        return redirect("prizes", slug)
    context = {"tournament": tournament, "prize": _find(tournament, pk), "categories": categories(tournament)}
    return form_page(request, "tournaments/prize.html", form, **context)


@require_POST
def remove(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    try:
        remove_prize(by=Actor.of(request), prize=_find(tournament, pk), seen=request.POST.get("seen", ""))
    except Refused as error:
        form = PrizeForm(tournament=tournament)
        context = {"tournament": tournament, "refusal": error.messages, **_won(tournament)}
        return page(request, "tournaments/prizes.html", {"form": form, **context}, status=422)
    messages.success(request, _("Premio tolto."))
    return redirect("prizes", slug)


@login_not_required
@require_safe
@shared
def prize_list(request: PublicRequest, slug: str) -> HttpResponse:
    """For everybody: the prizes and, once the standings are final, who won them."""
    tournament = get_public_tournament(request, slug)
    return page(request, "tournaments/prize_list.html", {"tournament": tournament, **_won(tournament)})


@require_safe
def export(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    sheet = prizes_sheet(tournament)
    return sheets_as("pdf", [sheet], tournament, title=sheet.title)


@require_safe
def ending(request: Request, slug: str) -> HttpResponse:
    return _ending(request, get_tournament(request, slug, Right.VIEW_DESK))


@require_POST
def conclude(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    try:
        ask_again(request)
        conclude_tournament(by=Actor.of(request), tournament=tournament)
    except Refused as error:
        return _ending(request, tournament, refusal=error.messages, status=422)
    messages.success(request, _("Torneo concluso: buona premiazione."))
    return redirect("ending", slug)


@require_POST
def interrupt(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.PUBLISH_STANDINGS)
    form = InterruptForm(posted(request), waiting=unconfirmed_behind(verdict(tournament)))
    if form.is_valid():
        try:
            ask_again(request)
            interrupt_tournament(by=Actor.of(request), tournament=tournament, **form.cleaned_data)
        except Refused as error:
            refuse(form, error)
        else:
            messages.success(request, _("Torneo interrotto."))
            return redirect("ending", slug)
    return _ending(request, tournament, form=form, status=422)


@require_safe
def verification(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    checks = check_all(tournament)
    context = {"tournament": tournament, "checks": checks, "holds": all(one.holds for one in checks)}
    return page(request, "tournaments/verification.html", context)


def _find(tournament: Tournament, pk: int) -> Prize:
    return get_object_or_404(Prize.objects.select_related("tournament", "group"), tournament=tournament, pk=pk)


def _won(tournament: Tournament) -> dict[str, Any]:
    given = awards(tournament)
    return {
        "awards": given,
        "deciding": giving(given),
        "verdict": verdict(tournament) if tournament.ending == Ending.INTERRUPTED else None,
        "categories": categories(tournament),
    }


def _ending(
    request: Request,
    tournament: Tournament,
    *,
    form: InterruptForm | None = None,
    refusal: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    waiting = unconfirmed_behind(verdict(tournament))
    context = {
        "tournament": tournament,
        "form": form or InterruptForm(waiting=waiting),
        "unconfirmed": not_confirmed(tournament, waiting) if waiting else "",
        "refusal": refusal,
        "verdict": verdict(tournament),
        "open_stages": open_stages(tournament),
        "open_appeals": open_appeals(tournament),
        "has_publication": tournament.publications.exists(),
    }
    return page(request, "tournaments/ending.html", context, status=status)
