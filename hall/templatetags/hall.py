"""What the hall draws by hundreds: tiles, calls, who sits where, cells of the score grid (`hall.grid.cells`).

What is plain is written at once, where a template would go through every word; what says the same is drawn once.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from hall.calls.queries import Waiting
from hall.desk.tiles import Tile
from hall.grid.cells import grid_row, score_cells
from hall.seats.queries import SeatedEntry, SeatedTable
from pages.caches import kept_row, render_part
from tournaments.templatetags.ui import idempotency_key

register = template.Library()


@register.simple_tag(takes_context=True)
def hall_tile(context: Context, tile: Tile, place: str) -> SafeString:
    """The tile of a table as it was drawn when it last said the same; place: «tile», or «urgent» before the others."""
    of = "tile", context["hall"].round.pk, place, tile.number
    return kept_row(of, tile, lambda: render_part(context, "hall/desk/_tile.html", one=tile, place=place))


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


NAME = "<span>{}</span>\n"
ENTRY = (
    '<a class="pair" href="{}"><span class="pair-number"><span class="visually-hidden">{} </span>{}</span>\n'
    '<span class="pair-names">{}{}</span></a>'
)
ROW = '<tr id="seats-{}" data-live><th scope="row" class="table-number">{}{}</th>\n<td>{}</td>\n<td>{}</td>{}</tr>'
EXTRA = ' <strong class="figures">+{}′<span class="visually-hidden"> {}</span></strong>'
READING = '<tr class="reading-row"><td></td><td colspan="3" class="reading">{}</td></tr>'


@register.simple_tag(takes_context=True)
def seated_row(context: Context, table: SeatedTable, rests: str) -> SafeString:
    """The row of a table: its number, who sits on its lines, its result where the page shows results.

    rests: what stands where nobody sits. As it was drawn when it last said the same.
    """
    shows, kind = bool(context.get("with_results")), context["kind_of_entry"]
    says = table.says, kind, rests, shows and (table.score, table.reading, context["waiting"], table.extra_minutes)
    of = "seats", context["tournament"].pk, table.number, shows, table.href
    return kept_row(of, says, lambda: _row(context, table, rests))


def _row(context: Context, table: SeatedTable, rests: str) -> SafeString:
    number: Any = format_html('<a href="{}">{}</a>', table.href, table.number) if table.href else table.number
    room = format_html('<span class="room">{}</span>', table.room) if table.room else ""
    room = format_html('{}<span class="room called">{}</span>', room, table.called) if table.called else room
    shows = bool(context.get("with_results"))
    lines = [_line(line, context["kind_of_entry"], rests) for line in table.lines]
    row = format_html(ROW, table.number, number, room, *lines, _result(table, context["waiting"]) if shows else "")
    return format_html("{}\n" + READING, row, table.reading) if shows and table.reading else row


def _line(entries: Sequence[SeatedEntry], kind: str, rests: str) -> SafeString:
    if not entries:
        return format_html("<em>{}</em>", rests)
    return format_html("{}" * len(entries), *(_entry(seated_entry, kind) for seated_entry in entries))


def _entry(entry: SeatedEntry, kind: str) -> SafeString:
    """Its number and players, leading to its record; kind: what stands before its number, for who listens."""
    team = format_html("<strong>{}</strong> ", entry.team) if entry.team else ""
    names = format_html(NAME * len(entry.names), *entry.names) if entry.names else ""
    return format_html(ENTRY, entry.href, kind, entry.number, team, names)


def _result(table: SeatedTable, waiting: str) -> SafeString:
    if table.score:
        return format_html('<td class="number"><strong>{}</strong></td>', table.score)
    if table.is_bye:
        return SafeString('<td class="number">–</td>')
    more = format_html(EXTRA, table.extra_minutes, _("di tempo in più")) if table.extra_minutes else ""
    return format_html('<td class="number"><span class="aside">{}</span>{}</td>', waiting, more)


register.simple_tag(takes_context=True)(grid_row)
register.simple_tag(takes_context=True)(score_cells)


@register.filter
def waiting_in_all(inbox: Sequence[Any]) -> int:
    """How many things wait, where each line tells of several (`hall.listing.inbox_queries`)."""
    return sum(one.how_many for one in inbox)
