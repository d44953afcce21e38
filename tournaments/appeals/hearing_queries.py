"""Who has to decide which open appeal now: its panel, or where there is none the chief arbiters whom nothing bars."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch

from records.rights import MATRIX, Right, Role
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.appeals.queries import makers_of, reasons_not_to_judge
from tournaments.setup.models import Membership, Tournament


@dataclass(frozen=True)
class Hearing:
    """An open appeal, and by their keys who may decide it now; nobody where a panel is to be named."""

    number: int
    against: str
    judges: frozenset[int]


def is_appealed(tournament: str) -> Exists:
    """Whether an appeal is open, asked together with something else; tournament: the way to it from there."""
    return Exists(Appeal.objects.filter(tournament=OuterRef(tournament), state=Appeal.State.OPEN))


def hearings(tournament: Tournament) -> list[Hearing]:
    """The open appeals in order."""
    panel = Prefetch("judges", AppealJudge.objects.filter(left_at=None).select_related("user"), to_attr="panel")
    appeals = list(Appeal.objects.filter(tournament=tournament, state=Appeal.State.OPEN).prefetch_related(panel))
    roles = [role.value for role in Role if Right.RECEIVE_APPEAL in MATRIX[role]]
    members = Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)
    staff = {membership.user: Role(membership.role) for membership in members.select_related("user")} if appeals else {}
    heads = [user for user, role in staff.items() if Right.DECIDE_APPEAL in MATRIX[role]]
    hearings_told = []
    for appeal in sorted(appeals, key=lambda appeal: appeal.number):
        makers = makers_of(appeal)
        free = [user for user in staff if not reasons_not_to_judge(appeal, user, makers)]
        named = {judge.user for judge in vars(appeal)["panel"]}
        # As `panel_of`: whoever of the panel is out of office, or barred since, counts no more.
        may = [user for user in free if user in named] or [user for user in free if user in heads]
        hearings_told.append(Hearing(appeal.number, appeal.against, frozenset(user.pk for user in may)))
    return hearings_told
