"""The wizard step by step: the form that a step's answer comes in, how the answer is read, what the step shows."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.figures import FigureQuestion
from codes.finding.procedures import find_procedures
from codes.format.schema import Person
from codes.library import get_rulebook
from codes.packs import pack_of
from codes.seats import Seat
from pages.forms import number_in
from records.requests import Refused, Request
from referee.cases.actions import Answers
from referee.cases.known_answers import known_answers
from referee.cases.models import Case
from referee.cases.named_cards import at_most, cards_missing, cards_questions
from referee.cases.persons import BOTH, NOBODY, THE_ARBITER, WHO, Place, other_places, tables_beside
from referee.cases.queries import deal_of_case, possible_cards
from referee.cases.record import faculty_record, person_in_words
from referee.cases.walk import answers_to, asks_when, book_of, person_unreached
from referee.cases.words import language, spoken_line
from referee.code_browser.views import kept
from referee.decisions.completion import figure_questions, revised_ruling
from referee.decisions.details import Details, details_of, form_figures, form_values
from referee.decisions.forms import LONGEST, DetectionForm, FiguresForm, NoteForm, RulingForm, VersionForm
from referee.home.table_queries import board_cells
from referee.rulings.decision_views import proposal_context
from referee.tools.cards import tappable_packs
from referee.wizard.law_beside import articles_beside
from referee.wizard.steps import (
    THEN,
    Position,
    Step,
    families,
    joined,
    next_question,
    place_in_words,
    revisit,
    shortcuts,
)
from tournaments.rounds.models import Board, Table

NOTE = "nota"
CARDS = "carte-"  # before the name of a question for cards, in the form
CHANGES = "changes"
TABLE = "tavolo"  # another table, by its number, in the address
LONGEST_REASON = 300
LONGEST_QUERY = 200  # a whole sentence told at the table
LINES_KEPT = 64  # codes, languages and what is chosen already
SHOWN_FIRST = 6  # what a phone shows without scrolling far


def chosen_board(request: Request, table: Table) -> Board | None:
    """The board that was tapped, if it is played at the table."""
    return Board.objects.played_at(table).filter(number=number_in(request.POST.get("board")) or 0).first()


# -- reading the answer of each step ----------------------------------------------------------------------------------


def _read_nothing(request: Request, case: Case, form: forms.Form) -> Answers:
    raise Refused(_("Questa pagina non è più attuale: rispondi di nuovo."))


def _read_board(request: Request, case: Case, form: forms.Form) -> Answers:
    board = chosen_board(request, case.table)
    if board is None:
        raise Refused(_("Scegli una smazzata del tavolo."))
    return Answers(board=board)


def _read_anomaly(request: Request, case: Case, form: forms.Form) -> Answers:
    return Answers(procedure=request.POST.get("procedure", ""))


def _read_seat(request: Request, case: Case, form: forms.Form) -> Answers:
    if not request.POST.get("responsible"):
        raise Refused(_("Tocca il posto di chi ha commesso l’irregolarità."))
    return Answers(responsible=request.POST["responsible"])


def _read_person(request: Request, case: Case, form: forms.Form) -> Answers:
    return Answers(persons={request.POST.get("person", ""): request.POST.get("who", "")})


def _read_places(request: Request, case: Case, form: forms.Form) -> Answers:
    """One more line of another table, or that there is none (more): those told before are then taken away."""
    if "none" in request.POST:
        return Answers(elsewhere={})
    told = {request.POST.get("table", ""): request.POST.get("who", "")}
    return Answers(elsewhere={**(case.elsewhere or {}), **told})


def _read_detection(request: Request, case: Case, form: forms.Form) -> Answers:
    assert isinstance(form, DetectionForm)  # noqa: S101 chosen by the step
    return Answers(detected=form.detected)


def _read_question(request: Request, case: Case, form: forms.Form) -> Answers:
    if "wait" in request.POST:
        return Answers(waits_for=request.POST.get("fact", ""))
    said = _reason(request)
    answers = [said_below for said_below in request.POST.get("answer", "").split(THEN) if said_below]
    if "joined" in request.POST:
        if not request.POST.get("first"):
            raise Refused(_("Rispondi anche alla prima domanda."))
        answers.insert(0, request.POST["first"])
    return Answers(facts=_in_turn(case, request.POST.get("fact", ""), answers), contradicts=said)


def _reason(request: Request) -> str:
    """Why it is not as the program knows it; a form's field refuses a NUL, which PostgreSQL cannot hold."""
    try:
        said: str = forms.CharField(required=False).clean(request.POST.get("contradicts", ""))
    except ValidationError as error:
        raise Refused(*error.messages) from error
    return said[:LONGEST_REASON]


