"""What is kept of a person, as a file: for the person who signed in, or for whom the federation charges with it.

Two records of one person: the other one is looked for, both are shown side by side, merged, and parted again.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from keeping import papers
from keeping.personal_data.actions import hand_out, merge_players, part_players, why_not
from keeping.personal_data.forms import MergeForm, PartForm
from keeping.personal_data.queries import Person, as_json, personal_data
from pages.forms import number_in
from pages.views import attempt, form_page, posted
from papers.download import download
from papers.sheets import Imprint
from people.accounts.models import PersonalExport, Player
from people.offices.access import require_somewhere
from people.players.models import PlayerMerge
from people.players.queries import in_force, kept_of, search_players
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.entry_lists.participation_queries import Participation, history_of_player


@require_POST
def export_mine(request: Request) -> HttpResponse:
    """One's own data, of the account and of the player whose account it is."""
    return _file(request, Person.of_account(request.user))


@require_POST
def export_player(request: Request, pk: int) -> HttpResponse:
    return _file(request, Person.of_player(get_object_or_404(Player.objects.select_related("account"), pk=pk)))


def _file(request: Request, person: Person) -> HttpResponse:
    form = PersonalExport.Form.PDF if request.POST.get("form") == "pdf" else PersonalExport.Form.JSON
    now = timezone.now()
    hand_out(by=request.user, person=person, form=form, at=now)
    title = _("Dati di %(person)s") % {"person": person.name}
    if form == PersonalExport.Form.JSON:
        return download(as_json(person, at=now, by=request.user).encode(), title, form)
    imprint = Imprint(title, "Referee", now, language=get_language() or settings.LANGUAGE_CODE)
    return download(papers.personal_data(person.name, personal_data(person), imprint), title, form)


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
    asked = request.POST.get("other") if request.method == "POST" else request.GET.get("con")
    other = Player.objects.select_related("club", "federation").filter(pk=number_in(asked) or 0).first()
    if other is None:
        return _looked_for(request, kept)
    form = MergeForm.of(kept, other, posted(request))
    if attempt(form, lambda data: _merged(request, kept, data)):
        messages.success(request, _("Unite: da qui in poi è una persona sola."))
        return redirect("player", kept.pk)
    sides = [Side(one, history_of_player(one, request.user)) for one in (kept, other)]
    context = {"player": kept, "other": other, "sides": sides, "why_not": list(why_not(kept, other))}
    return form_page(request, "keeping/personal_data/merge_players.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: Request, pk: int) -> HttpResponse:
    """The page of a merged record: it is parted from the one that it was merged into."""
    require_somewhere(request.user, Right.MANAGE_ENTRIES)
    found = get_object_or_404(in_force().select_related("kept", "merged", "by"), merged=pk)
    form = PartForm(posted(request))
    if attempt(form, lambda data: part_players(by=Actor.of(request), merge=found, **data)):
        messages.success(request, _("Separate: ognuna ha di nuovo quello che aveva."))
        return redirect("player", found.merged_id)
    return form_page(request, "keeping/personal_data/part_players.html", form, merge=found, player=found.kept)


def _merged(request: Request, kept: Player, data: Mapping[str, Any]) -> PlayerMerge:
    seen = (data["seen"], data["seen_other"])
    return merge_players(by=Actor.of(request), kept=kept, merged=data["other"], reason=data["reason"], seen=seen)


def _looked_for(request: Request, kept: Player) -> HttpResponse:
    """Those whom the words typed may mean; at first those of the same name."""
    typed = request.GET.get("cerca", "").strip()
    found = [one for one in search_players(typed or f"{kept.last_name} {kept.first_name}") if one != kept]
    form = MergeForm(None)
    return form_page(
        request, "keeping/personal_data/merge_players.html", form, player=kept, other=None, found=found, typed=typed
    )
