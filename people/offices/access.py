"""What a user may do in no tournament in particular: 404 for what is foreign, 403 where the offices do not reach."""

import logging
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404

from people.accounts.models import NAMELESS, Federation, User
from people.names.order import by_name
from people.offices.models import FederationOffice
from records.prepared_queries import prepared, prepared_records
from records.requests import Request
from records.rights import MATRIX, FederationRight, Right, Role, federation_rights

doors = logging.getLogger("referee.doors")


def erases_persons(user: User | AnonymousUser) -> bool:
    """Whether the federation charges the user with erasing, as whoever administers is."""
    return user.has_perm("keeping.add_erasure")


def rights_anywhere(user: User | AnonymousUser) -> frozenset[Right]:
    """What the user may do in one tournament or another: players and clubs belong to none of them."""
    if not user.is_active:
        return frozenset()
    roles = user.memberships.values_list("role", flat=True).order_by().distinct()
    held = [MATRIX[Role(role)] for role in roles]
    founder = [MATRIX[Role.DIRECTOR]] if user.has_perm("tournaments.add_tournament") else []
    return frozenset().union(*held, *founder)


def require_somewhere(user: User | AnonymousUser, right: Right) -> frozenset[Right]:
    held = rights_anywhere(user)
    if right not in held:
        raise PermissionDenied(right)
    return held


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
    given = Permission.objects.order_by().filter(content_type__app_label__in=settings.APPLICATIONS, codename=codename)
    return given.filter(Q(pk__in=own) | Q(pk__in=of_groups)).values_list("pk")


def names_officers(user: User | AnonymousUser) -> bool:
    """Whether the user says who holds which office, as whoever administers does."""
    return _may(user, "add_federationoffice")


def federations_to_staff(user: User | AnonymousUser) -> list[Federation]:
    """Those whose offices the user gives, for whoever gives them."""
    federations = Federation.objects.exclude(code__in=NAMELESS).order_by(*by_name("name"))
    return list(federations) if names_officers(user) else []


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
