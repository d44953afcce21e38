"""The arithmetic of an arbitral score, made ready for the screen.

The arbitral score of an annulled board: worked out before the arbiter's eyes, then recorded.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from codes.arbitral.lots import repeat_recipe
from codes.arbitral.score import Reckoning, TableScore, candidates
from codes.seats import Line
from hall.desk.stages import Preview, preview_of
from pages.forms import refuse
from pages.views import conflict
from records.action import Actor
from records.locks import who_changed
from records.requests import Refused, Request, StaleVersion
from records.rights import Right
from referee.arbitral_scores.actions import dismiss_proposal, recompute, set_arbitral_score
from referee.arbitral_scores.exports import drawn_words, is_dropped, rounding_words, steps_sheet
from referee.arbitral_scores.forms import ArbitralScoreForm
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.queries import Proposal, hash_of, other_results, unconfirmed_in, unconfirmed_tables
from referee.arbitral_scores.score import Choice, innocent_line, method_of, work_out
from referee.cards.endings import Bound, bounds_for, resting_words
from referee.cards.queries import endings_of, has_endings, may_know_bounds, plays_of, sees_cards
from referee.cases.base_actions import StaleRecord
from referee.cases.models import Case
from referee.cases.views import find_case, page
from referee.cases.words import LINE_NAMES
from referee.consultations.queries import ties_in_words
from referee.decisions.appeal_queries import why_not_scoring
from referee.decisions.forms import ProposalForm
from referee.rulings.models import Ruling
from tournaments.scores.models import BoardScore
from tournaments.standings.facts import Overlay


def arithmetic_context(score: Reckoning, unconfirmed: Collection[str] = ()) -> dict[str, Any]:
    """unconfirmed: the tables whose results nobody has confirmed yet."""
    line_a, line_b = score.line_a, score.line_b
    rows = [
        {
            "table": result.table,
            "a": result.a,
            "b": result.b,
            "dropped_a": line_a is not None and is_dropped(result.table, line_a.trimmed),
            "dropped_b": line_b is not None and is_dropped(result.table, line_b.trimmed),
            "unconfirmed": result.table in unconfirmed,
        }
        for result in score.inputs
    ]
    return {
        "score": score,
        "rows": rows,
        "trimmed": bool(line_a and line_a.trimmed),
        "steps": steps_sheet(score) if line_a else None,
        "rounding": rounding_words(score.rounding) if score.rounding else "",
        "silent": bool(score.rounding and score.rounding.silent),
        "lot": score.lot,
        "drawn": drawn_words(score.lot) if score.lot else "",
        "recipe": repeat_recipe(score.lot) if score.lot else "",
        "innocent": str(LINE_NAMES[Line(score.innocent)]) if score.innocent else "",
    }


def working_of(score: ArbitralScore) -> dict[str, Any]:
    """The arithmetic of a score that was given; in force, with what of it nobody has confirmed up to now."""
    unconfirmed = unconfirmed_in(score) if score.is_current else ()
    return arithmetic_context(Reckoning.from_dict(score.arithmetic), unconfirmed)


def resting_on(request: Request, score: ArbitralScore | None) -> str:
    """Of which ending or play the score is a bound, as far as the user may know; nothing where there is none."""
    if score is None:
        return ""
    return resting_words(score, in_full=may_know_bounds(request.user, score.case, request.rights))


# What stands where a reason will.
NO_REASON = "–"
# Up to a third (84), in steps that can be told at a table.
SHARES = [("0", "0"), ("1/12", "1/12"), ("1/6", "1/6"), ("1/4", "1/4"), ("1/3", "1/3")]


@dataclass(frozen=True)
class Scoring:
    case: Case
    ruling: Ruling
    inputs: tuple[TableScore, ...]
    current: ArbitralScore | None
    # The version of what stands on the board: nothing at all is version 0.
    board_version: int


@require_http_methods(["GET", "HEAD", "POST"])
def arbitral_score(request: Request, slug: str, number: int) -> HttpResponse:
    """The screen of the score; a POST with `anteprima` works it out and records nothing."""
    right = Right.SET_ARBITRAL_SCORE if request.method == "POST" else Right.VIEW_CASES
    scoring = _scoring_of(find_case(request, slug, number, right))
    if request.method != "POST":
        return _screen(request, scoring, _empty_form(scoring))
    form = ArbitralScoreForm(request.POST)
    if "anteprima" in request.POST:
        return _screen(request, scoring, form)
    if not form.is_valid():
        return _screen(request, scoring, form, status=422)
    try:
        set_arbitral_score(by=Actor.of(request), case=scoring.case, choice=form.choice, **form.versions)
    except Refused as error:
        refuse(form, error)
        return _screen(request, scoring, form, status=422)
    except (StaleRecord, StaleVersion) as error:
        return _stale(request, scoring, error, form)
    messages.success(request, _("Punteggio arbitrale registrato: la classifica ne tiene già conto."))
    return redirect("ruling", slug, scoring.ruling.number)


@require_POST
def late_results(request: Request, slug: str, number: int) -> HttpResponse:
    """Results that came after the score: keep it (`mantieni`) or work it out again (`ricalcola`), with the reason."""
    scoring = _scoring_of(find_case(request, slug, number, Right.SET_ARBITRAL_SCORE))
    form = ProposalForm(request.POST)
    try:
        if not form.is_valid():
            words = _("Scrivi il motivo: resta scritto accanto al punteggio.")
            raise Refused(*([] if form.non_field_errors() else [words]))
        if scoring.current is None:
            raise Refused(_("Non c’è un punteggio arbitrale da riesaminare."))
        action = recompute if "ricalcola" in request.POST else dismiss_proposal
        action(by=Actor.of(request), score=scoring.current, **form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        return _screen(request, scoring, _empty_form(scoring), status=422, proposal_form=form)
    except (StaleRecord, StaleVersion) as error:
        return _stale(request, scoring, error, form)
    messages.success(request, _("Risultati esaminati."))
    return redirect("arbitral_score", slug, number)


def _scoring_of(case: Case) -> Scoring:
    """404 for a case whose ruling calls for no score."""
    calling = Ruling.objects.current().filter(case=case).exclude(arbitral="").select_related("decided_by")
    on_board = BoardScore.objects.current().filter(table=case.table, board=case.board).first()
    return Scoring(
        case=case,
        ruling=get_object_or_404(calling),
        inputs=other_results(case),
        current=case.arbitral_scores.filter(is_current=True).select_related(*ArbitralScore.SHOWN_WITH).first(),
        board_version=on_board.version if on_board else 0,
    )


def _empty_form(scoring: Scoring) -> ArbitralScoreForm:
    """The form as it is first shown: the code's own words say who is innocent."""
    innocent = innocent_line(scoring.case)
    return ArbitralScoreForm(
        initial={
            "version": scoring.case.version,
            "score_version": scoring.board_version,
            "innocent": innocent.value if innocent else "",
            "graver": innocent.other.value if innocent else "",
            "share": "0" if scoring.ruling.arbitral == "rettificato" else "",
        }
    )


