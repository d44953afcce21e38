"""What the views share: finding things within a tournament, answering a refusal or a stale version."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from referee.actions.base import LINES
from referee.models import Case, Ruling
from tournaments.access import get_tournament
from tournaments.models import Round, Table, Tournament
from tournaments.permissions import Right


def find_case(request: HttpRequest, slug: str, number: int, right: Right) -> Case:
    """The tournament's case of that number, with its table, players and board."""
    tournament = get_tournament(request, slug, right)
    cases = Case.objects.select_related("board", "opened_by", "table__round").select_related(
        *(f"table__{line}" for line in LINES)
    )
    cases = cases.prefetch_related(
        *(f"table__{line}__members__player" for line in LINES), "table__line_ups__first", "table__line_ups__second"
    )
    case = get_object_or_404(cases, tournament=tournament, number=number)
    case.tournament = tournament
    return case


def find_table(tournament: Tournament, round_number: int, number: int) -> Table:
    """A table of a published round, with its players."""
    tables = Table.objects.with_players().exclude(round__state=Round.State.DRAFT)
    return get_object_or_404(tables, round__tournament=tournament, round__number=round_number, number=number)


def find_ruling(tournament: Tournament, number: int, version: int | None = None) -> Ruling:
    """The ruling of that number: the version in force, or another one."""
    found = Ruling.objects.filter(version=version) if version else Ruling.objects.current()
    versions = found.select_related("case__table__round", "case__board", "decided_by", "superseded_by")
    return get_object_or_404(versions, tournament=tournament, number=number)


def conflict(request: HttpRequest, *, mine: str, current: str, back: str) -> HttpResponse:
    """409: what the user wanted beside what is in force; with htmx it takes the place of the whole page."""
    context = {"mine": mine, "current": current, "back": back}
    response = render(request, "409.html", context, status=409)
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Reswap"] = "main", "main", "outerHTML"
    return response


def page(request: HttpRequest, name: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The page, or only the part that htmx asked for: `_name.html` beside `name.html`."""
    prefix = "_" if getattr(request, "htmx", False) else ""
    return render(request, f"referee/{prefix}{name}.html", context, status=status)
