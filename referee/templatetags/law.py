"""What templates need to speak the law: a bilingual text in the reader's language, a mean as people write it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django import template

from referee import wording

register = template.Library()
register.filter("spoken", wording.spoken)
register.filter("spoken_table", wording.spoken_table)


@register.filter
def spoken_tables(labels: Iterable[str]) -> str:
    """The tables whose results count, one after the other."""
    return ", ".join(map(wording.spoken_table, labels))


@register.filter
def lookup(mapping: dict[Any, Any], key: Any) -> Any:
    """The mapping's value at that key, or None."""
    return mapping.get(key)


@register.filter
def mixed(value: Fraction | str) -> str:
    """An exact mean as people write it: «19/3» is «6 1/3»."""
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
