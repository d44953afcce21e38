"""Template filters for figures: points with their sign, or with a true minus alone."""

from django import template

from tournaments import wording

register = template.Library()


@register.filter
def signed(value: int | None) -> str:
    """The number with its sign, a true minus; nothing for none."""
    return "" if value is None else wording.signed(value)


@register.filter
def figure(value: int | None) -> str:
    """The number as it is read, below zero with a true minus; nothing for none."""
    return "" if value is None else wording.figure(value)
