"""Lateness and absence at a table with few taps: what happened, what the code gives for it, one confirmation.

It is a form over the code's own procedures: what is tapped are facts of a case, and what is confirmed is a ruling.
Links and forms carry what happened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from codes.deciding.book import Rulebook
from codes.deciding.table import Fact
from codes.deciding.walk import Decision, Question
from codes.format.schema import RESPONSIBLE
from codes.seats import Line, Seat
from hall.desk.stages import preview_of
from hall.seats.queries import grid_address
from pages.forms import NumberField
from people.accounts.models import User
from records.action import Actor
from records.requests import Refused, Request
from records.rights import Right
from referee.cases.known_answers import KnownAnswer, known_answers
from referee.cases.known_scores import seconds_since_start
from referee.cases.persons import BOTH
from referee.cases.record import effects_record, person_in_words
from referee.cases.views import find_table
from referee.cases.walk import book_of
from referee.cases.words import spoken
from referee.consultations.queries import ties_in_words
from referee.decisions.completion import asks_earned, decided_by_arbiter, settled
from referee.decisions.consequences import overlay_of
from referee.decisions.details import Details, details_of, form_values
from referee.decisions.forms import DecidedForm, EarnedForm, RulingForm, reason_field
from referee.decisions.happenings import (
    LOST_SHEET,
    Happening,
    decided_alike,
    fixes_score,
    has_quick_page,
    once_at,
    standing_ruling,
)
from referee.decisions.weight import confirmation_context
from referee.incidents.actions import propose_happening, record_happening
from referee.incidents.taps import Tap, answer_taps, person_taps, taps_of_both, taps_of_lines, url_of
from referee.rulings.actions import reason_now
from referee.rulings.decision_views import effects_to_read, lines_named
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.scores.match_models import MatchScore
from tournaments.setup.access import get_tournament


class HappeningForm(EarnedForm, DecidedForm):
    """What happened, by the names under which the page's links and its form carry it: each fact by its own name."""

    cosa = forms.ChoiceField()
    linea = forms.ChoiceField(choices=[(who, "") for who in (*Line, BOTH)], required=False)
    reason = reason_field(required=False)
    besides = reason_field(required=False)
    version = NumberField(required=False)

    def __init__(self, data: Any, *, book: Rulebook) -> None:
        super().__init__(data)
        of_match = {procedure.id: procedure for procedure in book.procedures.values() if procedure.whole_match}
        cosa = self.fields["cosa"]
        assert isinstance(cosa, forms.ChoiceField)  # noqa: S101 declared above
        cosa.choices = [(name, "") for name in of_match]
        # A question of any procedure: one leads on to another.
        self.facts = {name: fact for procedure in book.procedures.values() for name, fact in procedure.facts.items()}
        for name in self._told():
            answers = [(answer, "") for answer in self.facts[name].answers]
            self.fields[name] = forms.ChoiceField(choices=answers, required=False)
        # By name, as facts are: no procedure calls a question and a person alike.
        self.persons = {name for procedure in of_match.values() for name, one in procedure.persons.items() if one.ask}
        self.persons -= {RESPONSIBLE}
        for name in self._tapped():
            self.fields[name] = forms.ChoiceField(choices=[(seat.value, "") for seat in Seat], required=False)

    def _tapped(self) -> list[str]:
        return [name for name in self.persons if name in self.data]

    def _told(self) -> list[str]:
        return [name for name, fact in self.facts.items() if fact.source == "arbiter" and name in self.data]

    @property
    def happening(self) -> Happening:
        data = self.cleaned_data
        facts = {name: data[name] for name in self._told() if data[name]}
        persons = {name: data[name] for name in self._tapped() if data[name]}
        line = Line(data["linea"]) if data["linea"] in list(Line) else None
        both = data["linea"] == BOTH
        return Happening(procedure=data["cosa"], line=line, both=both, facts=facts, persons=persons)

    @property
    def has_figures(self) -> bool:
        """Whether any figure was typed, so that none of before stands in its place."""
        return any(self.data.get(name) for name in (*EarnedForm.base_fields, *DecidedForm.base_fields))

    @property
    def details(self) -> Details:
        return Details(earned=self.earned, **self.decided)


