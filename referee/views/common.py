"""What the views share: finding things within a tournament, answering a refusal or a stale version."""

from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from codes.seats import Line
from referee.models import Case, Ruling
from tournaments.access import get_tournament
from tournaments.models import Contest, EntryMember, LineUp, Round, Table, Tournament
from tournaments.models.rounds import LINES
from tournaments.permissions import Right
from tournaments.requests import Request


def find_case(request: Request, slug: str, number: int, right: Right) -> Case:
    return with_people(find_case_alone(request, slug, number, right))


def find_case_alone(request: Request, slug: str, number: int, right: Right) -> Case:
    """The same without the players, whom an answer does not need."""
    tournament = get_tournament(request, slug, right)
    lines = (f"table__{line}" for line in LINES)
    cases = Case.objects.select_related("board", "opened_by", "table__round", *lines)
    return in_tournament(get_object_or_404(cases, tournament=tournament, number=number), tournament)


def in_tournament(case: Case, tournament: Tournament) -> Case:
    """The case, all of whose parts know the tournament: none of them asks the database for it again."""
    case.tournament = case.table.round.tournament = tournament
    if case.board:
        case.board.tournament = tournament
    return case


def with_people(case: Case) -> Case:
    """The case with the players of its table."""
    _read_players(case.table, case.tournament.contest)
    return case


def find_table(tournament: Tournament, round_number: int, number: int) -> Table:
    """A table of a published round, with its players."""
    tables = Table.objects.select_related("round__tournament", *LINES).exclude(round__state=Round.State.DRAFT)
    found = get_object_or_404(tables, round__tournament=tournament, round__number=round_number, number=number)
    _read_players(found, tournament.contest)
    return found


def _read_players(table: Table, contest: str) -> None:
    """Both lines in one query, where tables read together take one for each line."""
    entries = [entry for line in Line for entry in table.entries_on(line)]
    prefetch_related_objects(entries, Prefetch("members", EntryMember.objects.select_related("player")))
    if contest == Contest.TEAMS:
        prefetch_related_objects([table], Prefetch("line_ups", LineUp.objects.with_players()))


def find_ruling(tournament: Tournament, number: int, version: int | None = None) -> Ruling:
    found = Ruling.objects.filter(version=version) if version else Ruling.objects.current()
    versions = found.select_related("case__table__round", "case__board", "decided_by", "superseded_by")
    return get_object_or_404(versions, tournament=tournament, number=number)


def page(request: Request, name: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The page, or only the part that htmx asked for: `_name.html` beside `name.html`."""
    prefix = "_" if request.htmx else ""
    return render(request, f"referee/{prefix}{name}.html", context, status=status)
