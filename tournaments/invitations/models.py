"""One-time links by which somebody gets a task, or a new password, without mail."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.parts import by_whom
from tournaments.setup.models import STAFF_ROLES, Tournament


class Invitation(models.Model):
    """A link that serves once: whoever opens it takes the role, or sets a new password for the account."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, verbose_name=_("torneo"), related_name="invitations")
    # The role that it gives; empty where it is for a new password.
    role = models.CharField(_("ruolo"), max_length=20, choices=STAFF_ROLES, blank=True)
    # Until when the role holds; none where it has no end.
    role_ends_at = models.DateTimeField(_("l’incarico finisce il"), null=True, blank=True)
    # Whose password is made anew; of a role whoever took it.
    account = by_whom(_("per chi"), null=True)
    # What stands in the address is nowhere: this is its SHA-256.
    digest = models.CharField(max_length=64, unique=True)
    made_by = by_whom(_("da"))
    made_at = models.DateTimeField(_("fatto il"))
    expires_at = models.DateTimeField(_("vale fino al"))
    used_at = models.DateTimeField(_("servito il"), null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]
        verbose_name = _("invito")
        verbose_name_plural = _("inviti")
        constraints = [
            models.CheckConstraint(
                name="invitation_for_something",
                condition=~Q(role="") | Q(account__isnull=False, role_ends_at=None),
                violation_error_message=_("Un invito è per un incarico, o per la nuova password di qualcuno."),
            ),
        ]

    def __str__(self) -> str:
        return self.get_role_display() or str(_("nuova password"))
