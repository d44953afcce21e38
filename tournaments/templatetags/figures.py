"""Template filters for figures: points with their sign."""

from django import template

register = template.Library()

MINUS = "−"


@register.filter
def signed(value: int | None) -> str:
    """The number with its sign, a true minus; nothing for none."""
    if value is None:
        return ""
    return f"{value:+d}".replace("-", MINUS) if value else "0"
