"""What a user may see of a tournament: looks a thing up within it, else answers 404 (foreign) or 403 (role)."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, OuterRef, QuerySet, Subquery, prefetch_related_objects
from django.http import Http404
from django.shortcuts import get_object_or_404

from people.offices.access import get_federation
from records.prepared_queries import prepared_records
from records.requests import PublicRequest, Request
from records.rights import Right, Role, rights_as
from tournaments.rounds.models import Round
from tournaments.setup.models import Membership, Tournament

Kept = TypeVar("Kept", bound=Model)

doors = logging.getLogger("referee.doors")


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
    if right not in request.rights:
        raise PermissionDenied(right)
    return tournament


def within(related: "QuerySet[Kept]", *, by: str = "") -> Callable[..., Kept]:
    """Finds one of these by the rest of an address, in the tournament or federation where somebody has the right.

    by: over which keys it is of that tournament, where not by one of its own.
    """

    def find(request: Request, *, right: Any, slug: str = "", code: str = "", **rest: Any) -> Kept:
        name = "tournament" if slug else "federation"
        place = get_tournament(request, slug, right) if slug else get_federation(request, code, right)
        found = get_object_or_404(related, **{by or name: place}, **rest)
        if not by:
            setattr(found, name, place)
        return found

    return find


def get_public_tournament(request: PublicRequest, slug: str) -> Tournament:
    """A tournament open to everybody; one still hidden only for those with a role in it."""
    tournament, role = _find(request, slug)
    if not tournament.is_public and role is Role.PUBLIC:
        raise Http404
    return tournament


def _find(request: PublicRequest, slug: str) -> tuple[Tournament, Role]:
    tournaments = _with_role(user=request.user.pk or 0, slug=slug)
    if not tournaments:
        raise Http404
    tournament = tournaments[0]
    role: str | None = vars(tournament)["role"]  # the annotation
    named = Role(role) if role else Role.PUBLIC
    request.rights, request.role = rights_as(named, tournament), named
    request.is_practice = tournament.is_practice
    return tournament, named


@prepared_records
def _with_role(*, user: int, slug: str) -> QuerySet[Tournament]:
    """One query for both: every page asks for the tournament and for the role in it."""
    role = Membership.objects.filter(tournament=OuterRef("pk"), user=user, user__is_active=True).order_by("pk")
    tournaments = Tournament.objects.select_related("federation").annotate(role=Subquery(role.values("role")[:1]))
    return tournaments.filter(slug=slug)


def rounds_of(tournament: Tournament) -> list[Round]:
    """The rounds in order, read once however often a page asks for them."""
    prefetch_related_objects([tournament], "rounds")
    return list(tournament.rounds.all())


def find_round(tournament: Tournament, number: int) -> Round:
    round_ = next((round_ for round_ in rounds_of(tournament) if round_.number == number), None)
    if round_ is None:
        raise Http404
    return round_
