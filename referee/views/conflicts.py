"""Two phones, one case: what this one wanted to say beside what the other one said."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from referee.law.book import Rulebook
from referee.models import Case
from referee.snapshot import name_at
from referee.views.places import conflict, find_case
from referee.walking import book_of
from referee.wizard import Step, given_so_far, responsible_in_words
from referee.wording import spoken
from tournaments.permissions import Right
from tournaments.seats import Seat

# What is written rather than chosen stands for itself.
WRITTEN = ("reason", "order", "note")


def stale(request: HttpRequest, case: Case) -> HttpResponse:
    """409: this phone's answer in words, and the case as somebody else left it."""
    current = find_case(request, case.tournament.slug, case.number, Right.VIEW_CASES)
    book = book_of(case.tournament)
    said = "; ".join(_sentence(given.label, given.value) for given in given_so_far(current, book))
    back = reverse("case", args=[case.tournament.slug, case.number])
    return conflict(request, mine=mine_in_words(request.POST, case, book), current=said, back=back)


def mine_in_words(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    """What the form wanted to say."""
    tell = _TELL.get(posted.get("step", ""))
    told = tell(posted, case, book) if tell else ""
    return told or next((posted[name] for name in WRITTEN if posted.get(name)), "")


def _sentence(label: str, value: str) -> str:
    return f"{label} {value}" if label.endswith("?") else f"{label}: {value}"


def _board(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    return _sentence(_("Smazzata"), posted.get("board", ""))


def _anomaly(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    procedure = book.procedures.get(posted.get("procedure", ""))
    return spoken(procedure.title) if procedure else ""


def _seat(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    case.responsible = posted.get("responsible", "")
    return _sentence(_("Responsabile"), responsible_in_words(case))


def _detection(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    seats = posted.getlist("seats") if hasattr(posted, "getlist") else []
    names = [name_at(case.table, Seat(seat)) for seat in seats if seat in list(Seat)]
    return _sentence(_("Rilevata"), ", ".join(names) or _("da nessuno"))


def _question(posted: Mapping[str, str], case: Case, book: Rulebook) -> str:
    name, answer = posted.get("fact", ""), posted.get("answer", "")
    facts = (procedure.facts[name] for procedure in book.procedures.values() if name in procedure.facts)
    fact = next(facts, None)
    return _sentence(spoken(fact.ask), spoken(fact.answers.get(answer))) if fact else ""


_TELL: Mapping[str, Callable[[Mapping[str, str], Case, Rulebook], str]] = {
    Step.BOARD: _board,
    Step.ANOMALY: _anomaly,
    Step.SEAT: _seat,
    Step.DETECTION: _detection,
    Step.QUESTION: _question,
}
