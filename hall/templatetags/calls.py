"""The calls of the queue, drawn once: it is asked for every two seconds, and a score moves it for everybody."""

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

from hall.calls.queries import Waiting
from pages.caches import drawn, kept_row
from tournaments.templatetags.ui import idempotency_key

register = template.Library()

# No text of somebody's can say it: what they wrote stands there escaped.
ANEW = "<!-- token and key -->"


@register.simple_tag(takes_context=True)
def call_line(context: Context, one: Waiting, is_free: bool) -> SafeString:
    """A call as it was drawn when it last said the same, with this answer's own token and key where it can be taken."""
    tournament = context["tournament"]
    says = one.says, is_free, tournament.slug, tournament.game
    line = kept_row(
        ("call", one.call.pk, one.in_my_zone, one.is_mine),
        says,
        lambda: drawn(context, "tournaments/_call_line.html", one=one, is_free=is_free),
    )
    before, found, after = line.partition(ANEW)
    return SafeString(before + CsrfTokenNode().render(context) + idempotency_key() + after) if found else line
