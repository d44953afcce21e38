"""Documents of arbitration: a ruling's sheet, the list of rulings, the whole tournament with its rulings."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from keeping.documents.views import whole_document
from papers.download import download, download_signed
from records.requests import Request
from records.rights import Right
from referee import papers
from referee.cases.models import Case
from referee.cases.queries import hands_on_paper
from referee.cases.walk import book_of
from referee.cases.words import spoken
from referee.decisions.weight import slip_title
from referee.rulings.document import document_of, title_of, with_hands
from referee.rulings.exports import rulings_sheet
from referee.rulings.models import Ruling
from tournaments.papers import sheets_as
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament


def _arbitration(request: Request, slug: str) -> Tournament:
    """The tournament, for somebody who may both export and see the cases."""
    tournament = get_tournament(request, slug, Right.EXPORT)
    if Right.VIEW_CASES not in request.rights:
        raise PermissionDenied(Right.VIEW_CASES)
    return tournament


@require_safe
def ruling(request: Request, slug: str, number: int, version: int | None = None) -> HttpResponse:
    tournament = _arbitration(request, slug)
    rulings = Ruling.objects.filter(tournament=tournament, number=number)
    rulings = rulings.select_related("tournament__federation", "case", "decided_by", "superseded_by")
    found = get_object_or_404(rulings.current() if version is None else rulings.filter(version=version))
    document = with_hands(document_of(found, language=get_language() or "it"), hands_on_paper(found.case))
    content = papers.ruling_sheet(document, at=timezone.now(), of=tournament)
    return download_signed(content, f"{tournament.name} – {title_of(document)}", "pdf")


@require_safe
def choice(request: Request, slug: str, number: int, choice: int) -> HttpResponse:
    """The slip of a choice that the ruling in force leaves; there is none of a ruling that leaves fewer."""
    tournament = _arbitration(request, slug)
    rulings = Ruling.objects.current().filter(tournament=tournament, number=number)
    found = get_object_or_404(rulings.select_related("case__table__round", "case__board", "decided_by"))
    if not 1 <= choice <= len(found.choices):
        raise Http404
    found.tournament = found.case.tournament = tournament
    content = papers.choice_slip(found, found.choices[choice - 1]["choice"], at=timezone.now())
    return download(content, f"{tournament.name} – {slip_title(found.case)}", "pdf")


@require_safe
def faculty(request: Request, slug: str, number: int) -> HttpResponse:
    """The slip of a choice that the case waits for; there is none of a case that waits for nobody."""
    tournament = _arbitration(request, slug)
    cases = Case.objects.filter(tournament=tournament, state=Case.State.DRAFT).exclude(waits={})
    found = get_object_or_404(cases.select_related("table__round", "board", "opened_by"), number=number)
    found.tournament = tournament
    title = spoken(book_of(tournament).procedures[found.procedure].title)
    content = papers.faculty_slip(found, title=title, at=timezone.now())
    return download(content, f"{tournament.name} – {slip_title(found)}", "pdf")


@require_safe
def rulings(request: Request, slug: str, *, kind: str) -> HttpResponse:
    tournament = _arbitration(request, slug)
    sheet = rulings_sheet(tournament)
    return sheets_as(kind, [sheet], tournament, title=sheet.title, in_full=True)


@require_safe
def report(request: Request, slug: str) -> HttpResponse:
    return whole_document(request, _arbitration(request, slug), "rapporto")


@require_safe
def workbook(request: Request, slug: str) -> HttpResponse:
    return whole_document(request, _arbitration(request, slug), "torneo-e-provvedimenti")
