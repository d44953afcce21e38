"""The play of a board card by card, as an arbiter told it, with what each card was worth: never a decision.

The last tricks of a deal as an arbiter told them, with what the search made of them: a bound, never a decision.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, immutable, once
from records.official_records import Sealed, SealedQuerySet
from tournaments.setup.games import SeatField


class BoardPlay(Sealed):
    """Who held what, who led, the cards in the order in which they were played; never changed, another one is told.

    Cards are written as art. 3 writes them. Values and points are of the deck, last trick included, what had been taken
    before the first card told among them; accuse stand apart. A value is None where nobody searched that far.
    """

    TOURNAMENT = "case__tournament"

    case = models.ForeignKey("referee.Case", models.PROTECT, related_name="board_plays", verbose_name=_("caso"))
    number = models.PositiveIntegerField(_("numero"))
    # What each seat held before the first card told: ten cards, or fewer where it is told from a later trick on.
    hands = models.JSONField(_("mani"))
    leader = SeatField(_("di mano"))
    cards = models.JSONField(_("carte giocate"))
    before = models.PositiveSmallIntegerField(_("terzi già presi da Nord-Sud"), default=0)
    accusa_a = models.PositiveSmallIntegerField(_("accuse di Nord-Sud"), default=0)
    accusa_b = models.PositiveSmallIntegerField(_("accuse di Est-Ovest"), default=0)
    # The card, from 1, in which the anomaly lies, where one is said or found; and what its player could not play there.
    anomaly = models.PositiveSmallIntegerField(_("carta dell’anomalia"), null=True, blank=True)
    barred = models.JSONField(_("carte vietate"), default=list)
    # Thirds that line A makes in all with best play from before each card, and from after the last.
    values = models.JSONField(_("quanto valeva"))
    # What else could be played where a card cost something or followed no suit: [{place, cards: [[card, thirds]]}].
    instead = models.JSONField(_("che cos’altro si poteva giocare"), default=list)
    # As of an ending (`CardEnding`), from before the card of the anomaly.
    outcomes = models.JSONField(_("limiti"), default=list)
    told_by = by_whom()
    told_at = models.DateTimeField(_("registrato il"))

    objects = SealedQuerySet["BoardPlay"].as_manager()

    class Meta:
        verbose_name = _("passata carta per carta")
        verbose_name_plural = _("passate carta per carta")
        ordering = ["case", "number"]
        constraints = [
            once("case number"),
            *immutable("boardplay", "What was told of cards never changes: tell anew"),
        ]

    def __str__(self) -> str:
        return _("Passata n. %(number)s") % {"number": self.number}


class CardEnding(Sealed):
    """Who held what, who led, what binds, and the outcomes; never changed, another one is told.

    Cards are written as art. 3 writes them. Points and thirds are the deck's, last trick included; accuse stand apart.
    """

    TOURNAMENT = "case__tournament"

    class Verdict(models.TextChoices):
        """What a hand laid down does by itself (art. 118), by the answers of the procedure."""

        HOLDS = "reggono", _("Regge: fa da sola tutte le pigliate")
        SUBJECT = "soggetta", _("Non regge: una carta può restare soggetta")
        COUNTER_TEST = "prova-contraria", _("Non regge alla prova contraria: con altra distribuzione una carta cede")

    case = models.ForeignKey("referee.Case", models.PROTECT, related_name="card_endings", verbose_name=_("caso"))
    number = models.PositiveIntegerField(_("numero"))
    hands = models.JSONField(_("carte rimaste"))
    leader = SeatField(_("di mano"))
    table = models.JSONField(_("carte sul tavolo"), default=list)
    before = models.PositiveSmallIntegerField(_("terzi già presi da Nord-Sud"))
    accusa_a = models.PositiveSmallIntegerField(_("accuse di Nord-Sud"), default=0)
    accusa_b = models.PositiveSmallIntegerField(_("accuse di Est-Ovest"), default=0)
    orders = models.JSONField(_("divieti e obblighi"), default=list)
    laid_down = models.CharField(_("chi ha messo a terra"), max_length=1, blank=True)
    verdict = models.CharField(_("le carte calate"), max_length=20, choices=Verdict, blank=True)
    subject = models.CharField(_("carta che cede"), max_length=2, blank=True)
    # By how one plays on: [{way, play_a, play_b, thirds, points, line}], line A first; empty line: nothing is played.
    outcomes = models.JSONField(_("limiti"))
    told_by = by_whom()
    told_at = models.DateTimeField(_("registrato il"))

    objects = SealedQuerySet["CardEnding"].as_manager()

    class Meta:
        verbose_name = _("finale di mano")
        verbose_name_plural = _("finali di mano")
        ordering = ["case", "number"]
        constraints = [
            once("case number"),
            models.CheckConstraint(
                condition=Q(laid_down="", verdict="") | (~Q(laid_down="") & ~Q(verdict="")),
                name="card_ending_judges_who_laid_down",
            ),
            *immutable("cardending", "What was told of cards never changes: tell anew"),
        ]

    def __str__(self) -> str:
        return _("Finale n. %(number)s") % {"number": self.number}
