"""Pairs kept apart: two entries of a tournament that are not to meet in any round, as long as it holds."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from records.sealed import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament


class KeptApart(Sealed):
    """Two entries that are not to meet, with the reason; lifted with a reason, never deleted."""

    PERSONAL = {"reason": (), "lift_reason": ()}

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="kept_apart")
    # The lower number first, so that two are kept apart once.
    first = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("chi"), related_name="+")
    second = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("da chi"), related_name="+")
    reason = models.TextField(_("motivo"))
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("messo da"), related_name="+")
    set_at = models.DateTimeField(_("messo il"))
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("tolto da"), related_name="+", null=True, blank=True
    )
    lifted_at = models.DateTimeField(_("tolto il"), null=True, blank=True)
    lift_reason = models.TextField(_("perché è stato tolto"), blank=True)

    objects = SealedQuerySet["KeptApart"].as_manager()

    class Meta:
        ordering = ["tournament", "pk"]
        verbose_name = _("separazione")
        verbose_name_plural = _("separazioni")
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second"],
                condition=Q(lifted_at__isnull=True),
                name="kept_apart_once",
                violation_error_message=_("Sono già separati."),
            ),
            models.CheckConstraint(
                name="kept_apart_two",
                condition=~Q(first=F("second")),
                violation_error_message=_("Scegline due diversi."),
            ),
            models.CheckConstraint(
                name="kept_apart_has_reason",
                condition=~Q(reason=""),
                violation_error_message=_("Manca il motivo."),
            ),
            models.CheckConstraint(
                name="kept_apart_lifted_why",
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lift_reason="")
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lift_reason="")),
                violation_error_message=_("Chi toglie una separazione dice perché."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"

    @property
    def is_lifted(self) -> bool:
        return self.lifted_at is not None
