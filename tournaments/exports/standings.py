"""The standings as rows, for paper and for Excel; each tie explained once below."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.exports.rows import Cell, Kind, Sheet, columns
from tournaments.models import Round, Tournament
from tournaments.queries import StandingRow, Standings
from tournaments.scoring.standings import Criterion

CRITERIA: Mapping[Criterion, Promise] = {
    Criterion.MP: _lazy("MP"),
    Criterion.DIRECT_ENCOUNTER: _lazy("scontro diretto"),
    Criterion.LOT: _lazy("sorteggio"),
}


def standings_sheet(tournament: Tournament, standings: Standings) -> Sheet:
    """One row per pair, best first; the last column names what decided a tie."""
    return Sheet(
        title=_("Classifica"),
        subtitle=_subtitle(tournament, standings),
        columns=columns(
            ("place", _("Pos."), Kind.INTEGER, 4),
            ("number", _("Coppia"), Kind.INTEGER, 6),
            ("name", _("Nome"), Kind.TEXT, 34),
            ("vp", _("VP"), Kind.INTEGER, 5),
            ("mp", _("MP"), Kind.SIGNED, 6),
            ("mp_for", _("MP fatti"), Kind.INTEGER, 6),
            ("mp_against", _("MP subiti"), Kind.INTEGER, 6),
            ("adjustments", _("VP di rettifica"), Kind.SIGNED, 8),
            ("encounters", _("Incontri"), Kind.INTEGER, 7),
            ("decided_by", _("Spareggio"), Kind.TEXT, 14),
        ),
        rows=tuple(_row(row) for row in standings.rows),
        notes=_notes(standings),
    )


def _row(row: StandingRow) -> tuple[Cell, ...]:
    """One pair's line."""
    return (
        row.place, row.entry.number, row.entry.name, row.vp, row.mp, row.mp_for, row.mp_against,
        row.vp_adjustment, row.encounters, str(CRITERIA[row.ties[-1].criterion]) if row.ties else "",
    )  # fmt: skip


def _subtitle(tournament: Tournament, standings: Standings) -> str:
    """After how many rounds, and whether something is still open."""
    begun = tournament.rounds.filter(state__in=[Round.State.PLAYING, Round.State.CLOSED]).count()
    rounds = ngettext("Dopo %(count)s turno", "Dopo %(count)s turni", begun) % {"count": begun}
    if standings.is_final:
        return rounds
    missing = ngettext("manca %(count)s tavolo", "mancano %(count)s tavoli", standings.pending)
    return f"{rounds} · {_('provvisoria')}: {missing % {'count': standings.pending}}"


def _notes(standings: Standings) -> tuple[str, ...]:
    """How the order is found, and every tie once, with the places it concerns."""
    rule = _("Ordine: VP, poi MP, poi scontro diretto, poi sorteggio.")
    places: dict[str, list[int]] = {}
    for row in standings.rows:
        if row.place is None:  # out of the ranking, so in no tie
            continue
        for explanation in row.explanations:
            places.setdefault(explanation, []).append(row.place)
    return (rule, *(f"{_span(found)}: {explanation}" for explanation, found in places.items()))


def _span(places: list[int]) -> str:
    """'Pos. 3–5'."""
    span = f"{min(places)}–{max(places)}" if len(places) > 1 else f"{places[0]}"
    return _("Pos. %(places)s") % {"places": span}
