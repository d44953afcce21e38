"""What lets another program act for somebody: never more than they may do themselves, and only what it says."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """Something that a token may be used for, where its owner may do it."""

    RULINGS_READ = "rulings:read", _("leggere i provvedimenti")
    SCORES_READ = "scores:read", _("leggere i punteggi, anche di tornei non pubblici")
    SCORES_WRITE = "scores:write", _("registrare punteggi")
    ENTRIES_READ = "entries:read", _("leggere gli iscritti con le tessere, anche di tornei non pubblici")
    ENTRIES_WRITE = "entries:write", _("iscrivere")
    ROSTER_READ = "roster:read", _("leggere l’albo dei tesserati")
    ROSTER_WRITE = "roster:write", _("aggiornare l’albo dei tesserati")


class ApiToken(models.Model):
    """A token of a person: kept as a digest, with its scopes, until it ends or is revoked. Never deleted."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("utente"), related_name="api_tokens"
    )
    name = models.CharField(_("a che cosa serve"), max_length=80)
    scopes = models.JSONField(_("che cosa può"), default=list)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(_("fatta il"))
    expires_at = models.DateTimeField(_("vale fino al"))
    revoked_at = models.DateTimeField(_("revocata il"), null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("chiave per un altro programma")
        verbose_name_plural = _("chiavi per altri programmi")
        constraints = [
            models.CheckConstraint(
                name="api_token_ends",
                condition=Q(expires_at__gt=models.F("made_at")),
                violation_error_message=_("Una chiave vale fino a un giorno che deve ancora venire."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scopes_in_words(self) -> list[str]:
        return [str(Scope(one).label) for one in self.scopes]
