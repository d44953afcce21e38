"""What a user may see: looks a thing up within it, else answers 404 (foreign) or 403 (role)."""

import logging
from typing import Any

from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery, prefetch_related_objects
from django.http import Http404

from tournaments.accounts.models import Federation, User
from tournaments.offices.models import FederationOffice
from tournaments.pages.requests import PublicRequest, Request
from tournaments.records.prepared import prepared, prepared_records
from tournaments.records.rights import FEDERATION_MATRIX, MATRIX, FederationRight, Office, Right, Role
from tournaments.rounds.models import Round
from tournaments.setup.models import Membership, Tournament

doors = logging.getLogger("referee.doors")


def role_in(user: User | AnonymousUser, tournament: Tournament) -> Role:
    """The user's role in the tournament: PUBLIC without a membership or an active account."""
    if not user.is_active:
        return Role.PUBLIC
    found = _role(user=user.pk or 0, tournament=tournament.pk or 0)
    return Role(found[0][0]) if found else Role.PUBLIC


@prepared
def _role(*, user: int, tournament: int) -> "QuerySet[Membership, Any]":
    return Membership.objects.filter(user=user, tournament=tournament).order_by().values_list("role")


def erases_persons(user: User | AnonymousUser) -> bool:
    """Whether the federation charges the user with erasing, as whoever administers is."""
    return user.has_perm("tournaments.add_erasure")


def rights_of(user: User | AnonymousUser, tournament: Tournament) -> frozenset[Right]:
    return MATRIX[role_in(user, tournament)]


def rights_anywhere(user: User | AnonymousUser) -> frozenset[Right]:
    """What the user may do in one tournament or another: players and clubs belong to none of them."""
    if not user.is_active:
        return frozenset()
    roles = Membership.objects.filter(user_id=user.pk).values_list("role", flat=True).distinct()
    held = [MATRIX[Role(role)] for role in roles]
    founder = [MATRIX[Role.DIRECTOR]] if user.has_perm("tournaments.add_tournament") else []
    return frozenset().union(*held, *founder)


def require_somewhere(user: User | AnonymousUser, right: Right) -> frozenset[Right]:
    held = rights_anywhere(user)
    if right not in held:
        raise PermissionDenied(right)
    return held


def get_tournament(request: Request, slug: str, right: Right) -> Tournament:
    """The tournament, for somebody whose role there has the right.

    404 for those without a role, as if it did not exist; 403 when the role does not reach.
    The rights found are left on `request.rights` for the templates.
    """
    tournament, role = _find(request, slug)
    if role is Role.PUBLIC:
        # To them it says that there is none; the operator may know that somebody looked.
        doors.warning("not allowed: account %s has no task in tournament %s", request.user.pk, tournament.pk)
        raise Http404
    if right not in MATRIX[role]:
        raise PermissionDenied(right)
    return tournament


def federation_rights(user: User | AnonymousUser, federation: Federation) -> frozenset[FederationRight]:
    """What the user's offices in the federation allow, all together."""
    if not user.is_active:
        return frozenset()
    held = FederationOffice.objects.filter(user_id=user.pk, federation=federation).order_by()
    return frozenset().union(*(FEDERATION_MATRIX[Office(office)] for office in held.values_list("office", flat=True)))


def may_found(user: User | AnonymousUser) -> bool:
    """Whether the user may found a tournament, as the account or one of its groups is allowed: asked on every list."""
    return _may(user, "add_tournament")


def _may(user: User | AnonymousUser, codename: str) -> bool:
    """One question, where `has_perm` reads all that the account may do."""
    if not user.is_active or not isinstance(user, User):
        return False
    return user.is_superuser or bool(_allowed(codename, user=user.pk))


@prepared
def _allowed(codename: str, *, user: int) -> "QuerySet[Permission, Any]":
    own = User.user_permissions.through.objects.filter(user=user).values("permission")
    of_groups = Group.permissions.through.objects.filter(group__user=user).values("permission")
    given = Permission.objects.order_by().filter(content_type__app_label="tournaments", codename=codename)
    return given.filter(Q(pk__in=own) | Q(pk__in=of_groups)).values_list("pk")


def names_officers(user: User | AnonymousUser) -> bool:
    """Whether the user says who holds which office, as whoever administers does."""
    return _may(user, "add_federationoffice")


def federations_to_staff(user: User | AnonymousUser) -> list[Federation]:
    """Those whose offices the user gives, for whoever gives them."""
    return list(Federation.objects.order_by("name")) if names_officers(user) else []


def federations_of(user: User | AnonymousUser) -> list[Federation]:
    """The federations in which the user holds an office; nobody who has not signed in holds one."""
    return _federations_of(user=user.pk) if user.is_authenticated and user.is_active else []


@prepared_records
def _federations_of(*, user: int) -> QuerySet[Federation]:
    held = FederationOffice.objects.filter(user=user).order_by().values("federation")
    return Federation.objects.filter(pk__in=held).order_by("code")


def get_federation(request: Request, code: str, right: FederationRight) -> Federation:
    """The federation, for somebody whose offices there have the right.

    404 for those without an office, as if it did not exist; 403 when the offices do not reach.
    The rights found are left on `request.federation_rights` for the templates.
    """
    federation = Federation.objects.filter(code=code).first()
    held = federation_rights(request.user, federation) if federation else frozenset()
    if federation is None or not held:
        doors.warning("not allowed: account %s has no office in federation %s", request.user.pk, code)
        raise Http404
    if right not in held:
        raise PermissionDenied(right)
    request.federation_rights = held
    return federation


def get_public_tournament(request: PublicRequest, slug: str) -> Tournament:
    """A tournament open to everybody; one still hidden only for those with a role in it."""
    tournament, role = _find(request, slug)
    if not tournament.is_public and role is Role.PUBLIC:
        raise Http404
    return tournament


def _find(request: PublicRequest, slug: str) -> tuple[Tournament, Role]:
    found = _with_role(user=request.user.pk or 0, slug=slug)
    if not found:
        raise Http404
    tournament = found[0]
    given: str | None = vars(tournament)["role"]  # the annotation
    named = Role(given) if given else Role.PUBLIC
    request.rights, request.role = MATRIX[named], named
    return tournament, named


@prepared_records
def _with_role(*, user: int, slug: str) -> QuerySet[Tournament]:
    """One query for both: every page asks for the tournament and for the role in it."""
    role = Membership.objects.filter(tournament=OuterRef("pk"), user=user, user__is_active=True).order_by("pk")
    found = Tournament.objects.select_related("federation").annotate(role=Subquery(role.values("role")[:1]))
    return found.filter(slug=slug)


def rounds_of(tournament: Tournament) -> list[Round]:
    """The rounds in order, read once however often a page asks for them."""
    prefetch_related_objects([tournament], "rounds")
    return list(tournament.rounds.all())


def find_round(tournament: Tournament, number: int) -> Round:
    found = next((one for one in rounds_of(tournament) if one.number == number), None)
    if found is None:
        raise Http404
    return found
