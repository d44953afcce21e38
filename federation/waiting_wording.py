"""How long something has waited for an officer, in words."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def waits_since(then: datetime, today: date) -> str:
    """In days."""
    days = (today - timezone.localtime(then).date()).days
    if days < 1:
        return _("ricevuto oggi")
    return ngettext("aspetta da %(days)d giorno", "aspetta da %(days)d giorni", days) % {"days": days}
