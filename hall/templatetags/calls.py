"""The calls of the queue, drawn once: it is asked for every two seconds, and a score moves it for everybody."""

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

from hall.calls.queries import Waiting
from pages.caches import kept_row, render_part
from tournaments.templatetags.ui import idempotency_key

register = template.Library()

# No text of somebody's can say it: what they wrote stands there escaped.
ANEW = "<!-- token and key -->"


@register.simple_tag(takes_context=True)
def call_line(context: Context, waiting: Waiting, is_free: bool) -> SafeString:
    """A call as it was drawn when it last said the same, with this answer's own token and key where it can be taken."""
    tournament = context["tournament"]
    says = waiting.says, is_free, tournament.slug, tournament.game
    line = kept_row(
        ("call", waiting.call.pk, waiting.in_my_zone, waiting.is_mine),
        says,
        lambda: render_part(context, "hall/calls/_call_line.html", one=waiting, is_free=is_free),
    )
    before, mark, after = line.partition(ANEW)
    return SafeString(before + CsrfTokenNode().render(context) + idempotency_key() + after) if mark else line
