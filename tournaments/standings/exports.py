"""The standings as rows, for paper and for Excel; each tie explained once below."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from papers.sheets import Column, Sheet
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.standings.columns import COLUMNS
from tournaments.standings.queries import StandingRow, Standings


def standings_sheet(tournament: Tournament, standings: Standings) -> Sheet:
    """One row per pair, best first; the last column names what decided a tie."""
    return rows_sheet(standings.rows, title=_("Classifica"), subtitle=_subtitle(tournament, standings))


def rows_sheet(rows: Sequence[StandingRow], *, title: str, subtitle: str, more_notes: Iterable[str] = ()) -> Sheet:
    """Rows of standings, of now or published, with every tie explained below."""
    rows = tuple(rows)  # those of a publication are put together each time they are gone through
    public = [one for one in COLUMNS if not one.for_staff]
    shown = [one for one in public if not one.where_used or any(one.value(row) for row in rows)]
    columns = (Column(str(one.title), one.kind, one.width, one.value) for one in shown)
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
