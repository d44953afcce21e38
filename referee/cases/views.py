"""What the views share: finding things within a tournament, answering a refusal or a stale version."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from codes.seats import Line
from records.prepared_queries import prepared_records
from records.requests import Request
from records.rights import Right
from referee.cases.models import Case
from referee.cases.queries import reaches
from referee.rulings.models import Ruling
from tournaments.entries.models import EntryMember
from tournaments.rounds.models import LINES, LineUp, Round, Table
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Contest, Tournament

# The director has these over what concerns a whole match, as a panel that changes such a ruling needs.
OVER_CASES = (Right.OPEN_CASE, Right.RULE)


def find_case(request: Request, slug: str, number: int, right: Right) -> Case:
    return with_people(find_case_alone(request, slug, number, right))


def find_case_alone(request: Request, slug: str, number: int, right: Right) -> Case:
    """The same without the players, whom an answer does not need. Who lacks the right is not told what there is."""
    over = right in OVER_CASES
    tournament = get_tournament(request, slug, Right.VIEW_CASES if over else right)
    found = _cases(tournament=tournament.pk, number=number)
    if over and not reaches(request.rights, right, tournament, found[0].procedure if found else ""):
        raise PermissionDenied(right)
    if not found:
        raise Http404
    return in_tournament(found[0], tournament)


@prepared_records
def _cases(*, tournament: int, number: int) -> QuerySet[Case]:
    related = ("board", "opened_by", "table__round", *(f"table__{line}" for line in LINES))
    return Case.objects.select_related(*related).filter(tournament=tournament, number=number)


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
    folder, _slash, file = name.rpartition("/")
    return render(request, f"{folder}/_{file}" if request.htmx else name, context, status=status)
