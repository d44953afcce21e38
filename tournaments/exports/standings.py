"""The standings as rows, for paper and for Excel; each tie explained once below."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

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
    return rows_sheet(standings.rows, title=_("Classifica"), subtitle=_subtitle(tournament, standings))


def rows_sheet(rows: Sequence[StandingRow], *, title: str, subtitle: str, more_notes: Iterable[str] = ()) -> Sheet:
    """Rows of standings, of now or published, with every tie explained below."""
    shown = [*_ALWAYS, *(part for part in _WHERE_USED if any(part.value(row) for row in rows)), _DECIDED_BY]
    return Sheet(
        title=title,
        subtitle=subtitle,
        columns=columns(*((part.key, part.title, part.kind, part.width) for part in shown)),
        rows=tuple(tuple(part.value(row) for part in shown) for row in rows),
        notes=(*_notes(rows), *more_notes),
    )


@dataclass(frozen=True)
class _Part:
    """A column of the standings, and what a line has there."""

    key: str
    title: Promise
    kind: Kind
    width: int
    value: Callable[[StandingRow], Cell]


_ALWAYS = (
    _Part("place", _lazy("Pos."), Kind.INTEGER, 4, lambda row: row.place),
    _Part("number", _lazy("Coppia"), Kind.INTEGER, 6, lambda row: row.entry.number),
    _Part("name", _lazy("Nome"), Kind.TEXT, 34, lambda row: row.entry.name),
    _Part("vp", _lazy("VP"), Kind.INTEGER, 5, lambda row: row.vp),
    _Part("mp", _lazy("MP"), Kind.SIGNED, 6, lambda row: row.mp),
    _Part("mp_for", _lazy("MP fatti"), Kind.INTEGER, 6, lambda row: row.mp_for),
    _Part("mp_against", _lazy("MP subiti"), Kind.INTEGER, 6, lambda row: row.mp_against),
    _Part("adjustments", _lazy("VP di rettifica"), Kind.SIGNED, 8, lambda row: row.vp_adjustment),
    _Part("encounters", _lazy("Incontri"), Kind.INTEGER, 7, lambda row: row.encounters),
)
# What many tournaments do not have: shown where some line has it.
_WHERE_USED = (
    _Part("group", _lazy("Girone"), Kind.TEXT, 12, lambda row: row.group_name),
    _Part("mp_adjustments", _lazy("MP di rettifica"), Kind.SIGNED, 8, lambda row: row.mp_adjustment),
    _Part("vp_awarded", _lazy("VP di riposi e punteggi fissati"), Kind.INTEGER, 8, lambda row: row.sums.vp_awarded),
    _Part("mp_awarded", _lazy("MP di riposi e punteggi fissati"), Kind.SIGNED, 8, lambda row: row.sums.mp_awarded),
    _Part("warnings", _lazy("Ammonizioni"), Kind.INTEGER, 8, lambda row: row.sums.warnings),
    _Part("warning_vp", _lazy("VP delle ammonizioni"), Kind.SIGNED, 8, lambda row: -row.sums.warning_vp),
    _Part("vp_carried", _lazy("VP della fase precedente"), Kind.INTEGER, 8, lambda row: row.sums.vp_carried),
    _Part("mp_carried", _lazy("MP della fase precedente"), Kind.SIGNED, 8, lambda row: row.sums.mp_carried),
)
_DECIDED_BY = _Part(
    "decided_by",
    _lazy("Spareggio"),
    Kind.TEXT,
    14,
    lambda row: str(CRITERIA[row.ties[-1].criterion]) if row.ties else "",
)


def _subtitle(tournament: Tournament, standings: Standings) -> str:
    """After how many rounds, and whether something is still open."""
    begun = tournament.rounds.filter(state__in=[Round.State.PLAYING, Round.State.CLOSED]).count()
    rounds = ngettext("Dopo %(count)s turno", "Dopo %(count)s turni", begun) % {"count": begun}
    if standings.is_final:
        return rounds
    missing = ngettext("manca %(count)s tavolo", "mancano %(count)s tavoli", standings.pending)
    return f"{rounds} · {_('provvisoria')}: {missing % {'count': standings.pending}}"


def _notes(rows: Iterable[StandingRow]) -> tuple[str, ...]:
    """How the order is found, and every tie once, with the places it concerns."""
    rule = _("Ordine: VP, poi MP, poi scontro diretto, poi sorteggio.")
    places: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        if row.place is None:  # out of the ranking, so in no tie
            continue
        for explanation in row.explanations:
            places.setdefault((row.group_name, explanation), []).append(row.place)
    return (rule, *(f"{_span(group, found)}: {explanation}" for (group, explanation), found in places.items()))


def _span(group: str, places: list[int]) -> str:
    """'Pos. 3–5', 'Girone A, pos. 3–5'."""
    span = f"{min(places)}–{max(places)}" if len(places) > 1 else f"{places[0]}"
    if group:
        return _("%(group)s, pos. %(places)s") % {"group": group, "places": span}
    return _("Pos. %(places)s") % {"places": span}
