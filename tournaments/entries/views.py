"""Entries: who is entered, one entry with its history, who replaces whom.

Whom the roster flags, admitted all the same; and an admission taken back.
"""

from functools import partial
from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from pages.forms import ReasonForm, number_in, refuse
from pages.views import PostedForm, attempt, form_page, posted
from people.accounts.models import Player
from people.players.queries import doubles_of, search_players
from records.action import Actor, earlier_record
from records.requests import Refused, Request
from records.rights import Right
from tournaments.entries.actions import Departable, change_entry, enter, seated_in
from tournaments.entries.admission_actions import admit, seen_of_flags, withdraw_admission
from tournaments.entries.admission_queries import flag_in_words, flags_of
from tournaments.entries.forms import (
    NEW,
    AdmitForm,
    ChangeEntryForm,
    EntryForm,
    LeaveForm,
    SubstitutionForm,
    offered,
    offered_members,
)
from tournaments.entries.models import Admission, Entry, EntryMember
from tournaments.entries.queries import EntryList, periods, sittings
from tournaments.entries.rules import (
    deals_left,
    first_round_of_substitute,
    first_seating_is_shown,
    is_odd,
    objections_beforehand,
    round_to_complete,
    still_seated,
)
from tournaments.entries.substitution_actions import substitute
from tournaments.papers import printed_otherwise
from tournaments.rounds.models import Round
from tournaments.scores.round_queries import first_open_round
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament

PER_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: Request, slug: str) -> HttpResponse:
    right = Right.MANAGE_ENTRIES if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    known = EntryList(tournament, text=request.GET.get("cerca", ""), state=request.GET.get("stato", ""))
    late = first_open_round(tournament)
    # Before the check-in one entry marked present would leave all others out (decision 20).
    form = EntryForm(posted(request), tournament=tournament, initial={"is_here": known.has_checked_in})
    if request.method == "POST":
        entered = _enter(request, tournament, form)
        if entered:
            messages.success(request, _("Iscrizione registrata: %(entry)s.") % {"entry": entered})
            _warn(request, entered)
            return redirect("entries", slug)
    page = Paginator(known.matching, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "list": known,
        "page": page,
        "lines": known.with_players(page),
        "late": late if late > 1 else 0,
        "incomplete": is_odd(known.entries),
        "printed_otherwise": printed_otherwise(known.names),
        "to_complete": round_to_complete(tournament) if late > 1 else 0,
    }
    return form_page(request, "tournaments/entries/entries.html", form, **context)


def _enter(request: Request, tournament: Tournament, form: EntryForm) -> Entry | None:
    by = Actor.of(request)
    if not form.is_valid():  # sent twice, it may find its own new players and doubt who they are
        return cast(Entry | None, earlier_record(by, "enter"))
    try:
        return enter(by=by, tournament=tournament, **form.arguments)
    except Refused as error:
        form.shows_departure |= isinstance(error, Departable)
        refuse(form, error)
        return None


def _warn(request: Request, entered: Entry) -> None:
    """Tell at once whom of the entry the roster flags."""
    flags = [one for one in flags_of(entered.tournament, [entered]).get(entered.pk, ()) if one.is_open]
    if flags:
        words = _("L’albo segnala %(who)s. Apri l’iscrizione %(number)d per decidere.")
        told = "; ".join(map(flag_in_words, flags))
        messages.warning(request, words % {"who": told, "number": entered.number})


