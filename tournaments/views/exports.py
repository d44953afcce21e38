"""Documents of a tournament, made on request: score sheets, standings, the whole tournament."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from codes.seats import Line
from tournaments.access import get_tournament
from tournaments.documents import document, takes_long
from tournaments.exports import papers
from tournaments.exports.download import download
from tournaments.exports.imprint import imprint_of
from tournaments.exports.publication import publication_sheets, title_of
from tournaments.exports.rows import Sheet
from tournaments.exports.score_sheet_content import LineCodes, round_sheet, table_sheet
from tournaments.exports.signing import download_signed
from tournaments.exports.standings import standings_sheet
from tournaments.line_codes import issues_of, letters_of, line_key
from tournaments.models import Round, Table, Tournament
from tournaments.permissions import Right
from tournaments.queries import NamedRow, round_grid
from tournaments.queries import standings as standings_of
from tournaments.queries.snapshot import one_moment
from tournaments.requests import Request
from tournaments.views.common import hall_root


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
    made = papers.score_sheets(shared, tables, imprint, two_a_page=two_a_page)
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


def sheets_as(
    kind: str,
    sheets: list[Sheet] | tuple[Sheet, ...],
    tournament: Tournament,
    *,
    title: str,
    in_full: bool = False,
) -> HttpResponse:
    """in_full: with the names of minors, for who rules on them."""
    imprint = imprint_of(tournament, title, at=timezone.now(), in_full=in_full)
    lay_out = papers.pdf if kind == "pdf" else papers.workbook
    return download(lay_out(sheets, imprint), f"{tournament.name} – {title}", kind)
