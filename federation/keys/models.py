"""Who signs and who may send: the installation's own key, those that a federation knows, the tokens of uploads."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.sealed.manifest import fingerprint
from people.accounts.models import Federation
from records.guards import Guard
from records.parts import by_whom, once


class InstallationKey(models.Model):
    """With what this installation signs; the private half lies encrypted, as second factors do."""

    # One alone: whoever asks at the same moment gets that of the first.
    only = models.BooleanField(default=True, unique=True, editable=False)
    public = models.CharField(_("chiave pubblica"), max_length=64)
    private = models.TextField(editable=False)
    made_at = models.DateTimeField(_("fatta il"))

    class Meta:
        verbose_name = _("chiave dell’installazione")
        verbose_name_plural = _("chiavi dell’installazione")
        constraints = [models.CheckConstraint(name="installation_key_once", condition=Q(only=True))]

    def __str__(self) -> str:
        return self.fingerprint

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


class KnownKey(models.Model):
    """The key of an installation whose packages a federation takes; revoked, never deleted."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="known_keys")
    name = models.CharField(_("installazione"), max_length=120)
    public = models.CharField(_("chiave pubblica"), max_length=64)
    added_by = by_whom()
    added_at = models.DateTimeField(_("aggiunta il"))
    revoked_by = by_whom(null=True)
    revoked_at = models.DateTimeField(_("revocata il"), null=True, blank=True)

    class Meta:
        ordering = ["federation", "name", "pk"]
        verbose_name = _("chiave conosciuta")
        verbose_name_plural = _("chiavi conosciute")
        constraints = [
            once("federation public", _("Questa chiave è già conosciuta."), only=Q(revoked_at__isnull=True)),
            models.CheckConstraint(
                name="known_key_revoked_by", condition=Q(revoked_at__isnull=True) | Q(revoked_by__isnull=False)
            ),
            Guard(name="known_key_no_delete", on="DELETE", says="A known key is never deleted: revoke it"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


class UploadToken(models.Model):
    """With which an installation sends without an account: kept as a digest; for one package, or until revoked."""

    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="tokens")
    name = models.CharField(_("per chi"), max_length=120)
    digest = models.CharField(max_length=64, unique=True)
    standing = models.BooleanField(_("per più invii"), default=False)
    made_by = by_whom()
    made_at = models.DateTimeField(_("fatto il"))
    expires_at = models.DateTimeField(_("scade il"))
    used_at = models.DateTimeField(_("usato il"), null=True, blank=True)
    revoked_by = by_whom(null=True)
    revoked_at = models.DateTimeField(_("revocato il"), null=True, blank=True)

    class Meta:
        ordering = ["federation", "-made_at", "-pk"]
        verbose_name = _("permesso di invio")
        verbose_name_plural = _("permessi di invio")

    def __str__(self) -> str:
        return self.name
