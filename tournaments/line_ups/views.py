"""Line-ups of teams before a match: all of a round, and the one of a team."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from pages.views import attempt, form_page, hall_root, posted
from records.action import Actor
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.entries.links import line_up_key, team_of
from tournaments.entries.models import Entry
from tournaments.line_ups.actions import OPEN, set_line_up, set_line_up_as_captain
from tournaments.line_ups.queries import TeamLineUp, matches_of
from tournaments.rounds.models import Round
from tournaments.setup.access import find_round, get_tournament
from tournaments.setup.account_actions import players_of
from tournaments.setup.models import Tournament

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
    return render(request, "tournaments/line_ups/line_ups.html", context)


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
        context["address"] = _address(request, round, team)
        context["code"] = segno.make(context["address"], error="m").svg_data_uri(scale=4, border=2, light="#fff")
    return form_page(request, "tournaments/line_ups/line_up.html", form, **context)


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
    return form_page(request, "tournaments/line_ups/captain_line_up.html", form, **context)


def _address(request: Request, round: Round, team: Entry) -> str:
    """The captain's address as phones in the hall reach it."""
    return hall_root(request) + reverse("captain_line_up", args=[round.tournament.slug, line_up_key(round, team)])
