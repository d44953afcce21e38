"""Two records of one person: the other one is looked for, both are shown side by side, merged, and parted again."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from keeping.merging.actions import merge_players, part_players, why_not
from keeping.merging.forms import MergeForm, PartForm
from pages.fields import number_in
from pages.views import attempt, form_page, posted
from people.accounts.models import Player
from people.merging.models import PlayerMerge
from people.merging.queries import in_force, kept_of
from people.offices.access import require_somewhere
from people.players.queries import search_players
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.entry_lists.participation_queries import Participation, history_of_player


class Side(NamedTuple):
    """One of the two records, with what it took part in."""

    player: Player
    history: list[Participation]


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: Request, pk: int) -> HttpResponse:
    """The kept record's page: without the other one those whom it may be, with it what would be merged."""
    require_somewhere(request.user, Right.MANAGE_ENTRIES)
    found = get_object_or_404(Player.objects.select_related("club", "federation"), pk=pk)
    kept = kept_of(found)
    if kept != found:
        return redirect("merge_player", kept.pk)
    other = _other(request)
    if other is None:
        return _looked_for(request, kept)
    form = MergeForm.of(kept, other, posted(request))
    if attempt(form, lambda data: _merged(request, kept, data)):
        messages.success(request, _("Unite: da qui in poi è una persona sola."))
        return redirect("player", kept.pk)
    sides = [Side(one, history_of_player(one, request.user)) for one in (kept, other)]
    context = {"player": kept, "other": other, "sides": sides, "why_not": list(why_not(kept, other))}
    return form_page(request, "keeping/merging/merge_players.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: Request, pk: int) -> HttpResponse:
    """The page of a merged record: it is parted from the one that it was merged into."""
    require_somewhere(request.user, Right.MANAGE_ENTRIES)
    found = get_object_or_404(in_force().select_related("kept", "merged", "by"), merged=pk)
    form = PartForm(posted(request))
    if attempt(form, lambda data: part_players(by=Actor.of(request), merge=found, **data)):
        messages.success(request, _("Separate: ognuna ha di nuovo quello che aveva."))
        return redirect("player", found.merged_id)
    return form_page(request, "keeping/merging/part_players.html", form, merge=found, player=found.kept)


def _merged(request: Request, kept: Player, data: Mapping[str, Any]) -> PlayerMerge:
    seen = (data["seen"], data["seen_other"])
    return merge_players(by=Actor.of(request), kept=kept, merged=data["other"], reason=data["reason"], seen=seen)


def _other(request: Request) -> Player | None:
    asked = request.POST.get("other") if request.method == "POST" else request.GET.get("con")
    return Player.objects.select_related("club", "federation").filter(pk=number_in(asked) or 0).first()


def _looked_for(request: Request, kept: Player) -> HttpResponse:
    """Those whom the words typed may mean; at first those of the same name."""
    typed = request.GET.get("cerca", "").strip()
    found = [one for one in search_players(typed or f"{kept.last_name} {kept.first_name}") if one != kept]
    form = MergeForm(None)
    return form_page(
        request, "keeping/merging/merge_players.html", form, player=kept, other=None, found=found, typed=typed
    )
