"""Who does what for a federation, and the log of what they did.

docs/decisions/0078-the-federation.md
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Federation
from records.guards import Guard, by_whom, known, once
from records.official_records import FederationSealed, SealedQuerySet
from records.often_written import OftenWritten
from records.rights import OFFICE_NAMES

OFFICES = [(office.value, name) for office, name in OFFICE_NAMES.items()]


class OfficesInForce(models.Manager.from_queryset(SealedQuerySet["FederationOffice"])):  # type: ignore[misc]
    """The offices that have not ended: whatever asks what somebody may do asks here."""

    def get_queryset(self) -> models.QuerySet["FederationOffice"]:
        # By the database's clock, as the tasks of a tournament.
        offices: models.QuerySet[FederationOffice] = super().get_queryset()
        return offices.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=Now()))


class FederationOffice(FederationSealed):
    """An office that somebody holds in a federation: given, and ended, never deleted."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("utente"), related_name="offices")
    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="offices")
    office = models.CharField(_("incarico"), max_length=20, choices=OFFICES)
    given_by = by_whom(_("dato da"))
    given_at = models.DateTimeField(_("dato il"))
    ends_at = models.DateTimeField(_("finisce il"), null=True, blank=True)
    ended_by = by_whom(_("tolto da"), null=True)

    objects = OfficesInForce()
    ever = SealedQuerySet["FederationOffice"].as_manager()

    class Meta:
        ordering = ["federation", "office", "given_at", "pk"]
        verbose_name = _("incarico federale")
        verbose_name_plural = _("incarichi federali")
        constraints = [
            once(
                "user federation office", _("Ha già questo incarico nella federazione."), only=Q(ended_by__isnull=True)
            ),
            known("office", [office for office, _name in OFFICES], _("Questo incarico non esiste.")),
            models.CheckConstraint(
                name="federation_office_ended_when",
                condition=Q(ended_by__isnull=True) | Q(ends_at__isnull=False),
                violation_error_message=_("Un incarico tolto dice quando è finito."),
            ),
            Guard(name="federation_office_no_delete", on="DELETE", says="An office is never deleted: end it"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_office_display()}"


class FederationLine(OftenWritten):
    """One action of a federation's officers; each line carries the hash of the one before.

    It names nobody: records by their keys, figures, digests; what might have to be erased is never written here.
    """

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="log")
    sequence = models.PositiveIntegerField(_("numero"))
    at = models.DateTimeField(_("quando"))
    actor = by_whom(_("chi"))
    action = models.CharField(_("azione"), max_length=60)
    object = models.CharField(_("oggetto"), max_length=200)
    data = models.JSONField(_("dati"))
    # Of every official record that the action wrote the SHA-256, by its name («federation.Homologation:5»).
    seals = models.JSONField(_("sigilli"), null=True, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["federation", "sequence"]
        verbose_name = _("riga del registro federale")
        verbose_name_plural = _("registro federale")
        constraints = [
            once("federation sequence", _("La riga del registro esiste già.")),
            Guard(name="federation_line_no_update", on="UPDATE", says="A line of the log is never changed"),
            Guard(name="federation_line_no_delete", on="DELETE", says="A line of the log is never deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action} {self.object}"
