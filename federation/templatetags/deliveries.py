"""Whether a package can be handed over from a tournament's own pages."""

from django import template

from federation.packages.actions import known_key
from federation.packages.models import InstallationKey
from tournaments.setup.models import Tournament

register = template.Library()


@register.simple_tag
def receives_here(tournament: Tournament) -> bool:
    """Whether the tournament's federation keeps its inbox in this installation, and knows its key."""
    own = InstallationKey.objects.first()
    return own is not None and known_key(tournament.federation, own.public) is not None
