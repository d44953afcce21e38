"""Check-in: the list with its switches, an entry's own address from the QR of its card, the close.

Line-ups of teams before a match: all of a round, and the one of a team.

Entry fees: what they are, who paid, the sums. A record, no payments.
"""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.forms import ReasonForm, number_in
from pages.views import attempt, form_page, hall_root, posted
from records.action import Actor
from records.requests import PublicRequest, Refused, Request
from records.rights import Right
from tournaments.check_in.actions import (
    absent_in_words,
    check_in,
    check_in_all,
    close_check_in,
    flagged_here,
    not_there,
    remove_entry,
    return_entry,
    undo_check_in,
    withdraw,
)
from tournaments.check_in.exports import fees_sheet
from tournaments.check_in.fee_actions import note_payment, set_fee
from tournaments.check_in.forms import CloseCheckInForm, FeeForm, PaymentForm
from tournaments.check_in.line_up_actions import OPEN, set_line_up, set_line_up_as_captain
from tournaments.check_in.models import Fee
from tournaments.check_in.queries import TeamLineUp, fee_line, fee_lines, fees_of, matches_of, totals
from tournaments.entries.admission_actions import seen_of_flags
from tournaments.entries.forms import LeaveForm
from tournaments.entries.models import Entry
from tournaments.entries.queries import EntryList, categories, entry_of, line_up_key, team_of
from tournaments.entries.rules import is_odd
from tournaments.entries.views import on_entry
from tournaments.papers import sheets_as
from tournaments.rounds.models import Round
from tournaments.scores.round_queries import first_open_round
from tournaments.setup.access import find_round, get_tournament
from tournaments.setup.models import Tournament
from tournaments.staff.actions import players_of

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
        "to_prepare": not tournament.rounds.exists(),
        "missing_numbers": " ".join(str(one.number) for one in known.entries if one.state == Entry.State.ENTERED),
    }
    return render(request, "tournaments/check_in/check_in.html", context)


@require_POST
def mark(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.CHECK_IN)
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    if entry is None:
        raise Http404
    entry.tournament = tournament
    try:
        entry = _marked(request, entry)
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    if request.htmx:
        known = EntryList(tournament)
        ((_entry, players, flags),) = known.with_players([entry])
        context = {"tournament": tournament, "entry": entry, "players": players, "flags": flags, "list": known}
        context |= {"incomplete": is_odd(known.entries), "to_prepare": not tournament.rounds.exists()}
        return render(request, "tournaments/check_in/_check_in_marked.html", context)
    return redirect(f"{reverse('check_in', args=[slug])}?{_kept(request)}#iscrizione-{number}")


@require_POST
def mark_all(request: Request, slug: str) -> HttpResponse:
    """All that the page showed as missing are there."""
    tournament = get_tournament(request, slug, Right.CHECK_IN)
    shown = [number_in(one) or 0 for one in request.POST.get("missing", "").split()]
    try:
        check_in_all(by=Actor.of(request), tournament=tournament, missing=shown)
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    return redirect("check_in", slug)


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
    return render(request, "tournaments/check_in/check_in_code.html", context)


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
    return form_page(request, "tournaments/check_in/close_check_in.html", form, **context)


leave = on_entry(
    name="withdrawal", form=LeaveForm, act=withdraw, said=lambda entry: _("Ritirata: %(entry)s.") % {"entry": entry}
)
remove = on_entry(
    name="removal", form=lambda request, entry: ReasonForm(posted(request), prefix="t"), act=remove_entry,
    said=lambda entry: _("Tolta dall’elenco: %(entry)s.") % {"entry": entry},
)  # fmt: skip
come_back = on_entry(
    name="comeback", form=lambda request, entry: ReasonForm(posted(request), prefix="r"), act=return_entry,
    said=lambda entry: _("Rientra: %(entry)s.") % {"entry": entry},
)  # fmt: skip


SEATS = {
    "one": _lazy("Primo della sala 1"),
    "two": _lazy("Secondo della sala 1"),
    "three": _lazy("Primo della sala 2"),
    "four": _lazy("Secondo della sala 2"),
}


class LineUpForm(forms.Form):
    """Four players of a team: two for either room."""

    def __init__(self, data: QueryDict | None, *, side: TeamLineUp | None) -> None:
        super().__init__(data)
        choices = [(player.pk, str(player)) for player in side.members] if side else []
        now = [player.pk for player in side.players] if side and side.is_given else []
        for place, (name, label) in enumerate(SEATS.items()):
            self.fields[name] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, initial=now[place] if now else None
            )

    @property
    def players(self) -> list[int]:
        return [self.cleaned_data[name] for name in SEATS]


