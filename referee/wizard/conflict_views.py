"""Two phones, one case: what this one wanted to say beside what the other one said."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.seats import Seat
from pages.fields import number_in
from pages.views import conflict
from records.models import LogEntry
from records.requests import Request
from records.rights import Right
from referee.cases.models import Case
from referee.cases.record import name_at
from referee.cases.views import find_case
from referee.cases.walk import book_of, own_persons, responsible_question
from referee.cases.words import spoken
from referee.wizard.steps import THEN, Step, answers_in_order, person_in_words

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
