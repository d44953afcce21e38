"""How long calls for the arbiter took, as the director's page tells it: all of them, by round, by arbiter."""

from django.utils.translation import gettext as _

from hall.calls.queries import figures_of
from papers.sheets import Column, Kind, Sheet
from tournaments.setup.models import Tournament


def calls_sheet(tournament: Tournament) -> Sheet:
    """Times in whole seconds from the call; empty where none was measured."""
    figures = figures_of(tournament)
    found = [(_("Tutte"), figures.whole)] if not figures.is_empty else []
    found += [(_("Turno %(number)s") % {"number": one.label}, one) for one in figures.rounds]
    found += [(one.label, one) for one in figures.arbiters]
    words = _("Secondi dalla chiamata. Il 90 % è il valore entro il quale stanno nove chiamate su dieci.")
    return Sheet.of(
        _("Chiamate all’arbitro"),
        found,
        Column(_("Turno o arbitro"), Kind.TEXT, 30, lambda one: one[0]),
        Column(_("Chiamate"), Kind.INTEGER, 9, lambda one: one[1].calls),
        Column(_("Ritirate"), Kind.INTEGER, 9, lambda one: one[1].withdrawn),
        Column(_("Arrivo, mediana (s)"), Kind.INTEGER, 10, lambda one: one[1].arrival.median),
        Column(_("Arrivo, 90 % (s)"), Kind.INTEGER, 10, lambda one: one[1].arrival.p90),
        Column(_("Decisione, mediana (s)"), Kind.INTEGER, 10, lambda one: one[1].decision.median),
        Column(_("Decisione, 90 % (s)"), Kind.INTEGER, 10, lambda one: one[1].decision.p90),
        notes=(words,) if found else (),
    )
