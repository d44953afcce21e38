"""What the hall draws by hundreds: tiles, calls, who sits where, cells of the score grid.

What is plain is written at once, where a template would go through every word; what says the same is drawn once.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from hall.calls.queries import Waiting
from hall.desk.tiles import Tile
from hall.grid.queries import DeskCell, DeskRow
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


CELL = '<td class="cell" id="cell-{}" data-board="{}">{}{}{}{}</td>'
FIELDS = (
    '<input name="a-{0}" value="{1}" aria-label="{2}, {3}">\n–\n<input name="b-{0}" value="{4}" aria-label="{2}, {5}">'
)


class _Words(NamedTuple):
    """What every cell says alike, translated once for a page."""

    pending: str
    confirmed: str
    history: str


def _words(context: Context) -> _Words:
    context_cache: Any = context.render_context.dicts[0]
    if "grid" not in context_cache:
        context_cache["grid"] = _Words(_("da confermare"), _("confermato"), _("Storia del punteggio"))
    words: _Words = context_cache["grid"]
    return words


@register.simple_tag(takes_context=True)
def grid_row(context: Context, row: DeskRow) -> SafeString:
    """The row of a table as it was drawn when it last said the same; one with a fixed score tells how long ago."""
    if row.fixed or row.why:
        return render_part(context, "hall/grid/_grid_row.html", row=row)
    width = len(context["boards"])  # which a table that rests fills
    return kept_row(row.kept_as, (row.says, width), lambda: render_part(context, "hall/grid/_grid_row.html", row=row))


@register.simple_tag(takes_context=True)
def score_cells(context: Context, cells: Sequence[DeskCell]) -> SafeString:
    """The boards of a table: the score in force with its sign, the fields to give or correct it."""
    words, is_refused = _words(context), bool(context["is_refused"])
    return format_html_join("", "{}", ((_cell(context, cell, words, is_refused),) for cell in cells))


def _cell(context: Context, cell: DeskCell, words: _Words, is_refused: bool) -> SafeString:
    results = render_part(context, "hall/grid/_cell_said.html", cell=cell) if cell.said else ""
    ruled = render_part(context, "hall/grid/_cell_ruled.html", cell=cell) if cell.is_ruled else ""
    if is_refused:
        inside = render_part(context, "hall/grid/_cell_refused.html", cell=cell)
    elif cell.may_type:
        values = (
            cell.place_and_version,
            cell.known_a,
            cell.where,
            cell.frame.lines[0],
            cell.known_b,
            cell.frame.lines[1],
        )
        inside = format_html(FIELDS, *values)
    else:
        inside = render_part(context, "hall/grid/_cell_shown.html", cell=cell)
    return format_html(CELL, cell.place, cell.called, inside, ruled, _sign(cell, words), results)


def _sign(cell: DeskCell, words: _Words) -> SafeString:
    """The score's state: a sign that leads to its history, where whoever looks may see that."""
    kind, label = "", ""
    if cell.is_pending:
        kind, label = " is-pending", words.pending
    elif cell.is_confirmed:
        kind, label = " is-done", words.confirmed
    if cell.shows_history:
        label = f"{label}, {words.history}" if label else words.history
        return format_html('<a class="cell-sign{}" href="{}" aria-label="{}"></a>', kind, cell.address, label)
    return (
        format_html('<span class="cell-sign{}" role="img" aria-label="{}"></span>', kind, label)
        if label
        else SafeString()
    )


@register.filter
def waiting_in_all(inbox: Sequence[Any]) -> int:
    """How many things wait, where each line tells of several (`hall.listing.inbox_queries`)."""
    return sum(one.how_many for one in inbox)
