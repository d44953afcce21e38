"""What an arbiter asked of others before deciding: the question as it was put, who was asked, what each answered."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.guards import all_or_none, by_whom, of_one, once
from records.official_records import Sealed, SealedQuerySet


class Consultation(Sealed):
    """A question put on a case; it is never put in other words, another one is asked."""

    PERSONAL = {"question": ()}

    tournament = models.ForeignKey("tournaments.Tournament", models.PROTECT, related_name="consultations")
    case = models.ForeignKey("referee.Case", models.PROTECT, related_name="consultations")
    number = models.PositiveIntegerField(_("numero"))
    question = models.TextField(_("domanda"))
    asked_by = by_whom()
    asked_at = models.DateTimeField(_("chiesta il"))

    objects = SealedQuerySet["Consultation"].as_manager()

    class Meta:
        verbose_name = _("consultazione")
        verbose_name_plural = _("consultazioni")
        ordering = ["number"]
        constraints = [
            once("tournament number"),
            models.CheckConstraint(condition=~Q(question=""), name="consultation_asks_something"),
        ]

    def __str__(self) -> str:
        return _("Consultazione n. %(number)s") % {"number": self.number}

    @property
    def key(self) -> str:
        return f"consultation:{self.number}"


class Opinion(Sealed):
    """Somebody who was asked, of the staff or a player, and the answer once there is one."""

    TOURNAMENT = "consultation__tournament"
    PERSONAL = {"name": (), "interest": (), "answer": ()}

    consultation = models.ForeignKey(
        Consultation, models.PROTECT, related_name="opinions", verbose_name=_("consultazione")
    )
    user = by_whom(null=True)
    player = models.ForeignKey("people.Player", models.PROTECT, null=True, blank=True, related_name="+")
    # As they were called when they were asked.
    name = models.CharField(_("chi"), max_length=200)
    # What ties them to the matter, as it was known then; whoever it forbids to answer is not asked at all.
    interest = models.TextField(_("che cosa lo lega"), blank=True)
    answer = models.TextField(_("parere"), blank=True)
    # Who wrote it: whoever was asked, or who asked and heard it.
    noted_by = by_whom(null=True)
    answered_at = models.DateTimeField(_("risposto il"), null=True, blank=True)

    objects = SealedQuerySet["Opinion"].as_manager()

    class Meta:
        verbose_name = _("parere")
        verbose_name_plural = _("pareri")
        ordering = ["consultation", "pk"]
        constraints = [
            once("consultation user"),
            once("consultation player"),
            of_one("player", "user"),
            all_or_none("noted_by answered_at", "answer"),
        ]

    def __str__(self) -> str:
        return self.name
