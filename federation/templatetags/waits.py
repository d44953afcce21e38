"""How long something has waited, as the pages of a federation say it."""

from datetime import datetime

from django import template
from django.utils import timezone

from federation.home.words import waits_since

register = template.Library()


@register.filter
def waits(since: datetime) -> str:
    """In days, up to today."""
    return waits_since(since, timezone.localdate())
