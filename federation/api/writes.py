"""What a token does for its owner: the same actions as the pages, under the same rights, no further than its scopes.

Of a roster too: read by position, and brought up to date as a whole in the two steps of the page.
"""

from hashlib import sha256
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import HeaderEx, P, PathEx, QueryEx
from ninja.errors import Throttled
from ninja.security import HttpBearer

from federation.api import schemas
from federation.api.actions import digest_of
from federation.api.models import ApiToken, Scope
from federation.api.public import Number, Slug, json_response, router
from federation.roster.actions import accept_roster, stage_roster
from federation.roster.queries import Preview, in_roster, suspended_on, version_of
from people.accounts.models import Federation
from people.offices.access import get_federation
from people.players.models import Member, RosterUpdate
from people.sign_in.actions import claim_try
from records.action import Actor
from records.requests import Request, address_of
from records.rights import FederationRight, Right
from referee.cases.words import spoken
from referee.decisions.queries import current_rulings
from referee.rulings.models import Ruling
from tournaments.entries.actions import Newcomer, enter
from tournaments.rounds.models import Table
from tournaments.scores.actions import give_score
from tournaments.scores.round_queries import boards_at
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament

RULINGS_A_PAGE = 100
PROBLEMS = dict.fromkeys((401, 403, 404, 422, 429), schemas.Problem)
WRITING: dict[int, Any] = {**PROBLEMS, 409: schemas.Conflict}


class Token(HttpBearer):
    """Whoever sends a token in force is its owner from here on; wrong ones are counted, and held back."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        now = timezone.now()
        inforce = Q(revoked_at=None, expires_at__gt=now, user__is_active=True)
        api_token = ApiToken.objects.select_related("user").filter(inforce, digest=digest_of(token)).first()
        if api_token is None:
            if minutes := claim_try(name="api", address=address_of(request), at=now):
                raise Throttled(wait=minutes * 60)
            return None
        request.user = api_token.user
        return api_token


TOKEN = Token()
BY_TOKEN: dict[str, Any] = {"auth": TOKEN, "tags": ["by token"]}
Key = HeaderEx[str, P(alias="Idempotency-Key", min_length=8, max_length=64)]


def require_scope(request: Request, scope: Scope) -> None:
    """Raise PermissionDenied unless the token is made for this."""
    token: ApiToken = request.auth  # type: ignore[attr-defined]  # left there by ninja
    if scope not in token.scopes:
        raise PermissionDenied(scope)


def reached(request: Request, slug: str, scope: Scope, right: Right) -> Tournament:
    """The tournament, where the token is made for this and its owner may do it there."""
    require_scope(request, scope)
    return get_tournament(request, slug, right)


def actor(request: Request, key: str) -> Actor:
    """The token's owner; a request sent again with its key is one."""
    content = sha256(f"{request.path}\n".encode() + request.body).hexdigest()
    return Actor(user=request.user, at=timezone.now(), key=key, content=content)


@router.get(
    "/tournaments/{slug:slug}/rulings",
    response={200: schemas.RulingPage, **PROBLEMS},
    operation_id="rulings",
    **BY_TOKEN,
)
def rulings(request: Request, slug: Slug, after: QueryEx[int, P(ge=0, le=2_000_000_000)] = 0) -> HttpResponse:
    """The rulings in force, by number, a hundred at a time."""
    tournament = reached(request, slug, Scope.RULINGS_READ, Right.VIEW_CASES)
    rows = current_rulings(tournament).filter(number__gt=after).order_by("number")[: RULINGS_A_PAGE + 1]
    page = list(rows)[:RULINGS_A_PAGE]
    following = page[-1].number if len(rows) > RULINGS_A_PAGE else None
    return json_response(schemas.RulingPage(rulings=[_ruling(ruling) for ruling in page], next=following))


@router.post(
    "/tournaments/{slug:slug}/rounds/{number:number}/tables/{number:table}/boards/{number:board}",
    response={200: schemas.Recorded, **WRITING},
    operation_id="give_score",
    **BY_TOKEN,
)
def score(
    request: Request, *, body: schemas.ScoreIn, slug: Slug, number: Number, table: Number, board: Number, key: Key
) -> HttpResponse:
    """Record a played result, the first one or a correction with its reason."""
    tournament = reached(request, slug, Scope.SCORES_WRITE, Right.GIVE_SCORE)
    tables = Table.objects.select_related("round__tournament", "line_a", "line_b").exclude(round__state="draft")
    at = get_object_or_404(tables, round__tournament=tournament, round__number=number, number=table)
    played = next((candidate for candidate in boards_at(at).of_table(at) if candidate.number == board), None)
    if played is None:
        raise Http404
    score = give_score(by=actor(request, key), table=at, board=played, **body.model_dump())
    return json_response(schemas.Recorded(version=score.version, state=score.state))


