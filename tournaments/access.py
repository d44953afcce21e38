"""What a user may see: looks a thing up within it, else answers 404 (foreign) or 403 (role)."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from tournaments.models import Membership, Tournament, User
from tournaments.permissions import MATRIX, Right, Role


def role_in(user: User | AnonymousUser, tournament: Tournament) -> Role:
    """The user's role in the tournament: PUBLIC without a membership or an active account."""
    if not user.is_active:
        return Role.PUBLIC
    membership = Membership.objects.filter(user_id=user.pk, tournament=tournament).first()
    return Role(membership.role) if membership else Role.PUBLIC


def rights_of(user: User | AnonymousUser, tournament: Tournament) -> frozenset[Right]:
    """What the user may do in the tournament."""
    return MATRIX[role_in(user, tournament)]


def get_tournament(request: HttpRequest, slug: str, right: Right) -> Tournament:
    """The tournament, for somebody whose role there has the right.

    404 for those without a role, as if it did not exist; 403 when the role does not reach.
    The rights found are left on `request.rights` for the templates.
    """
    tournament = Tournament.objects.select_related("federation").filter(slug=slug).first()
    role = role_in(request.user, tournament) if tournament else Role.PUBLIC
    if tournament is None or role is Role.PUBLIC:
        raise Http404
    if right not in MATRIX[role]:
        raise PermissionDenied(right)
    request.rights = MATRIX[role]  # type: ignore[attr-defined]  # our own attribute
    return tournament


def get_public_tournament(request: HttpRequest, slug: str) -> Tournament:
    """A tournament open to everybody; one still hidden only for those with a role in it."""
    tournament = Tournament.objects.select_related("federation").filter(slug=slug).first()
    if tournament is None:
        raise Http404
    role = role_in(request.user, tournament)
    if not tournament.is_public and role is Role.PUBLIC:
        raise Http404
    request.rights = MATRIX[role]  # type: ignore[attr-defined]  # our own attribute
    return tournament
