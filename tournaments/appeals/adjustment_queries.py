"""How many warnings each entry has, and when the next one costs a VP by itself."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from papers.sheets import signed
from tournaments.entries.models import Entry
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class EntryWarnings:
    """An entry's warnings in force; per_vp: so many together cost one VP (0: they cost nothing)."""

    entry: Entry
    warnings: int
    per_vp: int

    @property
    def cost(self) -> int:
        """The VP that they cost, zero or below."""
        return -(self.warnings // self.per_vp) if self.per_vp else 0

    @property
    def words(self) -> str:
        """«2 ammonizioni: alla terza −1 VP», in figures."""
        count = ngettext("%(n)d ammonizione", "%(n)d ammonizioni", self.warnings) % {"n": self.warnings}
        if not self.per_vp:
            return count
        following = (self.warnings // self.per_vp + 1) * self.per_vp
        next_words = _("alla %(next)dª %(vp)s VP") % {"next": following, "vp": signed(self.cost - 1)}
        if not self.cost:
            return f"{count}: {next_words}"
        return _("%(count)s: %(vp)s VP, %(then)s") % {"count": count, "vp": signed(self.cost), "then": next_words}


def entries_with_warnings(tournament: Tournament) -> list[EntryWarnings]:
    """Every entry with a warning in force, by number."""
    adjustments = _in_force().filter(entry__tournament=tournament).select_related("entry")
    entries = {adjustment.entry_id: adjustment.entry for adjustment in adjustments}
    counts = Counter(adjustment.entry_id for adjustment in adjustments)
    rows = [EntryWarnings(entries[pk], count, tournament.warnings_per_vp) for pk, count in counts.items()]
    return sorted(rows, key=lambda warnings: warnings.entry.number)


def warnings_of(entry: Entry) -> EntryWarnings | None:
    count = _in_force().filter(entry=entry).count()
    return EntryWarnings(entry, count, entry.tournament.warnings_per_vp) if count else None


def _in_force() -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(kind=Adjustment.Kind.WARNING, cancelled_at__isnull=True)