@router.post(
    "/tournaments/{slug:slug}/entries", response={200: schemas.EntryMade, **WRITING}, operation_id="enter", **BY_TOKEN
)
def new_entry(request: Request, *, body: schemas.EntryIn, slug: Slug, key: Key) -> HttpResponse:
    """Enter a pair, a team or a single player."""
    tournament = reached(request, slug, Scope.ENTRIES_WRITE, Right.MANAGE_ENTRIES)
    people = [Newcomer(**player.model_dump()) for player in body.players]
    entry = enter(by=actor(request, key), tournament=tournament, people=people, name=body.name)
    return json_response(schemas.EntryMade(number=entry.number))


def _ruling(ruling: Ruling) -> schemas.Ruling:
    return schemas.Ruling(
        number=ruling.number,
        version=ruling.version,
        round=ruling.case.table.round.number,
        table=ruling.case.table.number,
        board=ruling.case.board.number if ruling.case.board else None,
        procedure=ruling.procedure,
        title=spoken(ruling.title),
        departed=ruling.departed,
        articles=[str(cited["number"]) for cited in ruling.citations],
        orders=[spoken(effect["words"]) for effect in ruling.effects],
        decided_at=ruling.decided_at,
    )


MEMBERS_A_PAGE = 500
Code = PathEx[str, P(max_length=50, pattern=r"^[-a-zA-Z0-9_]+$")]
Pk = PathEx[int, P(ge=1, le=2_000_000_000)]


def federation_in_reach(request: Request, code: str, scope: Scope, right: FederationRight) -> Federation:
    """The federation, where the token is made for this and its owner's offices allow it there."""
    require_scope(request, scope)
    return get_federation(request, code, right)


@router.get(
    "/federations/{slug:code}/roster", response={200: schemas.RosterPage, **PROBLEMS}, operation_id="roster", **BY_TOKEN
)
def roster(request: Request, code: Code, after: QueryEx[int, P(ge=0, le=2_000_000_000)] = 0) -> HttpResponse:
    """Who is in the roster, five hundred at a time; version: how often it was brought up to date."""
    federation = federation_in_reach(request, code, Scope.ROSTER_READ, FederationRight.VIEW_MEMBERS)
    suspended = Member.objects.filter(suspended_on(timezone.localdate()), pk=OuterRef("pk"))
    in_order = in_roster(federation).exclude(card_key="").filter(pk__gt=after).order_by("pk")
    rows = list(in_order.annotate(is_suspended=Exists(suspended))[: MEMBERS_A_PAGE + 1])
    following = rows[MEMBERS_A_PAGE - 1].pk if len(rows) > MEMBERS_A_PAGE else None
    members = [_member(member) for member in rows[:MEMBERS_A_PAGE]]
    return json_response(schemas.RosterPage(version=version_of(federation), members=members, next=following))


@router.post(
    "/federations/{slug:code}/roster/updates",
    response={200: schemas.RosterPreview, **WRITING},
    operation_id="stage_roster",
    **BY_TOKEN,
)
def stage(request: Request, *, body: schemas.RosterIn, code: Code, key: Key) -> HttpResponse:
    """Send the whole roster; nothing of it changes yet: the answer says what accepting would do."""
    federation = federation_in_reach(request, code, Scope.ROSTER_WRITE, FederationRight.MANAGE_MEMBERS)
    by = actor(request, key)
    staged = stage_roster(by=by, federation=federation, file_name=body.file_name, content=body.csv.encode())
    preview = Preview(RosterUpdate.objects.select_related("federation").get(pk=staged.pk))
    return json_response(
        schemas.RosterPreview(
            update=staged.pk,
            version=preview.version,
            unread=len(preview.file.unread),
            drops_many=preview.changes.drops_many,
            counts=preview.changes.counts,
        )
    )


@router.post(
    "/federations/{slug:code}/roster/updates/{number:pk}/accept",
    response={200: schemas.RosterAccepted, **WRITING},
    operation_id="accept_roster",
    **BY_TOKEN,
)
def accept(request: Request, *, body: schemas.AcceptIn, code: Code, pk: Pk, key: Key) -> HttpResponse:
    """Make the roster what was sent, as it was previewed against that version."""
    federation = federation_in_reach(request, code, Scope.ROSTER_WRITE, FederationRight.MANAGE_MEMBERS)
    update = get_object_or_404(RosterUpdate.objects.select_related("federation"), federation=federation, pk=pk)
    accepted = accept_roster(by=actor(request, key), update=update, **body.model_dump())
    return json_response(schemas.RosterAccepted(version=accepted.number or 0, outcome=accepted.outcome))


def _member(member: Member) -> schemas.Member:
    return schemas.Member(
        card=member.card_number,
        last_name=member.last_name,
        first_name=member.first_name,
        club=member.club_name,
        category=member.category,
        valid_from=member.valid_from,
        valid_until=member.valid_until,
        suspended=vars(member)["is_suspended"],  # the annotation
    )
