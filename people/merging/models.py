"""That two records are one person's: which is kept, why, by whom; and why they were parted again."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Player
from records.parts import by_whom, once


class PlayerMerge(models.Model):
    """Two records of one person, shown as one. Whatever points to either still does; parted, they are two again."""

    kept = models.ForeignKey(Player, models.PROTECT, verbose_name=_("scheda tenuta"), related_name="merges")
    merged = models.ForeignKey(Player, models.PROTECT, verbose_name=_("scheda unita"), related_name="merged_into")
    reason = models.TextField(_("motivo"))
    by = by_whom(_("da"))
    at = models.DateTimeField(_("quando"))
    parted_reason = models.TextField(_("motivo della separazione"), blank=True)
    parted_by = by_whom(_("separata da"), null=True)
    parted_at = models.DateTimeField(_("separata il"), null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        verbose_name = _("unione di due schede")
        verbose_name_plural = _("unioni di schede")
        constraints = [
            once("merged", _("Questa scheda è già unita a un’altra."), only=Q(parted_at__isnull=True)),
            models.CheckConstraint(
                name="player_merge_of_two",
                condition=~Q(kept=F("merged")),
                violation_error_message=_("È la stessa scheda: scegline un’altra."),
            ),
            models.CheckConstraint(
                name="player_merge_parted_by_somebody",
                condition=Q(parted_at__isnull=True, parted_by__isnull=True)
                | Q(parted_at__isnull=False, parted_by__isnull=False),
                violation_error_message=_("Una separazione dice chi l’ha fatta e quando."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kept} · {self.merged}"
