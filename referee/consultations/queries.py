"""Consultations on a case: what was asked until when, and what somebody is still asked.

Whom an arbiter may ask before deciding: never who plays at that table, and what ties somebody is told.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from keeping.erasing.names import SHORTEST_FIRST_NAME, Words
from people.accounts.models import Player, User
from records.prepared_queries import prepared
from records.rights import MATRIX, Right, Role
from referee.cases.models import Case
from referee.consultations.models import Consultation, Opinion
from tournaments.entries.models import EntryMember
from tournaments.rounds.models import LINES, Table
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Forma, Membership, Tournament
from tournaments.staff.queries import members_of, name_and_clubs, ties_of


def consultations_on(case: Case, *, until: datetime | None = None) -> list[Consultation]:
    """Those on the case with their opinions, in order; until: what was asked by then."""
    # Of most cases nobody is asked anything, and a step of the wizard is waited for.
    if not _consultation_of_case(case=case.pk):
        return []
    opinions = Opinion.objects.select_related("noted_by").order_by("pk")
    consultations = case.consultations.select_related("asked_by").prefetch_related(Prefetch("opinions", opinions))
    return list((consultations.filter(asked_at__lte=until) if until else consultations).order_by("number"))


@prepared
def _consultation_of_case(*, case: int) -> "QuerySet[Consultation, Any]":
    return Consultation.objects.filter(case=case).order_by().values_list("pk")[:1]


def unanswered(tournament: Tournament) -> "QuerySet[Opinion]":
    """What somebody with an account is asked and has not answered, of cases still to be decided."""
    opinions = Opinion.objects.filter(user__isnull=False, answer="", consultation__tournament=tournament)
    opinions = opinions.filter(consultation__case__state=Case.State.DRAFT)
    return opinions.select_related("consultation__case__table", "consultation__asked_by").order_by("pk")


def members_concerned(case: Case) -> Iterator[EntryMember]:
    """Everybody of the entries at the tables that the case is about, whenever they played; asked for when read."""
    rows = [tuple(getattr(case.table, f"{line}_id") for line in LINES)]
    if case.elsewhere:
        rows += Table.objects.filter(pk__in=map(int, case.elsewhere)).values_list(*LINES)
    entries = {key for row in rows for key in row if key}
    yield from members_of(entries)


def has_played(entry: int, case: Case) -> bool:
    """Whether the entry has a score on the board of the case."""
    scores = BoardScore.objects.current().filter(board=case.board_id)
    return any(scores.filter(**{f"table__{line}": entry}).exists() for line in LINES)


@dataclass(frozen=True)
class Standing:
    """How somebody stands to the matter: why they are not asked, or what ties them to it; nothing of most."""

    barred: str = ""
    interest: str = ""


def colleagues(case: Case, user: User) -> list[User]:
    """Who of the staff reads cases, but the user."""
    roles = [role.value for role in Role if Right.VIEW_CASES in MATRIX[role]]
    members = Membership.objects.filter(tournament=case.tournament, role__in=roles, user__is_active=True)
    return sorted((member.user for member in members.exclude(user=user).select_related("user")), key=str)


def standing_of_colleague(case: Case, user: User) -> Standing:
    ties, concerned = ties_of(user, case.tournament), list(members_concerned(case))
    if ties.sit_among(concerned):
        return Standing(barred=_("%(name)s gioca a quel tavolo: non dà pareri sul caso.") % {"name": user})
    plays = EntryMember.objects.filter(player__in=ties.players, entry__tournament=case.tournament).exists()
    # Without names: who reads it sees the table, and nothing of it is to be erased.
    alike, clubs = name_and_clubs(ties.in_words(concerned))
    interests = (
        (plays, _("gioca nel torneo")),
        (alike, _("ha il nome di qualcuno al tavolo")),
        (clubs, _("è del circolo di qualcuno al tavolo")),
    )
    return Standing(interest=", ".join(words for holds, words in interests if holds))


def standing_of_player(case: Case, player: Player) -> Standing:
    if player.pk in {member.player_id for member in members_concerned(case)}:
        return Standing(barred=_("%(name)s gioca a quel tavolo: non dà pareri sul caso.") % {"name": player})
    entry = EntryMember.objects.filter(player=player, entry__tournament=case.tournament).values("entry").first()
    if entry is None:
        return Standing(barred=_("%(name)s non gioca nel torneo.") % {"name": player})
    # A deal of duplicate play goes on from table to table: the question would tell of it beforehand.
    if case.board_id and case.tournament.forma == Forma.DUPLICATO and not has_played(entry["entry"], case):
        words = _("%(name)s non ha ancora giocato questa smazzata: la domanda gliela racconterebbe.")
        return Standing(barred=words % {"name": player})
    return Standing()


def name_in_question(question: str, case: Case) -> str:
    """What of the name or card of somebody at the table the question says; a neutral one says nothing."""
    for member in members_concerned(case):
        for span in Words.of_player(member.player).spans(question):
            return question[span.begins : span.ends]
        if match := _given_name(member.player).search(question):
            return match[0]
    return ""


def _given_name(player: Player) -> "re.Pattern[str]":
    """Any of the first names, as names are written: Vera is no «vera»."""
    names = [re.escape(name) for name in player.first_name.split() if len(name) >= SHORTEST_FIRST_NAME]
    several = "|".join([*names, *(name.upper() for name in names)]) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{several})(?!\w)")


def ties_in_words(case: Case, user: User) -> dict[str, Any]:
    """What the page says of the user before the case is decided: the own case, the own club, the own name."""
    ties = ties_of(user, case.tournament)
    if ties.are_none:
        return {"sits": False, "own_club": ""}
    members = list(members_concerned(case))
    sits = ties.sit_among(members)
    return {"sits": sits, "own_club": "" if sits else ties.in_words(members)}
