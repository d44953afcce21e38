"""The cells of the score grid. There are hundreds: what is plain is written at once, the rest by templates."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.template import Context
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.desk.grid import DeskCell, Frame

register = template.Library()


class _Words(NamedTuple):
    """What every cell says alike, asked and escaped once for a page."""

    where: str
    line_a: str
    line_b: str
    pending: str
    confirmed: str
    history: str


def _words(context: Context, frame: Frame) -> _Words:
    kept: Any = context.render_context.dicts[0]
    if "grid" not in kept:
        said = (frame.where, *frame.lines, _("da confermare"), _("confermato"), _("Storia del punteggio"))
        kept["grid"] = _Words(*map(escape, said))
    found: _Words = kept["grid"]
    return found


@register.simple_tag(takes_context=True)
def score_cells(context: Context, cells: Sequence[DeskCell]) -> SafeString:
    """The boards of a table: the score in force with its sign, the fields to give or correct it."""
    if not cells:
        return SafeString()
    words, is_refused = _words(context, cells[0].frame), bool(context["is_refused"])
    return mark_safe("".join(_cell(context, cell, words, is_refused) for cell in cells))  # noqa: S308  # ours


def _cell(context: Context, cell: DeskCell, words: _Words, is_refused: bool) -> str:
    said = _part(context, "said", cell) if cell.said else ""
    ruled = _part(context, "ruled", cell) if cell.is_ruled else ""
    if is_refused:
        inside = _part(context, "refused", cell)
    elif cell.may_type:
        inside = _fields(cell, words)
    else:
        inside = _part(context, "shown", cell)
    start = f'<td class="cell" id="cell-{cell.place}" data-board="{cell.called}">'
    return f"{start}{inside}{ruled}{_sign(cell, words)}{said}</td>"


def _fields(cell: DeskCell, words: _Words) -> str:
    """The fields hold the registered figures, digits with a sign: nothing in them is to be escaped."""
    seen = cell.seen
    where = words.where % {"table": cell.table, "board": cell.called}
    return (
        f'<input name="a-{seen}" value="{cell.known_a}" aria-label="{where}, {words.line_a}">\n–\n'
        f'<input name="b-{seen}" value="{cell.known_b}" aria-label="{where}, {words.line_b}">'
    )


def _sign(cell: DeskCell, words: _Words) -> str:
    """The score's state: a sign that leads to its history, where whoever looks may see that."""
    if cell.score is None:
        return ""
    kind, said = "", ""
    if cell.is_pending:
        kind, said = " is-pending", words.pending
    elif cell.is_confirmed:
        kind, said = " is-done", words.confirmed
    if cell.shows_history:
        said = f"{said}, {words.history}" if said else words.history
        return f'<a class="cell-sign{kind}" href="{cell.address}" aria-label="{said}"></a>'
    return f'<span class="cell-sign{kind}" role="img" aria-label="{said}"></span>' if said else ""


def _part(context: Context, name: str, cell: DeskCell) -> str:
    found = context.template.engine.get_template(f"tournaments/_cell_{name}.html")  # type: ignore[union-attr]
    with context.push(cell=cell):
        return found.render(context)
