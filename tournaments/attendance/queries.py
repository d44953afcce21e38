"""Who gets the score of an absent line in a round that was drawn without them (F.I.Bur. 39)."""

from dataclasses import dataclass

from django.db.models import F

from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment


@dataclass
class Absence:
    """An entry that left the tournament, and what the round brings it all the same."""

    entry: Entry
    vp: int = 0
    mp: int = 0
    reference: str = ""


def absences_in(round_: Round) -> list[Absence]:
    """Those of a round, by number; one query."""
    adjustments = Adjustment.objects.filter(round=round_, cancelled_at__isnull=True, kind__in=Adjustment.FIGURES)
    gone = adjustments.filter(entry__state=Entry.State.WITHDRAWN, entry__until_round__lt=F("round__number"))
    absences: dict[int, Absence] = {}
    for adjustment in gone.select_related("entry").order_by("entry__number"):
        absence = absences.setdefault(adjustment.entry_id, Absence(adjustment.entry, reference=adjustment.reference))
        absence.vp += adjustment.amount if adjustment.kind == Adjustment.Kind.VP else 0
        absence.mp += adjustment.amount if adjustment.kind == Adjustment.Kind.MP else 0
    return list(absences.values())
