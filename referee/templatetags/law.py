"""What templates need to speak the law: a bilingual text in the reader's language, a mean as people write it."""

from collections.abc import Iterable
from typing import Any

from django import forms, template
from django.template import Context
from django.utils.safestring import SafeString

from pages.caches import kept_row, render_part
from referee.cases import words as wording
from referee.demo import presence
from referee.home.queries import HallTable, Marks
from referee.orders.models import StandingOrder
from tournaments.setup.models import Tournament
from tournaments.templatetags.ui import same_everywhere

register = template.Library()
register.filter("spoken", wording.spoken)
register.filter("spoken_table", wording.spoken_table)
register.filter("mixed", wording.mixed)
register.filter("draft_words", wording.draft_words)


@register.simple_tag
def demo_notice() -> str:
    """Where the demonstration is served every page says so."""
    return same_everywhere("components/demo.html") if presence.is_shown() else ""


@register.filter
def spoken_tables(labels: Iterable[str]) -> str:
    return ", ".join(map(wording.spoken_table, labels))


@register.filter
def bound_by(order: StandingOrder, tournament: Tournament) -> str:
    """Whom an order binds, by its ruling's own record."""
    names = order.ruling.scene.get("seats", {})
    return "; ".join(wording.person_words(seat, names, tournament.seat_names) for seat in order.seats)


@register.filter
def typed_in(form: forms.Form, name: str) -> Any:
    """What stands in a field whose name a variable holds; nothing where nothing was typed."""
    value = form[name].value()
    return "" if value is None else value


# A template cannot look up a key that a variable holds.
@register.filter
def lookup(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key)


# Of all the tables of a page one or two are new to whoever asks again.
@register.simple_tag(takes_context=True)
def hall_table(context: Context, table: HallTable, href: str, marks: Marks | None) -> SafeString:
    """The table as it was drawn when it last said the same, with what is pending there."""
    key = table, href, marks and tuple(vars(marks).values())
    shown = {"table": table, "href": href, "marks": marks}
    return kept_row(("hall", table.pk), key, lambda: render_part(context, "referee/home/_hall_table.html", **shown))
