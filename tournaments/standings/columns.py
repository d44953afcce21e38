"""The columns of standings: title and value of each stand here, and page, paper and workbook lay them out.

How another one is added is told in docs/changing-standings-and-formulas.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from papers.sheets import Cell, Kind
from tournaments.scoring.standings import Criterion
from tournaments.standings.queries import StandingRow

CRITERIA: Mapping[Criterion, Promise] = {
    Criterion.MP: _("MP"),
    Criterion.DIRECT_ENCOUNTER: _("scontro diretto"),
    Criterion.LOT: _("sorteggio"),
    Criterion.FINAL: _("finale"),
    Criterion.THIRD_PLACE: _("finale per il terzo posto"),
    Criterion.KNOCKOUT: _("eliminazione diretta"),
}


def _decided_by(row: StandingRow) -> str:
    return str(CRITERIA[row.ties[-1].criterion]) if row.ties else ""


@dataclass(frozen=True, kw_only=True)
class StandingsColumn:
    """A column, and what a line has there.

    width: on paper, in characters. where_used: left out of papers where no line has it. for_staff: a measure, which
    stands on no paper for everybody. page: how it stands on the page, where it does at all (``wide``: not on a phone);
    what a page tells under a name instead has no column there.
    full: the title in full, for whoever does not know it.
    """

    key: str
    title: Promise
    value: Callable[[StandingRow], Cell]
    kind: Kind = Kind.INTEGER
    width: int = 8
    where_used: bool = False
    for_staff: bool = False
    page: str = ""
    full: Promise | None = None


COLUMNS: tuple[StandingsColumn, ...] = (
    StandingsColumn(
        key="place", title=_("Pos."), full=_("Posizione"), width=4, page="number place", value=lambda row: row.place
    ),
    StandingsColumn(key="number", title=_("Coppia"), width=6, value=lambda row: row.entry.number),
    StandingsColumn(key="name", title=_("Nome"), kind=Kind.TEXT, width=34, value=lambda row: row.entry.name),
    StandingsColumn(
        key="vp", title=_("VP"), full=_("Victory Points"), width=5, page="number total", value=lambda row: row.vp
    ),
    StandingsColumn(
        key="mp",
        title=_("MP"),
        full=_("Differenza dei Match Points"),
        kind=Kind.SIGNED,
        width=6,
        page="number",
        value=lambda row: row.mp,
    ),
    StandingsColumn(key="mp_for", title=_("MP fatti"), width=6, page="number wide", value=lambda row: row.mp_for),
    StandingsColumn(
        key="mp_against", title=_("MP subiti"), width=6, page="number wide", value=lambda row: row.mp_against
    ),
    StandingsColumn(
        key="adjustments", title=_("VP di rettifica"), kind=Kind.SIGNED, value=lambda row: row.vp_adjustment
    ),
    StandingsColumn(
        key="encounters", title=_("Incontri"), width=7, page="number wide", value=lambda row: row.encounters
    ),
    # What many tournaments do not have.
    StandingsColumn(
        key="group",
        title=_("Girone"),
        kind=Kind.TEXT,
        width=12,
        where_used=True,
        value=lambda row: row.group_name,
    ),
    StandingsColumn(
        key="mp_adjustments",
        title=_("MP di rettifica"),
        kind=Kind.SIGNED,
        where_used=True,
        value=lambda row: row.mp_adjustment,
    ),
    StandingsColumn(
        key="vp_awarded",
        title=_("VP di riposi e punteggi fissati"),
        where_used=True,
        value=lambda row: row.sums.vp_awarded,
    ),
    StandingsColumn(
        key="mp_awarded",
        title=_("MP di riposi e punteggi fissati"),
        kind=Kind.SIGNED,
        where_used=True,
        value=lambda row: row.sums.mp_awarded,
    ),
    StandingsColumn(key="warnings", title=_("Ammonizioni"), for_staff=True, value=lambda row: row.sums.warnings),
    StandingsColumn(
        key="warning_vp",
        title=_("VP tolti"),
        kind=Kind.SIGNED,
        where_used=True,
        value=lambda row: -row.sums.warning_vp,
    ),
    StandingsColumn(
        key="vp_carried",
        title=_("VP della fase precedente"),
        where_used=True,
        value=lambda row: row.sums.vp_carried,
    ),
    StandingsColumn(
        key="mp_carried",
        title=_("MP della fase precedente"),
        kind=Kind.SIGNED,
        where_used=True,
        value=lambda row: row.sums.mp_carried,
    ),
    StandingsColumn(key="decided_by", title=_("Spareggio"), kind=Kind.TEXT, width=14, value=_decided_by),
)
