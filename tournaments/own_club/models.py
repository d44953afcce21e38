"""That somebody in office was told, before acting, of people of the own club."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from records.official_records import Sealed, SealedQuerySet
from records.parts import by_whom, once
from tournaments.setup.models import Tournament


class ClubNotice(Sealed):
    """What the page told whoever ruled, gave a penalty, heard and so on, and of which record; nothing changes it."""

    PERSONAL = {"words": ()}

    class Act(models.TextChoices):
        RULES = "rules", _("decide")
        PROPOSES = "proposes", _("propone")
        CONFIRMS = "confirms", _("conferma")
        RETURNS = "returns", _("rimanda")
        SCORES = "scores", _("dà il punteggio arbitrale")
        SITS = "sits", _("è nella giuria")
        HEARS = "hears", _("decide il reclamo")
        GIVES = "gives", _("dà una penalità o un compenso")
        CANCELS = "cancels", _("annulla una penalità o un compenso")
        ASKS = "asks", _("chiede un parere")

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="club_notices")
    # «ruling:3:1», «proposal:2», «appeal:1», «adjustment:7», «consultation:2»: as appeals name what they are against
    # (`tournaments.appeals.queries`).
    record = models.CharField(_("atto"), max_length=60)
    user = by_whom(_("chi"))
    act = models.CharField(_("che cosa fa"), max_length=10, choices=Act)
    # The clubs, each with the people of it whom the record concerns.
    words = models.TextField(_("avvisato di"))
    told_at = models.DateTimeField(_("avvisato il"))

    objects = SealedQuerySet["ClubNotice"].as_manager()

    class Meta:
        ordering = ["tournament", "pk"]
        verbose_name = _("avviso del proprio circolo")
        verbose_name_plural = _("avvisi del proprio circolo")
        constraints = [
            once("tournament record user act", _("L’avviso è già registrato.")),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.words}"
