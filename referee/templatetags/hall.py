"""The tables by which an arbiter walks: of all those of a page one or two are new to whoever asks again."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from pages.caches import kept_row, render_part
from referee.home.queries import HallTable, Marks

register = template.Library()


@register.simple_tag(takes_context=True)
def hall_table(context: Context, table: HallTable, href: str, marks: Marks | None) -> SafeString:
    """The table as it was drawn when it last said the same, with what is pending there."""
    key = table, href, marks and tuple(vars(marks).values())
    shown = {"table": table, "href": href, "marks": marks}
    return kept_row(("hall", table.pk), key, lambda: render_part(context, "referee/home/_hall_table.html", **shown))
