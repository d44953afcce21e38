"""How long calls for the arbiter took, as the director's page tells it: all of them, by round, by arbiter."""

from django.utils.translation import gettext as _

from hall.calls.queries import CallFigures, figures_of
from papers.sheets import Cell, Kind, Sheet, columns
from tournaments.setup.models import Tournament


def calls_sheet(tournament: Tournament) -> Sheet:
    """Times in whole seconds from the call; empty where none was measured."""
    heads = columns(
        ("what", _("Turno o arbitro"), Kind.TEXT, 30),
        ("calls", _("Chiamate"), Kind.INTEGER, 9),
        ("withdrawn", _("Ritirate"), Kind.INTEGER, 9),
        ("arrival", _("Arrivo, mediana (s)"), Kind.INTEGER, 10),
        ("arrival_p90", _("Arrivo, 90 % (s)"), Kind.INTEGER, 10),
        ("decision", _("Decisione, mediana (s)"), Kind.INTEGER, 10),
        ("decision_p90", _("Decisione, 90 % (s)"), Kind.INTEGER, 10),
    )
    figures = figures_of(tournament)
    rows = [_row(_("Tutte"), figures.whole)] if not figures.is_empty else []
    rows += [_row(_("Turno %(number)s") % {"number": one.label}, one) for one in figures.rounds]
    rows += [_row(one.label, one) for one in figures.arbiters]
    words = _("Secondi dalla chiamata. Il 90 % è il valore entro il quale stanno nove chiamate su dieci.")
    return Sheet(_("Chiamate all’arbitro"), heads, tuple(rows), notes=(words,) if rows else ())


def _row(label: str, one: CallFigures) -> tuple[Cell, ...]:
    times = (one.arrival.median, one.arrival.p90, one.decision.median, one.decision.p90)
    return (label, one.calls, one.withdrawn, *times)
