"""Consultations on a case: what was asked until when, and what somebody is still asked."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from referee.models import Case, Consultation, Opinion
from tournaments.models import BoardScore, EntryMember, Table, Tournament
from tournaments.models.rounds import LINES
from tournaments.queries.own_club import members_of


def consultations_on(case: Case, *, until: datetime | None = None) -> list[Consultation]:
    """Those on the case with their opinions, in order; until: what was asked by then."""
    opinions = Opinion.objects.select_related("noted_by").order_by("pk")
    found = case.consultations.select_related("asked_by").prefetch_related(Prefetch("opinions", opinions))
    return list((found.filter(asked_at__lte=until) if until else found).order_by("number"))


def unanswered(tournament: Tournament) -> "QuerySet[Opinion]":
    """What somebody with an account is asked and has not answered, of cases still to be decided."""
    found = Opinion.objects.filter(user__isnull=False, answer="", consultation__tournament=tournament)
    found = found.filter(consultation__case__state=Case.State.DRAFT)
    return found.select_related("consultation__case__table", "consultation__asked_by").order_by("pk")


def members_concerned(case: Case) -> Iterator[EntryMember]:
    """Everybody of the entries at the tables that the case is about, whenever they played; asked for when read."""
    tables = [case.table_id, *map(int, case.elsewhere or ())]
    entries = {key for row in Table.objects.filter(pk__in=tables).values_list(*LINES) for key in row if key}
    yield from members_of(entries)


def has_played(entry: int, case: Case) -> bool:
    """Whether the entry has a score on the board of the case."""
    scores = BoardScore.objects.current().filter(board=case.board_id)
    return any(scores.filter(**{f"table__{line}": entry}).exists() for line in LINES)
