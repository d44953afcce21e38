"""Whom an arbiter may ask before deciding: never who plays at that table, and what ties somebody is told."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.models import Case
from referee.queries.consultations import has_played, members_concerned
from tournaments.erasing.names import SHORTEST_FIRST_NAME, Words
from tournaments.models import EntryMember, Forma, Membership, Player, User
from tournaments.permissions import MATRIX, Right, Role
from tournaments.queries.own_club import parted, ties_of


@dataclass(frozen=True)
class Standing:
    """How somebody stands to the matter: why they are not asked, or what ties them to it; nothing of most."""

    barred: str = ""
    interest: str = ""


def colleagues(case: Case, user: User) -> list[User]:
    """Who of the staff reads cases, but the user."""
    roles = [role.value for role in Role if Right.VIEW_CASES in MATRIX[role]]
    members = Membership.objects.filter(tournament=case.tournament, role__in=roles, user__is_active=True)
    return sorted((one.user for one in members.exclude(user=user).select_related("user")), key=str)


def standing_of_colleague(case: Case, user: User) -> Standing:
    ties, concerned = ties_of(user, case.tournament), list(members_concerned(case))
    if ties.sit_among(concerned):
        return Standing(barred=_("%(name)s gioca a quel tavolo: non dà pareri sul caso.") % {"name": user})
    plays = EntryMember.objects.filter(player__in=ties.players, entry__tournament=case.tournament).exists()
    # Without names: who reads it sees the table, and nothing of it is to be erased.
    alike, clubs = parted(ties.told(concerned))
    interests = (
        (plays, _("gioca nel torneo")),
        (alike, _("ha il nome di qualcuno al tavolo")),
        (clubs, _("è del circolo di qualcuno al tavolo")),
    )
    return Standing(interest=", ".join(words for holds, words in interests if holds))


def standing_of_player(case: Case, player: Player) -> Standing:
    if player.pk in _players_concerned(case):
        return Standing(barred=_("%(name)s gioca a quel tavolo: non dà pareri sul caso.") % {"name": player})
    entry = EntryMember.objects.filter(player=player, entry__tournament=case.tournament).values("entry").first()
    if entry is None:
        return Standing(barred=_("%(name)s non gioca nel torneo.") % {"name": player})
    # A deal of duplicate play goes on from table to table: the question would tell of it beforehand.
    if case.board_id and case.tournament.forma == Forma.DUPLICATO and not has_played(entry["entry"], case):
        words = _("%(name)s non ha ancora giocato questa smazzata: la domanda gliela racconterebbe.")
        return Standing(barred=words % {"name": player})
    return Standing()


def named_in(question: str, case: Case) -> str:
    """What of the name or card of somebody at the table the question says; a neutral one says nothing."""
    for member in members_concerned(case):
        for span in Words.of(member.player).spans(question):
            return question[span.begins : span.ends]
        if said := _given_name(member.player).search(question):
            return said[0]
    return ""


def _given_name(player: Player) -> "re.Pattern[str]":
    """Any of the first names, as names are written: Vera is no «vera»."""
    names = [re.escape(name) for name in player.first_name.split() if len(name) >= SHORTEST_FIRST_NAME]
    several = "|".join([*names, *(name.upper() for name in names)]) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{several})(?!\w)")


def _players_concerned(case: Case) -> set[int]:
    return {member.player_id for member in members_concerned(case)}
