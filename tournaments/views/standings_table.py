"""A page of standings as its template lays it out: the columns of `publishing.columns`, written for each line."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.cells import as_text
from tournaments.hall.keeping import Latest
from tournaments.models import Publication, Tournament
from tournaments.publishing.columns import COLUMNS
from tournaments.queries import StandingRow
from tournaments.routes import numbered

# The place stands before the name, the other figures behind it.
PLACE, *FIGURES = (one for one in COLUMNS if one.page)
PAIR = next(one for one in COLUMNS if one.key == "number")
NOWHERE = "–"
# The cells of a line at once: a template that goes through a thousand of them one by one takes half of the page's time.
CELLS = "".join(f'<td class="{one.page}">{{}}</td>' for one in FIGURES)
# Drawing a hundred lines takes ten times what all the rest of the page does.
DRAWN: Latest[SafeString] = Latest(most=128)


@dataclass(frozen=True)
class StandingsLine:
    """An entry, its place and its figures as they are written, each in its cell."""

    row: StandingRow
    href: str
    place: str
    cells: SafeString

    @property
    def has_notes(self) -> bool:
        """Whether its figures hold anything but what was played."""
        sums = self.row.sums
        given = sums.vp_adjustment or sums.mp_adjustment or sums.awards or sums.warning_vp
        return bool(given or sums.vp_carried or sums.mp_carried)


def standings_table(
    rows: Sequence[StandingRow], state: Hashable, *, tournament: Tournament, publication: Publication | None = None
) -> SafeString:
    """The lines of a page; each leads to its account in the publication, or to the pair as it is now.

    state: another one as soon as any figure is; then, or when anybody is called otherwise, it is drawn anew.
    """
    if not rows:
        return SafeString()
    which = tournament.pk, publication and publication.pk, rows[0].entry.number, len(rows), get_language()
    names = tuple(rows[0].words.names.items()) if publication is None else ()
    mark = state, tournament.slug, names
    return DRAWN.get(which, mark, lambda: _drawn(rows, tournament, publication))


def _drawn(rows: Iterable[StandingRow], tournament: Tournament, publication: Publication | None) -> SafeString:
    if publication:
        href = numbered("publication_line", tournament.slug, publication.number)
    else:
        href = numbered("pair", tournament.slug)
    lines = (_line(row, href(row.entry.number)) for row in rows)
    groups = groupby(lines, key=lambda line: (line.row.group, line.row.group_name))
    context = {
        "place": PLACE,
        "pair": PAIR,
        "heads": FIGURES,
        "width": len(FIGURES) + 2,
        "groups": [(name, list(found)) for (_group, name), found in groups],
    }
    return render_to_string("tournaments/_standings_table.html", context)


def _line(row: StandingRow, href: str) -> StandingsLine:
    cells = format_html(CELLS, *(as_text(one.value(row), one.kind) for one in FIGURES))
    return StandingsLine(row, href, as_text(PLACE.value(row)) or NOWHERE, cells)
