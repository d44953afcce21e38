"""Tables of three and five on paper and in Excel: the standings by sums, who sits where, the sheets to fill in."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from papers.sheets import Cell, Kind, Sheet, columns
from tournaments.scores.words import sums_rule
from tournaments.setup.models import Tournament
from tournaments.sittings.queries import SittingTable, SittingView, sittings_of, sums_of

DEALS = 14  # lines of a sheet: a match to 2005 points rarely has more


def sitting_sheets(tournament: Tournament) -> list[Sheet]:
    """Standings and seats; none where no sitting was drawn."""
    views = sittings_of(tournament)
    return [_sums(views), _seats(views)] if views else []


def _sums(views: Sequence[SittingView]) -> Sheet:
    heads = columns(
        ("place", _("Pos."), Kind.INTEGER, 5),
        ("number", _("Numero"), Kind.INTEGER, 7),
        ("name", _("Nome"), Kind.TEXT, 34),
        ("worth", _("Punti per posto"), Kind.FRACTION, 9),
        ("points", _("Punti del gioco"), Kind.INTEGER, 9),
        ("played", _("Tavoli"), Kind.INTEGER, 7),
        ("won", _("Primi posti"), Kind.INTEGER, 7),
        ("rested", _("Riposi"), Kind.INTEGER, 7),
    )
    rows: list[tuple[Cell, ...]] = [
        (row.place, entry.number, entry.name, row.worth, row.points, row.played, row.won, row.rested)
        for entry, row in sums_of(views)
    ]
    missing = sum(view.missing for view in views)
    words = ngettext("Manca il punteggio di %(n)s tavolo.", "Mancano i punteggi di %(n)s tavoli.", missing)
    subtitle = words % {"n": missing} if missing else ""
    title = _("Classifica dei tavoli di tre e di cinque")
    return Sheet(
        title,
        heads,
        tuple(rows),
        subtitle=subtitle,
        notes=(sums_rule(views[0].sitting.place_points, views[0].sitting.rest_points),),
    )


def _seats(views: Sequence[SittingView]) -> Sheet:
    heads = columns(
        ("sitting", _("Tornata"), Kind.INTEGER, 7),
        ("table", _("Tavolo"), Kind.INTEGER, 7),
        ("seat", _("Posto"), Kind.INTEGER, 6),
        ("number", _("Numero"), Kind.INTEGER, 7),
        ("name", _("Nome"), Kind.TEXT, 34),
        ("deals", _("Smazzate"), Kind.TEXT, 26),
        ("points", _("Punti"), Kind.INTEGER, 8),
        ("place", _("Pos."), Kind.INTEGER, 5),
    )
    rows = tuple(row for view in views for row in _seat_rows(view))
    return Sheet(_("Posti ai tavoli di tre e di cinque"), heads, rows, notes=tuple(map(_drawn_from, views)))


def _drawn_from(view: SittingView) -> str:
    return f"{view.sitting}. " + "; ".join(f"{word}: {said}" for word, said in view.drawn_from)


def _seat_rows(view: SittingView) -> list[tuple[Cell, ...]]:
    number = view.sitting.number
    rows: list[tuple[Cell, ...]] = []
    for table in view.tables:
        for one in table.players:
            deals = " ".join(map(str, one.deals)) if len(one.deals) > 1 else ""
            made = (one.made.points, one.made.place) if one.made else (None, None)
            rows.append((number, table.number, one.seat, one.entry.number, one.entry.name, deals, *made))
    rows += [(number, None, None, one.number, one.name, _("riposa"), None, None) for one in view.resting]
    return rows


def score_sheets_of(view: SittingView) -> list[Sheet]:
    """A page for each table: its players by seat, lines for the deals, room to sign."""
    return [_score_sheet(view, table) for table in view.tables]


def _score_sheet(view: SittingView, table: SittingTable) -> Sheet:
    seats = [(f"seat{one.seat}", _("Posto %(seat)d") % {"seat": one.seat}, Kind.TEXT, 16) for one in table.players]
    blank: tuple[Cell, ...] = ("",) * len(seats)
    rows: list[tuple[Cell, ...]] = [("", *(str(one.entry) for one in table.players))]
    # A second line in each cell, so that a hand has room to write.
    rows += [(f"{deal}\n ", *blank) for deal in range(1, DEALS + 1)]
    rows += [(f"{word}\n ", *blank) for word in (_("Totale"), _("Firma"))]
    figures = {"sitting": view.sitting.number, "table": table.number}
    return Sheet(
        _("Tornata %(sitting)d, tavolo %(table)d") % figures,
        columns(("deal", _("Smazzata"), Kind.TEXT, 9), *seats),
        tuple(rows),
        subtitle=table.title,
    )
