"""The wizard: one question per screen, each answer kept on the server; then the decision.

Two phones, one case: what this one wanted to say beside what the other one said. Cases like it are asked for after the
decision's page: they cost it nothing, and change nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from codes.deciding.book import Rulebook
from codes.figures import Figure
from codes.seats import Seat
from hall.calls.queries import open_call
from pages.forms import number_in, refuse
from pages.views import conflict
from records.action import Actor
from records.locks import who_changed
from records.models import LogEntry
from records.requests import OtherContent, Refused, Request, StaleVersion
from records.rights import Right
from referee.cards.queries import has_endings
from referee.cases.actions import answer, discard_case, move_case, open_case
from referee.cases.base_actions import StaleRecord
from referee.cases.models import Case
from referee.cases.queries import hands_in_case, reaches
from referee.cases.record import answers_record, effects_record, name_at, person_in_words
from referee.cases.views import find_case, find_case_alone, find_ruling, find_table, in_tournament, page, with_people
from referee.cases.walk import book_of, own_persons, responsible_question
from referee.cases.words import spoken
from referee.consultations.queries import ties_in_words
from referee.consultations.views import told_to
from referee.decisions.appeal_queries import appeal_of, why_not_deciding
from referee.decisions.completion import figure_questions, with_figures
from referee.decisions.forms import DiscardForm, FiguresForm, MoveForm, RulingForm
from referee.decisions.happenings import ruled_once
from referee.decisions.queries import returned_on
from referee.decisions.weight import confirmation_context
from referee.home.views import show_table
from referee.incidents.actions import hand_over
from referee.proposals.actions import propose_ruling
from referee.rulings.actions import decide, follow_ruling
from referee.rulings.decision_views import effects_to_read
from referee.rulings.models import Ruling
from referee.wizard.law_beside import is_said_before, law_said
from referee.wizard.queries import Alike, PrecedentQuery, alike, precedents
from referee.wizard.step_views import CHANGES, chosen_board, reading_of, step_context
from referee.wizard.steps import THEN, Position, Step, answers_in_order, asked_before, position, revisit
from tournaments.rounds.models import Table
from tournaments.setup.access import get_tournament

# What is written rather than chosen stands for itself.
WRITTEN = ("reason", "order", "note")


def stale(request: Request, case: Case) -> HttpResponse:
    """409: this phone's answer in words, and the case as somebody else left it."""
    current = find_case(request, case.tournament.slug, case.number, Right.VIEW_CASES)
    book = book_of(case.tournament)
    said = "; ".join(_sentence(given.label, given.value) for given in answers_in_order(current, book))
    back = reverse("case", args=[case.tournament.slug, case.number])
    mine = mine_in_words(request.POST, case, book)
    return conflict(request, mine=mine, current=said, back=back, who=_who_wrote(current))


def _who_wrote(case: Case) -> str:
    """Who left the case as it is: what decides or proposes stands in the log under its own record."""
    written = (case, *case.rulings.all(), *case.proposals.all())
    lines = LogEntry.objects.filter(object__in=[f"{one._meta.label}:{one.pk}" for one in written])
    last = lines.select_related("actor").order_by("pk").last()
    return str(last.actor) if last else ""


