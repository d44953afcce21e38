"""What the arbiter's actions share, on top of `tournaments.actions.base`."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from codes.library import get_rulebook
from referee.models import Case
from tournaments.access import rights_of
from tournaments.actions.base import Actor, nested, require
from tournaments.actions.guards import check_running
from tournaments.log import write_line
from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.refusals import Refused


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


def check_version(case: Case, expected_version: int) -> None:
    """Raise StaleRecord if the case is no longer of the version that the user read."""
    if case.version != expected_version:
        raise StaleRecord(case)


def check_draft(case: Case) -> None:
    """Refuse a case that is decided or put aside."""
    if case.proposal is not None:
        raise Refused(_("La proposta su questo caso aspetta la conferma: prima va confermata o rimandata."))
    if not case.is_draft:
        raise Refused(_("Questa anomalia è già chiusa: per cambiarla si rivede il suo provvedimento."))


def check_deciding(case: Case) -> None:
    """Refuse what is not to be decided: once the tournament has ended a ruling is only revised."""
    check_draft(case)
    if not case.is_revision:
        check_running(case.tournament)


def touch(case: Case, by: Actor) -> None:
    """Save the case as its next version."""
    case.version += 1
    case.updated_at = by.at
    case.save()


def log(by: Actor, tournament: Tournament, action: str, record: models.Model, data: Mapping[str, Any]) -> None:
    write_line(tournament=tournament, actor=by.user, at=by.at, action=action, record=record, data=data)


def next_number(tournament: Tournament, records: "models.QuerySet[Any]") -> int:
    """The number after the tournament's highest."""
    highest: int | None = records.filter(tournament=tournament).aggregate(highest=models.Max("number"))["highest"]
    return (highest or 0) + 1


__all__ = ["StaleRecord", "check_version", "log", "nested", "next_number", "touch"]
