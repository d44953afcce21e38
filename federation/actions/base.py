"""What the actions of a federation's officers share: the right that they need, and their line of the log."""

from django.core.exceptions import PermissionDenied

from tournaments.access import federation_rights
from tournaments.actions.base import Actor
from tournaments.models import Federation
from tournaments.permissions import FederationRight


def require_office(by: Actor, federation: Federation, right: FederationRight) -> None:
    """Raise PermissionDenied unless one of the actor's offices in the federation has the right."""
    if right not in federation_rights(by.user, federation):
        raise PermissionDenied(right)
