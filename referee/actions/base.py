"""What the arbiter's actions share, on top of `tournaments.actions.base`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import models

from referee.models import Case, Ruling
from tournaments.actions.base import Actor
from tournaments.log import write_line
from tournaments.models import Tournament

LINES = ("line_a", "line_b", "line_a2", "line_b2")


class StaleRecord(Exception):
    """The record changed since the user read it; `current` is how it stands now."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(current)
        self.current = current


def locked(case: Case, expected_version: int) -> Case:
    """The case as it stands, held until the transaction ends. Raises StaleRecord if it is not the version read."""
    current = (
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


def nested(by: Actor, step: str) -> Actor:
    """The same actor within an action, with a key of its own for another action it calls."""
    return replace(by, key=f"{by.key[:50]}:{step}")


def log(by: Actor, tournament: Tournament, action: str, record: models.Model, data: Mapping[str, Any]) -> None:
    """Write the action's line in the tournament's log."""
    write_line(tournament=tournament, actor=by.user, at=by.at, action=action, record=record, data=data)


def next_number(tournament: Tournament, records: "models.QuerySet[Case] | models.QuerySet[Ruling]") -> int:
    """The number after the tournament's highest; whoever else counts waits until this transaction ends."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    highest: int | None = records.filter(tournament=tournament).aggregate(highest=models.Max("number"))["highest"]
    return (highest or 0) + 1


__all__ = ["StaleRecord", "locked", "log", "nested", "next_number", "touch"]
