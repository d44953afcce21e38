"""The tiles of the hall. There are hundreds, and a score changes one of them."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from hall.desk.tiles import Tile
from pages.caches import kept_row, render_part

register = template.Library()


@register.simple_tag(takes_context=True)
def hall_tile(context: Context, tile: Tile, place: str) -> SafeString:
    """The tile of a table as it was drawn when it last said the same; place: «tile», or «urgent» before the others."""
    of = "tile", context["hall"].round.pk, place, tile.number
    return kept_row(of, tile, lambda: render_part(context, "hall/desk/_tile.html", one=tile, place=place))
