"""How alike is decided: figures with what they may owe to chance, each leading to the records that it counts."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation import papers
from federation.archive.actions import refresh
from federation.consistency.exports import consistency_imprint, consistency_sheets, consistency_title
from federation.consistency.forms import ConsistencyForm
from federation.consistency.plots import Bar, Span, bars_of, share_span, wait_span, wait_ticks
from federation.consistency.queries import FEWEST, Measured, code_of, measure, names_of
from papers.download import download
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.requests import Request
from records.rights import FederationRight
from tournaments.papers import workbook

PER_PAGE = 20
BY_ARBITER = "arbitro"


@dataclass(frozen=True)
class Line:
    """A row of figures as it is drawn and read."""

    name: str
    edition: str
    figures: Measured
    share: Span
    bars: list[Bar]
    waits: Span | None


@require_safe
def consistency(request: Request, code: str) -> HttpResponse:
    """By anomaly or by article."""
    return _page(request, get_federation(request, code, FederationRight.VIEW_CONSISTENCY), "")


@require_safe
def consistency_arbiters(request: Request, code: str) -> HttpResponse:
    """By arbiter: for the federation's referee alone."""
    return _page(request, get_federation(request, code, FederationRight.VIEW_ARBITERS), BY_ARBITER)


@require_safe
def consistency_file(request: Request, code: str, *, kind: str) -> HttpResponse:
    return _file(request, get_federation(request, code, FederationRight.VIEW_CONSISTENCY), "", kind)


@require_safe
def consistency_arbiters_file(request: Request, code: str, *, kind: str) -> HttpResponse:
    return _file(request, get_federation(request, code, FederationRight.VIEW_ARBITERS), BY_ARBITER, kind)


def _page(request: Request, federation: Federation, by: str) -> HttpResponse:
    form = ConsistencyForm(request.GET, federation=federation, by=by)
    context: dict[str, Any] = {"federation": federation, "form": form, "by": by, "fewest": FEWEST}
    if not form.is_valid():
        return render(request, "federation/consistency/consistency.html", context, status=422)
    waiting = refresh(federation)
    whole, rows = measure(federation, form.asked)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context |= {
        "asked": form.asked,
        "query": _without_page(request),
        "waiting": waiting,
        "whole": line_of("", whole, whole, rows),
        "page": page,
        "lines": _lines(federation, list(page.object_list), whole, rows),
        "ticks": wait_ticks(rows),
    }
    return render(request, "federation/consistency/consistency.html", context)


def _without_page(request: Request) -> str:
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


def _lines(federation: Federation, shown: list[Measured], whole: Measured, rows: list[Measured]) -> list[Line]:
    names = names_of(federation, shown)
    return [line_of(names[row.key], row, whole, rows) for row in shown]


def line_of(name: str, row: Measured, whole: Measured, rows: list[Measured]) -> Line:
    return Line(name, code_of(row), row, share_span(row.share, whole.share), bars_of(row), wait_span(row, rows))


def _file(request: Request, federation: Federation, by: str, kind: str) -> HttpResponse:
    """The same figures, all of them, on paper or as a workbook."""
    form = ConsistencyForm(request.GET, federation=federation, by=by)
    if not form.is_valid():
        raise Http404
    refresh(federation)
    imprint = consistency_imprint(federation, form.asked, timezone.now())
    if kind == "pdf":
        made = papers.consistency(federation, form.asked, imprint)
    else:
        made = workbook(consistency_sheets(federation, form.asked), imprint)
    return download(made, consistency_title(form.asked), kind)