@require_safe
def suggestions(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    place = request.GET.get("posto", "p1")
    if place[:1] != "p" or number_in(place[1:], most=99) is None:
        raise Http404
    typed = " ".join(request.GET.get(f"{place}-{name}", "") for name in ("last_name", "first_name", "card_number"))
    context = {
        "prefix": place,
        "offered": offered(tournament, search_players(typed)),
        "members": offered_members(tournament, typed),
        "chosen": request.GET.get(f"{place}-player", ""),
        "new": NEW,
    }
    return render(request, "tournaments/entries/_person_choice.html", context)


@require_safe
def entry(request: Request, slug: str, number: int) -> HttpResponse:
    return entry_page(request, _find(request, slug, number, Right.VIEW_DESK))


def entry_page(request: Request, found: Entry, **forms: object) -> HttpResponse:
    """The page of an entry; a form that was refused is shown open, with why."""
    blank = {"change": ChangeEntryForm.of(found), "withdrawal": LeaveForm(), "comeback": ReasonForm(prefix="r")}
    blank["removal"] = ReasonForm(prefix="t")
    context = {
        "tournament": found.tournament,
        "entry": found,
        "periods": periods(found),
        "sittings": sittings(found),
        "flags": [] if found.is_withdrawn else flags_of(found.tournament, [found]).get(found.pk, []),
        "admissions": found.admissions.select_related("player", "by", "withdrawn_by").order_by("-pk"),
        "events": found.events.select_related("by").order_by("-at", "-pk"),
        "doubles": _doubles(request, found),
        "may_remove": not (found.is_withdrawn or seated_in(found, *Round.State)),
        "still_seated": still_seated(found) if found.is_withdrawn else 0,
        **(blank | forms),
    }
    return render(request, "tournaments/entries/entry.html", context, status=422 if forms else 200)


def _doubles(request: Request, found: Entry) -> list[tuple[Player, Player]]:
    """Its players who may be recorded twice, for who may merge the records: which to keep, and the other."""
    if Right.MANAGE_ENTRIES not in request.rights:
        return []
    players = Player.objects.filter(memberships__entry=found).distinct()
    return [pair for pairs in doubles_of(players).values() for pair in pairs]


@require_http_methods(["GET", "HEAD", "POST"])
def substitution(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(request, slug, number, Right.MANAGE_ENTRIES)
    tournament = found.tournament
    members = [one for one in found.members.select_related("player") if one.until_round is None]
    begins, left = max(first_round_of_substitute(tournament), found.from_round), deals_left(found)
    form = SubstitutionForm(
        posted(request),
        entry=found,
        members=members,
        asks_announced=first_seating_is_shown(tournament),
        begins=begins,
        left=left,
    )
    if request.method == "POST":
        changed = _substitute(request, found, form)
        if changed:
            messages.success(request, _("Sostituzione registrata: %(entry)s.") % {"entry": changed})
            _warn(request, changed)
            return redirect("entry", slug, number)
    context = {
        "tournament": tournament,
        "entry": found,
        "begins": begins,
        "is_playing": left is not None,
        "objections": objections_beforehand(found),
    }
    return form_page(request, "tournaments/entries/substitution.html", form, **context)


def _substitute(request: Request, found: Entry, form: SubstitutionForm) -> Entry | None:
    by = Actor.of(request)
    if not form.is_valid():
        # Sent twice, it may find its own new players and doubt who they are.
        return cast(Entry | None, earlier_record(by, "substitute"))
    try:
        return substitute(by=by, entry=found, **form.arguments)
    except Refused as error:
        form.shows_departure |= isinstance(error, Departable)
        refuse(form, error)
        return None


def _find(request: Request, slug: str, number: int, right: Right) -> Entry:
    """The entry with that number, for somebody whose role has the right; else 404."""
    tournament = get_tournament(request, slug, right)
    found = Entry.objects.filter(tournament=tournament, number=number).prefetch_related("members__player").first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


on_entry = partial(
    PostedForm[Entry, Entry],
    find=_find, right=Right.MANAGE_ENTRIES, of="entry", page=entry_page, to=("entry", "slug", "number"),
)  # fmt: skip
change = on_entry(
    name="change", form=lambda request, entry: ChangeEntryForm.of(entry, posted(request)), act=change_entry,
    said=_lazy("Iscrizione corretta."),
)  # fmt: skip


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
    return form_page(request, "tournaments/entries/admit.html", form, **context)


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
        "tournaments/entries/withdraw_admission.html",
        form,
        tournament=tournament,
        entry=entry,
        admission=found,
    )


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    entry.tournament = tournament
    return entry
