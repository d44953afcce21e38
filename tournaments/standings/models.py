"""Sittings: single players at tables of three or five, drawn by lot; their seats and what each table made."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import all_or_none, by_whom, changed_why, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.scores.match_models import VersionsQuerySet
from tournaments.setup.models import Tournament


class SittingQuerySet(SealedQuerySet["Sitting"]):
    def in_force(self) -> "SittingQuerySet":
        return self.filter(withdrawn_at__isnull=True)


class Sitting(Sealed):
    """One draw of tables of three or five; withdrawn with a reason before anything is scored, never deleted."""

    PERSONAL = {"withdraw_reason": ()}

    class Sizes(models.TextChoices):
        THREE = "three", _("Tavoli di tre")
        FIVE = "five", _("Tavoli di cinque")
        BOTH = "both", _("Di tre e di cinque: da otto in su non riposa nessuno")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="sittings")
    number = models.PositiveSmallIntegerField(_("tornata"))
    sizes = models.CharField(_("tavoli"), max_length=10, choices=Sizes)
    seed = models.CharField(_("seme"), max_length=240)
    # What it was drawn from (`pairing/sittings.py`): who was there, who had met, who had rested.
    inputs = models.JSONField(_("dati di partenza"))
    resting = models.JSONField(_("chi riposa"), default=list, blank=True)
    # By how many sit at a table, what its places are worth from the first: {"3": [3, 1, 0]}; empty: only points count.
    place_points = models.JSONField(_("punti per posto"), default=dict, blank=True)
    rest_points = models.PositiveSmallIntegerField(_("punti a chi riposa"), default=0)
    drawn_by = by_whom(_("sorteggiata da"))
    drawn_at = models.DateTimeField(_("sorteggiata il"))
    withdrawn_by = by_whom(_("ritirata da"), null=True)
    withdrawn_at = models.DateTimeField(_("ritirata il"), null=True, blank=True)
    withdraw_reason = models.TextField(_("perché è stata ritirata"), blank=True)

    objects = SittingQuerySet.as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("tornata")
        verbose_name_plural = _("tornate")
        constraints = [
            once("tournament number", _("Questa tornata esiste già.")),
            all_or_none("withdrawn_by withdrawn_at", "withdraw_reason", _("Chi ritira una tornata dice perché.")),
        ]

    def __str__(self) -> str:
        return f"{_('Tornata')} {self.number}"

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None


class SittingSeat(Sealed):
    """Who sits where at a table of a sitting."""

    TOURNAMENT = "sitting__tournament"

    sitting = models.ForeignKey(Sitting, models.PROTECT, verbose_name=_("tornata"), related_name="seats")
    table = models.PositiveSmallIntegerField(_("tavolo"))
    seat = models.PositiveSmallIntegerField(_("posto"))
    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("chi"), related_name="sitting_seats")

    objects = SealedQuerySet["SittingSeat"].as_manager()

    class Meta:
        ordering = ["sitting", "table", "seat"]
        verbose_name = _("posto a un tavolo di tre o di cinque")
        verbose_name_plural = _("posti ai tavoli di tre e di cinque")
        constraints = [
            once("sitting table seat", _("A questo posto siede già qualcuno.")),
            once("sitting entry", _("In questa tornata siede già.")),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}, {self.table}.{self.seat}: {self.entry}"


class SittingScore(Sealed):
    """One version of what a table made, by seat; a correction is a new version with its reason."""

    TOURNAMENT = "sitting__tournament"
    PERSONAL = {"reason": ()}

    sitting = models.ForeignKey(Sitting, models.PROTECT, verbose_name=_("tornata"), related_name="scores")
    table = models.PositiveSmallIntegerField(_("tavolo"))
    version = models.PositiveSmallIntegerField(_("versione"))
    # For each seat in order its points, deal by deal or as one total: [[505, 620], [-35, 410], [210, 95]].
    points = models.JSONField(_("punti"))
    # The match ended before anybody had its points: time was over, or the director ended it.
    cut_short = models.BooleanField(_("finita prima dei punti della partita"), default=False)
    reason = models.TextField(_("motivo della correzione"), blank=True)
    given_by = by_whom(_("dato da"))
    given_at = models.DateTimeField(_("dato il"))
    superseded_at = models.DateTimeField(_("sostituito il"), null=True, blank=True)

    objects = VersionsQuerySet["SittingScore"].as_manager()

    class Meta:
        ordering = ["sitting", "table", "version"]
        verbose_name = _("punteggio di un tavolo di tre o di cinque")
        verbose_name_plural = _("punteggi dei tavoli di tre e di cinque")
        constraints = [
            once("sitting table version", _("Questa versione del punteggio esiste già.")),
            once("sitting table", _("Il tavolo ha già un punteggio in vigore."), only=Q(superseded_at__isnull=True)),
            changed_why(_("Chi corregge un punteggio dice perché.")),
        ]

    def __str__(self) -> str:
        return f"{self.sitting}, {_('tavolo')} {self.table}: {' · '.join(map(str, self.totals))}"

    @property
    def totals(self) -> list[int]:
        """What each seat made, in order."""
        return [sum(deals) for deals in self.points]
