"""Lateness and absence at a table with one tap: what happened, exactly what the code gives for it, one confirmation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST

from referee import happenings
from referee.actions.lateness import record_happening, restore_sheet
from referee.happening_words import LATE, WHAT, gains, told
from referee.law.burraco.happenings import (
    ARTICLES,
    OF_BOTH,
    Given,
    Happening,
    What,
    asks_advantage,
    asks_earned,
    row_id,
)
from referee.views.places import find_table
from tournaments import queries
from tournaments.access import get_tournament
from tournaments.actions.base import Actor, Refused
from tournaments.desk.previews import preview_of
from tournaments.hall.table_pages import grid_address
from tournaments.models import MatchScore, Table
from tournaments.permissions import Right
from tournaments.scoring.standings import Extra
from tournaments.seats import Line

YES_NO = [("si", _lazy("Sì: decide l’arbitro")), ("no", _lazy("No"))]
OF_THE_LINE = (What.ABSENT, What.LEFT, What.LEFT_AT_FAULT, What.SHEET_NOT_RETURNED)


class HappeningForm(forms.Form):
    """What happened, by the names under which the page's links and its form carry it."""

    cosa = forms.TypedChoiceField(choices=WHAT.items(), coerce=What)
    linea = forms.TypedChoiceField(choices=[(line.value, "") for line in Line], coerce=Line, required=False)
    ritardo_a = forms.ChoiceField(choices=LATE.items(), required=False)
    ritardo_b = forms.ChoiceField(choices=LATE.items(), required=False)
    vantaggio = forms.ChoiceField(choices=YES_NO, required=False)
    vp = forms.IntegerField(min_value=0, max_value=20, required=False)
    mp = forms.IntegerField(min_value=0, max_value=30000, required=False)
    version = forms.IntegerField(min_value=0, required=False)

    @property
    def happening(self) -> Happening:
        data = self.cleaned_data
        has_earned = asks_earned(Happening(what=data["cosa"])) and None not in (data["vp"], data["mp"])
        return Happening(
            what=data["cosa"],
            line=data["linea"] or None,
            late={Line.A: data["ritardo_a"], Line.B: data["ritardo_b"]},
            earned=(data["vp"], data["mp"]) if has_earned else None,
        )

    @property
    def advantage(self) -> bool | None:
        answer = self.cleaned_data["vantaggio"]
        return answer == "si" if answer else None


@dataclass(frozen=True)
class Tap:
    """Something that can be tapped: where it leads, its words, whether it is what is shown below."""

    url: str
    words: str | Promise
    is_chosen: bool = False
    is_now: bool = False


@dataclass(frozen=True)
class Side:
    """A line of the table with what can have happened to it."""

    name: str
    entries: str
    late: Sequence[Tap]
    others: Sequence[Tap]