@require_http_methods(["GET", "HEAD", "POST"])
def incident(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """What can be tapped at a table, and what the tapped thing would give; a POST rules on it."""
    # Whoever sees the cases may rule on a match too: the action asks for that right.
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_table(tournament, number, table)
    # So that no part of the table asks the database for the tournament again.
    found.round.tournament = tournament
    if not has_quick_page(found):
        status = 422 if request.method == "POST" else 200
        return render(request, "referee/incidents/incident_none.html", _place(found), status=status)
    form = HappeningForm(request.POST if request.method == "POST" else request.GET, book=book_of(tournament))
    return _record(request, found, form) if request.method == "POST" else _page(request, found, form)


@require_POST
def sheet_found(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """The lost sheet is here again: the ruling on it is revised, by what the code says of a sheet found."""
    found = find_table(get_tournament(request, slug, Right.VIEW_CASES), number, table)
    form = HappeningForm({}, book=book_of(found.round.tournament))
    fixed = _fixed(found)
    try:
        if fixed is None or fixed.kind != LOST_SHEET:
            raise Refused(_("A questo tavolo nessuno score risulta smarrito."))
        happening = Happening(procedure=LOST_SHEET, facts={"score-ritrovato": "si"})
        ruling = record_happening(
            by=Actor.of(request), table=found, happening=happening, expected_version=fixed.version
        )
    except Refused as error:
        return _page(request, found, form, refusals=error.messages, status=422)
    return _done(request, found, ruling)


def _record(request: Request, table: Table, form: HappeningForm) -> HttpResponse:
    if not form.is_valid():
        refusal = _("Di’ che cosa è successo, e a quale linea.")
        return _page(request, table, form, refusals=(refusal,), status=422)
    given = {name: form.cleaned_data[name] for name in ("reason", "besides")}
    version = form.cleaned_data["version"] or 0
    given |= {"happening": form.happening, "details": form.details, "expected_version": version}
    try:
        if "propose" in request.POST:
            proposal = propose_happening(by=Actor.of(request), table=table, **given)
            return redirect("proposal", table.round.tournament.slug, proposal.case.number)
        ruling = record_happening(by=Actor.of(request), table=table, **given)
    except Refused as error:
        return _page(request, table, form, refusals=error.messages, status=422)
    return _done(request, table, ruling)


def _done(request: Request, table: Table, ruling: Ruling) -> HttpResponse:
    words = _("%(ruling)s registrato: la classifica ne tiene già conto.")
    messages.success(request, words % {"ruling": ruling})
    return redirect(_back(request, table))


def _back(request: Request, table: Table) -> str:
    """Where this person came from: arbiters work at the table, the desk at the grid."""
    slug, number = table.round.tournament.slug, table.round.number
    if Right.OPEN_CASE in request.rights:
        return reverse("table", args=[slug, number, table.number])
    return grid_address(slug, table, f"row-{table.number}")


def _fixed(table: Table) -> MatchScore | None:
    return MatchScore.objects.current().filter(table=table).select_related("given_by").first()


def _place(table: Table) -> dict[str, Any]:
    return {"tournament": table.round.tournament, "round": table.round, "table": table}


def _page(
    request: Request, table: Table, form: HappeningForm, *, refusals: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    told = form.happening if form.is_valid() else None
    seconds, fixed = seconds_since_start(table.round, timezone.now()), _fixed(table)
    context = _place(table) | {
        "refusals": refusals,
        "fixed": fixed,
        "fixed_by": _ruling_of(fixed, table),
        "minutes": None if seconds is None else seconds // 60,
        "sides": taps_of_lines(table, told, seconds),
        "both": taps_of_both(table, told),
        "scored": table.scores.current().exists(),
        "once": once_at(table, book_of(table.round.tournament)),
    }
    if told and not table.is_bye:
        context |= _proposal(table, told, form, request.user)
        if "measured" in context:
            case = told.case_at(table)
            context |= confirmation_context(
                case, request.user, request.rights, context["measured"], context["standing"]
            )
    return render(request, "referee/incidents/incident.html", context, status=status)


def _ruling_of(fixed: MatchScore | None, table: Table) -> Ruling | None:
    """The ruling that fixed the score; none where an article alone did, before every score had its ruling."""
    rulings = Ruling.objects.current().filter(case__table=table) if fixed else Ruling.objects.none()
    return next((one for one in rulings if fixed and one.reference == fixed.reference), None)


def _proposal(table: Table, told: Happening, form: HappeningForm, user: User) -> dict[str, Any]:
    """What the code asks next of what was told, or what it decides."""
    reached = told.outcome(table)
    if reached is None:
        return {}
    book = book_of(table.round.tournament)
    answered = list(_answered(table, told, reached))
    context: dict[str, Any] = {
        "told": told,
        "title": spoken(book.procedures[told.procedure].title),
        "of_line": _line_of(told, table),
        "answered": answered,
        "form": form,
    }
    if isinstance(reached, Question):
        return context | {"question": reached.fact, "answers": answer_taps(told, reached)}
    if missing := told.person_missing(table):
        return context | {"question": missing, "answers": person_taps(told, missing, table)}
    context |= _decided(table, told, reached, form) | ties_in_words(told.case_at(table), user)
    return context | {"asks_reason": reason_now(reached) or any(one.contradicts for one in answered)}


def _line_of(happening: Happening, table: Table) -> str:
    if happening.line is None:
        return str(_("Tutte e due le linee")) if happening.both else ""
    names = dict(zip(Line, table.seat_names.lines, strict=True))
    return f"{names[happening.line]} · " + " · ".join(map(str, table.entries_on(happening.line)))


def _decided(table: Table, told: Happening, decision: Decision, form: HappeningForm) -> dict[str, Any]:
    book = book_of(table.round.tournament)
    standing = standing_ruling(table, told.procedure, fixes=fixes_score(decision, book))
    case = told.case_at(table)
    effects = settled(decision.effects, case, book)
    return {
        "decision": decision,
        "effects": effects_to_read(effects_record(case, effects, book)),
        "measured": effects,
        "articles": [book.articles[number] for number in decision.cites],
        "standing": standing,
        "alike": standing is not None and decided_alike(standing, case, decision),
        "asks_earned": asks_earned(decision.effects),
        "decides": decided_by_arbiter(decision.effects, book),
        "lines": lines_named(table),
        "detail": form if form.has_figures else RulingForm(initial=form_values(details_of(standing))),
        "preview": preview_of(table.round, overlay_of(case, effects, book, standing)),
    }


@dataclass(frozen=True)
class Answered:
    """A question answered: by a tap, with the link that takes it back; or by the records, with other answers."""

    question: str
    answer: str
    undo: str = ""
    source: str = ""
    contradicts: bool = False
    others: Sequence[Tap] = ()


def _answered(table: Table, told: Happening, reached: Question | Decision) -> Iterator[Answered]:
    book = book_of(table.round.tournament)
    known = known_answers(told.case_at(table), book, reached.path)
    for name, step in {step.fact: step for step in reached.trail}.items():
        fact, records = book.procedures[step.procedure].facts[name], known.get(name)
        question, answer = spoken(fact.ask), spoken(fact.answers[step.answer])
        if told.facts.get(name) == step.answer:
            left = {one: value for one, value in told.facts.items() if one != name}
            contradicts = records is not None and records.answer != step.answer
            yield Answered(question, answer, undo=url_of(replace(told, facts=left)), contradicts=contradicts)
        elif records and records.answer == step.answer:
            source = spoken(dict(records.source))
            yield Answered(question, answer, source=source, others=_others(told, fact, records))
    yield from _tapped(table, told)


def _tapped(table: Table, told: Happening) -> Iterator[Answered]:
    for name, person in told.persons_to_ask(table).items():
        if name in told.persons:
            left = {one: who for one, who in told.persons.items() if one != name}
            words = person_in_words(told.case_at(table), told.persons[name])
            yield Answered(spoken(person.ask), words, undo=url_of(replace(told, persons=left)))


def _others(told: Happening, fact: Fact, known: KnownAnswer) -> list[Tap]:
    """The answers that contradict what the records tell."""
    return [
        Tap(url_of(replace(told, facts={**told.facts, fact.name: answer})), spoken(words))
        for answer, words in fact.answers.items()
        if answer != known.answer
    ]
