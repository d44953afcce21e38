"""What the desk reads by token, of tournaments that are not public too: entries with cards, scores with their versions.

Names are whole, as on the desk's own pages, and nothing is kept for others.
"""

from django.http import Http404, HttpResponse
from ninja import P, QueryEx, Schema

from federation.api.models import Scope
from federation.api.public import Number, Slug, json_response, results_after, router, score_record, side
from federation.api.schemas import BoardResult, Line
from federation.api.writes import BY_TOKEN, PROBLEMS, reached
from records.requests import Request
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.scores.queries import ShownRow
from tournaments.setup.access import find_round


class DeskPlayer(Schema):
    """Somebody who plays, as the desk knows them."""

    first_name: str
    last_name: str
    card: str


class DeskEntry(Schema):
    """A pair, a team or a single player, by their full names."""

    number: int
    name: str
    category: str
    players: list[DeskPlayer]
    withdrawn: bool


class DeskEntries(Schema):
    """All of a tournament, by number."""

    entries: list[DeskEntry]


class DeskScore(BoardResult):
    """A score in force with its version, by which it is corrected, and whether somebody else has confirmed it."""

    version: int
    state: str


class DeskTable(Schema):
    """A table of a round with its scores; line_b is null for a bye."""

    number: int
    line_a: Line
    line_b: Line | None
    boards: list[DeskScore]


class DeskScores(Schema):
    """The tables of a round, a hundred at a time; next: ask again with after=next, until it is null."""

    tournament: str
    round: int
    state: str
    tables: list[DeskTable]
    next: int | None


@router.get(
    "/tournaments/{slug:slug}/desk/entries",
    response={200: DeskEntries, **PROBLEMS},
    operation_id="desk_entries",
    **BY_TOKEN,
)
def desk_entries(request: Request, slug: Slug) -> HttpResponse:
    """Everybody entered, by number, with who plays now and their cards."""
    tournament = reached(request, slug, Scope.ENTRIES_READ, Right.VIEW_DESK)
    rows = Entry.objects.filter(tournament=tournament).prefetch_related("members__player").order_by("number")
    return json_response(DeskEntries(entries=[_entry(entry) for entry in rows]))


@router.get(
    "/tournaments/{slug:slug}/desk/rounds/{number:number}",
    response={200: DeskScores, **PROBLEMS},
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
    return json_response(DeskScores(tournament=slug, round=number, state=state, tables=tables, next=following))


def _entry(entry: Entry) -> DeskEntry:
    playing = [member.player for member in entry.members.all() if member.until_round is None]
    return DeskEntry(
        number=entry.number,
        name=entry.name,
        category=entry.category,
        players=[
            DeskPlayer(first_name=member.first_name, last_name=member.last_name, card=member.card_number)
            for member in playing
        ],
        withdrawn=entry.state == Entry.State.WITHDRAWN,
    )


def _table(row: ShownRow) -> DeskTable:
    scores = [
        DeskScore(**score_record(cell.board, cell.score), version=cell.score.version, state=cell.score.state)
        for cell in row.cells
        if cell.score
    ]
    table = row.table
    return DeskTable(
        number=table.number, line_a=side(table.line_a), line_b=side(table.line_b) if table.line_b else None,
        boards=scores,
    )  # fmt: skip
