"""Stages of a tournament (one field, merit groups, knock-out) and who plays in which group."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import once, within
from records.official_records import Sealed, SealedQuerySet
from tournaments.entries.models import Entry
from tournaments.pairing.formulas import Traits, traits_of
from tournaments.setup.models import Contest, Tournament

MAX_ROUNDS = 60


class Formula(models.TextChoices):
    """How the rounds of a stage are paired (F.I.Bur. 2, and what directors expect), in words.

    What each one does stands in `tournaments.pairing.formulas.FORMULAS`, under the same key.
    """

    DANISH = "danish", _("Danese senza ripetere gli incontri")
    DANISH_PURE = "danish-pure", _("Danese puro")
    MITCHELL = "mitchell", _("Mitchell")
    ROUND_ROBIN = "round-robin", _("All’italiana")
    DOUBLE_ROUND_ROBIN = "double-round-robin", _("All’italiana, andata e ritorno")
    KNOCKOUT = "knockout", _("A eliminazione diretta")
    INDIVIDUAL = "individual", _("Compagno diverso a ogni turno")
    BY_HAND = "by-hand", _("Tavoli scelti a mano")


class FirstRound(models.TextChoices):
    """How the first round is seated (F.I.Bur. 2)."""

    ENTRY_ORDER = "entry-order", _("Nell’ordine di iscrizione")
    LOT = "lot", _("A sorteggio")
    CATEGORY = "category", _("Per categorie")
    CHOICE = "choice", _("A scelta della direzione")
    # Of a later stage: those best placed before.
    STANDINGS = "standings", _("Dalla classifica precedente")


class CarryOver(models.TextChoices):
    NONE = "none", _("Si riparte da zero")
    FULL = "full", _("Si portano VP e MP")


class Rover(models.TextChoices):
    """What becomes of an odd pair in a Mitchell; the values of a line are those of `Line`, in small letters."""

    __empty__ = _("Mezzo tavolo: riposa chi vi arriva")
    LINE_A = "a", _("Rover fra chi sta fermo (Nord-Sud): ne riposa uno diverso a turno")
    LINE_B = "b", _("Rover fra chi si muove (Est-Ovest): ne riposa uno diverso a turno")


class Stage(Sealed):
    """A part of a tournament with its own groups, formula and standings."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="stages")
    number = models.PositiveSmallIntegerField(_("numero"))
    name = models.CharField(_("nome"), max_length=100)
    formula = models.CharField(_("formula"), max_length=30, choices=Formula, default=Formula.DANISH)
    first_round = models.CharField(_("primo turno"), max_length=20, choices=FirstRound, default=FirstRound.ENTRY_ORDER)
    rounds_planned = models.PositiveSmallIntegerField(_("turni previsti"), default=4, validators=within(1, MAX_ROUNDS))
    carry_over = models.CharField(_("punti della fase precedente"), max_length=10, choices=CarryOver, default="none")
    # In round one, whoever shares a club is kept apart while possible.
    clubs_apart = models.BooleanField(_("circoli separati al primo turno"), default=True)
    # Duplicate Mitchell: the sets of boards travel from table to table, otherwise all tables play the same ones.
    boards_move = models.BooleanField(_("le smazzate girano fra i tavoli"), default=False)
    # Knock-out: beside the final the losers of the semi-finals meet.
    third_place = models.BooleanField(_("finale per il terzo posto"), default=False)
    # Mitchell of an odd number of pairs: whether one without a table takes the place of others.
    rover = models.CharField(  # noqa: DJ001 - none as it was before anybody was asked
        _("coppia dispari"), max_length=1, choices=Rover, null=True, blank=True
    )
    # Duplicate Mitchell: in so many rounds at the end whoever sat North-South sits East-West.
    switched_rounds = models.PositiveSmallIntegerField(_("turni finali a linee scambiate"), null=True, blank=True)

    objects = SealedQuerySet["Stage"].as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("fase")
        verbose_name_plural = _("fasi")
        constraints = [
            once("tournament number", _("Questa fase esiste già.")),
            models.CheckConstraint(
                name="stage_rounds_in_bounds",
                condition=Q(rounds_planned__gte=1, rounds_planned__lte=MAX_ROUNDS),
                violation_error_message=_("I turni di una fase vanno da 1 a 60."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def drawn_as(self) -> str:
        """The formula as it is drawn: among single players some seat four at a table."""
        if self.tournament.contest == Contest.INDIVIDUAL:
            return traits_of(self.formula).among_singles or self.formula
        return self.formula

    @property
    def traits(self) -> Traits:
        return traits_of(self.formula)

    @property
    def may_rove(self) -> bool:
        """Whether its lines are those of a Mitchell in which each entry sits at one table."""
        return self.traits.keeps_numbers and self.tournament.contest != Contest.TEAMS


class Group(Sealed):
    """A group of a stage: those in it meet each other and are ranked among themselves."""

    TOURNAMENT = "stage__tournament"
    MAY_GO = True  # groups are made anew until the stage begins

    stage = models.ForeignKey(Stage, models.PROTECT, verbose_name=_("fase"), related_name="groups")
    number = models.PositiveSmallIntegerField(_("numero"))
    name = models.CharField(_("nome"), max_length=100)

    objects = SealedQuerySet["Group"].as_manager()

    class Meta:
        ordering = ["stage", "number"]
        verbose_name = _("girone")
        verbose_name_plural = _("gironi")
        constraints = [
            once("stage number", _("Questo girone esiste già.")),
        ]

    def __str__(self) -> str:
        return self.name


class GroupPlace(Sealed):
    """An entry's place in a group, with the rank that brought it there and the points it brings along."""

    TOURNAMENT = "group__stage__tournament"
    MAY_GO = True

    group = models.ForeignKey(Group, models.CASCADE, verbose_name=_("girone"), related_name="places")
    entry = models.ForeignKey(Entry, models.PROTECT, verbose_name=_("coppia"), related_name="places")
    # Its rank in the stage before, 1 the best; the entry number in the first stage.
    seed = models.PositiveSmallIntegerField(_("posizione di partenza"))
    carried_vp = models.SmallIntegerField(_("VP portati"), default=0)
    carried_mp = models.IntegerField(_("MP portati"), default=0)

    objects = SealedQuerySet["GroupPlace"].as_manager()

    class Meta:
        ordering = ["group", "seed"]
        verbose_name = _("posto in un girone")
        verbose_name_plural = _("posti nei gironi")
        constraints = [
            once("group entry", _("La coppia è già in questo girone.")),
        ]

    def __str__(self) -> str:
        return f"{self.group}: {self.entry}"
