"""Documents of a whole tournament that take long: asked for, watched while a worker makes them, fetched.

Each sees what they asked for themselves, so no address tells of another's: it names a kind of document, not a job.

Documents of a tournament, made on request: score sheets, standings, the whole tournament.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from codes.seats import Line
from hall.line_codes.codes import issues_of, letters_of, line_key
from hall.papers import score_sheets
from hall.score_sheets.exports import LineCodes, round_sheet, table_sheet
from pages.views import hall_root
from papers.download import download, download_signed
from records.action import Actor
from records.replica import one_moment
from records.requests import Refused, Request
from records.rights import Right
from tournaments import papers
from tournaments.papers import imprint_of, sheets_as
from tournaments.publication.exports import publication_sheets, title_of
from tournaments.rounds.models import Round, Table
from tournaments.scores.queries import NamedRow, round_grid
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament
from tournaments.staff.documents import KINDS, Document, document, takes_long
from tournaments.staff.job_actions import KEPT, ask_for_document, fresh
from tournaments.staff.models import Job, JobFile
from tournaments.staff.worker import see_to_the_work
from tournaments.standings.exports import standings_sheet
from tournaments.standings.queries import standings as standings_of

# A worker looks every second: after so long there is none, or it has much to do.
UNATTENDED = timedelta(seconds=30)


@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: Request, slug: str, kind: str) -> HttpResponse:
    """What is asked for and how far it is; a POST asks for it."""
    tournament, wanted = _wanted(request, slug, kind)
    refusal: tuple[str, ...] | list[str] = ()
    if request.method == "POST":
        try:
            ask_for_document(tournament=tournament, kind=kind, by=Actor.of(request))
        except Refused as error:
            refusal = error.messages
        else:
            see_to_the_work()
            return redirect("prepare_document", slug, kind)
    job = _mine(request, tournament, kind)
    if job and job.is_under_way:
        see_to_the_work()
    context = {
        "tournament": tournament,
        "kind": kind,
        "document": wanted,
        "job": job,
        "lacking": wanted.lacking(),
        **_told(tournament, job),
    }
    if request.htmx and not refusal:
        return _part(request, context)
    context["refusal"] = refusal
    return render(request, "keeping/documents/prepare_document.html", context, status=422 if refusal else 200)


@require_safe
def prepared(request: Request, slug: str, kind: str) -> HttpResponse:
    """The finished document, for whoever asked for it and may still have all that is in it."""
    tournament, _wanted_kind = _wanted(request, slug, kind)
    job = _mine(request, tournament, kind)
    file = JobFile.objects.filter(job=job).first() if job else None
    if job is None or file is None:
        return redirect("prepare_document", slug, kind)
    if not request.rights.issuperset(job.rights):
        raise PermissionDenied(job.kind)
    return download_signed(bytes(file.content), file.name, file.suffix)


def _wanted(request: Request, slug: str, kind: str) -> tuple[Tournament, Document]:
    """The tournament and the kind of document, for somebody who may have it."""
    tournament = get_tournament(request, slug, Right.EXPORT)
    if kind not in KINDS:
        raise Http404
    wanted = document(kind)
    if not wanted.concerns(tournament):
        raise Http404
    if not wanted.needs <= request.rights:
        raise PermissionDenied(kind)
    return tournament, wanted


def _mine(request: Request, tournament: Tournament, kind: str) -> Job | None:
    """The last that this person asked for, as long as it is kept."""
    asked = Job.objects.filter(tournament=tournament, asked_by=request.user, kind=kind)
    return fresh(asked, timezone.now()).first()


def _told(tournament: Tournament, job: Job | None) -> dict[str, Any]:
    """What the page says beside the job's own words."""
    if job is None:
        return {"state": ""}
    is_alone = job.state == Job.State.WAITING and timezone.now() - job.asked_at > UNATTENDED
    return {
        "state": "unattended" if is_alone else job.state,
        "has_newer": job.data_version is not None and job.data_version < tournament.data_version,
        "until": job.ended_at and job.ended_at + KEPT,
        "hundredths": 100 * job.done // job.total if job.total else None,
    }


