"""What everybody may read: public tournaments, their rounds, results and published standings.

Behind each stands the mechanism of the public pages: kept for all, minors by their initials, ETag and 304. Lists go on
by position: no page is missed or told twice while new ones come.
"""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import P, PathEx, QueryEx, Router
from pydantic import BaseModel

from federation.api import schemas
from pages.views import Marked
from people.accounts.models import PRACTICE
from records.requests import PublicRequest
from tournaments.entries.models import Entry
from tournaments.publication.models import Publication
from tournaments.publication.snapshots import without_measures
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.queries import ShownRow, ShownScore, shown_grid
from tournaments.setup.access import find_round, get_public_tournament, rounds_of
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared, shared_list

TOURNAMENTS_A_PAGE = RESULTS_A_PAGE = 100


def list_page(after: str) -> tuple[list[Tournament], str | None]:
    """Public tournaments by address, those after that one; and from where to go on (None: these are the last)."""
    tournaments = (
        Tournament.objects.filter(is_public=True, slug__gt=after)
        .exclude(federation__code=PRACTICE)
        .order_by("slug")[: TOURNAMENTS_A_PAGE + 1]
    )
    page = list(tournaments)[:TOURNAMENTS_A_PAGE]
    return page, page[-1].slug if len(tournaments) > TOURNAMENTS_A_PAGE else None


def results_after(round_: Round, after: int) -> tuple[Sequence[ShownRow], int | None]:
    """The tables of a round with a higher number, with their results; and from where to go on."""
    tables = Table.objects.filter(round=round_, number__gt=after).order_by("number")[: RESULTS_A_PAGE + 1]
    page = list(tables)[:RESULTS_A_PAGE]
    if not page:
        return (), None
    rows = shown_grid(round_, only=[table.pk for table in page])
    return rows, page[-1].number if len(tables) > RESULTS_A_PAGE else None


# One for all operations: an address may be read by everybody and written by token.
router = Router()


PUBLIC = ["public"]
OTHERWISE: dict[int, Any] = {304: None, 404: schemas.Problem, 422: schemas.Problem}
Slug = PathEx[str, P(max_length=50, pattern=r"^[-a-zA-Z0-9_]+$")]
# The numbers of rounds, tables and publications: what no column holds is not found.
Number = PathEx[int, P(ge=1, le=32_000)]


def json_response(schema: BaseModel) -> HttpResponse:
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
    return json_response(
        schemas.TournamentPage(
            tournaments=[schemas.TournamentLine(**_line(tournament)) for tournament in lines], next=following
        )
    )


@router.get(
    "/tournaments/{slug:slug}", response={200: schemas.Tournament, **OTHERWISE}, operation_id="tournament", tags=PUBLIC
)
def tournament(request: PublicRequest, slug: Slug) -> HttpResponse:
    """A tournament with its rounds and its published standings."""
    return _tournament(request, slug)


@shared
def _tournament(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    publications = tournament.publications.select_related("stage").defer("rows").order_by("number")
    rounds = [round_ for round_ in rounds_of(tournament) if round_.is_public]
    stages = dict(tournament.stages.values_list("pk", "number"))
    return json_response(
        schemas.Tournament(
            **_line(tournament),
            federation=tournament.federation.code,
            rulebook=tournament.rulebook,
            edition=tournament.edition,
            boards_per_round=tournament.boards_per_round,
            vp_scale=tournament.vp_scale,
            rounds=[_round(round_, stages[round_.stage_id]) for round_ in rounds],
            publications=[schemas.PublicationLine(**_publication(publication)) for publication in publications],
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
    tournament = get_public_tournament(request, slug)
    rows = Entry.objects.filter(tournament=tournament).prefetch_related("members__player").order_by("number")
    return json_response(schemas.Entries(entries=[_entry(entry) for entry in rows]))


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
    tournament = get_public_tournament(request, slug)
    round_ = find_round(tournament, number)
    if not round_.is_public:
        raise Http404
    rows, following = results_after(round_, after)
    return json_response(
        schemas.RoundResults(
            tournament=slug,
            round=number,
            state=Round.State(round_.state).value,
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
    tournament = get_public_tournament(request, slug)
    publication = get_object_or_404(Publication.objects.select_related("stage"), tournament=tournament, number=number)
    rows = without_measures(publication.rows)
    content = {**_publication(publication), "tournament": slug, "reason": publication.reason, "groups": rows}
    return json_response(schemas.Standings.model_validate(content))


def _line(tournament: Tournament) -> dict[str, Any]:
    names = ("slug", "name", "place", "starts_on", "game", "contest", "ending")
    return {name: getattr(tournament, name) for name in names}


def _publication(publication: Publication) -> dict[str, Any]:
    return {
        "number": publication.number,
        "kind": publication.kind,
        "stage": publication.stage.number,
        "after_round": publication.round_number,
        "published_at": publication.published_at,
        "hash": publication.hash,
    }


def _entry(entry: Entry) -> schemas.Entry:
    return schemas.Entry(
        number=entry.number,
        name=entry.name,
        category=entry.category,
        players=[str(member.player) for member in entry.members.all() if member.until_round is None],
        withdrawn=entry.state == Entry.State.WITHDRAWN,
    )


def _round(round_: Round, stage: int) -> schemas.RoundLine:
    return schemas.RoundLine.model_validate({"number": round_.number, "stage": stage, "state": round_.state})


def _table(row: ShownRow) -> schemas.TableResult:
    table, result, fixed = row.table, row.result, row.fixed
    boards = [schemas.BoardResult(**score_record(cell.board, cell.score)) for cell in row.cells if cell.score]
    return schemas.TableResult(
        number=table.number,
        line_a=side(table.line_a),
        line_b=side(table.line_b) if table.line_b else None,
        boards=boards,
        points_a=result.mp_a,
        points_b=result.mp_b,
        ruled_a=result.ruled[0],
        ruled_b=result.ruled[1],
        bonus=result.extra,
        other_room=result.other_room,
        lead=result.difference + result.extra + (result.other_room or 0) if result.is_complete else None,
        read_as=result.read_as,
        vp_a=fixed.vp_a if fixed else result.vp_a,
        vp_b=fixed.vp_b if fixed else result.vp_b,
        fixed=schemas.FixedResult(**{name: getattr(fixed, name) for name in FIXED}) if fixed else None,
    )


FIXED = ("kind", "vp_a", "vp_b", "mp_a", "mp_b")


def score_record(board: Board, score: ShownScore) -> dict[str, Any]:
    """The score in force of a board, as each answer that has one tells it."""
    names = ("kind", "points_a", "points_b", "accusa_a", "accusa_b")
    return {"board": board.number} | {name: getattr(score, name) for name in names}


def side(entry: Entry) -> schemas.Line:
    return schemas.Line(entry=entry.number, name=entry.name)