def mine_in_words(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    tell = _TELL.get(posted.get("step", ""))
    told = tell(posted, case, book) if tell else ""
    return told or next((posted[name] for name in WRITTEN if posted.get(name)), "")


def _sentence(label: str, value: str) -> str:
    return f"{label} {value}" if label.endswith("?") else f"{label}: {value}"


def _board(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    number = number_in(posted.get("board"))
    return _sentence(_("Smazzata"), str(case.tournament.deal_called(number)) if number else "")


def _anomaly(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    procedure = book.procedures.get(posted.get("procedure", ""))
    return spoken(procedure.title) if procedure else ""


def _seat(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    label = spoken(responsible_question(book, case.procedure).ask) or _("Responsabile")
    return _sentence(label, person_in_words(case, posted.get("responsible", "")))


def _person(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    person = own_persons(case, book).get(posted.get("person", ""))
    return _sentence(spoken(person.ask), person_in_words(case, posted.get("who", ""))) if person else ""


def _detection(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    seats = posted.getlist("seats") if hasattr(posted, "getlist") else []
    names = [name_at(case.table, Seat(seat), case.board) for seat in seats if seat in list(Seat)]
    return _sentence(_("Rilevata"), ", ".join(names) or _("da nessuno"))


def _question(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    name, answer = posted.get("fact", ""), posted.get("answer", "").partition(THEN)[0]
    # In whichever procedure: the case's own may lead on to others, and the other phone may have changed it.
    facts = (procedure.facts[name] for procedure in book.procedures.values() if name in procedure.facts)
    fact = next(facts, None)
    return _sentence(spoken(fact.ask), spoken(fact.answers.get(answer))) if fact else ""


_TELL: Mapping[str, Callable[[Mapping[str, str], Case, Rulebook], str]] = {
    Step.BOARD: _board,
    Step.ANOMALY: _anomaly,
    Step.SEAT: _seat,
    Step.PERSON: _person,
    Step.DETECTION: _detection,
    Step.QUESTION: _question,
}


# Of the case's page, by the element that is exchanged.
PARTS = {"anomalies": "referee/wizard/anomalies.html", CHANGES: "referee/decisions/changes.html"}


@require_POST
def new_case(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.OPEN_CASE)
    found = find_table(tournament, number, table)
    # Without a board, or with one that is not played here, the case is opened all the same: it is asked first.
    try:
        if "follows" in request.POST:
            ruling = find_ruling(tournament, number_in(request.POST["follows"]) or 0)
            case = follow_ruling(by=Actor.of(request), ruling=ruling, procedure=request.POST.get("procedure", ""))
            return redirect("case", slug, case.number)
        case = open_case(by=Actor.of(request), table=found, board=chosen_board(request, found))
    except Refused as error:
        return show_table(request, found, refusals=error.messages, status=422)
    return redirect("card_ending" if "finale" in request.POST else "case", slug, case.number)


@require_http_methods(["GET", "HEAD", "POST"])
def case(request: Request, slug: str, number: int) -> HttpResponse:
    """The next question of a case, or the one gone back to; a POST answers it."""
    if request.method == "POST":
        return _answer(request, find_case_alone(request, slug, number, Right.OPEN_CASE))
    found = find_case(request, slug, number, Right.VIEW_CASES)
    ruling = None if found.is_draft else found.rulings.order_by("-version").first()
    if ruling:
        return redirect("ruling", slug, ruling.number)
    if found.proposal is not None:
        return redirect("proposal", slug, number)
    step, fact = request.GET.get("passo", ""), request.GET.get("fatto", "")
    return show(request, found, revisit(found, book_of(found.tournament), step, fact))


def _answer(request: Request, case: Case) -> HttpResponse:
    step, fact = request.POST.get("step", ""), request.POST.get("fact", "")
    reading, book = reading_of(step), book_of(case.tournament)
    form = reading.form(request.POST)
    try:
        version = _version_seen(form)
        answers = reading.read(request, case, form)
        answered = answer(by=Actor.of(request), case=case, expected_version=version, answers=answers)
    except Refused as error:
        at = revisit(with_people(case), book, step, fact)
        return show(request, case, at, form=form, refusals=error.messages, status=422)
    except (StaleRecord, OtherContent):
        return stale(request, case)
    case = with_people(in_tournament(answered, case.tournament))
    at = position(case, book)
    # Every question has its own address: the browser's way back leads to the one before.
    address = reverse("case", args=[case.tournament.slug, case.number]) + at.query
    if not request.htmx:
        return redirect(address)
    response = show(request, case, at)
    response["HX-Push-Url"] = address
    return response


def show(request: Request, case: Case, at: Position, *, status: int = 200, **more: Any) -> HttpResponse:
    book, waits = book_of(case.tournament), why_not_deciding(case, request.user)
    may_tell = reaches(request.rights, Right.OPEN_CASE, case.tournament, case.procedure)
    given = answers_in_order(case, book)
    context: dict[str, Any] = {
        "tournament": case.tournament,
        "case": case,
        "at": at,
        "given": given,
        "before": asked_before(at, given),
        "procedure": book.procedures.get(case.procedure),
        "players": case.table.players,
        "can_answer": case.is_draft and may_tell and not waits,
        # Who tells one kind of anomaly alone does not make another one of it.
        "any_anomaly": Right.OPEN_CASE in request.rights,
        "can_rule": reaches(request.rights, Right.RULE, case.tournament, case.procedure),
        "waits_for_appeal": waits,
        # A revision begun before the appeal may still be given up.
        "can_discard": case.is_draft and may_tell and not (waits and appeal_of(case)),
        "move_form": MoveForm(initial={"version": case.version}, auto_id="move_%s"),
        "discard_form": DiscardForm(initial={"version": case.version}, auto_id="discard_%s"),
        "consultations": told_to(request.user, case),
        "has_endings": has_endings(case.tournament),
        "deal_hands": hands_in_case(request.user, case),
        "ruling": case.rulings.order_by("-version").first() if case.is_revision else None,
    }
    # Nothing is changed of what is to be revised: what may be changed comes before what was decided.
    revised = context["ruling"] if at.step is Step.DECISION else None
    context["is_as_ruled"] = revised is not None and revised.answers == answers_record(case)
    context["ruled_once"] = ruled_once(case, book) if at.step not in (Step.ANOMALY, Step.DECISION) else None
    if at.step is Step.DECISION:
        context["returned"] = returned_on(case)
        context |= ties_in_words(case, request.user)
        context["can_rule"] = context["can_rule"] and not context["sits"]
    context |= step_context(request, case, at) | more
    # The term of the anomaly and that of a choice are two: once said, the first is not said again beside the other.
    term_said = bool(context.get("faculty")) and (case.detection_given or bool(case.facts))
    context["law_said"] = law_said(case, book, at, without_term=term_said)
    context["said_before"] = is_said_before(context["before"])
    if at.decision:
        context |= confirmation_context(case, request.user, request.rights, context["measured"])
    # While one types only what was found, or what the figures typed would change.
    part = PARTS.get(request.htmx.target or "")
    if part is None and case.is_draft:
        context["call"] = open_call(case.table)
    return page(request, part or "referee/wizard/case.html", context, status=status)


@require_POST
def decide_case(request: Request, slug: str, number: int) -> HttpResponse:
    found = find_case(request, slug, number, Right.RULE)
    form, book = RulingForm(request.POST), book_of(found.tournament)
    at = position(found, book)
    figures = FiguresForm(request.POST, asked=figure_questions(at.decision.effects if at.decision else (), book))
    try:
        version, told = _version_seen(form), _told(figures)
        if "count" in request.POST and at.decision:
            read = effects_to_read(with_figures(effects_record(found, at.decision.effects, book), told, book))
            return show(request, found, at, form=form, figures=figures, effects=read)
        if "hand_over" in request.POST:
            reopened = hand_over(by=Actor.of(request), case=found, expected_version=version)
            return redirect("case", slug, reopened.number)
        said = {name: form.cleaned_data[name] for name in ("reason", "besides")}
        details = replace(form.details, figures=told)
        given = {"by": Actor.of(request), "case": found, "expected_version": version, "details": details, **said}
        made = (propose_ruling if "propose" in request.POST else decide)(**given)
    except Refused as error:
        return show(request, found, at, form=form, figures=figures, refusals=error.messages, status=422)
    except (StaleRecord, OtherContent):
        return stale(request, found)
    except StaleVersion as error:
        back = reverse("case", args=[found.tournament.slug, found.number])
        who = who_changed(error.current) if error.current else ""
        return conflict(request, mine=_("Smazzata annullata"), current=str(error.current or "–"), back=back, who=who)
    return decided(request, made) if isinstance(made, Ruling) else redirect("proposal", slug, number)


def decided(request: Request, ruling: Ruling) -> HttpResponse:
    messages.success(request, _("%(ruling)s registrato.") % {"ruling": ruling})
    if ruling.arbitral:
        return redirect("arbitral_score", ruling.tournament.slug, ruling.case.number)
    return redirect("ruling", ruling.tournament.slug, ruling.number)


@require_POST
def discard(request: Request, slug: str, number: int) -> HttpResponse:
    """Puts a draft aside, or gives up a revision."""

    def act(found: Case, given: Mapping[str, Any]) -> HttpResponse:
        discard_case(by=Actor.of(request), case=found, expected_version=given["version"], reason=given["reason"])
        messages.success(request, _("Anomalia messa da parte."))
        return redirect("table", slug, found.table.round.number, found.table.number)

    form = DiscardForm(request.POST, auto_id="discard_%s")
    return _with_draft(request, slug, number, form, act, missing=_("Scrivi perché la scarti."), shown_as="discard_form")


@require_POST
def move(request: Request, slug: str, number: int) -> HttpResponse:
    """Moves a draft to the table where it happened."""

    def act(found: Case, given: Mapping[str, Any]) -> HttpResponse:
        table = Table.objects.filter(round=found.table.round_id, number=given["table"]).first()
        if table is None:
            raise Refused(_("In questo turno quel tavolo non c’è."))
        moved = move_case(by=Actor.of(request), case=found, expected_version=given["version"], table=table)
        messages.success(request, _("Anomalia spostata al tavolo %(table)s.") % {"table": moved.table.number})
        return redirect("case", slug, moved.number)

    form = MoveForm(request.POST, auto_id="move_%s")
    return _with_draft(
        request, slug, number, form, act, missing=_("Scrivi il numero del tavolo."), shown_as="move_form"
    )


def _with_draft(
    request: Request,
    slug: str,
    number: int,
    form: forms.Form,
    act: Callable[[Case, Mapping[str, Any]], HttpResponse],
    *,
    missing: str,
    shown_as: str,
) -> HttpResponse:
    """What a form beside a draft asks; refused, the case's page with that form open. missing: said of an empty one."""
    found = find_case(request, slug, number, Right.OPEN_CASE)
    try:
        if not form.is_valid():
            raise Refused(*(form.non_field_errors() or [missing]))
        return act(found, form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        at = position(found, book_of(found.tournament))
        return show(request, found, at, refusals=error.messages, status=422, **{shown_as: form})
    except (StaleRecord, OtherContent):
        return stale(request, found)


def _version_seen(form: forms.Form) -> int:
    """The version of the case that the form was made for. Raises Refused with all that is wrong with the form."""
    if not form.is_valid():
        raise Refused(*(str(message) for errors in form.errors.values() for message in errors))
    version: int = form.cleaned_data["version"]
    return version


def _told(form: FiguresForm) -> dict[str, Figure]:
    """What was told for the figures of the orders. Raises Refused where it cannot be read."""
    if not form.is_valid():
        raise Refused(*(f"{form[name].label} {words}" for name, errors in form.errors.items() for words in errors))
    return form.told


@require_safe
def precedents_of(request: Request, slug: str, number: int) -> HttpResponse:
    """How cases like this one were decided; nothing while it is not yet known how it is decided."""
    case = find_case(request, slug, number, Right.VIEW_CASES)
    decision = position(case, book_of(case.tournament)).decision if case.is_draft else None
    facts = tuple(f"{step.procedure}.{step.fact}.{step.answer}" for step in decision.trail) if decision else ()
    found = Alike()
    if decision:
        code = case.tournament.rulebook
        found = alike(PrecedentQuery(case.tournament, code, case.procedure, tuple(dict.fromkeys(facts)), case.note))
    context = {
        "tournament": case.tournament,
        "case": case,
        "alike": found,
        "precedents": precedents(found.nearest, facts, found.elsewhere),
    }
    return page(request, "referee/wizard/precedents.html", context)
