"""What everybody may read: public tournaments, their rounds, results and published standings.

Behind each stands the mechanism of the public pages: kept for all, minors by their initials, ETag and 304.
"""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import P, PathEx, QueryEx
from pydantic import BaseModel

from federation.api import schemas
from federation.api.queries import list_page, results_after
from federation.api.room import router
from pages.erased_marks import Marked
from records.requests import PublicRequest
from tournaments.boards.models import Board
from tournaments.entries.models import Entry
from tournaments.publication.models import Publication
from tournaments.publication.snapshots import without_measures
from tournaments.rounds.models import Round
from tournaments.scores.queries import ShownRow, ShownScore
from tournaments.setup.access import find_round, get_public_tournament, rounds_of
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared, shared_list

PUBLIC = ["public"]
OTHERWISE: dict[int, Any] = {304: None, 404: schemas.Problem, 422: schemas.Problem}
Slug = PathEx[str, P(max_length=50, pattern=r"^[-a-zA-Z0-9_]+$")]
# The numbers of rounds, tables and publications: what no column holds is not found.
Number = PathEx[int, P(ge=1, le=32_000)]


def told(schema: BaseModel) -> HttpResponse:
    """The answer; marks of erased persons in words, as on pages."""
    return Marked(schema.model_dump_json(), content_type="application/json; charset=utf-8")


@router.get(
    "/tournaments", response={200: schemas.TournamentPage, **OTHERWISE}, operation_id="tournaments", tags=PUBLIC
)
def tournaments(request: PublicRequest, after: QueryEx[str, P(max_length=50)] = "") -> HttpResponse:
    """Every public tournament, a hundred at a time, by its address."""
    return _tournaments(request, after=after)


@shared_list
def _tournaments(request: PublicRequest, *, after: str) -> HttpResponse:
    # What no address has stands before all of them.
    lines, following = list_page(after if after.isprintable() else "")
    return told(
        schemas.TournamentPage(tournaments=[schemas.TournamentLine(**_line(one)) for one in lines], next=following)
    )


@router.get(
    "/tournaments/{slug:slug}", response={200: schemas.Tournament, **OTHERWISE}, operation_id="tournament", tags=PUBLIC
)
def tournament(request: PublicRequest, slug: Slug) -> HttpResponse:
    """A tournament with its rounds and its published standings."""
    return _tournament(request, slug)


@shared
def _tournament(request: PublicRequest, slug: str) -> HttpResponse:
    found = get_public_tournament(request, slug)
    publications = found.publications.select_related("stage").defer("rows").order_by("number")
    rounds = [one for one in rounds_of(found) if one.is_public]
    stages = dict(found.stages.values_list("pk", "number"))
    return told(
        schemas.Tournament(
            **_line(found),
            federation=found.federation.code,
            rulebook=found.rulebook,
            edition=found.edition,
            boards_per_round=found.boards_per_round,
            vp_scale=found.vp_scale,
            rounds=[_round(one, stages[one.stage_id]) for one in rounds],
            publications=[schemas.PublicationLine(**_publication(one)) for one in publications],
        )
    )


@router.get(
    "/tournaments/{slug:slug}/entries",
    response={200: schemas.Entries, **OTHERWISE},
    operation_id="entries",
    tags=PUBLIC,
)
def entries(request: PublicRequest, slug: Slug) -> HttpResponse:
    """Everybody entered, by number, with who plays now."""
    return _entries(request, slug)


@shared
def _entries(request: PublicRequest, slug: str) -> HttpResponse:
    found = get_public_tournament(request, slug)
    rows = Entry.objects.filter(tournament=found).prefetch_related("members__player").order_by("number")
    return told(schemas.Entries(entries=[_entry(one) for one in rows]))


@router.get(
    "/tournaments/{slug:slug}/rounds/{number:number}",
    response={200: schemas.RoundResults, **OTHERWISE},
    operation_id="results",
    tags=PUBLIC,
)
def results(
    request: PublicRequest, slug: Slug, number: Number, after: QueryEx[int, P(ge=0, le=32_000)] = 0
) -> HttpResponse:
    """The tables of a published round with what came out, a hundred at a time."""
    return _results(request, slug, number=number, after=after)


@shared
def _results(request: PublicRequest, slug: str, *, number: int, after: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    shown = find_round(found, number)
    if not shown.is_public:
        raise Http404
    rows, following = results_after(shown, after)
    return told(
        schemas.RoundResults(
            tournament=slug,
            round=number,
            state=Round.State(shown.state).value,
            tables=[_table(row) for row in rows],
            next=following,
        )
    )


@router.get(
    "/tournaments/{slug:slug}/standings/{number:number}",
    response={200: schemas.Standings, **OTHERWISE},
    operation_id="standings",
    tags=PUBLIC,
)
def standings(request: PublicRequest, slug: Slug, number: Number) -> HttpResponse:
    """Standings as they were published, every line with its arithmetic."""
    return _standings(request, slug, number=number)


@shared
def _standings(request: PublicRequest, slug: str, *, number: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    shown = get_object_or_404(Publication.objects.select_related("stage"), tournament=found, number=number)
    rows = without_measures(shown.rows)
    said = {**_publication(shown), "tournament": slug, "reason": shown.reason, "groups": rows}
    return told(schemas.Standings.model_validate(said))


def _line(one: Tournament) -> dict[str, Any]:
    names = ("slug", "name", "place", "starts_on", "game", "contest", "ending")
    return {name: getattr(one, name) for name in names}


def _publication(one: Publication) -> dict[str, Any]:
    return {
        "number": one.number,
        "kind": one.kind,
        "stage": one.stage.number,
        "after_round": one.round_number,
        "published_at": one.published_at,
        "hash": one.hash,
    }


def _entry(one: Entry) -> schemas.Entry:
    return schemas.Entry(
        number=one.number,
        name=one.name,
        category=one.category,
        players=[str(member.player) for member in one.members.all() if member.until_round is None],
        withdrawn=one.state == Entry.State.WITHDRAWN,
    )


def _round(one: Round, stage: int) -> schemas.RoundLine:
    return schemas.RoundLine.model_validate({"number": one.number, "stage": stage, "state": one.state})


def _table(row: ShownRow) -> schemas.TableResult:
    table, result = row.table, row.result
    boards = [schemas.BoardResult(**score_told(cell.board, cell.score)) for cell in row.cells if cell.score]
    return schemas.TableResult(
        number=table.number,
        line_a=side(table.line_a),
        line_b=side(table.line_b) if table.line_b else None,
        boards=boards,
        mp_a=result.mp_a,
        mp_b=result.mp_b,
        vp_a=result.vp_a,
        vp_b=result.vp_b,
    )


def score_told(board: Board, score: ShownScore) -> dict[str, Any]:
    """The score in force of a board, as each answer that has one tells it."""
    names = ("kind", "points_a", "points_b", "accusa_a", "accusa_b")
    return {"board": board.number} | {name: getattr(score, name) for name in names}


def side(entry: Entry) -> schemas.Line:
    return schemas.Line(entry=entry.number, name=entry.name)
