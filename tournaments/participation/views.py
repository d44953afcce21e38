"""Players and clubs: looked for, recorded, corrected; what each took part in. For who runs tournaments."""

from collections.abc import Callable
from typing import TypeVar

from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pages.form_views import FormPage
from pages.views import posted
from people.accounts.models import MAY_HAND_OUT, Club, Player
from people.offices.access import erases_persons, require_somewhere
from people.players.actions import save_club, save_player
from people.players.forms import ClubForm, PlayerForm
from people.players.queries import merges_of, search_clubs, search_players, shown_players
from records.requests import Request
from records.rights import Right
from tournaments.participation.queries import history_of_club, history_of_player

Kept = TypeVar("Kept", bound=Model)

PER_PAGE = 100


@require_safe
def players(request: Request) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    text = request.GET.get("cerca", "").strip()
    known = search_players(text, limit=None) if text else shown_players().select_related("club", "federation")
    page = Paginator(known, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/participation/players.html", {"page": page, "text": text, "rights": rights})


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
    return render(request, "tournaments/participation/player.html", context)


def _one_of(model: type[Kept]) -> Callable[..., Kept | None]:
    """Finds the one that is changed; none where a new one is recorded."""

    def find(request: Request, *, right: Right, pk: int | None = None) -> Kept | None:
        require_somewhere(request.user, right)
        return get_object_or_404(model, pk=pk) if pk else None

    return find


edit_player = FormPage(
    find=_one_of(Player), right=Right.MANAGE_ENTRIES, of="player", act=save_player,
    form=lambda request, player: PlayerForm.of(player, posted(request)),
    said=lambda player: _("Giocatore registrato: %(player)s.") % {"player": player},
    to=lambda request, before, player: redirect("player", player.pk), page="tournaments/participation/edit_player.html",
)  # fmt: skip


@require_safe
def clubs(request: Request) -> HttpResponse:
    rights = require_somewhere(request.user, Right.VIEW_DESK)
    text = request.GET.get("cerca", "").strip()
    page = Paginator(search_clubs(text), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/participation/clubs.html", {"page": page, "text": text, "rights": rights})


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
    return render(request, "tournaments/participation/club.html", context)


edit_club = FormPage(
    find=_one_of(Club), right=Right.MANAGE_ENTRIES, of="club", act=save_club,
    form=lambda request, club: ClubForm.of(club, posted(request)),
    said=lambda club: _("Circolo registrato: %(club)s.") % {"club": club},
    to=lambda request, before, club: redirect("club", club.pk), page="tournaments/participation/edit_club.html",
)  # fmt: skip
