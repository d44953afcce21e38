"""Check-in: the list with its switches, an entry's own address from the QR of its card, the close."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.forms import ReasonForm
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.refusals import Refused
from records.requests import Request
from records.rights import Right
from tournaments.admissions.actions import seen_of_flags
from tournaments.attendance.actions import (
    absent_in_words,
    check_in,
    close_check_in,
    flagged_here,
    not_there,
    return_entry,
    undo_check_in,
    withdraw,
)
from tournaments.attendance.forms import CloseCheckInForm
from tournaments.entries.forms import LeaveForm
from tournaments.entries.links import entry_of
from tournaments.entries.models import Entry
from tournaments.entries.queries import EntryList
from tournaments.entries.rules import is_odd
from tournaments.entries.views import on_entry
from tournaments.scores.round_queries import first_open_round
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament

PER_PAGE = 100


@require_safe
def presences(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.CHECK_IN)
    state = Entry.State.ENTERED.value if request.GET.get("chi") == "mancano" else ""
    known = EntryList(tournament, text=request.GET.get("cerca", ""), state=state)
    here = [entry for entry in known.matching if not entry.is_withdrawn]
    page = Paginator(here, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "list": known,
        "only_missing": bool(state),
        "page": page,
        "lines": known.with_players(page),
        "incomplete": is_odd(known.entries),
    }
    return render(request, "tournaments/attendance/check_in.html", context)


@require_POST
def mark(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.CHECK_IN)
    entry = _find(tournament, number)
    try:
        entry = _marked(request, entry)
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    if request.htmx:
        known = EntryList(tournament)
        ((_entry, players, flags),) = known.with_players([entry])
        context = {"tournament": tournament, "entry": entry, "players": players, "flags": flags, "list": known}
        context["incomplete"] = is_odd(known.entries)
        return render(request, "tournaments/attendance/_check_in_marked.html", context)
    return redirect(f"{reverse('check_in', args=[slug])}?{_kept(request)}#iscrizione-{number}")


def _marked(request: Request, entry: Entry) -> Entry:
    step = undo_check_in if request.POST.get("presente") == "no" else check_in
    return step(by=Actor.of(request), entry=entry)


def _kept(request: Request) -> str:
    kept = QueryDict(mutable=True)
    for name in ("cerca", "chi", "page"):
        if request.POST.get(name):
            kept[name] = request.POST[name]
    return kept.urlencode()


@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: Request, slug: str, token: str) -> HttpResponse:
    """The entry of a card: one tap marks it present."""
    tournament = get_tournament(request, slug, Right.CHECK_IN)
    entry = entry_of(tournament, token)
    if entry is None:
        raise Http404
    if request.method == "POST":
        try:
            entry = _marked(request, entry)
        except Refused as error:
            messages.error(request, " ".join(error.messages))
        return redirect("check_in_code", slug, token)
    known = EntryList(tournament)
    ((_entry, players, flags),) = known.with_players([entry])
    context = {"tournament": tournament, "entry": entry, "list": known, "players": players, "flags": flags}
    return render(request, "tournaments/attendance/check_in_code.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    entries = list(tournament.entries.all())
    missing, flagged = not_there(entries, tournament), flagged_here(tournament, entries)
    form = CloseCheckInForm(posted(request))
    if attempt(form, lambda data: close_check_in(by=Actor.of(request), tournament=tournament, **data)):
        words = _("Appello chiuso.") + " " + absent_in_words(form.cleaned_data["absent"], len(missing))
        messages.success(request, words)
        return redirect("desk", slug)
    context = {
        "tournament": tournament,
        "missing": missing,
        "flagged": flagged,
        "flagged_seen": seen_of_flags(flagged),
        "next_round": first_open_round(tournament),
    }
    return form_page(request, "tournaments/attendance/close_check_in.html", form, **context)


def _find(tournament: Tournament, number: int) -> Entry:
    found = Entry.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


leave = on_entry(
    name="withdrawal", form=LeaveForm, act=withdraw, said=lambda entry: _("Ritirata: %(entry)s.") % {"entry": entry}
)
come_back = on_entry(
    name="comeback", form=lambda request, entry: ReasonForm(posted(request), prefix="r"), act=return_entry,
    said=lambda entry: _("Rientra: %(entry)s.") % {"entry": entry},
)  # fmt: skip
