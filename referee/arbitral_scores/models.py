"""Arbitral scores (art. 80–84) with the arithmetic they came from."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import Guard, by_whom, columns_change, once
from records.official_records import Sealed, SealedQuerySet


class ArbitralScore(Sealed):
    """The points given to an annulled board, with inputs and arithmetic copied in.

    A database trigger lets only `is_current` change, and only from true to false.
    """

    TOURNAMENT = "case__tournament"
    PERSONAL = {"reason": ()}
    SHOWN_WITH = ("given_by", "ending", "play")  # what a page reads with it

    class Method(models.TextChoices):
        ARTIFICIAL = "artificial", _("Artificiale")
        ASSIGNED = "assigned", _("Assegnato")
        RECTIFIED = "rectified", _("Artificiale rettificato")

    case = models.ForeignKey("referee.Case", models.PROTECT, related_name="arbitral_scores")
    ruling = models.ForeignKey("referee.Ruling", models.PROTECT, related_name="arbitral_scores")
    version = models.PositiveIntegerField(_("versione"), default=1)
    method = models.CharField(_("metodo"), max_length=10, choices=Method)
    # Every other table's played result when this was computed: [{table, points_a, points_b}].
    inputs = models.JSONField()
    inputs_hash = models.CharField(max_length=64)
    arithmetic = models.JSONField()
    points_a = models.PositiveSmallIntegerField(_("linea Nord-Sud"))
    points_b = models.PositiveSmallIntegerField(_("linea Est-Ovest"))
    reason = models.TextField(_("motivazione"), blank=True)
    # What was told of the cards, where an assigned score is a bound of it (82).
    ending = models.ForeignKey("referee.CardEnding", models.PROTECT, null=True, blank=True, related_name="scores")
    play = models.ForeignKey("referee.BoardPlay", models.PROTECT, null=True, blank=True, related_name="scores")
    is_current = models.BooleanField(default=True)
    given_by = by_whom()
    given_at = models.DateTimeField(_("assegnato"))

    objects = SealedQuerySet["ArbitralScore"].as_manager()

    class Meta:
        verbose_name = _("punteggio arbitrale")
        verbose_name_plural = _("punteggi arbitrali")
        ordering = ["-given_at", "-pk"]
        constraints = [
            once("case version"),
            once("case", only=Q(is_current=True)),
            models.CheckConstraint(
                # Only the first artificial score follows from the code by itself; every other is somebody's choice.
                condition=Q(method="artificial", version=1) | ~Q(reason=""),
                name="arbitral_score_choice_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(ending__isnull=True, play__isnull=True)
                | (Q(method="assigned") & (Q(ending__isnull=True) | Q(play__isnull=True))),
                name="arbitral_score_rests_on_one",
            ),
            Guard(
                name="referee_score_no_update",
                on="UPDATE",
                # Of all it says only `is_current` may change, and only from true to false.
                when=columns_change(
                    "id case_id ruling_id version method inputs inputs_hash arithmetic points_a points_b reason "
                    "given_by_id given_at ending_id play_id"
                )
                + " OR (NEW.is_current AND NOT OLD.is_current)",
                says="an arbitral score is never changed: record a new version",
            ),
            Guard(
                name="referee_score_no_delete",
                on="DELETE",
                says="an arbitral score is never changed: record a new version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_method_display()} {self.points_a}–{self.points_b}"


class ArbitralReview(Sealed):
    """A late result that was seen and, with a reason, did not change an arbitral score."""

    TOURNAMENT = "score__case__tournament"
    PERSONAL = {"reason": ()}

    score = models.ForeignKey(ArbitralScore, models.PROTECT, related_name="reviews")
    inputs_hash = models.CharField(max_length=64)
    reason = models.TextField(_("motivazione"))
    dismissed_by = by_whom()
    dismissed_at = models.DateTimeField()

    objects = SealedQuerySet["ArbitralReview"].as_manager()

    class Meta:
        verbose_name = _("proposta respinta")
        verbose_name_plural = _("proposte respinte")
        constraints = [
            once("score inputs_hash"),
            models.CheckConstraint(condition=~Q(reason=""), name="review_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.score}: {self.reason}"
