"""What was erased by whom, when and why, never whose name it was; and what forbids it for the time being."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Player
from records.guards import by_whom, of_one
from tournaments.setup.models import Tournament


class Erasure(models.Model):
    """A person erased, or words blacked out: who, when, why and where, without what stood there."""

    number = models.PositiveIntegerField(_("numero"), unique=True)
    # None of words that were blacked out, or of a player who was entered by mistake and is no more.
    player = models.ForeignKey(
        Player, models.PROTECT, verbose_name=_("giocatore"), related_name="erasures", null=True, blank=True
    )
    reason = models.TextField(_("motivo"))
    # Record, place and where in the text: so that a backup of before is erased from too when it is restored.
    places = models.JSONField(_("dove"), default=list, blank=True)  # whom no text names
    by = by_whom(_("da"))
    at = models.DateTimeField(_("quando"))

    class Meta:
        ordering = ["number"]
        verbose_name = _("cancellazione")
        verbose_name_plural = _("cancellazioni")

    def __str__(self) -> str:
        return _("Cancellazione n. %(number)d") % {"number": self.number}

    @property
    def texts(self) -> int:
        return len(self.places)


class LegalHold(models.Model):
    """What must be kept for the time being although somebody asks to be erased: a procedure that is still open."""

    player = models.ForeignKey(
        Player, models.PROTECT, verbose_name=_("giocatore"), related_name="holds", null=True, blank=True
    )
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="holds", null=True, blank=True
    )
    reason = models.TextField(_("motivo"))
    set_by = by_whom(_("posto da"))
    set_at = models.DateTimeField(_("posto il"))
    lifted_by = by_whom(_("tolto da"), null=True)
    lifted_at = models.DateTimeField(_("tolto il"), null=True, blank=True)

    class Meta:
        ordering = ["set_at"]
        verbose_name = _("vincolo")
        verbose_name_plural = _("vincoli")
        constraints = [
            of_one("player", "tournament", _("Un vincolo è su un giocatore o su un torneo.")),
        ]

    def __str__(self) -> str:
        return f"{_('vincolo')}: {self.reason[:40]}"
