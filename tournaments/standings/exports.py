"""The standings as rows, for paper and for Excel; each tie explained once below.

Tables of three and five on paper and in Excel: the standings by sums, who sits where, the sheets to fill in.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from papers.sheets import Cell, Column, Kind, Sheet, in_order
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.scores.words import sums_rule
from tournaments.scoring.sittings import SeatResult
from tournaments.setup.models import Tournament
from tournaments.standings.columns import COLUMNS
from tournaments.standings.queries import StandingRow, Standings
from tournaments.standings.sitting_queries import SittingPlayer, SittingTable, SittingView, sittings_of, sums_of


def standings_sheet(tournament: Tournament, standings: Standings) -> Sheet:
    """One row per pair, best first; the last column names what decided a tie."""
    title, subtitle = _("Classifica"), _subtitle(tournament, standings)
    return rows_sheet(standings.rows, title=title, subtitle=subtitle, called=tournament.entry_title)


def rows_sheet(
    rows: Sequence[StandingRow], *, title: str, subtitle: str, called: str, more_notes: Iterable[str] = ()
) -> Sheet:
    """Rows of standings, of now or published, with every tie explained below; called: what an entry is."""
    rows = tuple(rows)  # those of a publication are put together each time they are gone through
    public = [one for one in COLUMNS if not one.for_staff]
    shown = [one for one in public if not one.where_used or any(one.value(row) for row in rows)]
    columns = (
        Column(called if one.key == "number" else str(one.title), one.kind, one.width, one.value) for one in shown
    )
    return Sheet.of(title, rows, *columns, subtitle=subtitle, notes=(*_notes(rows), *more_notes))


def _subtitle(tournament: Tournament, standings: Standings) -> str:
    begun = tournament.rounds.filter(state__in=Round.BEGUN).count()
    rounds = ngettext("Dopo %(count)s turno", "Dopo %(count)s turni", begun) % {"count": begun}
    if standings.is_final:
        return rounds
    missing = ngettext("manca %(count)s tavolo", "mancano %(count)s tavoli", standings.pending)
    return f"{rounds} · {_('provvisoria')}: {missing % {'count': standings.pending}}"


def _notes(rows: Iterable[StandingRow]) -> tuple[str, ...]:
    # On paper nothing is folded: a lot's key stands with it.
    rule = _("Ordine: VP, poi MP, poi scontro diretto, poi sorteggio.")
    places: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        if row.place is None:  # out of the ranking, so in no tie
            continue
        for explanation in (*row.explanations, *row.proofs):
            places.setdefault((row.group_name, explanation), []).append(row.place)
    return (rule, *(f"{_span(group, found)}: {explanation}" for (group, explanation), found in places.items()))


def _span(group: str, places: list[int]) -> str:
    """'Pos. 3–5', 'Girone A, pos. 3–5'."""
    span = f"{min(places)}–{max(places)}" if len(places) > 1 else f"{places[0]}"
    if group:
        return _("%(group)s, pos. %(places)s") % {"group": group, "places": span}
    return _("Pos. %(places)s") % {"places": span}


DEALS = 14  # lines of a sheet: a match to 2005 points rarely has more


def sitting_sheets(tournament: Tournament) -> list[Sheet]:
    """Standings and seats; none where no sitting was drawn."""
    views = sittings_of(tournament)
    return [_sums(views), _seats(views)] if views else []


def _sums(views: Sequence[SittingView]) -> Sheet:
    missing = sum(view.missing for view in views)
    words = ngettext("Manca il punteggio di %(n)s tavolo.", "Mancano i punteggi di %(n)s tavoli.", missing)
    return Sheet.of(
        _("Classifica dei tavoli di tre e di cinque"),
        sums_of(views),
        Column(_("Pos."), Kind.INTEGER, 5, lambda one: one[1].place),
        Column(_("Numero"), Kind.INTEGER, 7, lambda one: one[0].number),
        Column(_("Nome"), Kind.TEXT, 34, lambda one: one[0].name),
        Column(_("Punti per posto"), Kind.FRACTION, 9, lambda one: one[1].worth),
        Column(_("Punti del gioco"), Kind.INTEGER, 9, lambda one: one[1].points),
        Column(_("Tavoli"), Kind.INTEGER, 7, lambda one: one[1].played),
        Column(_("Primi posti"), Kind.INTEGER, 7, lambda one: one[1].won),
        Column(_("Riposi"), Kind.INTEGER, 7, lambda one: one[1].rested),
        subtitle=words % {"n": missing} if missing else "",
        notes=(sums_rule(views[0].sitting.place_points, views[0].sitting.rest_points),),
    )


def _seats(views: Sequence[SittingView]) -> Sheet:
    return Sheet.of(
        _("Posti ai tavoli di tre e di cinque"),
        [row for view in views for row in _seated(view)],
        Column(_("Tornata"), Kind.INTEGER, 7, lambda one: one.sitting),
        Column(_("Tavolo"), Kind.INTEGER, 7, lambda one: one.table),
        Column(_("Posto"), Kind.INTEGER, 6, lambda one: one.player.seat if one.player else None),
        Column(_("Numero"), Kind.INTEGER, 7, lambda one: one.entry.number),
        Column(_("Nome"), Kind.TEXT, 34, lambda one: one.entry.name),
        Column(_("Smazzate"), Kind.TEXT, 26, lambda one: _deals(one.player) if one.player else _("riposa")),
        Column(_("Punti"), Kind.INTEGER, 8, lambda one: one.made.points if one.made else None),
        Column(_("Pos."), Kind.INTEGER, 5, lambda one: one.made.place if one.made else None),
        notes=tuple(map(_drawn_from, views)),
    )


def _drawn_from(view: SittingView) -> str:
    return f"{view.sitting}. " + "; ".join(f"{word}: {said}" for word, said in view.drawn_from)


class _Seat(NamedTuple):
    """A seat with who sits there, or neither table nor player for an entry that rests."""

    sitting: int
    table: int | None
    player: SittingPlayer | None
    entry: Entry

    @property
    def made(self) -> SeatResult | None:
        return self.player.made if self.player else None


def _seated(view: SittingView) -> Iterator[_Seat]:
    number = view.sitting.number
    for table in view.tables:
        yield from (_Seat(number, table.number, one, one.entry) for one in table.players)
    yield from (_Seat(number, None, None, one) for one in view.resting)


def _deals(player: SittingPlayer) -> str:
    return " ".join(map(str, player.deals)) if len(player.deals) > 1 else ""


def score_sheets_of(view: SittingView) -> list[Sheet]:
    """A page for each table: its players by seat, lines for the deals, room to sign."""
    return [_score_sheet(view, table) for table in view.tables]


def _score_sheet(view: SittingView, table: SittingTable) -> Sheet:
    seats = [(_("Posto %(seat)d") % {"seat": one.seat}, Kind.TEXT, 16) for one in table.players]
    blank: tuple[Cell, ...] = ("",) * len(seats)
    rows: list[tuple[Cell, ...]] = [("", *(str(one.entry) for one in table.players))]
    # A second line in each cell, so that a hand has room to write.
    rows += [(f"{deal}\n ", *blank) for deal in range(1, DEALS + 1)]
    rows += [(f"{word}\n ", *blank) for word in (_("Totale"), _("Firma"))]
    title = _("Tornata %(sitting)d, tavolo %(table)d") % {"sitting": view.sitting.number, "table": table.number}
    return Sheet(title, in_order((_("Smazzata"), Kind.TEXT, 9), *seats), tuple(rows), subtitle=table.title)
