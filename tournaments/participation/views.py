"""Players and clubs: looked for, recorded, corrected; what each took part in. For who runs tournaments."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.views import attempt, form_page, posted
from people.accounts.models import MAY_HAND_OUT, Club, Player
from people.merging.queries import merges_of, shown_players
from people.offices.access import erases_persons, require_somewhere
from people.players.actions import save_club, save_player
from people.players.forms import ClubForm, PlayerForm
from people.players.queries import search_clubs, search_players
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.participation.queries import history_of_club, history_of_player

PER_PAGE = 100


@require_safe
def players(request: Request) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    text = request.GET.get("cerca", "").strip()
    known = search_players(text, limit=None) if text else shown_players().select_related("club", "federation")
    page = Paginator(known, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/players.html", {"page": page, "text": text, "rights": rights})


@require_safe
def player(request: Request, pk: int) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    found = get_object_or_404(Player.objects.select_related("club", "federation"), pk=pk)
    merges = merges_of(found)
    context = {
        "player": found,
        "kept": merges[0].kept if merges else found,
        "merges": [one for one in merges if one.kept_id == found.pk],
        "history": history_of_player(found, request.user),
        "rights": rights,
        "erases": erases_persons(request.user) and not found.is_erased,
        "hands_out": request.user.has_perm(MAY_HAND_OUT),
        "exports": found.exports.select_related("made_by"),
    }
    return render(request, "tournaments/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_player(request: Request, pk: int | None = None) -> HttpResponse:
    require_somewhere(request.user, Right.MANAGE_ENTRIES)
    found = get_object_or_404(Player, pk=pk) if pk else None
    form = PlayerForm.of(found, posted(request))
    if request.method == "POST":
        saved = attempt(form, lambda data: save_player(by=Actor.of(request), player=found, **data))
        if saved:
            messages.success(request, _("Giocatore registrato: %(player)s.") % {"player": saved})
            return redirect("player", saved.pk)
    return form_page(request, "tournaments/edit_player.html", form, player=found)


@require_safe
def clubs(request: Request) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    text = request.GET.get("cerca", "").strip()
    page = Paginator(search_clubs(text), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/clubs.html", {"page": page, "text": text, "rights": rights})


@require_safe
def club(request: Request, pk: int) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    found = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    context = {
        "club": found,
        "players": shown_players().filter(club=found).order_by("last_name", "first_name"),
        "history": history_of_club(found, request.user),
        "rights": rights,
    }
    return render(request, "tournaments/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_club(request: Request, pk: int | None = None) -> HttpResponse:
    require_somewhere(request.user, Right.MANAGE_ENTRIES)
    found = get_object_or_404(Club, pk=pk) if pk else None
    form = ClubForm.of(found, posted(request))
    if request.method == "POST":
        saved = attempt(form, lambda data: save_club(by=Actor.of(request), club=found, **data))
        if saved:
            messages.success(request, _("Circolo registrato: %(club)s.") % {"club": saved})
            return redirect("club", saved.pk)
    return form_page(request, "tournaments/edit_club.html", form, club=found)
