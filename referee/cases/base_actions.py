"""What the arbiter's actions share, on top of `records.action`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils.translation import gettext as _

from records.action import Actor, nested_actor
from records.requests import Refused
from records.rights import Right, rights_of
from referee.cases.models import Case
from referee.cases.queries import reaches
from referee.rulings.models import Ruling
from tournaments.scores.guards import check_running
from tournaments.setup.models import Tournament


class StaleRecord(Exception):
    """The record changed since the user read it; `current` is how it stands now."""

    def __init__(self, current: models.Model) -> None:
        super().__init__(current)
        self.current = current


def require_over(by: Actor, tournament: Tournament, right: Right, procedure: str) -> None:
    """Raise PermissionDenied unless the actor has the right over the anomaly (`referee/cases/queries.py`)."""
    if not reaches(rights_of(by.user, tournament), right, tournament, procedure):
        raise PermissionDenied(right)


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


def restore(case: Case, ruling: Ruling) -> None:
    """Undo the answers changed during a revision that was given up; the caller saves."""
    case.state, case.revision_reason = Case.State.RULED, ""
    case.procedure, case.note = ruling.procedure, ruling.note
    answers = ruling.answers
    case.board_id, case.responsible = answers["board"], answers["responsible"]
    case.persons = answers.get("persons", {})  # of before, none was asked
    case.elsewhere = answers.get("elsewhere")
    case.detectors, case.evidence = answers["detectors"], answers["evidence"]
    case.undetected, case.timing = answers["undetected"], answers["timing"]
    case.facts, case.known = answers["facts"], answers.get("known", {})
    case.cards = answers.get("cards", {})


def touch(case: Case, by: Actor) -> None:
    """Save the case as its next version."""
    case.version += 1
    case.updated_at = by.at
    case.save()


def next_number(tournament: Tournament, records: "models.QuerySet[Any]") -> int:
    """The number after the tournament's highest."""
    highest: int | None = records.filter(tournament=tournament).aggregate(highest=models.Max("number"))["highest"]
    return (highest or 0) + 1


__all__ = ["StaleRecord", "check_version", "nested_actor", "next_number", "touch"]
