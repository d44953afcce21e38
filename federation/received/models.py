"""What is lasting of a received tournament, whichever of its packages stands in front: its name here, its class, and
who of its players is who of ours.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.packages.models import ReceivedPackage
from federation.seasons.models import ClassVersion
from people.accounts.models import Federation, Player
from records.guards import by_whom, changed_why, immutable, once
from records.official_records import FederationSealed, SealedQuerySet


class ReceivedTournament(FederationSealed):
    """A tournament that came in packages, under one key as long as it is known; told as its newest package tells it."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="received")
    # The hash of the first line of its log.
    uid = models.CharField(max_length=64)
    slug = models.CharField(max_length=300)
    name = models.CharField(_("torneo"), max_length=300)
    place = models.CharField(_("luogo"), max_length=300, blank=True)
    starts_on = models.DateField(_("inizio"), null=True, blank=True)

    objects = SealedQuerySet["ReceivedTournament"].as_manager()

    class Meta:
        ordering = ["federation", "-starts_on", "pk"]
        verbose_name = _("torneo ricevuto")
        verbose_name_plural = _("tornei ricevuti")
        constraints = [once("federation uid", _("Questo torneo c’è già."))]

    def __str__(self) -> str:
        return self.name

    @property
    def origin(self) -> str:
        """What stands before the sources of its records in the archive."""
        return f"r{self.pk}-"

    @property
    def own_name(self) -> str:
        """How the archive has its own records name it: a tournament that is played here may have the same name."""
        return f"{self.origin}{self.slug}"

    @property
    def held(self) -> str:
        """By which published seasons know it."""
        return f"r{self.pk}"


class ReceivedClass(ClassVersion):
    """One version of what the federation says of the class of a received tournament."""

    FEDERATION = "received__federation"

    received = models.ForeignKey(
        ReceivedTournament, models.PROTECT, verbose_name=_("torneo ricevuto"), related_name="classes"
    )

    objects = SealedQuerySet["ReceivedClass"].as_manager()

    class Meta:
        ordering = ["received", "version"]
        verbose_name = _("classe di un torneo ricevuto")
        verbose_name_plural = _("classi dei tornei ricevuti")
        constraints = [
            once("received version", _("Intanto qualcun altro ha cambiato la classe.")),
            models.CheckConstraint(
                name="received_class_known_state",
                condition=(Q(state="assigned") & ~Q(class_id="")) | Q(state="none", class_id=""),
                violation_error_message=_("Una classe assegnata dice quale."),
            ),
            changed_why(_("Chi cambia la classe di un torneo dice perché.")),
            *immutable("receivedclass"),
        ]

    def __str__(self) -> str:
        return f"{self.received}: {self.class_id or self.get_state_display()}"


class ReceivedPerson(FederationSealed):
    """One version of who a player of a received tournament is here; the last one holds. It names nobody.

    By the card, which needs no choice, or chosen by an officer with a reason; joined to nobody: no points for anyone.
    """

    FEDERATION = "received__federation"
    PERSONAL: ClassVar = {"reason": ()}

    received = models.ForeignKey(ReceivedTournament, models.PROTECT, related_name="persons")
    # The key that the player has in the package.
    number = models.PositiveBigIntegerField(_("giocatore del pacchetto"))
    version = models.PositiveSmallIntegerField(_("versione"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="received_as", null=True, blank=True)
    is_chosen = models.BooleanField(_("scelto"), default=False)
    reason = models.TextField(_("motivo"), blank=True)
    noted_by = by_whom(_("da"))
    noted_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["ReceivedPerson"].as_manager()

    class Meta:
        ordering = ["received", "number", "version"]
        verbose_name = _("persona riconosciuta")
        verbose_name_plural = _("persone riconosciute")
        constraints = [
            once("received number version", _("Intanto qualcun altro ha scelto.")),
            models.CheckConstraint(
                name="received_person_chosen_why",
                condition=Q(is_chosen=False, reason="") | (Q(is_chosen=True) & ~Q(reason="")),
                violation_error_message=_("Chi sceglie dice perché."),
            ),
            *immutable("receivedperson"),
        ]

    def __str__(self) -> str:
        return f"{self.received} {self.number}"


class IndexedReceived(models.Model):
    """Which package of a received tournament is in the archive, and by which texts of the codes."""

    received = models.OneToOneField(ReceivedTournament, models.CASCADE, related_name="indexed")
    package = models.ForeignKey(ReceivedPackage, models.CASCADE, related_name="+")
    editions = models.CharField(_("edizioni dei codici"), max_length=64)

    class Meta:
        verbose_name = _("torneo ricevuto in archivio")
        verbose_name_plural = _("tornei ricevuti in archivio")

    def __str__(self) -> str:
        return f"{self.received_id}: {self.package_id}"
