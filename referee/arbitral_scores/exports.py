"""The arithmetic of an arbitral score as rows and sentences, for the screen, the sheet and Excel alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _

from codes.arbitral.lots import Lot
from codes.arbitral.score import ArbitralMethod, LineMean, Reckoning, RoundedBy, Rounding, TableScore, Trimmed
from hall.score_sheets.exports import line_names
from papers.sheets import Cell, Kind, Sheet, fraction_text, in_order
from referee.cases.words import spoken_table

_GROUPS = 4  # tables side by side, at most


@dataclass(frozen=True)
class ReckonedScore:
    arithmetic: Reckoning
    version: int
    given_by: str
    given_at: datetime
    reason: str = ""
    rests_on: str = ""  # the ending or play of which it is a bound, naming no card
    unconfirmed: tuple[str, ...] = ()  # the tables whose results nobody had confirmed when the paper was made


def headline(score: Reckoning) -> str:
    """'Artificiale: N-S 7, E-O 5 (artt. 80, 81)'."""
    method = {
        ArbitralMethod.ARTIFICIAL: _("Artificiale"),
        ArbitralMethod.ASSIGNED: _("Assegnato"),
        ArbitralMethod.RECTIFIED: _("Artificiale rettificato"),
    }[score.method]
    north_south, east_west = line_names()
    articles = ", ".join(map(str, score.articles))
    return f"{method}: {north_south} {score.a}, {east_west} {score.b} ({_('artt.')} {articles})"


def inputs_sheet(score: Reckoning) -> Sheet:
    """Every other table's result, several tables side by side; dropped points in brackets."""
    cells = [_input(score, result) for result in score.inputs]
    depth = max(-(-len(cells) // _GROUPS), 1)
    groups = [cells[start : start + depth] for start in range(0, len(cells), depth)]
    rows = tuple(
        tuple(cell for group in groups for cell in (group[row] if row < len(group) else ("", "", "")))
        for row in range(depth if cells else 0)
    )
    heads = [
        (title, Kind.INTEGER, width)
        for _group in groups
        for title, width in zip((_("Tavolo"), *line_names()), (10, 6, 6), strict=True)
    ]
    dropped = _("Fra parentesi i punti scartati: con più di nove altri tavoli, il più basso e il più alto per linea.")
    notes = (dropped,) if score.line_a and score.line_a.trimmed else ()
    return Sheet(_("Risultati degli altri tavoli"), in_order(*heads), rows, notes=notes)


def unconfirmed_words(tables: Sequence[str]) -> str:
    words = _("I risultati di questi tavoli, alla data del foglio: %(tables)s.")
    return words % {"tables": ", ".join(map(spoken_table, tables))}


def _input(score: Reckoning, result: TableScore) -> tuple[Cell, ...]:
    return (
        spoken_table(result.table),
        _points(result.a, result.table, score.line_a),
        _points(result.b, result.table, score.line_b),
    )


def _points(points: int, table: str, line: LineMean | None) -> str:
    return f"({points})" if is_dropped(table, line.trimmed if line else ()) else str(points)


def is_dropped(table: str, trimmed: Sequence[Trimmed]) -> bool:
    return any(drop.table == table for drop in trimmed)


def steps_sheet(score: Reckoning) -> Sheet:
    """From the results counted to the score, line by line; an assigned score has only its end."""
    north_south, east_west = line_names()
    heads = in_order((_("Passo"), Kind.TEXT, 44), (north_south, Kind.FRACTION, 20), (east_west, Kind.FRACTION, 20))
    footer = (_("Punteggio"), score.a, score.b)
    return Sheet(_("Calcolo"), heads, tuple(_means(score) + _rectified(score)), footer=footer)


def _means(score: Reckoning) -> list[tuple[Cell, ...]]:
    if score.line_a is None or score.line_b is None:
        return []
    a, b = score.line_a, score.line_b
    return [
        (_("Risultati contati"), a.count, b.count),
        (_("Somma dei punti"), a.total, b.total),
        (_("Media esatta"), _both(a.mean), _both(b.mean)),
    ]


def _rectified(score: Reckoning) -> list[tuple[Cell, ...]]:
    """What art. 84 moved from the graver line to the other."""
    change = score.rectification
    if change is None:
        return []
    share = _("Rettifica: %(share)s della linea %(line)s") % {
        "share": fraction_text(change.share),
        "line": line_name(change.graver),
    }
    lost, won = f"−{fraction_text(change.moved)}", f"+{fraction_text(change.moved)}"
    moved = (lost, won) if change.graver == "A" else (won, lost)
    return [(share, *moved), (_("Dopo la rettifica"), _both(change.a), _both(change.b))]


def _both(mean: Fraction) -> str:
    """A mean as fraction and as mixed number: '47/6 = 7 5/6'."""
    if mean.denominator == 1:
        return str(mean.numerator)
    improper, mixed = f"{mean.numerator}/{mean.denominator}", fraction_text(mean)
    return improper if mixed == improper else f"{improper} = {mixed}"


def line_name(line: str) -> str:
    """'N-S' or 'E-O'."""
    return line_names()[0 if line == "A" else 1]


def rounding_words(rounding: Rounding) -> str:
    up = line_name(rounding.up) if rounding.up else ""
    down = line_name(rounding.down) if rounding.down else ""
    if rounding.why is RoundedBy.ARBITER:
        silent = _("Una linea è intera, l’altra no, e l’art. 81 tace. L’arbitro decide: %(line)s sale.")
        lower = _("Una linea è intera, l’altra no, e l’art. 81 tace. L’arbitro decide: %(line)s scende.")
        return (silent if up else lower) % {"line": up or down} + f" {rounding.reason}"
    sentence = {
        RoundedBy.INTEGERS: _("Le due medie sono intere: niente da arrotondare."),
        RoundedBy.LARGER_DECIMAL: _("La parte decimale maggiore è di %(up)s: %(up)s sale, %(down)s scende (art. 81)."),
        RoundedBy.LOT: _("Le parti decimali sono uguali e decide la sorte: %(up)s sale, %(down)s scende (art. 81)."),
        RoundedBy.MIXED: _("Una linea è intera, l’altra no, e l’art. 81 tace. Lettura: l’intera resta, %(up)s sale."),
    }[rounding.why]
    return sentence % {"up": up, "down": down}


def drawn_words(lot: Lot) -> str:
    return _("Esce %(line)s: arrotonda per eccesso.") % {"line": line_name(lot.drawn)}
