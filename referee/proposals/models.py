"""A ruling as an arbiter proposes it: nothing of it is in force until somebody else confirms it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from records.guards import by_whom, once
from records.official_records import Sealed, SealedQuerySet


class ProposedRuling(Sealed):
    """What was proposed on a case, word by word, and what came of it; a returned one is followed by another."""

    PERSONAL = {
        "said": ("reason", "besides", "order"),
        "effects": ("words", "who"),
        "answer": (),
    }

    class State(models.TextChoices):
        WAITING = "waiting", _("da confermare")
        CONFIRMED = "confirmed", _("confermata")
        RETURNED = "returned", _("rimandata")

    tournament = models.ForeignKey("tournaments.Tournament", models.PROTECT, related_name="proposed_rulings")
    case = models.ForeignKey("referee.Case", models.PROTECT, related_name="proposals")
    number = models.PositiveIntegerField(_("numero"))
    # Whether it follows the code, or is the arbiter's own: then the choices among the principles, and the order.
    departed = models.BooleanField(_("diversa dalla proposta"), default=False)
    # What was said beside the answers of the case: reason, figures, choices, order.
    said = models.JSONField(_("che cosa è stato detto"))
    effects = models.JSONField(_("che cosa ordina"))
    proposed_by = by_whom()
    proposed_at = models.DateTimeField(_("proposta il"))
    state = models.CharField(_("stato"), max_length=10, choices=State, default=State.WAITING)
    answer = models.TextField(_("risposta"), blank=True)
    answered_by = by_whom(null=True)
    answered_at = models.DateTimeField(_("risposta il"), null=True, blank=True)
    ruling = models.OneToOneField(
        "referee.Ruling",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="proposed_as",
        verbose_name=_("provvedimento"),
    )

    objects = SealedQuerySet["ProposedRuling"].as_manager()

    class Meta:
        verbose_name = _("provvedimento proposto")
        verbose_name_plural = _("provvedimenti proposti")
        ordering = ["-number"]
        constraints = [
            once("tournament number"),
            once("case", only=Q(state="waiting")),
            models.CheckConstraint(
                name="proposed_ruling_answered",
                condition=Q(state="waiting", answered_by__isnull=True, answered_at__isnull=True, ruling__isnull=True)
                | Q(state="confirmed", answered_by__isnull=False, answered_at__isnull=False, ruling__isnull=False)
                | (
                    Q(state="returned", answered_by__isnull=False, answered_at__isnull=False, ruling__isnull=True)
                    & ~Q(answer="")
                ),
            ),
            models.CheckConstraint(
                name="confirmed_ruling_by_another",
                condition=Q(answered_by__isnull=True) | ~Q(answered_by=F("proposed_by")),
            ),
        ]

    def __str__(self) -> str:
        return _("Proposta n. %(number)s") % {"number": self.number}

    @property
    def key(self) -> str:
        return f"proposal:{self.number}"
