"""The wizard: one question per screen, each answer kept on the server; then the decision."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from referee.actions.base import StaleRecord
from referee.actions.cases import Answers, answer, discard_case, open_case
from referee.actions.rulings import decide
from referee.forms import LONGEST, DecisionForm, DetectionForm, DiscardForm, VersionForm
from referee.models import Case, Ruling
from referee.queries import board_cells
from referee.views.conflicts import stale
from referee.views.home import show_table
from referee.views.places import conflict, find_case, find_table, page
from referee.views.proposing import proposal_context
from referee.walking import book_of
from referee.wizard import Position, Step, articles_beside, families, given_so_far, position, revisit, search
from referee.wording import spoken_line
from tournaments.access import get_tournament
from tournaments.actions.base import Actor, Refused, StaleVersion
from tournaments.desk.forms import refuse
from tournaments.models import Board
from tournaments.permissions import Right


@require_POST
def new_case(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A new anomaly at a table; with a board, when the arbiter tapped one."""
    tournament = get_tournament(request, slug, Right.OPEN_CASE)
    found = find_table(tournament, number, table)
    board = Board.objects.played_at(found).filter(number=_number(request.POST.get("board", ""))).first()
    try:
        case = open_case(by=Actor.of(request), table=found, board=board)
    except Refused as error:
        return show_table(request, found, refusals=error.messages, status=422)
    return redirect("case", slug, case.number)


@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The next question of a case, or the one gone back to; a POST answers it."""
    right = Right.OPEN_CASE if request.method == "POST" else Right.VIEW_CASES
    found = find_case(request, slug, number, right)
    if request.method == "POST":
        return _answer(request, found)
    ruling = found.rulings.order_by("-version").first()
    if ruling and not found.is_draft:
        return redirect("ruling", slug, ruling.number)
    step, fact = request.GET.get("passo", ""), request.GET.get("fatto", "")
    return show(request, found, revisit(found, book_of(found.tournament), step, fact))


def _answer(request: HttpRequest, case: Case) -> HttpResponse:
    form = DetectionForm(request.POST) if request.POST.get("step") == Step.DETECTION else VersionForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(*errors_of(form))
        answers = _READ.get(request.POST.get("step", ""), _nothing)(request, case, form)
        case = answer(by=Actor.of(request), case=case, expected_version=form.cleaned_data["version"], answers=answers)
    except Refused as error:
        at = revisit(case, book_of(case.tournament), request.POST.get("step", ""), request.POST.get("fact", ""))
        return show(request, case, at, form=form, refusals=error.messages, status=422)
    except StaleRecord:
        return stale(request, case)
    address = reverse("case", args=[case.tournament.slug, case.number])
    if not request.htmx:  # type: ignore[attr-defined]  # django-htmx's middleware
        return redirect(address)
    case = find_case(request, case.tournament.slug, case.number, Right.OPEN_CASE)
    response = show(request, case, position(case, book_of(case.tournament)))
    response["HX-Push-Url"] = address
    return response


def show(request: HttpRequest, case: Case, at: Position, *, status: int = 200, **more: Any) -> HttpResponse:
    """A step of the wizard with what was answered so far and the law beside it."""
    book = book_of(case.tournament)
    context: dict[str, Any] = {
        "tournament": case.tournament,
        "case": case,
        "at": at,
        "steps": Step,
        "given": given_so_far(case, book),
        "procedure": book.procedures.get(case.procedure),
        "players": case.table.players,
        "can_answer": case.is_draft and Right.OPEN_CASE in request.rights,  # type: ignore[attr-defined]
        "can_rule": Right.RULE in request.rights,  # type: ignore[attr-defined]
        "discard_form": DiscardForm(initial={"version": case.version}, auto_id="discard_%s"),
        "ruling": case.rulings.order_by("-version").first() if case.is_revision else None,
    }
    context |= _CONTEXTS[at.step](request, case, at) | more
    return page(request, "case", context, status=status)


@require_POST
def decide_case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Confirms the decision that the code proposes."""
    found = find_case(request, slug, number, Right.RULE)
    form = DecisionForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(*errors_of(form))
        given = form.cleaned_data
        ruling = decide(
            by=Actor.of(request),
            case=found,
            expected_version=given["version"],
            reason=given["reason"],
            details=form.details,
        )
    except Refused as error:
        at = position(found, book_of(found.tournament))
        return show(request, found, at, form=form, refusals=error.messages, status=422)
    except StaleRecord:
        return stale(request, found)
    except StaleVersion as error:
        return _stale_score(request, found, error)
    return decided(request, ruling)


