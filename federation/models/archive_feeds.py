"""Keys by which a programme that reads feeds comes in without a log-in, until they are taken back."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Federation


class ArchiveFeed(models.Model):
    """An officer's key for the feeds of a federation's archive; its address is signed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, verbose_name=_("utente"), related_name="+")
    federation = models.ForeignKey(Federation, models.PROTECT, verbose_name=_("federazione"), related_name="+")
    made_at = models.DateTimeField(_("creata il"))
    revoked_at = models.DateTimeField(_("ritirata il"), null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("chiave dei feed")
        verbose_name_plural = _("chiavi dei feed")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "federation"],
                condition=Q(revoked_at__isnull=True),
                name="archive_feed_one_key",
                violation_error_message=_("Hai già una chiave: ritirala prima."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.made_at:%Y-%m-%d}"
