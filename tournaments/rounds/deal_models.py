"""The deals of a duplicate tournament: made before it is played, kept from everybody, opened when it has ended."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from codes.tressette.deals import MOST_BOARDS
from records.guards import by_whom, changed_why, immutable, known, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.setup.models import Tournament

HASH_LENGTH = 64


class DealSet(Sealed):
    """One version of a tournament's deals: of how many boards, and what commits to them. It names no card.

    The last version holds; none is made once a board was given out. docs/decisions/0097-the-deals-kept.md
    """

    PERSONAL = {"reason": ()}

    class Source(models.TextChoices):
        DRAWN = "drawn", _("estratte dal programma")
        WRITTEN = "written", _("scritte o importate")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="deal_sets")
    version = models.PositiveSmallIntegerField(_("versione"))
    source = models.CharField(_("da dove vengono"), max_length=10, choices=Source)
    boards = models.PositiveSmallIntegerField(
        _("quante smazzate"), validators=[MinValueValidator(1), MaxValueValidator(MOST_BOARDS)]
    )
    # Of the seed, or of the salt and the deals' text (`codes.tressette.deals`).
    commitment = models.CharField(_("impronta"), max_length=HASH_LENGTH)
    reason = models.TextField(_("motivo"), blank=True)
    made_by = by_whom(_("da"))
    made_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["DealSet"].as_manager()

    class Meta:
        ordering = ["tournament", "version"]
        verbose_name = _("smazzate preparate")
        verbose_name_plural = _("smazzate preparate")
        constraints = [
            once("tournament version", _("Intanto qualcun altro ha preparato le smazzate.")),
            known("source", ["drawn", "written"], _("Le smazzate sono estratte dal programma, o scritte.")),
            changed_why(_("Chi rifà le smazzate dice perché.")),
            *immutable("deal_set", "Deals are never changed or deleted: make a new version"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.get_source_display()}, {self.version}"

    @property
    def is_drawn(self) -> bool:
        return self.source == self.Source.DRAWN


class DealSecret(models.Model):
    """What the commitment of a set is made of. Neither sealed nor gathered: who reads it knows every card."""

    deal_set = models.OneToOneField(DealSet, models.PROTECT, verbose_name=_("smazzate"), related_name="kept")
    # The seed of drawn deals; of written ones the salt.
    secret = models.CharField(_("seme"), max_length=HASH_LENGTH)
    text = models.TextField(_("testo delle smazzate"), blank=True)

    class Meta:
        verbose_name = _("segreto delle smazzate")
        verbose_name_plural = _("segreti delle smazzate")
        constraints = immutable("deal_secret", "What commits to deals is never changed or deleted")

    def __str__(self) -> str:
        return str(self.deal_set)


class DealsOpened(Sealed):
    """The seed of drawn deals, or salt and text of written ones, told to everybody when nothing is played any more."""

    TOURNAMENT = "deal_set__tournament"

    deal_set = models.OneToOneField(DealSet, models.PROTECT, verbose_name=_("smazzate"), related_name="opened")
    secret = models.CharField(_("seme"), max_length=HASH_LENGTH)
    text = models.TextField(_("testo delle smazzate"), blank=True)
    opened_by = by_whom(_("da"))
    opened_at = models.DateTimeField(_("quando"))

    objects = SealedQuerySet["DealsOpened"].as_manager()

    class Meta:
        verbose_name = _("smazzate aperte")
        verbose_name_plural = _("smazzate aperte")
        constraints = immutable("deals_opened", "What was opened is never changed or deleted")

    def __str__(self) -> str:
        return str(self.deal_set)