def decided(request: HttpRequest, ruling: Ruling) -> HttpResponse:
    """After a decision: on to the arbitral score it calls for, else back to the ruling to read out."""
    messages.success(request, _("%(ruling)s registrato.") % {"ruling": ruling})
    if ruling.arbitral:
        return redirect("arbitral_score", ruling.tournament.slug, ruling.case.number)
    return redirect("ruling", ruling.tournament.slug, ruling.number)


def _stale_score(request: HttpRequest, case: Case, error: StaleVersion) -> HttpResponse:
    back = reverse("case", args=[case.tournament.slug, case.number])
    return conflict(request, mine=_("Smazzata annullata"), current=str(error.current or "–"), back=back)


@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Puts a draft aside, or gives up a revision."""
    found = find_case(request, slug, number, Right.OPEN_CASE)
    form = DiscardForm(request.POST, auto_id="discard_%s")
    try:
        if not form.is_valid():
            raise Refused(_("Scrivi perché la scarti."))
        given = form.cleaned_data
        discard_case(by=Actor.of(request), case=found, expected_version=given["version"], reason=given["reason"])
    except Refused as error:
        refuse(form, error)
        at = position(found, book_of(found.tournament))
        return show(request, found, at, discard_form=form, refusals=error.messages, discarding=True, status=422)
    except StaleRecord:
        return stale(request, found)
    messages.success(request, _("Anomalia messa da parte."))
    return redirect("table", slug, found.table.round.number, found.table.number)


# -- reading the answer of each step ----------------------------------------------------------------------------------


def errors_of(form: forms.Form) -> list[str]:
    """What is wrong with a form, in words."""
    return [str(message) for errors in form.errors.values() for message in errors]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _nothing(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    raise Refused(_("Questa pagina non è più attuale: rispondi di nuovo."))


def _read_board(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    board = Board.objects.played_at(case.table).filter(number=_number(request.POST.get("board", ""))).first()
    if board is None:
        raise Refused(_("Scegli una smazzata del tavolo."))
    return Answers(board=board)


def _read_anomaly(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    return Answers(procedure=request.POST.get("procedure", ""))


def _read_seat(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    return Answers(responsible=request.POST.get("responsible", ""))


def _read_detection(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    assert isinstance(form, DetectionForm)  # noqa: S101 chosen by the step
    return Answers(detected=form.detected)


def _read_question(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    return Answers(facts={request.POST.get("fact", ""): request.POST.get("answer", "")})


def _read_note(request: HttpRequest, case: Case, form: forms.Form) -> Answers:
    return Answers(note=request.POST.get("note", "")[:LONGEST])


_READ: Mapping[str, Callable[[HttpRequest, Case, forms.Form], Answers]] = {
    Step.BOARD: _read_board,
    Step.ANOMALY: _read_anomaly,
    Step.SEAT: _read_seat,
    Step.DETECTION: _read_detection,
    Step.QUESTION: _read_question,
    "nota": _read_note,
}


# -- what each step shows ---------------------------------------------------------------------------------------------


def _boards(request: HttpRequest, case: Case, at: Position) -> dict[str, Any]:
    return {"cells": board_cells(case.table)}


def _anomalies(request: HttpRequest, case: Case, at: Position) -> dict[str, Any]:
    query = request.GET.get("cerca", "").strip()
    book = book_of(case.tournament)
    return {
        "query": query,
        "found": search(query, case, book) if query else None,
        "families": families(case, book),
    }


def _seats(request: HttpRequest, case: Case, at: Position) -> dict[str, Any]:
    return {"lines": [(key, spoken_line(key, case.tournament.seating)) for key in ("A", "B", "none")]}


def _detection(request: HttpRequest, case: Case, at: Position) -> dict[str, Any]:
    initial = {
        "seats": case.detectors,
        "evidence": case.evidence,
        "timing": case.timing or Case.Timing.TIMELY,
        "version": case.version,
    }
    return {"form": DetectionForm(initial=initial), "timings": Case.Timing.choices}


def _question(request: HttpRequest, case: Case, at: Position) -> dict[str, Any]:
    if at.question is None:
        return {}
    return {
        "articles": articles_beside(case, book_of(case.tournament), at.question),
        "answered": case.facts.get(at.question.fact.name, ""),
    }


def _decision(request: HttpRequest, case: Case, at: Position) -> dict[str, Any]:
    if at.decision is None:
        return {}
    context = proposal_context(case, at.decision, book_of(case.tournament))
    return context | {"form": DecisionForm(initial={"version": case.version, "voiced_by": context["likely_voice"]})}


_CONTEXTS: Mapping[Step, Callable[[HttpRequest, Case, Position], dict[str, Any]]] = {
    Step.BOARD: _boards,
    Step.ANOMALY: _anomalies,
    Step.SEAT: _seats,
    Step.DETECTION: _detection,
    Step.QUESTION: _question,
    Step.DECISION: _decision,
}
