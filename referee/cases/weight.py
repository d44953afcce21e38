"""What weighs so much that a tournament wants a second person for it, and who that may be."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from codes.format.effects import Discipline, Effect, Penalty, Withdraw
from referee.models import Case
from referee.queries.consultations import members_concerned
from tournaments.models import Membership, Tournament, User
from tournaments.permissions import MATRIX, Right, Role
from tournaments.queries.own_club import of_own_club


def heavy(tournament: Tournament, effects: Iterable[Effect]) -> list[str]:
    """The measures among these that the tournament names, in words; none under a single arbiter."""
    if tournament.single_arbiter:
        return []
    return list(dict.fromkeys(words for effect in effects if (words := _weighs(tournament, effect))))


def _weighs(tournament: Tournament, effect: Effect) -> str:
    if isinstance(effect, Discipline):
        if tournament.confirm_expulsion and effect.discipline == "allontanamento":
            return _("allontanamento")
        return _("deferimento") if tournament.confirm_deferral and effect.discipline == "deferimento" else ""
    if isinstance(effect, Withdraw):
        return _("esclusione") if tournament.confirm_expulsion and effect.withdraw == "esclusione" else ""
    vp = effect.amount if isinstance(effect, Penalty) and effect.penalty == "vp" else None
    if vp and tournament.confirm_vp and vp >= tournament.confirm_vp:
        return _("penalità di %(vp)d VP") % {"vp": vp}
    return ""


def confirmers(tournament: Tournament, user: User) -> bool:
    """Whether anybody but the user may confirm what the user proposes."""
    roles = [role.value for role in Role if Right.CONFIRM_RULING in MATRIX[role]]
    others = Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)
    return others.exclude(user=user).exists()


def may_propose(case: Case, rights: frozenset[Right]) -> bool:
    """Whether whoever has these rights is offered to propose; a chief only where the tournament names measures."""
    tournament = case.tournament
    names_some = tournament.confirm_expulsion or tournament.confirm_deferral or tournament.confirm_vp
    return (
        not tournament.single_arbiter
        and case.appeal is None
        and Right.RULE in rights
        and (Right.CONFIRM_RULING not in rights or bool(names_some))
    )


def own_club_at(case: Case, user: User) -> str:
    """Of whom of the user's own club the page tells before the case is decided; nothing of most."""
    return of_own_club(user, case.tournament, members_concerned(case))
