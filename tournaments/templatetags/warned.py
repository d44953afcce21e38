"""The warnings of an entry in words, wherever its record is shown."""

from django import template

from tournaments.appeals.adjustment_queries import warnings_of
from tournaments.entries.models import Entry

register = template.Library()


@register.simple_tag
def warnings_in_words(entry: Entry) -> str:
    """How many warnings it has and when the next costs a VP; nothing without any."""
    warnings = warnings_of(entry)
    return warnings.words if warnings else ""
