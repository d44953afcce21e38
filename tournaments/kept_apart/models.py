"""Pairs kept apart: two entries of a tournament that are not to meet in any round, as long as it holds."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from records.official_records import Sealed, SealedQuerySet
from records.parts import Reasoned, all_or_none, by_whom, once
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament


class KeptApart(Reasoned, Sealed):
    """Two entries that are not to meet, with the reason; lifted with a reason, never deleted."""

    PERSONAL = {"reason": (), "lift_reason": ()}

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="kept_apart")
    # The lower number first, so that two are kept apart once.
    first = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("chi"), related_name="+")
    second = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("da chi"), related_name="+")
    set_by = by_whom(_("messo da"))
    set_at = models.DateTimeField(_("messo il"))
    lifted_by = by_whom(_("tolto da"), null=True)
    lifted_at = models.DateTimeField(_("tolto il"), null=True, blank=True)
    lift_reason = models.TextField(_("perché è stato tolto"), blank=True)

    objects = SealedQuerySet["KeptApart"].as_manager()

    class Meta:
        ordering = ["tournament", "pk"]
        verbose_name = _("separazione")
        verbose_name_plural = _("separazioni")
        constraints = [
            once("first second", _("Sono già separati."), only=Q(lifted_at__isnull=True)),
            models.CheckConstraint(
                name="kept_apart_two",
                condition=~Q(first=F("second")),
                violation_error_message=_("Scegline due diversi."),
            ),
            *Reasoned.Meta.constraints,
            all_or_none("lifted_by lifted_at", "lift_reason", _("Chi toglie una separazione dice perché.")),
        ]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"

    @property
    def is_lifted(self) -> bool:
        return self.lifted_at is not None
