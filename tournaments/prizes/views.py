"""Prizes and their winners, the end of the tournament, the proof of all its records."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as page
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST, require_safe

from pages.form_views import FormPage, PostedForm
from pages.forms import refuse
from pages.views import posted
from people.sign_in.forms import ask_again
from records.action import Actor
from records.refusals import Refused
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.entries.queries import categories
from tournaments.prizes.actions import conclude as conclude_tournament
from tournaments.prizes.actions import interrupt as interrupt_tournament
from tournaments.prizes.actions import remove_prize, set_prize
from tournaments.prizes.exports import prizes_sheet
from tournaments.prizes.queries import awards, open_stages, prizes_after_stop, publications_giving, unconfirmed_behind
from tournaments.publication.forms import InterruptForm, PrizeForm
from tournaments.publication.models import Prize
from tournaments.publication.state import open_appeals
from tournaments.rounds.queries import not_confirmed
from tournaments.setup.access import get_public_tournament, get_tournament, within
from tournaments.setup.imprint import sheets_as
from tournaments.setup.models import Ending, Tournament
from tournaments.setup.shared_pages import shared
from tournaments.verify.queries import check_all


@login_not_required
@require_safe
@shared
def prize_list(request: PublicRequest, slug: str) -> HttpResponse:
    """For everybody: the prizes and, once the standings are final, who won them."""
    tournament = get_public_tournament(request, slug)
    return page(request, "tournaments/prizes/prize_list.html", {"tournament": tournament, **_won(tournament)})


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
    form = InterruptForm(posted(request), waiting=unconfirmed_behind(prizes_after_stop(tournament)))
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
    return page(request, "tournaments/prizes/verification.html", context)


def _won(tournament: Tournament) -> dict[str, Any]:
    given = awards(tournament)
    return {
        "awards": given,
        "deciding": publications_giving(given),
        "verdict": prizes_after_stop(tournament) if tournament.ending == Ending.INTERRUPTED else None,
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
    waiting = unconfirmed_behind(prizes_after_stop(tournament))
    context = {
        "tournament": tournament,
        "form": form or InterruptForm(waiting=waiting),
        "unconfirmed": not_confirmed(tournament, waiting) if waiting else "",
        "refusal": refusal,
        "verdict": prizes_after_stop(tournament),
        "open_stages": open_stages(tournament),
        "open_appeals": open_appeals(tournament),
        "has_publication": tournament.publications.exists(),
    }
    return page(request, "tournaments/prizes/ending.html", context, status=status)


def _again(request: Request, prize: Prize, refusal: Sequence[str]) -> HttpResponse:
    tournament = prize.tournament
    context = {"tournament": tournament, "form": PrizeForm(tournament=tournament), "refusal": refusal}
    return page(request, "tournaments/prizes/prizes.html", context | _won(tournament), status=422)


_prize = within(Prize.objects.select_related("group"))
prizes = FormPage(
    find=get_tournament, right=Right.PUBLISH_STANDINGS, reads=Right.VIEW_DESK, of="tournament", act=set_prize,
    form=lambda request, tournament: PrizeForm(posted(request), tournament=tournament),
    said=_lazy("Premio aggiunto."), to=("prizes", "slug"),
    page="tournaments/prizes/prizes.html", shows=lambda request, tournament: _won(tournament),
)  # fmt: skip
prize = FormPage(
    find=_prize, right=Right.PUBLISH_STANDINGS, of="prize",
    form=lambda request, prize: PrizeForm(
        posted(request), tournament=prize.tournament, initial=PrizeForm.typed(prize)
    ),
    act=lambda prize, **said: set_prize(prize=prize, tournament=prize.tournament, **said),
    said=_lazy("Premio cambiato."), to=("prizes", "slug"),
    page="tournaments/prizes/prize.html", shows=lambda request, prize: {"categories": categories(prize.tournament)},
)  # fmt: skip
remove = PostedForm(
    find=_prize, right=Right.PUBLISH_STANDINGS, of="prize", sent=("seen",), act=remove_prize,
    said=_lazy("Premio tolto."), to=("prizes", "slug"), page=_again, name="refusal",
)  # fmt: skip
