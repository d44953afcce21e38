"""Calls for the arbiter: who called from which table, who goes, how it ended; and which arbiter walks which tables."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import all_or_none, by_whom, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.rounds.models import Table
from tournaments.scores.match_models import LINE_LETTERS
from tournaments.setup.games import SEAT_NAMES
from tournaments.setup.models import Tournament

MOST_TABLES = 9999
# Minutes after which a call that was taken is told again: our own choice, as long as a call may be put off at most.
TAKEN_LONG = 15


class CallQuerySet(SealedQuerySet["Call"]):
    def open(self) -> "CallQuerySet":
        return self.filter(closed_at__isnull=True)

    def of(self, tournament: Tournament) -> "CallQuerySet":
        return self.filter(table__round__tournament=tournament)


class Call(Sealed):
    """A table wants an arbiter; open until it is answered or withdrawn. docs/decisions/0051-calls.md"""

    TOURNAMENT = "table__round__tournament"
    MAY_GO = True  # with a table that is taken away where its round is drawn again

    class Reason(models.TextChoices):
        ANOMALY = "anomaly", _("anomalia")
        COUNT = "count", _("conteggio")
        CARDS = "cards", _("carte")
        CONDUCT = "conduct", _("comportamento")
        ABSENCE = "absence", _("assenza")
        OTHER = "other", _("altro")

    class Outcome(models.TextChoices):
        RULING = "ruling", _("provvedimento")
        NO_ANOMALY = "no-anomaly", _("nessuna anomalia")
        EXTRA_TIME = "extra-time", _("tempo in più")
        INFORMATION = "information", _("informazione")
        WITHDRAWN = "withdrawn", _("ritirata")

    # Those that an arbiter closes it with; the table itself withdraws.
    ANSWERS = (Outcome.RULING, Outcome.NO_ANOMALY, Outcome.EXTRA_TIME, Outcome.INFORMATION)

    table = models.ForeignKey(Table, models.CASCADE, verbose_name=_("tavolo"), related_name="calls")
    # The line by whose code it came; none where somebody of the staff called for the table.
    line = models.CharField(_("linea"), max_length=1, choices=LINE_LETTERS, blank=True)
    seat = models.CharField(_("posto"), max_length=1, blank=True, choices=[(s.value, n) for s, n in SEAT_NAMES.items()])
    reason = models.CharField(_("motivo"), max_length=10, choices=Reason, blank=True)
    opened_by = by_whom(_("chiamato da"))
    opened_at = models.DateTimeField(_("chiamato alle"))
    renewals = models.PositiveSmallIntegerField(_("richiamate"), default=0)
    renewed_at = models.DateTimeField(_("richiamato alle"), null=True, blank=True)
    owner = by_whom(_("va"), null=True)
    taken_at = models.DateTimeField(_("presa alle"), null=True, blank=True)
    arrived_at = models.DateTimeField(_("arrivato alle"), null=True, blank=True)
    # Until then it stands behind the others.
    put_off_until = models.DateTimeField(_("rimandata alle"), null=True, blank=True)
    second_asked_at = models.DateTimeField(_("secondo arbitro chiesto alle"), null=True, blank=True)
    second = by_whom(_("secondo"), null=True)
    closed_at = models.DateTimeField(_("chiusa alle"), null=True, blank=True)
    closed_by = by_whom(_("chiusa da"), null=True)
    outcome = models.CharField(_("esito"), max_length=12, choices=Outcome, blank=True)
    # Given to the table as extra time, once.
    minutes_back = models.PositiveSmallIntegerField(_("minuti resi"), null=True, blank=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        ordering = ["opened_at", "pk"]
        verbose_name = _("chiamata")
        verbose_name_plural = _("chiamate")
        constraints = [
            once("table", _("Questo tavolo ha già chiamato."), only=Q(closed_at__isnull=True)),
            all_or_none("closed_by closed_at", "outcome", _("Una chiamata chiusa ha un esito, una aperta no.")),
            models.CheckConstraint(
                name="call_taken_by_somebody",
                condition=Q(owner__isnull=True, taken_at__isnull=True, arrived_at__isnull=True)
                | Q(owner__isnull=False, taken_at__isnull=False),
                violation_error_message=_("Una chiamata presa ha chi l’ha presa, e quando."),
            ),
        ]

    def __str__(self) -> str:
        return f"{_('chiamata')} {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def wants_second(self) -> bool:
        return self.second_asked_at is not None and self.second_id is None

    @property
    def waits_as(self) -> str:
        """Its name among those that wait: that a second arbiter is wanted is news of its own."""
        return f"{self.pk}-2" if self.wants_second else str(self.pk)

    @property
    def lasted_minutes(self) -> int | None:
        """How many minutes it took from the first tap to its end, each begun one counted; None while it is open."""
        return minutes_between(self.opened_at, self.closed_at) if self.closed_at else None


def minutes_between(start: datetime, end: datetime) -> int:
    """The minutes from one moment to another, each begun one counted and one at least."""
    return max(1, -((start - end) // timedelta(minutes=1)))


def whole_minutes(start: datetime, end: datetime) -> int:
    """The minutes that are over from one moment to another; none in the first one."""
    return max(0, minutes_between(start, end) - 1)


def minutes_taken(taken_at: datetime | None, put_off_until: datetime | None, now: datetime) -> int | None:
    """Whole minutes since somebody took a call; None while nobody has, and while it is put off."""
    if taken_at is None or is_put_off(put_off_until, now):
        return None
    return whole_minutes(taken_at, now)


def is_put_off(until: datetime | None, now: datetime) -> bool:
    return until is not None and until > now


def is_forgotten(taken: int | None) -> bool:
    """Whether somebody took it so many minutes ago that they have been there, and have not closed it, or were kept."""
    return taken is not None and taken >= TAKEN_LONG


class ZoneTable(Sealed):
    """A table number that one arbiter walks, through all the rounds."""

    MAY_GO = True

    tournament = models.ForeignKey(Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="zones")
    table = models.PositiveSmallIntegerField(_("tavolo"), validators=[MinValueValidator(1)])
    arbiter = by_whom(_("arbitro"))

    objects = SealedQuerySet["ZoneTable"].as_manager()

    class Meta:
        ordering = ["tournament", "table"]
        verbose_name = _("tavolo di una zona")
        verbose_name_plural = _("tavoli delle zone")
        constraints = [
            once("tournament table", _("Questo tavolo è già di un arbitro.")),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.arbiter}"
