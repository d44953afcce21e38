"""Entries: who is entered, one entry with its history, who replaces whom."""

from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import get_tournament
from tournaments.actions.attendance import return_entry, withdraw
from tournaments.actions.base import Actor, Refused, done_before
from tournaments.actions.entries import Departable, change_entry, enter
from tournaments.actions.substitutions import substitute
from tournaments.desk.forms import ReasonForm, refuse
from tournaments.entering.forms import (
    NEW,
    ChangeEntryForm,
    EntryForm,
    SubstitutionForm,
    WithdrawForm,
    offered,
)
from tournaments.entering.history import periods, sittings
from tournaments.entering.listing import EntryList
from tournaments.entering.rules import (
    first_round_of_substitute,
    first_seating_is_shown,
    incomplete_table,
    objections_beforehand,
    round_to_complete,
    still_seated,
)
from tournaments.models import Entry, Tournament
from tournaments.people.search import search_players
from tournaments.permissions import Right
from tournaments.queries.progress import first_open_round
from tournaments.views.common import attempt, form_page, posted

PER_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The entries, and a new one."""
    right = Right.MANAGE_ENTRIES if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    known = EntryList(tournament, text=request.GET.get("cerca", ""), state=request.GET.get("stato", ""))
    late = first_open_round(tournament)
    form = EntryForm(posted(request), tournament=tournament, initial={"is_here": known.has_checked_in})
    if request.method == "POST":
        entered = _enter(request, tournament, form)
        if entered:
            messages.success(request, _("Iscrizione registrata: %(entry)s.") % {"entry": entered})
            return redirect("entries", slug)
    context = {
        "tournament": tournament,
        "list": known,
        "page": Paginator(known.found, PER_PAGE).get_page(request.GET.get("page")),
        "late": late if late > 1 else 0,
        "incomplete": incomplete_table(tournament),
        "to_complete": round_to_complete(tournament) if late > 1 else 0,
    }
    return form_page(request, "tournaments/entries.html", form, **context)


def _enter(request: HttpRequest, tournament: Tournament, form: EntryForm) -> Entry | None:
    by = Actor.of(request)
    if not form.is_valid():  # sent twice, it may find its own new players and doubt who they are
        return cast(Entry | None, done_before(by, "enter"))
    try:
        return enter(by=by, tournament=tournament, **form.arguments)
    except Refused as error:
        form.shows_departure |= isinstance(error, Departable)
        refuse(form, error)
        return None


@require_safe
def suggestions(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may be meant by what is being typed: the part of the form that names them."""
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    place = request.GET.get("posto", "p1")
    if not (place[:1] == "p" and place[1:].isdecimal() and len(place) < 4):
        raise Http404
    typed = " ".join(request.GET.get(f"{place}-{name}", "") for name in ("last_name", "first_name", "card_number"))
    context = {
        "prefix": place,
        "offered": offered(tournament, search_players(typed)),
        "chosen": request.GET.get(f"{place}-player", ""),
        "new": NEW,
    }
    return render(request, "tournaments/_person_choice.html", context)


@require_safe
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One entry: its players over time, where they sat, what happened to it."""
    return entry_page(request, _find(request, slug, number, Right.VIEW_DESK))


def entry_page(request: HttpRequest, found: Entry, **forms: object) -> HttpResponse:
    """The page of an entry; a form that was refused is shown open, with why."""
    blank = {"change": ChangeEntryForm.of(found), "withdrawal": WithdrawForm(), "comeback": ReasonForm(prefix="r")}
    context = {
        "tournament": found.tournament,
        "entry": found,
        "periods": periods(found),
        "sittings": sittings(found),
        "events": found.events.select_related("by").order_by("-at", "-pk"),
        "still_seated": still_seated(found) if found.is_withdrawn else 0,
        **(blank | forms),
    }
    return render(request, "tournaments/entry.html", context, status=422 if forms else 200)


@require_POST
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Name, category, fixed table."""
    found = _find(request, slug, number, Right.MANAGE_ENTRIES)
    form = ChangeEntryForm.of(found, request.POST)
    if attempt(form, lambda data: change_entry(by=Actor.of(request), entry=found, **data)):
        messages.success(request, _("Iscrizione corretta."))
        return redirect("entry", slug, number)
    return entry_page(request, found, change=form)


@require_POST
def leave(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A withdrawal."""
    found = _find(request, slug, number, Right.MANAGE_ENTRIES)
    form = WithdrawForm(request.POST)
    gone = attempt(form, lambda data: withdraw(by=Actor.of(request), entry=found, **data))
    if gone is None:
        return entry_page(request, found, withdrawal=form)
    messages.success(request, _("Ritirata: %(entry)s.") % {"entry": gone})
    return redirect("entry", slug, number)


@require_POST
def come_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A return."""
    found = _find(request, slug, number, Right.MANAGE_ENTRIES)
    form = ReasonForm(request.POST, prefix="r")
    back = attempt(form, lambda data: return_entry(by=Actor.of(request), entry=found, **data))
    if back is None:
        return entry_page(request, found, comeback=form)
    messages.success(request, _("Rientra: %(entry)s.") % {"entry": back})
    return redirect("entry", slug, number)


@require_http_methods(["GET", "HEAD", "POST"])
def substitution(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who takes whose place, under the rules of art. 39."""
    found = _find(request, slug, number, Right.MANAGE_ENTRIES)
    tournament = found.tournament
    members = [one for one in found.members.select_related("player") if one.until_round is None]
    form = SubstitutionForm(
        posted(request), entry=found, members=members, asks_announced=first_seating_is_shown(tournament)
    )
    if request.method == "POST":
        changed = _substitute(request, found, form)
        if changed:
            messages.success(request, _("Sostituzione registrata: %(entry)s.") % {"entry": changed})
            return redirect("entry", slug, number)
    context = {
        "tournament": tournament,
        "entry": found,
        "begins": max(first_round_of_substitute(tournament), found.from_round),
        "objections": objections_beforehand(found),
    }
    return form_page(request, "tournaments/substitution.html", form, **context)


def _substitute(request: HttpRequest, found: Entry, form: SubstitutionForm) -> Entry | None:
    by = Actor.of(request)
    if not form.is_valid():
        return cast(Entry | None, done_before(by, "substitute"))
    try:
        return substitute(by=by, entry=found, **form.arguments)
    except Refused as error:
        form.shows_departure |= isinstance(error, Departable)
        refuse(form, error)
        return None


def _find(request: HttpRequest, slug: str, number: int, right: Right) -> Entry:
    """The entry with that number, for somebody whose role has the right; else 404."""
    tournament = get_tournament(request, slug, right)
    found = Entry.objects.filter(tournament=tournament, number=number).prefetch_related("members__player").first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found
