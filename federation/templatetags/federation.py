"""What pages say of a federation: how long something has waited, whether a package can be handed over to it."""

from datetime import datetime

from django import template
from django.utils import timezone

from federation.home.words import waits_since
from federation.packages.actions import known_key
from federation.packages.models import InstallationKey
from tournaments.setup.models import Tournament

register = template.Library()


@register.filter
def waits(since: datetime) -> str:
    """In days, up to today."""
    return waits_since(since, timezone.localdate())


@register.simple_tag
def receives_here(tournament: Tournament) -> bool:
    """Whether the tournament's federation keeps its inbox in this installation, and knows its key."""
    own = InstallationKey.objects.first()
    return own is not None and known_key(tournament.federation, own.public) is not None
