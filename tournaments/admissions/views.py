"""Whom the roster flags, admitted all the same; and an admission taken back."""

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
from tournaments.admissions.actions import admit, seen_of_flags, withdraw_admission
from tournaments.admissions.models import Admission
from tournaments.admissions.queries import flags_of
from tournaments.entries.forms import AdmitForm
from tournaments.entries.models import Entry, EntryMember
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
def admit_player(request: Request, slug: str, number: int, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    entry = _entry(tournament, number)
    members = EntryMember.objects.filter(entry=entry, until_round__isnull=True).select_related("player")
    player = get_object_or_404(members, player=pk).player
    flag = next((one for one in flags_of(tournament, [entry]).get(entry.pk, ()) if one.player == pk), None)
    form = AdmitForm(posted(request))
    if attempt(form, lambda data: admit(by=Actor.of(request), entry=entry, player=player, **data)):
        messages.success(request, _("Ammesso: %(player)s.") % {"player": player})
        return redirect("entry", slug, number)
    seen = seen_of_flags([flag]) if flag else ""
    context = {"tournament": tournament, "entry": entry, "player": player, "flag": flag, "seen": seen}
    return form_page(request, "tournaments/admissions/admit.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: Request, slug: str, number: int, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    entry = _entry(tournament, number)
    found = get_object_or_404(Admission.objects.select_related("player", "by"), entry=entry, pk=pk)
    found.entry = entry
    form = ReasonForm(posted(request))
    if attempt(form, lambda data: withdraw_admission(by=Actor.of(request), admission=found, **data)):
        messages.success(request, _("Ammissione ritirata."))
        return redirect("entry", slug, number)
    return form_page(
        request,
        "tournaments/admissions/withdraw_admission.html",
        form,
        tournament=tournament,
        entry=entry,
        admission=found,
    )


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    entry.tournament = tournament
    return entry