def _part(request: Request, context: dict[str, Any]) -> HttpResponse:
    """The bar alone while nothing else changes, so that no word is read out twice; else all that is told of the job."""
    if request.GET.get("stato") == context["state"]:
        return render(request, "keeping/documents/_job_bar.html", context)
    response = render(request, "keeping/documents/_job.html", context)
    response["HX-Retarget"], response["HX-Reswap"] = "#job", "innerHTML"
    return response


@require_safe
def round_sheets(request: Request, slug: str, number: int, *, filled: bool, two_a_page: bool = False) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    round = get_object_or_404(tournament.rounds, number=number)
    rows = [row for row in round_grid(round) if not row.table.is_bye]
    title = _("Segnapunti del turno %(round)s") % {"round": number}
    return _sheets(request, round, rows, title=title, filled=filled, two_a_page=two_a_page)


@require_safe
def table_sheets(request: Request, slug: str, number: int, table: int, *, filled: bool) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    found = get_object_or_404(
        Table.objects.select_related("round"), round__tournament=tournament, round__number=number, number=table
    )
    rows = [row for row in round_grid(found.round) if row.table == found]
    title = _("Segnapunti del turno %(round)s, tavolo %(table)s") % {"round": number, "table": table}
    return _sheets(request, found.round, rows, title=title, filled=filled)


def _sheets(
    request: Request,
    round: Round,
    rows: list[NamedRow],
    *,
    title: str,
    filled: bool,
    two_a_page: bool = False,
) -> HttpResponse:
    imprint = imprint_of(round.tournament, title, at=timezone.now())
    shared = round_sheet(round, rows, filled=filled, type_at=_type_at(request, round))
    codes = _line_codes(request, round, [row.table for row in rows])
    tables = [table_sheet(row, _address(request, round), codes) for row in rows]
    name = title if filled else _("%(title)s, da compilare") % {"title": title}
    made = score_sheets(shared, tables, imprint, two_a_page=two_a_page)
    return download(made, f"{round.tournament.name} – {name}", "pdf")


def _address(request: Request, round: Round) -> Callable[[Table], str]:
    """The address of a table's page as phones in the hall reach it."""
    slug, number, root = round.tournament.slug, round.number, hall_root(request)
    return lambda table: root + reverse("table", args=[slug, number, table.number])


def _line_codes(request: Request, round: Round, tables: list[Table]) -> LineCodes:
    """The code by which each line of a table sends its result: the address of its QR, and the letters below it."""
    slug, root, issues = round.tournament.slug, hall_root(request), issues_of(tables)
    is_typed = bool(_type_at(request, round))

    def code(table: Table, line: Line) -> tuple[str, str]:
        issue = issues[table.pk, line]
        address = root + reverse("table_slip", args=[slug, line_key(table, line, issue)])
        return address, letters_of(table, line, issue) if is_typed else ""

    return code


def _type_at(request: Request, round: Round) -> str:
    """Where the letters of a code are typed; nowhere while the tournament is hidden, which only a QR opens."""
    tournament = round.tournament
    return hall_root(request) + reverse("type_code", args=[tournament.slug]) if tournament.is_public else ""


@require_safe
def standings(request: Request, slug: str, *, kind: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    sheet = standings_sheet(tournament, standings_of(tournament))
    return sheets_as(kind, [sheet], tournament, title=sheet.title)


@require_safe
def publication(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    related = tournament.publications.select_related("stage", "tournament")
    found = get_object_or_404(related, number=number)
    sheets, title = publication_sheets(found), title_of(found)
    content = papers.pdf(sheets, imprint_of(tournament, title, at=timezone.now()))
    return download_signed(content, f"{tournament.name} – {title}", "pdf")


@require_safe
def workbook(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    return whole_document(request, tournament, "torneo")


def whole_document(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """The document at once; where that would take long, the page on which a worker is asked for it."""
    if takes_long(tournament):
        return redirect("prepare_document", tournament.slug, kind)
    wanted = document(kind)
    with one_moment():
        lay_out = wanted.read(tournament, request.rights, timezone.now())
    return download_signed(lay_out(lambda _done, _total: None), wanted.file_name(tournament), wanted.suffix)
