"""What the arbiter's actions share, on top of `tournaments.actions.base`."""

from collections.abc import Mapping
from typing import Any

from django.db import models

from codes.library import get_rulebook
from referee.models import Case, Ruling
from tournaments.access import rights_of
from tournaments.actions.base import Actor, nested, require
from tournaments.log import write_line
from tournaments.models import Tournament
from tournaments.models.rounds import LINES
from tournaments.permissions import Right


class StaleRecord(Exception):
    """The record changed since the user read it; `current` is how it stands now."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(current)
        self.current = current


def is_of_match(tournament: Tournament, procedure: str) -> bool:
    """Whether the anomaly concerns the whole match and not one deal; none chosen yet does not."""
    known = get_rulebook(tournament.rulebook).procedures.get(procedure)
    return known is not None and known.whole_match


def require_over(by: Actor, tournament: Tournament, right: Right, procedure: str) -> None:
    """Raise PermissionDenied unless the actor has the right, or directs the play and the whole match is concerned.

    Lateness, absence and lost sheets are told to the director (F.I.Bur. 39): who may give penalties may rule on them.
    """
    if is_of_match(tournament, procedure) and Right.GIVE_ADJUSTMENT in rights_of(by.user, tournament):
        return
    require(by, tournament, right)


def locked(case: Case, expected_version: int) -> Case:
    """The case as it stands, held until the transaction ends. Raises StaleRecord if it is not the version read."""
    current = (
        # The case alone: PostgreSQL locks no row of a join that may find none, as a board not yet chosen.
        Case.objects.select_for_update(of=("self",))
        .select_related("tournament", "table__round", *(f"table__{line}" for line in LINES), "board")
        .get(pk=case.pk)
    )
    if current.version != expected_version:
        raise StaleRecord(current)
    return current


def touch(case: Case, by: Actor) -> None:
    """Save the case as its next version."""
    case.version += 1
    case.updated_at = by.at
    case.save()


def log(by: Actor, tournament: Tournament, action: str, record: models.Model, data: Mapping[str, Any]) -> None:
    write_line(tournament=tournament, actor=by.user, at=by.at, action=action, record=record, data=data)


def next_number(tournament: Tournament, records: "models.QuerySet[Case] | models.QuerySet[Ruling]") -> int:
    """The number after the tournament's highest; whoever else counts waits until this transaction ends."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    highest: int | None = records.filter(tournament=tournament).aggregate(highest=models.Max("number"))["highest"]
    return (highest or 0) + 1


__all__ = ["StaleRecord", "locked", "log", "nested", "next_number", "touch"]
