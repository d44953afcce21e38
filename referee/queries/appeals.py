"""A ruling as what an appeal is against, and the appeal that is open against it."""

from collections.abc import Sequence

from referee.models import Case, Ruling
from tournaments.models import Appeal, ClubNotice, Tournament
from tournaments.models.rounds import LINES
from tournaments.queries.appeals import Grievance, due_after, open_against
from tournaments.queries.own_club import told_of


def key_of(ruling: Ruling) -> str:
    return f"ruling:{ruling.number}:{ruling.version}"


def ruling_of(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    """The version of a ruling by its numbers; whoever decided any version of it judges no appeal against it."""
    if len(numbers) != 2:
        return None
    number, version = numbers
    found = Ruling.objects.filter(tournament=tournament, number=number)
    ruling = found.filter(version=version).select_related("superseded_by", "case__table").first()
    if ruling is None:
        return None
    # Whoever proposed it is who decided it; whoever confirmed it made it too.
    table = ruling.case.table
    makers = found.values_list("decided_by", "proposed_as__answered_by")
    return Grievance(
        key=key_of(ruling),
        words=ruling.reference,
        noticed_at=ruling.decided_at,
        due_at=due_after(tournament, ruling.decided_at),
        makers=frozenset(user for pair in makers for user in pair if user),
        entries=frozenset(key for key in (getattr(table, f"{line}_id") for line in LINES) if key),
        is_past=not ruling.is_current,
    )


def appeal_against(ruling: Ruling) -> Appeal | None:
    """The open appeal against the ruling, whichever version it was filed against."""
    return open_against(ruling.tournament, f"ruling:{ruling.number}:")


def appeal_of(case: Case) -> Appeal | None:
    """The appeal by which the case is being decided anew."""
    if case.appeal is None or not case.is_revision:
        return None
    return Appeal.objects.filter(tournament=case.tournament, number=case.appeal).select_related("tournament").first()


def told_on(ruling: Ruling) -> list[ClubNotice]:
    """Who was told of people of the own club before that version: deciding, scoring, proposing and so on."""
    proposed = getattr(ruling, "proposed_as", None)
    # What was returned before led to it too.
    proposals = ruling.case.proposals.filter(number__lte=proposed.number) if proposed else ()
    return told_of(ruling.tournament, key_of(ruling), *(one.key for one in proposals))
