"""The roster by token: read by position, and brought up to date as a whole in the two steps of the page."""

from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import P, PathEx, QueryEx

from federation.api import schemas
from federation.api.models import Scope
from federation.api.public import json_response, router
from federation.api.writes import BY_TOKEN, PROBLEMS, WRITING, Key, actor, require_scope
from federation.roster.actions import accept_roster, stage_roster
from federation.roster.queries import Preview, in_roster, suspended_on, version_of
from people.accounts.models import Federation
from people.offices.access import get_federation
from people.players.models import Member, RosterUpdate
from records.requests import Request
from records.rights import FederationRight

MEMBERS_A_PAGE = 500
Code = PathEx[str, P(max_length=50, pattern=r"^[-a-zA-Z0-9_]+$")]
Pk = PathEx[int, P(ge=1, le=2_000_000_000)]


def reached(request: Request, code: str, scope: Scope, right: FederationRight) -> Federation:
    """The federation, where the token is made for this and its owner's offices allow it there."""
    require_scope(request, scope)
    return get_federation(request, code, right)


@router.get(
    "/federations/{slug:code}/roster", response={200: schemas.RosterPage, **PROBLEMS}, operation_id="roster", **BY_TOKEN
)
def roster(request: Request, code: Code, after: QueryEx[int, P(ge=0, le=2_000_000_000)] = 0) -> HttpResponse:
    """Who is in the roster, five hundred at a time; version: how often it was brought up to date."""
    federation = reached(request, code, Scope.ROSTER_READ, FederationRight.VIEW_MEMBERS)
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
    federation = reached(request, code, Scope.ROSTER_WRITE, FederationRight.MANAGE_MEMBERS)
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
    federation = reached(request, code, Scope.ROSTER_WRITE, FederationRight.MANAGE_MEMBERS)
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
