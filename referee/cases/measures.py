"""How long a measure against a person counts against them as an earlier one; its record stays for its own time.

No text of a code gives one: article 87 speaks of whoever misbehaves repeatedly and does not say within which time, and
the burraco code adds up warnings in a competition. So each counts within its tournament, as the program looks no
further, and there no longer than the installation says (MEASURES_HOLD_DAYS; a year, a season, where it says nothing).
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from referee.models import Case, Ruling
from referee.models.ruling import RulingQuerySet


def holds_from(at: datetime) -> datetime:
    """What was decided until then does not count any more at that moment."""
    return at - timedelta(days=settings.MEASURES_HOLD_DAYS)


def earlier_rulings(case: Case) -> RulingQuerySet:
    """The rulings in force of the tournament whose measures still counted when the case was opened, in order."""
    # When it was opened, not now: what a ruling rested on is found again however late one looks.
    # One that is only shown beforehand would be opened now.
    opened = case.opened_at or timezone.now()
    found = Ruling.objects.filter(tournament=case.tournament_id, decided_at__gt=holds_from(opened))
    related = found.current().exclude(case=case.pk).select_related("case__table__round__tournament", "case__board")
    return related.order_by("number")