def _in_turn(case: Case, fact: str, answers: Sequence[str]) -> dict[str, str]:
    """The answer to that question, and those to the questions below it on the screen, given by the same tap."""
    told = {fact: answers[0] if answers else ""}
    if len(answers) < 2:
        return told
    book, so_far = book_of(case.tournament), copy(case)
    at = revisit(case, book, Step.QUESTION, fact)
    asked = at.question if at.question and at.question.fact.name == fact else None
    for before, answer in pairwise(answers):
        asked = next_question(so_far, book, asked, before) if asked else None
        if asked is None:
            raise Refused(_("Questa pagina non è più attuale: rispondi di nuovo."))
        told[asked.fact.name] = answer
        so_far.facts = {**case.facts, **told}
    return told


def _read_cards(request: Request, case: Case, form: forms.Form) -> Answers:
    """The cards tapped for each question of the screen; with «Non serve» none, and no question is asked again."""
    asked = cards_questions(case, book_of(case.tournament))
    if not asked:
        raise Refused(_("Questa pagina non è più attuale: rispondi di nuovo."))
    passed_over = "none" in request.POST
    return Answers(cards={name: [] if passed_over else request.POST.getlist(f"{CARDS}{name}") for name in asked})


def _read_note(request: Request, case: Case, form: forms.Form) -> Answers:
    return Answers(note=form.cleaned_data["note"][:LONGEST])


@dataclass(frozen=True)
class StepReading:
    """How the answer of a step is read: its form, then what was answered. Raises Refused in words."""

    read: Callable[[Request, Case, forms.Form], Answers]
    form: type[VersionForm] = VersionForm


_UNKNOWN = StepReading(_read_nothing)
_READINGS: Mapping[str, StepReading] = {
    Step.BOARD: StepReading(_read_board),
    Step.ANOMALY: StepReading(_read_anomaly),
    Step.SEAT: StepReading(_read_seat),
    Step.PERSON: StepReading(_read_person),
    Step.ELSEWHERE: StepReading(_read_places),
    Step.CARDS: StepReading(_read_cards),
    Step.DETECTION: StepReading(_read_detection, DetectionForm),
    Step.QUESTION: StepReading(_read_question),
    NOTE: StepReading(_read_note, NoteForm),
}


def reading_of(step: str) -> StepReading:
    """A step that is none, from a page of before, is refused once its form is read."""
    return _READINGS.get(step, _UNKNOWN)


# -- what each step shows ---------------------------------------------------------------------------------------------


def step_context(request: Request, case: Case, at: Position) -> dict[str, Any]:
    return _CONTEXTS[at.step](request, case, at)


def _boards(request: Request, case: Case, at: Position) -> dict[str, Any]:
    return {"cells": board_cells(case.table)}