@require_http_methods(["GET", "HEAD", "POST"])
def lateness(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What can be tapped at a table, and what the tapped thing would give; a POST gives it."""
    # Whoever sees the cases may fix scores too: the action asks for that right.
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_table(tournament, number, table)
    found.round.tournament = tournament
    if happenings.fixed_scores(tournament.rulebook) is None:
        status = 422 if request.method == "POST" else 200
        return render(request, "referee/lateness_none.html", _place(found), status=status)
    form = HappeningForm(request.POST if request.method == "POST" else request.GET)
    if request.method != "POST":
        return _page(request, found, form)
    return _record(request, found, form)


@require_POST
def sheet_found(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The lost sheet is back: what is written on it counts."""
    found = find_table(get_tournament(request, slug, Right.VIEW_CASES), number, table)
    score = MatchScore.objects.current().filter(table=found).first()
    try:
        if score is None:
            raise Refused(_("A questo tavolo nessuno score risulta smarrito."))
        restore_sheet(by=Actor.of(request), score=score)
    except Refused as error:
        return _page(request, found, HappeningForm(QueryDict()), refusals=error.messages, status=422)
    messages.success(request, _("Tolto il 7 a 7: contano di nuovo le smazzate dello score."))
    return redirect(_back(request, found))


def _record(request: HttpRequest, table: Table, form: HappeningForm) -> HttpResponse:
    if not form.is_valid():
        refusal = _("Di’ che cosa è successo, e a quale linea.")
        return _page(request, table, form, refusals=(refusal,), status=422)
    try:
        record_happening(
            by=Actor.of(request),
            table=table,
            happening=_counted(form.happening, table),
            advantage=form.advantage,
            expected_version=form.cleaned_data["version"] or 0,
        )
    except Refused as error:
        return _page(request, table, form, refusals=error.messages, status=422)
    messages.success(request, _("Registrato: la classifica ne tiene già conto."))
    return redirect(_back(request, table))


def _back(request: HttpRequest, table: Table) -> str:
    """Where this person came from: arbiters work at the table, the desk at the grid."""
    slug, number = table.round.tournament.slug, table.round.number
    if Right.OPEN_CASE in request.rights:  # type: ignore[attr-defined]  # left there by get_tournament
        return reverse("table", args=[slug, number, table.number])
    return grid_address(slug, table, f"row-{table.number}")


def _counted(happening: Happening, table: Table) -> Happening:
    """The same with the rounds of absence of the line, as the records tell them."""
    return replace(happening, missed=happenings.which_absence(happening, table))


def _place(table: Table) -> dict[str, Any]:
    return {"tournament": table.round.tournament, "round": table.round, "table": table}


def _page(
    request: HttpRequest, table: Table, form: HappeningForm, *, refusals: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    happening = _counted(form.happening, table) if form.is_valid() else None
    given = happenings.outcome(happening, table) if happening and not table.is_bye else None
    seconds = happenings.seconds_since_start(table.round, timezone.now())
    context = _place(table) | {
        "refusals": refusals,
        "fixed": MatchScore.objects.current().filter(table=table).select_related("given_by").first(),
        "minutes": None if seconds is None else seconds // 60,
        "sides": _sides(table, happening, seconds),
        "both": [_tap(happening, what) for what in OF_BOTH],
        "scored": table.scores.current().exists(),
    }
    if happening and given:
        context |= _proposal(table, happening, given, form)
    return render(request, "referee/lateness.html", context, status=status)


def _sides(table: Table, happening: Happening | None, seconds: int | None) -> list[Side]:
    names = dict(zip(Line, table.seating.lines, strict=True))
    return [
        Side(
            name=names[line],
            entries=" · ".join(map(str, table.entries_on(line))),
            late=list(_late_taps(table, happening, line, seconds)),
            others=[_tap(happening, what, line) for what in OF_THE_LINE],
        )
        for line in Line
    ]


def _late_taps(table: Table, happening: Happening | None, line: Line, seconds: int | None) -> Sequence[Tap]:
    """The rows of art. 40 for one line; the other line's lateness stays as it was tapped."""
    scores = happenings.fixed_scores(table.round.tournament.rulebook)
    now = row_id(scores, seconds) if scores and seconds is not None else None
    is_late = happening is not None and happening.what is What.LATE
    chosen: Mapping[Line, str] = (happening.late or {}) if happening and is_late else {}
    fields = {line.other: chosen.get(line.other, "")}
    return [
        Tap(
            url=_url(What.LATE, late={**fields, line: row}),
            words=words,
            is_chosen=is_late and chosen.get(line, "") == row,
            is_now=bool(row) and row == now,
        )
        for row, words in LATE.items()
    ]


def _tap(happening: Happening | None, what: What, line: Line | None = None) -> Tap:
    is_chosen = happening is not None and happening.what is what and (line is None or happening.line is line)
    return Tap(url=_url(what, line=line), words=WHAT[what], is_chosen=is_chosen)


def _url(what: What, *, line: Line | None = None, late: Mapping[Line, str] | None = None) -> str:
    fields = {"cosa": what.value, "linea": line.value if line else ""}
    fields |= {f"ritardo_{one.lower()}": row for one, row in (late or {}).items()}
    return "?" + urlencode({name: value for name, value in fields.items() if value}) + "#proposta"


def _proposal(table: Table, happening: Happening, given: Mapping[Line, Given], form: HappeningForm) -> dict[str, Any]:
    """What confirming would give, and what the standings would be then."""
    names = dict(zip(Line, table.seating.lines, strict=True))
    return {
        "happening": happening,
        "what": told(happening, table.seating),
        "gains": [
            {
                "name": names[line],
                "entries": " · ".join(map(str, table.entries_on(line))),
                "words": list(gains(given[line])),
                "derived": bool(given[line].figures and given[line].figures.derived),  # type: ignore[union-attr]
            }
            for line in Line
        ],
        "articles": ARTICLES[happening.what],
        "missed": happening.missed if happening.what is What.ABSENT else None,
        "asks_advantage": asks_advantage(happening),
        "asks_earned": asks_earned(happening),
        "form": form,
        "preview": preview_of(table.round, _overlay(table, happening, given)),
    }


def _overlay(table: Table, happening: Happening, given: Mapping[Line, Given]) -> queries.Overlay:
    figures = happenings.figures_of(given)
    matches = {}
    if figures:
        kind = happenings.score_kind(given)
        matches[table.pk] = queries.FixedScore(kind, figures.vp_a, figures.mp_a, figures.vp_b, figures.mp_b)
    extras = [
        Extra(
            entry.number,
            vp=given[line].penalty_vp,
            mp=given[line].bonus_mp,
            warnings=int(given[line].warned),
            round=table.round.number,
        )
        for line in Line
        for entry in table.entries_on(line)
    ]
    return queries.Overlay(matches=matches, extras=[one for one in extras if one.vp or one.mp or one.warnings])
