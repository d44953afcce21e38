"""The rows of the score grid and their cells as they are drawn, for the templates (`hall.templatetags.hall`).

There are hundreds: what is plain is written at once, and what says the same is drawn once.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from hall.grid.queries import DeskCell, DeskRow
from pages.caches import kept_row, render_part

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


def grid_row(context: Context, row: DeskRow) -> SafeString:
    """The row of a table as it was drawn when it last said the same; one with a fixed score tells how long ago."""
    if row.fixed or row.why:
        return render_part(context, "hall/grid/_grid_row.html", row=row)
    width = len(context["boards"])  # which a table that rests fills
    return kept_row(row.kept_as, (row.says, width), lambda: render_part(context, "hall/grid/_grid_row.html", row=row))


def score_cells(context: Context, cells: Sequence[DeskCell]) -> SafeString:
    """The boards of a table: the score in force with its sign, the fields to give or correct it."""
    words, is_refused = _words(context), bool(context["is_refused"])
    return format_html_join("", "{}", ((_cell(context, cell, words, is_refused),) for cell in cells))


def _cell(context: Context, cell: DeskCell, words: _Words, is_refused: bool) -> SafeString:
    results = render_part(context, "hall/grid/_cell_said.html", cell=cell) if cell.said else ""
    ruled = render_part(context, "hall/grid/_cell_ruled.html", cell=cell) if cell.one.is_ruled else ""
    if is_refused:
        inside = render_part(context, "hall/grid/_cell_refused.html", cell=cell)
    elif cell.may_type:
        typed, where, lines = (cell.one.entered_a, cell.one.entered_b), cell.where, cell.frame.lines
        inside = format_html(FIELDS, cell.place_and_version, typed[0], where, lines[0], typed[1], lines[1])
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
