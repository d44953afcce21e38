"""Who may do what, in a tournament and in a federation: the matrices of roles and rights, as data,
and what somebody's role or offices give by them.

docs/permissions.md is written from it by `manage.py permissions_doc`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from records.prepared_queries import prepared

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from people.accounts.models import Federation, User
    from tournaments.setup.models import Tournament


class Role(StrEnum):
    """A person's task in one tournament; PUBLIC is anybody without one."""

    DIRECTOR = "director"
    CHIEF_ARBITER = "chief_arbiter"
    ARBITER = "arbiter"
    SCORER = "scorer"
    PUBLIC = "public"


class Right(StrEnum):
    """Something a role may do behind the log-in."""

    VIEW_DESK = "view_desk"
    MANAGE_ROUNDS = "manage_rounds"
    MANAGE_STAFF = "manage_staff"
    MANAGE_ENTRIES = "manage_entries"
    CHECK_IN = "check_in"
    RUN_CLOCK = "run_clock"
    PUBLISH_STANDINGS = "publish_standings"
    RECEIVE_APPEAL = "receive_appeal"
    DECIDE_APPEAL = "decide_appeal"
    NAME_PANEL = "name_panel"
    RENEW_CODES = "renew_codes"
    ANSWER_CALLS = "answer_calls"
    # Also those of others: who goes where.
    DIRECT_CALLS = "direct_calls"
    GIVE_SCORE = "give_score"
    CONFIRM_SCORE = "confirm_score"
    GIVE_ADJUSTMENT = "give_adjustment"
    CANCEL_ADJUSTMENT = "cancel_adjustment"
    VIEW_CASES = "view_cases"
    OPEN_CASE = "open_case"
    RULE = "rule"
    # A ruling given by somebody else.
    REVISE_RULING = "revise_ruling"
    # A ruling proposed by somebody else.
    CONFIRM_RULING = "confirm_ruling"
    SET_ARBITRAL_SCORE = "set_arbitral_score"
    EXPORT = "export"
    VIEW_LOG = "view_log"
    BLACK_OUT = "black_out"


ROLE_NAMES: Mapping[Role, Promise] = {
    Role.DIRECTOR: _("Direttore di gara"),
    Role.CHIEF_ARBITER: _("Capo arbitro"),
    Role.ARBITER: _("Arbitro"),
    Role.SCORER: pgettext_lazy("ruolo", "Segnapunti"),
    Role.PUBLIC: _("Pubblico"),
}

_ARBITRATION_ONLY = {
    Right.OPEN_CASE,
    Right.RULE,
    Right.REVISE_RULING,
    Right.CONFIRM_RULING,
    Right.SET_ARBITRAL_SCORE,
    Right.DECIDE_APPEAL,
}
_DESK_ONLY = {Right.MANAGE_ROUNDS, Right.MANAGE_STAFF, Right.MANAGE_ENTRIES, Right.PUBLISH_STANDINGS, Right.BLACK_OUT}

MATRIX: Mapping[Role, frozenset[Right]] = {
    Role.DIRECTOR: frozenset(Right) - _ARBITRATION_ONLY,
    Role.CHIEF_ARBITER: frozenset(Right) - _DESK_ONLY,
    Role.ARBITER: frozenset(
        {
            Right.VIEW_DESK,
            Right.CHECK_IN,
            Right.RUN_CLOCK,
            Right.RENEW_CODES,
            Right.ANSWER_CALLS,
            Right.RECEIVE_APPEAL,
            Right.VIEW_CASES,
            Right.OPEN_CASE,
            Right.RULE,
            Right.SET_ARBITRAL_SCORE,
            Right.GIVE_SCORE,
            Right.EXPORT,
        }
    ),
    Role.SCORER: frozenset({Right.VIEW_DESK, Right.CHECK_IN, Right.GIVE_SCORE, Right.CONFIRM_SCORE, Right.EXPORT}),
    Role.PUBLIC: frozenset(),
}


# What a tournament cannot do without. An appeal against one's own ruling is no such thing: a panel hears it, or nobody.
DECIDED_BY_A_LONE_DIRECTOR = frozenset({Right.OPEN_CASE, Right.RULE, Right.REVISE_RULING, Right.SET_ARBITRAL_SCORE})


class Office(StrEnum):
    """A person's task in a federation, beside those that they may have in tournaments; one may hold several."""

    SECRETARY = "secretary"
    ARCHIVIST = "archivist"
    JUDGE = "judge"
    REFEREE = "referee"