def _anomalies(request: Request, case: Case, at: Position) -> dict[str, Any]:
    query = request.GET.get("cerca", "").strip()[:LONGEST_QUERY]
    book = book_of(case.tournament)
    if not query:
        return {"query": "", "searched": False, "families": _families(case, book)}
    lines = _lines(book.id, book.hash, case.procedure, language())
    found = find_procedures(query, book, case.options)
    first = found.near[: SHOWN_FIRST - len(found.clear)]
    return {
        "query": query,
        "searched": True,
        "how_many": len(found.names),
        "clear": [lines[name] for name in found.clear],
        "found": [lines[name] for name in first],
        "others": [lines[name] for name in found.names[len(found.clear) + len(first) :]],
    }


@lru_cache(maxsize=LINES_KEPT)
def _lines(code: str, _law: str, chosen: str, _language: str) -> Mapping[str, SafeString]:
    """Every anomaly of the code as a line to tap: drawn once, since a search is asked for with every letter."""
    book = get_rulebook(code)
    shown = {"chosen": book.procedures.get(chosen)}
    return {
        name: render_to_string("referee/wizard/_anomaly.html", {**shown, "procedure": procedure})
        for name, procedure in book.procedures.items()
    }


def _families(case: Case, book: Rulebook) -> SafeString:
    """All the anomalies of the tournament by family: the same for every case in which none, or the same, is chosen."""
    key = (case.procedure, sorted(case.options.items()))

    def context() -> dict[str, Any]:
        return {"families": families(case, book), "chosen": book.procedures.get(case.procedure)}

    return kept("referee/wizard/_families.html", book, context, key)


def _seats(request: Request, case: Case, at: Position) -> dict[str, Any]:
    """Whom one may tap: the seats, and below them what is no single player, by the question."""
    choice = at.person.choose if at.person else "anyone"
    answers = answers_to(at.person or Person(), case, book_of(case.tournament))
    with_seats = set(Seat) <= set(answers)
    more = [answer for answer in answers if not with_seats or answer not in list(Seat)]
    tapped = case.responsible if at.step == Step.SEAT else case.persons.get(at.person_name, "")
    return {
        "field": "responsible" if at.step == Step.SEAT else "who",
        "tapped": tapped,
        "tapped_words": person_in_words(case, tapped),
        "with_seats": with_seats,
        "unreached": bool(tapped and person_unreached(case, book_of(case.tournament))),
        "more": [(answer, _beside_the_seats(answer, choice, case)) for answer in more],
    }


def _beside_the_seats(answer: str, choice: str, case: Case) -> str:
    if answer in list(Seat):
        return person_in_words(case, answer)
    if choice == "fault":
        return _("Non dipende da nessuno") if answer == NOBODY else _("Dipende dall’arbitro")
    if answer == NOBODY:
        return _("Nessuno ne risponde") if choice in {"spectator", "answerable"} else _("Nessuno in particolare")
    words = spoken_line(answer, case.tournament.seat_names)
    if answer in {BOTH, THE_ARBITER} or choice not in {"anyone", "answerable", "somebody"}:
        return words[:1].upper() + words[1:]
    return _("Tutta la %(line)s") % {"line": words}


def _elsewhere(request: Request, case: Case, at: Position) -> dict[str, Any]:
    """The tables told so far; of the one whose number was typed, who should have sat there."""
    number = request.GET.get(TABLE)
    typed = tables_beside(case).filter(number=number_in(number) or 0).first()
    who = [(answer, place_in_words(Place(typed, answer))) for answer in WHO] if typed else []
    return {
        "places": [place_in_words(place) for place in other_places(case)],
        "typed": typed,
        "typed_number": number,
        "who": who,
    }


def _detection(request: Request, case: Case, at: Position) -> dict[str, Any]:
    initial = {
        "seats": case.detectors,
        "evidence": case.evidence,
        "timing": case.timing or Case.Timing.TIMELY,
        "version": case.version,
    }
    timely = Case.Timing.TIMELY
    return {
        "form": DetectionForm(initial=initial),
        "timings": Case.Timing.choices,
        "in_time": timely,
        "asks_when": asks_when(case, book_of(case.tournament)),
        "alone": case.detectors[0] if len(case.detectors) == 1 else "",
        "several": len(case.detectors) > 1 or case.timing not in ("", timely),
    }


