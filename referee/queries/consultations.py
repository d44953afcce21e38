"""Consultations on a case: what was asked until when, and what somebody is still asked."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from referee.models import Case, Consultation, Opinion
from tournaments.models import BoardScore, EntryMember, Table, Tournament
from tournaments.models.rounds import LINES
from tournaments.prepared import prepared
from tournaments.queries.own_club import members_of


def consultations_on(case: Case, *, until: datetime | None = None) -> list[Consultation]:
    """Those on the case with their opinions, in order; until: what was asked by then."""
    # Of most cases nobody is asked anything, and a step of the wizard is waited for.
    if not _asked(case=case.pk):
        return []
    opinions = Opinion.objects.select_related("noted_by").order_by("pk")
    found = case.consultations.select_related("asked_by").prefetch_related(Prefetch("opinions", opinions))
    return list((found.filter(asked_at__lte=until) if until else found).order_by("number"))


@prepared
def _asked(*, case: int) -> "QuerySet[Consultation, Any]":
    return Consultation.objects.filter(case=case).order_by().values_list("pk")[:1]


def unanswered(tournament: Tournament) -> "QuerySet[Opinion]":
    """What somebody with an account is asked and has not answered, of cases still to be decided."""
    found = Opinion.objects.filter(user__isnull=False, answer="", consultation__tournament=tournament)
    found = found.filter(consultation__case__state=Case.State.DRAFT)
    return found.select_related("consultation__case__table", "consultation__asked_by").order_by("pk")


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
