"""What the desk reads by token, of tournaments that are not public too: entries with cards, scores with their versions.

Names are whole, as on the desk's own pages, and nothing is kept for others.
"""

from django.http import Http404, HttpResponse
from ninja import P, QueryEx

from federation.api import desk_schemas
from federation.api.acting import BY_TOKEN, PROBLEMS, reached
from federation.api.public import Number, Slug, score_told, side, told
from federation.api.queries import results_after
from federation.api.room import router
from federation.tokens.models import Scope
from records.requests import Request
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.scores.queries import ShownRow
from tournaments.setup.access import find_round


@router.get(
    "/tournaments/{slug:slug}/desk/entries",
    response={200: desk_schemas.DeskEntries, **PROBLEMS},
    operation_id="desk_entries",
    **BY_TOKEN,
)
def desk_entries(request: Request, slug: Slug) -> HttpResponse:
    """Everybody entered, by number, with who plays now and their cards."""
    found = reached(request, slug, Scope.ENTRIES_READ, Right.VIEW_DESK)
    rows = Entry.objects.filter(tournament=found).prefetch_related("members__player").order_by("number")
    return told(desk_schemas.DeskEntries(entries=[_entry(one) for one in rows]))


@router.get(
    "/tournaments/{slug:slug}/desk/rounds/{number:number}",
    response={200: desk_schemas.DeskScores, **PROBLEMS},
    operation_id="desk_scores",
    **BY_TOKEN,
)
def desk_scores(
    request: Request, slug: Slug, number: Number, after: QueryEx[int, P(ge=0, le=32_000)] = 0
) -> HttpResponse:
    """The tables of a round with the scores in force, a hundred at a time; drafts are nobody's."""
    found = reached(request, slug, Scope.SCORES_READ, Right.VIEW_DESK)
    shown = find_round(found, number)
    if not shown.is_public:
        raise Http404
    rows, following = results_after(shown, after)
    state = Round.State(shown.state).value
    tables = [_table(row) for row in rows]
    return told(desk_schemas.DeskScores(tournament=slug, round=number, state=state, tables=tables, next=following))


def _entry(one: Entry) -> desk_schemas.DeskEntry:
    playing = [member.player for member in one.members.all() if member.until_round is None]
    return desk_schemas.DeskEntry(
        number=one.number,
        name=one.name,
        category=one.category,
        players=[
            desk_schemas.DeskPlayer(first_name=who.first_name, last_name=who.last_name, card=who.card_number)
            for who in playing
        ],
        withdrawn=one.state == Entry.State.WITHDRAWN,
    )


def _table(row: ShownRow) -> desk_schemas.DeskTable:
    scores = [
        desk_schemas.DeskScore(**score_told(cell.board, cell.score), version=cell.score.version, state=cell.score.state)
        for cell in row.cells
        if cell.score
    ]
    table = row.table
    return desk_schemas.DeskTable(
        number=table.number, line_a=side(table.line_a), line_b=side(table.line_b) if table.line_b else None,
        boards=scores,
    )  # fmt: skip
