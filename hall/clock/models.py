"""The clock of a round and the extra time of a table."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom
from records.official_records import Sealed, SealedQuerySet
from tournaments.rounds.models import Round, Table


class RoundClock(Sealed):
    """How long a round lasts, since when it runs and for how long it stood still."""

    TOURNAMENT = "round__tournament"

    round = models.OneToOneField(Round, models.CASCADE, verbose_name=_("turno"), related_name="clock")
    minutes = models.PositiveSmallIntegerField(_("minuti"), validators=[MinValueValidator(1)])
    started_at = models.DateTimeField(_("partito alle"))
    paused_at = models.DateTimeField(_("fermo dalle"), null=True, blank=True)
    # Seconds it stood still before the pause that may be going on now.
    paused_seconds = models.PositiveIntegerField(_("secondi di sosta"), default=0)
    time_out_at = models.DateTimeField(_("time out alle"), null=True, blank=True)

    objects = SealedQuerySet["RoundClock"].as_manager()

    class Meta:
        verbose_name = _("orologio del turno")
        verbose_name_plural = _("orologi dei turni")

    def __str__(self) -> str:
        return f"{self.round}: {self.minutes}′"

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def ends_at(self) -> datetime:
        # As long as it stands still no longer than it already has.
        return self.started_at + timedelta(minutes=self.minutes, seconds=self.paused_seconds)

    def seconds_left(self, now: datetime) -> int:
        """The whole seconds left at that moment; negative after the end."""
        return int((self.ends_at - (self.paused_at or now)).total_seconds())


class ExtraTime(Sealed):
    """Minutes given to one table beyond the round's, with the reason."""

    TOURNAMENT = "table__round__tournament"
    PERSONAL = {"reason": ()}

    table = models.ForeignKey(Table, models.PROTECT, verbose_name=_("tavolo"), related_name="extra_times")
    minutes = models.PositiveSmallIntegerField(_("minuti in più"), validators=[MinValueValidator(1)])
    reason = models.TextField(_("motivo"))
    given_by = by_whom(_("dato da"))
    given_at = models.DateTimeField(_("dato il"))

    objects = SealedQuerySet["ExtraTime"].as_manager()

    class Meta:
        ordering = ["table", "given_at"]
        verbose_name = _("tempo in più")
        verbose_name_plural = _("tempi in più")
        constraints = [
            models.CheckConstraint(
                name="extra_time_has_reason",
                condition=~Q(reason="") & Q(minutes__gte=1),
                violation_error_message=_("Il tempo in più ha bisogno dei minuti e del motivo."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: +{self.minutes}′"
