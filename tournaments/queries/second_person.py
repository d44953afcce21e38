"""Who could be the second person that a tournament wants for what weighs, and whether there is to be one."""

from django.db.models import QuerySet

from tournaments.models import Membership, Tournament, User
from tournaments.permissions import MATRIX, Right, Role


def confirming(tournament: Tournament) -> "QuerySet[Membership]":
    """The tasks in force that confirm what others propose."""
    roles = [role.value for role in Role if Right.CONFIRM_RULING in MATRIX[role]]
    return Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)


def confirmers(tournament: Tournament, user: User) -> bool:
    """Whether anybody but the user may confirm what the user proposes."""
    return confirming(tournament).exclude(user=user).exists()


def decides_alone(tournament: Tournament) -> bool:
    """Whether there is a single arbiter: said so, and true: while a chief is in office there are two."""
    return bool(tournament.single_arbiter) and not confirming(tournament).exists()