class FederationRight(StrEnum):
    """Something that an office may do."""

    VIEW_FEDERATION = "view_federation"
    VIEW_MEMBERS = "view_members"
    MANAGE_MEMBERS = "manage_members"
    VIEW_PACKAGES = "view_packages"
    RECEIVE_PACKAGES = "receive_packages"
    HOMOLOGATE = "homologate"
    VIEW_ARCHIVE = "view_archive"
    EXPORT_ARCHIVE = "export_archive"
    EDIT_CASEBOOK = "edit_casebook"
    VIEW_CONSISTENCY = "view_consistency"
    # By name: how each arbiter decides.
    VIEW_ARBITERS = "view_arbiters"
    TRY_EDITIONS = "try_editions"
    JUDGE_APPEALS = "judge_appeals"
    MANAGE_SEASON = "manage_season"
    MANAGE_KEYS = "manage_keys"
    # Which other programs are told what happens.
    MANAGE_WEBHOOKS = "manage_webhooks"


OFFICE_NAMES: Mapping[Office, Promise] = {
    Office.SECRETARY: _("Segretario federale"),
    Office.ARCHIVIST: _("Archivista"),
    Office.JUDGE: _("Giudice federale"),
    Office.REFEREE: _("Responsabile arbitrale"),
}

FEDERATION_MATRIX: Mapping[Office, frozenset[FederationRight]] = {
    Office.SECRETARY: frozenset(
        {
            FederationRight.VIEW_FEDERATION,
            FederationRight.VIEW_MEMBERS,
            FederationRight.MANAGE_MEMBERS,
            FederationRight.VIEW_PACKAGES,
            FederationRight.RECEIVE_PACKAGES,
            FederationRight.HOMOLOGATE,
            FederationRight.MANAGE_SEASON,
            FederationRight.MANAGE_KEYS,
            FederationRight.MANAGE_WEBHOOKS,
        }
    ),
    Office.ARCHIVIST: frozenset(
        {
            FederationRight.VIEW_FEDERATION,
            FederationRight.VIEW_PACKAGES,
            FederationRight.RECEIVE_PACKAGES,
            FederationRight.VIEW_ARCHIVE,
            FederationRight.EXPORT_ARCHIVE,
            FederationRight.EDIT_CASEBOOK,
            FederationRight.MANAGE_WEBHOOKS,
            FederationRight.VIEW_CONSISTENCY,
        }
    ),
    Office.JUDGE: frozenset(
        {
            FederationRight.VIEW_FEDERATION,
            FederationRight.VIEW_MEMBERS,
            FederationRight.VIEW_PACKAGES,
            FederationRight.VIEW_ARCHIVE,
            FederationRight.VIEW_CONSISTENCY,
            FederationRight.JUDGE_APPEALS,
        }
    ),
    Office.REFEREE: frozenset(
        {
            FederationRight.VIEW_FEDERATION,
            FederationRight.VIEW_PACKAGES,
            FederationRight.VIEW_ARCHIVE,
            FederationRight.EXPORT_ARCHIVE,
            FederationRight.EDIT_CASEBOOK,
            FederationRight.VIEW_CONSISTENCY,
            FederationRight.VIEW_ARBITERS,
            FederationRight.TRY_EDITIONS,
        }
    ),
}


def role_in(user: User | AnonymousUser, tournament: Tournament) -> Role:
    """The user's role in the tournament: PUBLIC without a membership or an active account."""
    if not user.is_active:
        return Role.PUBLIC
    found = _role(user=user.pk or 0, tournament=tournament.pk or 0)
    return Role(found[0][0]) if found else Role.PUBLIC


@prepared
def _role(*, user: int, tournament: int) -> QuerySet[Any, Any]:
    memberships = apps.get_model("tournaments", "Membership")
    return memberships.objects.filter(user=user, tournament=tournament).order_by().values_list("role")


def rights_of(user: User | AnonymousUser, tournament: Tournament) -> frozenset[Right]:
    return rights_as(role_in(user, tournament), tournament)


def rights_as(role: Role, tournament: Tournament) -> frozenset[Right]:
    """What the role gives in that tournament: a director decides too where one arbiter is enough and nobody is one."""
    if role is Role.DIRECTOR and tournament.single_arbiter and not has_arbiters(tournament):
        return MATRIX[role] | DECIDED_BY_A_LONE_DIRECTOR
    return MATRIX[role]


def has_arbiters(tournament: Tournament) -> bool:
    """Whether anybody's task in the tournament is to rule."""
    return bool(_arbiter(1, tournament=tournament.pk or 0))


@prepared
def _arbiter(most: int, *, tournament: int) -> QuerySet[Any, Any]:
    roles = [role.value for role, rights in MATRIX.items() if Right.RULE in rights]
    memberships = apps.get_model("tournaments", "Membership").objects
    arbiters = memberships.filter(tournament=tournament, role__in=roles, user__is_active=True)
    return arbiters.order_by().values_list("pk")[:most]


def federation_rights(user: User | AnonymousUser, federation: Federation) -> frozenset[FederationRight]:
    """What the user's offices in the federation allow, all together."""
    if not user.is_active:
        return frozenset()
    offices = apps.get_model("people", "FederationOffice").objects.filter(user_id=user.pk, federation=federation)
    held = offices.order_by().values_list("office", flat=True)
    return frozenset().union(*(FEDERATION_MATRIX[Office(office)] for office in held))