@require_safe
def line_ups(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    round = find_round(tournament, number)
    context = {"tournament": tournament, "round": round, "matches": matches_of(round), "is_open": round.state in OPEN}
    return render(request, "tournaments/check_in/line_ups.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: Request, slug: str, number: int, entry: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.CHECK_IN)
    round = find_round(tournament, number)
    team = get_object_or_404(Entry, tournament=tournament, number=entry)
    side = next((side for match in matches_of(round) for side in match.sides if side.entry == team), None)
    form = LineUpForm(posted(request), side=side)
    if attempt(form, lambda data: set_line_up(by=Actor.of(request), round=round, entry=team, players=form.players)):
        messages.success(request, _("Formazione di %(team)s registrata.") % {"team": team.name})
        return redirect("line_ups", slug, number)
    context: dict[str, Any] = {"tournament": tournament, "round": round, "team": team, "side": side}
    context["is_open"] = round.state in OPEN
    if side and round.state == Round.State.PUBLISHED:
        # As phones in the hall reach it.
        address = reverse("captain_line_up", args=[round.tournament.slug, line_up_key(round, team)])
        context["address"] = hall_root(request) + address
        context["code"] = segno.make(context["address"], error="m").svg_data_uri(scale=4, border=2, light="#fff")
    return form_page(request, "tournaments/check_in/line_up.html", form, **context)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def captain(request: PublicRequest, slug: str, token: str) -> HttpResponse:
    """The same for the captain, from the team's own address, without a log-in."""
    # The signed address opens it, also while the tournament is hidden.
    tournament = get_object_or_404(Tournament, slug=slug)
    found = team_of(tournament, token)
    if found is None:
        raise Http404
    round, team = found
    side = next((side for match in matches_of(round) for side in match.sides if side.entry == team), None)
    form = LineUpForm(posted(request), side=side)
    if attempt(
        form,
        lambda data: set_line_up_as_captain(
            by=Actor.for_table(request, players_of(tournament)), round=round, entry=team, players=form.players
        ),
    ):
        messages.success(request, _("Formazione di %(team)s registrata.") % {"team": team.name})
        return redirect("captain_line_up", slug, token)
    context = {"tournament": tournament, "round": round, "team": team, "side": side, "is_open": round.state in OPEN}
    return form_page(request, "tournaments/check_in/captain_line_up.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def fees(request: Request, slug: str) -> HttpResponse:
    """What entering costs and who paid; a fee is set or changed (`?quota=` its category)."""
    right = Right.MANAGE_ENTRIES if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    known = fees_of(tournament)
    changed = known.get(request.GET.get("quota", "\0"))
    form = FeeForm(posted(request), initial=FeeForm.typed(changed) if changed else {"per": Fee.Per.ENTRY})
    if attempt(form, lambda data: set_fee(by=Actor.of(request), tournament=tournament, **data)):
        messages.success(request, _("Quota registrata."))
        return redirect("fees", slug)
    in_force = {category: one for category, one in known.items() if one.cents is not None}
    lines = fee_lines(tournament, in_force)
    context = {
        "tournament": tournament,
        "fees": in_force.values(),
        "changed": changed,
        "page": Paginator(lines, PER_PAGE).get_page(request.GET.get("page")),
        "totals": totals(lines),
        "categories": categories(tournament),
    }
    return form_page(request, "tournaments/check_in/fees.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def payment(request: Request, slug: str, number: int) -> HttpResponse:
    """Whether one entry paid: noted by a tick, taken back with a reason; every version stays."""
    right = Right.CHECK_IN if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    entry = get_object_or_404(Entry.objects.select_related("tournament"), tournament=tournament, number=number)
    line = fee_line(entry)
    form = PaymentForm(
        posted(request), initial={"seen": line.version, "paid": not line.is_paid, "cents": line.paid or line.due}
    )
    if attempt(form, lambda data: note_payment(by=Actor.of(request), entry=entry, **data)):
        messages.success(request, _("Registrato."))
        return redirect("fees", slug)
    versions = entry.payments.select_related("noted_by").order_by("-version")
    context = {"tournament": tournament, "entry": entry, "line": line, "versions": versions}
    return form_page(request, "tournaments/check_in/payment.html", form, **context)


@require_safe
def export(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    sheet = fees_sheet(tournament)
    return sheets_as("pdf", [sheet], tournament, title=sheet.title)