def _screen(
    request: Request, scoring: Scoring, form: ArbitralScoreForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    method, current = method_of(scoring.ruling), scoring.current
    innocent, told = _innocent(scoring, form), ties_in_words(scoring.case, request.user)
    waits = why_not_scoring(scoring.case, request.user)
    can_score = Right.SET_ARBITRAL_SCORE in request.rights and not told["sits"] and not waits
    unconfirmed = unconfirmed_tables(scoring.case) if scoring.inputs else []
    preview = _preview(scoring, form, unconfirmed) if can_score else None
    context = {
        "tournament": scoring.case.tournament,
        "case": scoring.case,
        "ruling": scoring.ruling,
        "method": method.value,
        "label": method.label,
        "form": form,
        "inputs": scoring.inputs,
        "unconfirmed": unconfirmed,
        "current": current,
        "rests_on": resting_on(request, current),
        "current_working": working_of(current) if current else None,
        "preview": preview,
        "moving": _moving(scoring, preview),
        "innocent": innocent,
        # Each result with the value that stands for it in the form.
        "candidates": [(one, f"{one.a}-{one.b}") for one in candidates(scoring.inputs, innocent)] if innocent else [],
        "bounds": _bounds(request, scoring, innocent) if innocent else [],
        "has_endings": has_endings(scoring.case.tournament),
        "shares": SHARES,
        "proposal": _proposal(scoring, current, unconfirmed) if current else None,
        "can_score": can_score,
        "waits_for_appeal": waits,
        **told,
    }
    return page(request, "referee/arbitral_scores/arbitral_score.html", context | more, status=status)


def _bounds(request: Request, scoring: Scoring, innocent: Line) -> list[tuple[Bound, str]]:
    """What the last cards of the deal allow (82), for whoever may see them; each with its value in the form."""
    if not sees_cards(request.user, scoring.case.tournament, request.rights):
        return []
    told = [endings_of(scoring.case).first(), plays_of(scoring.case).first()]
    return [(one, one.key) for record in told if record for one in bounds_for(record, innocent)]


def _innocent(scoring: Scoring, form: ArbitralScoreForm) -> Line | None:
    # What the arbiter chose comes first: the results to choose from follow it.
    said = form["innocent"].value()
    return Line(said) if said in list(Line) else innocent_line(scoring.case)


def _stale(request: Request, scoring: Scoring, error: StaleRecord | StaleVersion, form: forms.Form) -> HttpResponse:
    back = reverse("arbitral_score", args=[scoring.case.tournament.slug, scoring.case.number])
    mine = form.cleaned_data.get("reason") or str(method_of(scoring.ruling).label)
    who = who_changed(error.current) if error.current else ""
    return conflict(request, mine=mine, current=_in_words(error.current), back=back, who=who)


def _preview(scoring: Scoring, form: ArbitralScoreForm, unconfirmed: Collection[str]) -> dict[str, Any] | None:
    """The score as chosen so far; nothing while a choice is missing, its words when it is refused."""
    if not form.is_bound:
        # Without a choice only an artificial score can be told: its arithmetic asks for none (81).
        choice = Choice() if scoring.ruling.arbitral == "artificiale" else None
    else:
        # An action's refusal is no field's error: what was chosen can still be worked out.
        choice = None if set(form.errors) - {NON_FIELD_ERRORS} else form.choice
    if choice is None:
        return None
    # A preview asks for no reason yet.
    choice = choice if choice.reason else replace(choice, reason=NO_REASON)
    try:
        return arithmetic_context(work_out(scoring.case, scoring.ruling, scoring.inputs, choice), unconfirmed)
    except Refused as error:
        return {"refusals": error.messages}


def _moving(scoring: Scoring, preview: dict[str, Any] | None) -> Preview | None:
    """What the score as chosen so far changes in the standings."""
    score, case = (preview or {}).get("score"), scoring.case
    if score is None or case.board is None:
        return None
    return preview_of(case.table.round, Overlay(boards={(case.table_id, case.board.pk): (score.a, score.b)}))


def _proposal(scoring: Scoring, score: ArbitralScore, unconfirmed: Collection[str]) -> dict[str, Any] | None:
    now = hash_of(scoring.inputs)
    if now == score.inputs_hash or score.reviews.filter(inputs_hash=now).exists():
        return None
    return {
        "change": Proposal(score, scoring.inputs),
        "again": _again(scoring, score, unconfirmed),
        "form": ProposalForm(initial={"inputs_hash": now}, auto_id="proposal_%s"),
    }


def _again(scoring: Scoring, score: ArbitralScore, unconfirmed: Collection[str]) -> dict[str, Any] | None:
    """The score worked out on the results as they are now; an assigned one is a choice, not a sum."""
    if score.method == ArbitralScore.Method.ASSIGNED:
        return None
    choice = Choice.from_score(Reckoning.from_dict(score.arithmetic), NO_REASON)
    try:
        return arithmetic_context(work_out(scoring.case, scoring.ruling, scoring.inputs, choice), unconfirmed)
    except Refused:  # the results that are left allow no score: it can only be kept, with a reason
        return None


def _in_words(record: Model | None) -> str:
    if isinstance(record, BoardScore):
        points = "" if record.is_void else f" {record.points_a} – {record.points_b}"
        return f"{record.get_kind_display()}{points}, {record.given_by}"
    return str(record or "–")
