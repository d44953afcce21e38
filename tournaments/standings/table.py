"""A page of standings as its template lays it out: the columns of `columns.py`, written for each line."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from pages.caches import Latest, kept_row
from papers.sheets import as_text
from records.requests import numbered
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament
from tournaments.standings.columns import COLUMNS
from tournaments.standings.queries import StandingRow

# The place stands before the name, the other figures behind it.
PLACE, *FIGURES = (one for one in COLUMNS if one.page)
PAIR = next(one for one in COLUMNS if one.key == "number")
NOWHERE = "–"
# The cells of a line at once: a template that goes through a thousand of them one by one takes half of the page's time.
CELLS = "".join(f'<td class="{one.page}">{{}}</td>' for one in FIGURES)
# Drawing a hundred lines takes ten times what all the rest of the page does.
DRAWN: Latest[SafeString] = Latest(most=128)


def standings_table(
    rows: Sequence[StandingRow], says: object, *, tournament: Tournament, publication: Publication | None = None
) -> SafeString:
    """The lines of a page; each leads to its account in the publication, or to the pair as it is now.

    says: what is another one as soon as any figure of these lines is; then, or when anybody is called otherwise, they
    are drawn anew.
    """
    if not rows:
        return SafeString()
    which = tournament.pk, publication and publication.pk, rows[0].entry.number, len(rows), get_language()
    names = tuple(rows[0].words.names.items()) if publication is None else ()
    mark = says, tournament.slug, names
    return DRAWN.get(which, mark, lambda: _drawn(rows, tournament, publication))


def _drawn(rows: Iterable[StandingRow], tournament: Tournament, publication: Publication | None) -> SafeString:
    if publication:
        href = numbered("publication_line", tournament.slug, publication.number)
    else:
        href = numbered("pair", tournament.slug)
    groups = groupby(rows, key=lambda row: (row.group, row.group_name))
    of = tournament.pk, publication and publication.pk
    context = {
        "place": PLACE,
        "pair": tournament.entry_title,
        "heads": FIGURES,
        "width": len(FIGURES) + 2,
        "groups": [
            (name, [_line((*of, row.entry.pk), row, href(row.entry.number), tournament.entry_title) for row in found])
            for (_group, name), found in groups
        ],
    }
    return render_to_string("tournaments/standings/_standings_table.html", context)


def _line(of: Hashable, row: StandingRow, href: str, called: str) -> SafeString:
    """The line as it was drawn when it last said the same: after a score most of them do."""
    figures = tuple(one.value(row) for one in FIGURES)
    notes, ties, proofs = _notes(row), row.explanations, row.proofs
    says = row.place, called, row.entry.number, row.entry.name, href, figures, notes, ties, proofs, row.is_by_match

    def draw() -> SafeString:
        context = {
            "place": as_text(PLACE.value(row)) or NOWHERE,
            "called": called,
            "entry": row.entry,
            "href": href,
            "row": row,
            "cells": format_html(
                CELLS, *(as_text(value, one.kind) for value, one in zip(figures, FIGURES, strict=True))
            ),
            "has_notes": any(notes),
            "ties": ties,
        }
        return render_to_string("tournaments/standings/_standings_line.html", context)

    return kept_row(("standings", of), says, draw)


def _notes(row: StandingRow) -> tuple[object, ...]:
    """What its figures hold besides what was played; nothing of it where nothing of it is true."""
    sums = row.sums
    given = sums.vp_adjustment, sums.mp_adjustment, sums.warning_vp, sums.vp_carried, sums.mp_carried
    return (*given, (sums.awards, sums.vp_awarded, sums.mp_awarded) if sums.awards else ())
