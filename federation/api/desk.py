"""What the desk reads by token, of tournaments that are not public too: entries with cards, scores with their versions.

Names are whole, as on the desk's own pages, and nothing is kept for others.
"""

from django.http import Http404, HttpResponse
from ninja import P, QueryEx

from federation.api import desk_schemas
from federation.api.public import Number, Slug, json_response, score_record, side
from federation.api.queries import results_after
from federation.api.room import router
from federation.api.writes import BY_TOKEN, PROBLEMS, reached
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
    tournament = reached(request, slug, Scope.ENTRIES_READ, Right.VIEW_DESK)
    rows = Entry.objects.filter(tournament=tournament).prefetch_related("members__player").order_by("number")
    return json_response(desk_schemas.DeskEntries(entries=[_entry(entry) for entry in rows]))


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
    tournament = reached(request, slug, Scope.SCORES_READ, Right.VIEW_DESK)
    round_ = find_round(tournament, number)
    if not round_.is_public:
        raise Http404
    rows, following = results_after(round_, after)
    state = Round.State(round_.state).value
    tables = [_table(row) for row in rows]
    return json_response(
        desk_schemas.DeskScores(tournament=slug, round=number, state=state, tables=tables, next=following)
    )


def _entry(entry: Entry) -> desk_schemas.DeskEntry:
    playing = [member.player for member in entry.members.all() if member.until_round is None]
    return desk_schemas.DeskEntry(
        number=entry.number,
        name=entry.name,
        category=entry.category,
        players=[
            desk_schemas.DeskPlayer(first_name=member.first_name, last_name=member.last_name, card=member.card_number)
            for member in playing
        ],
        withdrawn=entry.state == Entry.State.WITHDRAWN,
    )


def _table(row: ShownRow) -> desk_schemas.DeskTable:
    scores = [
        desk_schemas.DeskScore(
            **score_record(cell.board, cell.score), version=cell.score.version, state=cell.score.state
        )
        for cell in row.cells
        if cell.score
    ]
    table = row.table
    return desk_schemas.DeskTable(
        number=table.number, line_a=side(table.line_a), line_b=side(table.line_b) if table.line_b else None,
        boards=scores,
    )  # fmt: skip
