"""Entry fees as a record: what whom they cost, and who paid. Nothing is paid here."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, immutable, known, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

# As much as `EurosField` reads.
MOST_CENTS = 9_999_999


class Fee(Sealed):
    """One version of what entering costs, for everybody or for a category; the last one holds, without cents none."""

    PERSONAL = {"reason": ()}

    class Per(models.TextChoices):
        ENTRY = "entry", _("per iscrizione")
        PLAYER = "player", _("per giocatore")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="fees")
    # Of the entry; without one it is for whoever has no other.
    category = models.CharField(_("categoria"), max_length=40, blank=True)
    version = models.PositiveSmallIntegerField(_("versione"))
    cents = models.PositiveIntegerField(
        _("centesimi"), null=True, blank=True, validators=[MaxValueValidator(MOST_CENTS)]
    )
    per = models.CharField(_("per chi"), max_length=20, choices=Per)
    reason = models.TextField(_("motivo"), blank=True)
    set_by = by_whom(_("da"))
    set_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["Fee"].as_manager()

    class Meta:
        ordering = ["tournament", "category", "version"]
        verbose_name = _("quota di iscrizione")
        verbose_name_plural = _("quote di iscrizione")
        constraints = [
            once("tournament category version", _("Intanto qualcun altro ha cambiato la quota.")),
            known("per", ["entry", "player"], _("Una quota è per iscrizione o per giocatore.")),
            models.CheckConstraint(
                name="fee_changed_why",
                condition=(Q(version=1) & Q(cents__isnull=False)) | ~Q(reason=""),
                violation_error_message=_("Chi cambia o toglie una quota dice perché."),
            ),
            *immutable("fee", "A fee is never changed or deleted: give a new version"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.category or self.get_per_display()}"


class FeePayment(Sealed):
    """One version of whether an entry paid, who noted it and when; the last one holds."""

    TOURNAMENT = "entry__tournament"
    PERSONAL = {"reason": ()}

    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("coppia"), related_name="payments")
    version = models.PositiveSmallIntegerField(_("versione"))
    paid = models.BooleanField(_("ha pagato"))
    # What was taken then: fees may change later.
    cents = models.PositiveIntegerField(_("centesimi"), validators=[MaxValueValidator(MOST_CENTS * 8)])
    reason = models.TextField(_("motivo"), blank=True)
    noted_by = by_whom(_("da"))
    noted_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["FeePayment"].as_manager()

    class Meta:
        ordering = ["entry", "version"]
        verbose_name = _("pagamento di una quota")
        verbose_name_plural = _("pagamenti delle quote")
        constraints = [
            once("entry version", _("Intanto qualcun altro l’ha già segnato.")),
            models.CheckConstraint(
                name="fee_payment_taken_back_why",
                condition=Q(paid=True) | (Q(cents=0) & ~Q(reason="")),
                violation_error_message=_("Chi toglie un pagamento dice perché."),
            ),
            *immutable("fee_payment", "A payment is never changed or deleted: give a new version"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.cents}"