def _question(request: Request, case: Case, at: Position) -> dict[str, Any]:
    if at.question is None:
        return {}
    fact, book = at.question.fact, book_of(case.tournament)
    known = known_answers(case, book, (at.question.procedure.id,)).get(fact.name)
    faculty = faculty_record(case, book, at.question)
    second, below = joined(case, book, at) or (None, shortcuts(case, book, at))
    return {
        "articles": articles_beside(case, book, at.question),
        "answered": case.facts.get(fact.name, known.answer if known else ""),
        "joined": second,
        "asked": second or at.question,
        "then": below,
        "faculty": faculty,
        "known": {"words": fact.answers[known.answer], "source": dict(known.source)} if known else None,
        "contradicts": request.POST.get("contradicts", case.known.get(fact.name, {}).get("reason", "")),
    }


def _cards(request: Request, case: Case, at: Position) -> dict[str, Any]:
    """The packs to tap on, one for each question; what was refused stays tapped."""
    book = book_of(case.tournament)
    pack = pack_of(book.game)
    if pack is None:
        return {}
    deal, pickers = deal_of_case(request.user, case), []
    for name, asked in at.cards.items():
        field = f"{CARDS}{name}"
        chosen = request.POST.getlist(field) or case.cards.get(name, [])
        most = at_most(asked, case, book)
        packs = list(tappable_packs(pack, chosen, single=most == 1))
        named = possible_cards(asked, case, deal)
        held = [card for card in packs[0] if named is not None and card.value in named]
        pickers.append(
            {
                "name": field,
                "asked": asked,
                "packs": packs,
                # Of the hand that was dealt; an exchange of cards may have brought another into it.
                "held": held,
                "others": [card for card in packs[0] if card not in held],
                "most": most,
                "kind": "radio" if most == 1 else "checkbox",
                "chosen": bool(chosen),
                "second": any(card.is_chosen for cards in packs[1:] for card in cards),
            }
        )
    return {"pickers": pickers, "game": book.game}


def _decision(request: Request, case: Case, at: Position) -> dict[str, Any]:
    if at.decision is None:
        return {}
    book, before = book_of(case.tournament), revised_ruling(case)
    asked = figure_questions(at.decision.effects, book)
    figures = FiguresForm(asked=asked, initial=form_figures(before))
    told = replace(details_of(before), figures=figures.told_before)
    context = proposal_context(case, at.decision, book, _typed_so_far(request, asked) or told)
    context |= {"cards_to_name": cards_missing(case, book), "figures": figures}
    initial = {"version": case.version, "voiced_by": context["likely_voice"]} | form_values(told)
    if before and before.procedure == case.procedure and not before.departed:
        initial["reason"] = before.reason
    return context | {"form": RulingForm(initial=initial)}


def _typed_so_far(request: Request, asked: Mapping[str, FigureQuestion]) -> Details | None:
    """What stands in the form of the decision while somebody looks what it would change, or it was refused."""
    if request.method != "POST" and request.htmx.target != CHANGES:
        return None
    typed = request.POST if request.method == "POST" else request.GET
    form, figures = RulingForm(typed), FiguresForm(typed, asked=asked)
    form.fields["version"].required = False
    return replace(form.details, figures=figures.told) if form.is_valid() and figures.is_valid() else None


_CONTEXTS: Mapping[Step, Callable[[Request, Case, Position], dict[str, Any]]] = {
    Step.BOARD: _boards,
    Step.ANOMALY: _anomalies,
    Step.SEAT: _seats,
    Step.PERSON: _seats,
    Step.ELSEWHERE: _elsewhere,
    Step.CARDS: _cards,
    Step.DETECTION: _detection,
    Step.QUESTION: _question,
    Step.DECISION: _decision,
}
