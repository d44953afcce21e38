"""The score grid of a round: entry by keyboard, confirmation by a second person, history of a score."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from hall.desk.stages import preview_of
from hall.grid.queries import Looker, desk_grid, progress_of, read_rows
from hall.grid.score import OneScore
from hall.grid.sent_fields import doubts_of, first_typed_cell, read_table_versions, results_text
from hall.grid.views import address_of_grid, confirm_one
from hall.seats.queries import grid_address
from pages.forms import DecisionForm, SeenForm
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import OtherContent, Refused, Request, StaleVersion
from records.rights import Right
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.actions import check_correction, confirm_score, give_score, undo_score
from tournaments.scores.forms import DealForm, ScoreForm, score_form_of
from tournaments.scores.guards import StalePreview, window_of
from tournaments.scores.history_queries import last_given
from tournaments.scores.match_actions import take_back_match_score
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import fixed_scores, table_row
from tournaments.scores.round_queries import boards_at
from tournaments.setup.access import find_round, get_tournament
from tournaments.standings.facts import Overlay

ResultForm = ScoreForm | DealForm

# Said by the link of a table's page, and by the form that it leads to: back there, and not to the grid.
FROM_TABLE = "tavolo"
# What a correction sends again once its consequences were seen.
SENT_AGAIN = ("line_a", "line_b", "cause", "agreed_by", "decision", "reason", "sure")


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: Request, slug: str, number: int, table: int, board: int) -> HttpResponse:
    right = Right.GIVE_SCORE if request.method == "POST" else Right.VIEW_DESK
    found = _find(request, slug, at=(number, table, board), right=right)
    if request.method == "POST":
        return _give(request, found, request.POST, Actor.of(request))
    return _page(request, found, _form_of(found, request.GET))


@require_POST
def confirm(request: Request, slug: str, number: int, table: int, board: int) -> HttpResponse:
    found = _find(request, slug, at=(number, table, board), right=Right.CONFIRM_SCORE)
    by = Actor.of(request)
    return _of_version(request, found, request.POST, lambda version: confirm_score(by=by, score=version))


@require_POST
def undo(request: Request, slug: str, number: int, table: int, board: int) -> HttpResponse:
    """Takes back what one gave oneself, while nobody has confirmed it."""
    found = _find(request, slug, at=(number, table, board), right=Right.GIVE_SCORE)
    return _of_version(request, found, request.POST, lambda version: undo_score(by=Actor.of(request), score=version))


@require_POST
def typed_scores(request: Request, slug: str, number: int) -> HttpResponse:
    """Without a script the grid is one form: what is recorded is the first cell that says something new."""
    right = Right.CONFIRM_SCORE if "confirm" in request.POST else Right.GIVE_SCORE
    round = find_round(get_tournament(request, slug, right), number)
    if "confirm" in request.POST:
        return _confirm_row(request, round)
    typed = first_typed_cell(round, request.POST)
    if typed is None:
        return redirect("round_grid", slug, number)
    found = _find(request, slug, at=(number, typed.table, typed.board), right=right)
    by = Actor.of(request)
    # One page, one key: each of its cells is a request of its own.
    by = replace(by, key=by.key and f"{by.key[:40]}:{typed.table}-{typed.board}")
    return _give(request, found, typed.fields, by)


def _confirm_row(request: Request, round: Round) -> HttpResponse:
    """The table whose button was pressed."""
    seen = read_table_versions(request.POST["confirm"])
    if seen is None:
        return redirect("round_grid", round.tournament.slug, round.number)
    tables = Table.objects.filter(round=round, line_b__isnull=False).select_related("round__stage", *LINES)
    table = get_object_or_404(tables, number=next(iter(seen)))
    table.round.tournament = round.tournament
    by = Actor.of(request)
    by = replace(by, key=by.key and f"{by.key[:40]}:{table.number}")
    return confirm_one(request, table, seen[table.number], by)


@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    # Whoever sees the cases may fix scores too: the action asks for that right.
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, line_b__isnull=False)
    found = get_object_or_404(tables.with_players(), number=table)
    found.round.tournament = tournament
    fixed = fixed_scores(found.round).get(found.pk)
    form = DecisionForm(posted(request))
    if fixed is None and form.is_valid():
        form.add_error(None, _("Questo punteggio è già stato tolto o sostituito."))
    if fixed and attempt(form, lambda data: take_back_match_score(by=Actor.of(request), score=fixed, **data)):
        messages.success(request, _("Tolto: contano di nuovo le smazzate."))
        return HttpResponseRedirect(grid_address(slug, found, f"row-{table}"))
    context: dict[str, Any] = {"tournament": tournament, "round": found.round, "table": found, "fixed": fixed}
    if fixed:
        context["preview"] = preview_of(found.round, Overlay(matches={found.pk: None}))
    return form_page(request, "hall/grid/take_back_match_score.html", form, **context)


# ---- what stands there ------------------------------------------------------


def _find(request: Request, slug: str, *, at: tuple[int, int, int], right: Right) -> OneScore:
    """The board at the table of the round, within a tournament where the person has that right; else 404 or 403."""
    number, table, board = at
    tournament = get_tournament(request, slug, right)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, line_b__isnull=False)
    found = get_object_or_404(tables.select_related("round__stage", *LINES), number=table)
    found.round.tournament = tournament
    boards = boards_at(found)
    played = next((one for one in boards.of_table(found) if one.number == board), None)
    if played is None:
        raise Http404
    current = BoardScore.objects.current().filter(table=found, board=played).order_by("version").first()
    return OneScore(Looker(request.user, request.rights, found.round), found, boards, played, current)


def _form_of(found: OneScore, typed_over: Mapping[str, str]) -> ResultForm:
    """The score in force as it is typed; from the grid, what was typed over it there."""
    current, kind = found.current, score_form_of(found.tournament)
    initial: dict[str, Any] = {name: typed_over[name] for name in ("line_a", "line_b") if name in typed_over}
    if not initial and current and current.points_a is not None and current.points_b is not None:
        initial["line_a"] = kind.typed(current.points_a, current.accusa_a)
        initial["line_b"] = kind.typed(current.points_b, current.accusa_b)
    return kind(initial={"version": found.version, **initial})


# ---- what is done -----------------------------------------------------------


def _give(request: Request, found: OneScore, data: Mapping[str, Any], by: Actor) -> HttpResponse:
    form = score_form_of(found.tournament)(data)
    if not form.is_valid():
        return _answer(request, found, form, status=422)
    if found.says(form.result, form.cleaned_data["version"]):
        return _done(request, found)
    doubts = doubts_of(found.tournament, form.result)
    # Yes was said to these very figures: others typed meanwhile are doubted anew.
    if doubts and form.cleaned_data["sure"] != results_text([form.result]):
        return _answer(request, found, form, status=422, doubts=doubts)
    return (_correct if found.is_correction else _record)(request, found, form, by)


def _record(request: Request, found: OneScore, form: ResultForm, by: Actor) -> HttpResponse:
    """Gives the score; refused or late, shows it beside what is in force."""
    try:
        return _attempt(
            request,
            found,
            form,
            lambda: give_score(
                by=by,
                table=found.table,
                board=found.board,
                **vars(form.result),
                **_said(found, form),
                seen=form.cleaned_data["seen"] if found.is_correction else None,
            ),
        )
    except StalePreview:
        return _preview(request, found, form, status=409, moved=True)


def _correct(request: Request, found: OneScore, form: ResultForm, by: Actor) -> HttpResponse:
    """Shows what the correction changes in the standings; the same form sent from there records it."""
    if request.htmx:  # the cell has no room for it
        # Whoever typed over an older version reads what came in between, as over one that nobody confirmed.
        late = found.current if form.cleaned_data["version"] != found.version else None
        return _answer(request, found, form, status=409 if late else 422, conflict=late, corrects=True)
    if form.cleaned_data["seen"] is not None:
        return _record(request, found, form, by)
    table, board, result = found.table, found.board, form.result
    return _attempt(
        request,
        found,
        form,
        lambda: check_correction(by=by, table=table, board=board, result=result, **_said(found, form)),
        then=lambda: _preview(request, found, form),
    )


def _of_version(
    request: Request, found: OneScore, data: Mapping[str, Any], act: Callable[[BoardScore], object]
) -> HttpResponse:
    """What is done to the very version that the page showed."""
    form, seen = _form_of(found, {}), SeenForm(data)
    if not seen.is_valid():
        return _answer(request, found, form, status=422, refusal=seen.errors["version"])
    versions = BoardScore.objects.filter(table=found.table, board=found.board)
    version = get_object_or_404(versions, version=seen.cleaned_data["version"])
    version.table, version.board = found.table, found.board
    return _attempt(request, found, form, lambda: act(version))


def _said(found: OneScore, form: ResultForm) -> dict[str, Any]:
    """What was typed besides the figures, as the actions take it."""
    cleaned = form.cleaned_data
    return {
        "expected_version": cleaned["version"],
        "reason": cleaned["reason"],
        "reference": found.reference(cleaned["decision"]),
        "cause": cleaned["cause"],
        "agreed_by": cleaned["agreed_by"],
    }


def _attempt(
    request: Request,
    found: OneScore,
    form: ResultForm,
    act: Callable[[], object],
    then: Callable[[], HttpResponse] | None = None,
) -> HttpResponse:
    """The answer to an action done, refused, or come too late for the version that was seen."""
    try:
        act()
    except Refused as error:
        return _answer(request, found, form, status=422, refusal=error.messages)
    except (StaleVersion, OtherContent) as error:
        return _answer(request, found, form, status=409, conflict=error.current)
    return then() if then else _done(request, found)


# ---- what is answered -------------------------------------------------------


def _done(request: Request, found: OneScore) -> HttpResponse:
    if request.htmx:
        return _cell(request, found, None, status=200)
    if request.POST.get("da") == FROM_TABLE and Right.VIEW_CASES in request.rights:
        messages.success(request, _("Smazzata %(number)d registrata.") % {"number": found.board.number})
        return redirect("table", found.tournament.slug, found.table.round.number, found.table.number)
    anchor = f"cell-{found.table.number}-{found.board.number}"
    return HttpResponseRedirect(grid_address(found.tournament.slug, found.table, anchor))


def _answer(request: Request, found: OneScore, form: ResultForm, *, status: int, **context: Any) -> HttpResponse:
    """After a refusal: what was typed, why not, and what is in force now."""
    return (_cell if request.htmx else _page)(request, found, form, status=status, **context)


def _cell(request: Request, found: OneScore, form: ResultForm | None, *, status: int, **context: Any) -> HttpResponse:
    """The cell alone, with what a score moves elsewhere on the page."""
    round = found.table.round
    read = read_rows(round, [table_row(found.table, found.boards)])
    (row,) = desk_grid(found.looker, read, root=address_of_grid(round))
    cell = next(cell for cell in row.cells if cell.board.pk == found.board.pk)
    if form and form.is_bound:
        typed_a, typed_b = (form[name].value() or "" for name in ("line_a", "line_b"))
        cell = replace(cell, typed=(typed_a, typed_b))
    context |= {"row": row, "cells": [cell], "form": form, "is_refused": form is not None}
    context |= {"progress": progress_of(read.tables), **_shared(found, form)}
    context |= {"last": last_given(round, request.user)}
    return render(request, "hall/grid/_score_answer.html", context, status=status)


def _page(request: Request, found: OneScore, form: ResultForm, *, status: int = 200, **context: Any) -> HttpResponse:
    scores = BoardScore.objects.filter(table=found.table, board=found.board).order_by("-version")
    versions = list(scores.select_related("given_by", "confirmed_by"))
    # After a refusal for an old version the page shows the one that came in between.
    found = replace(found, current=next((one for one in versions if one.is_current), None))
    round = found.table.round
    later = found.tournament.rounds.filter(number__gt=round.number, state=Round.State.PUBLISHED)
    context |= {"form": form, "found": found, "versions": versions, "window": window_of(round)}
    context |= {"last": last_given(round, request.user) if found.looker.may_give else None}
    context |= {"shown_round": later.order_by("number").first(), **_shared(found, form)}
    return render(request, "hall/grid/score.html", context, status=status)


def _preview(request: Request, found: OneScore, form: ResultForm, *, status: int = 200, **context: Any) -> HttpResponse:
    """The page with what the correction would move in the standings, as the data are now."""
    both = (form.result.points_a, form.result.points_b)
    preview = preview_of(found.table.round, Overlay(boards={(found.table.pk, found.board.pk): both}))
    return _page(request, found, form, status=status, preview=preview, **context)


def _shared(found: OneScore, form: ResultForm | None) -> dict[str, Any]:
    """What the cell and the page both show of a score and of what was sent."""
    sent = form.data if form else QueryDict()
    return {
        "sure": results_text([form.result]) if form and form.is_bound and form.is_valid() else "",
        "sent": [(name, sent[name]) for name in SENT_AGAIN if name in sent],
        "typed_over": urlencode({name: sent.get(name, "") for name in ("line_a", "line_b")}),
        "tournament": found.tournament,
        "round": found.table.round,
        "table": found.table,
        "board": found.board,
    }
