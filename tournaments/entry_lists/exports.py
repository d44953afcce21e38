"""The list to fill in and import: its headings and an invented example, as a sheet and as text."""

import csv
from collections.abc import Sequence
from io import StringIO

from django.utils.translation import gettext as _

from papers.sheets import Kind, Sheet, in_order
from tournaments.setup.models import Contest, Tournament

# Invented; the card says that the row is not to be imported.
_PEOPLE = [("Bianchi", "Aldo"), ("Neri", "Bice"), ("Verdi", "Ciro"), ("Gialli", "Dina")]


def template_sheet(tournament: Tournament) -> Sheet:
    """Headings and example as the tournament's contest wants them: a team has a row for each player."""
    titles, rows = _LAYOUTS.get(tournament.contest, _alone)()
    heads = in_order(*((title, Kind.TEXT, max(12, len(title))) for title in titles))
    return Sheet(_("Iscritti"), heads, tuple(map(tuple, rows)))


def template_csv(tournament: Tournament) -> bytes:
    sheet = template_sheet(tournament)
    out = StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.title for column in sheet.columns])
    writer.writerows(sheet.rows)
    return out.getvalue().encode("utf-8-sig")


def _personal() -> list[str]:
    return [_("Cognome"), _("Nome"), _("Tessera"), _("Circolo"), _("Categoria")]


def _example(person: tuple[str, str]) -> list[str]:
    return [*person, _("ESEMPIO"), _("Circolo inventato"), "A"]


def _pairs() -> tuple[Sequence[str], list[list[str]]]:
    titles = [f"{title} {place}" for place in (1, 2) for title in _personal()]
    return [_("Coppia n."), *titles], [["1", *_example(_PEOPLE[0]), *_example(_PEOPLE[1])]]


def _teams() -> tuple[Sequence[str], list[list[str]]]:
    rows = [["1", _("Squadra inventata"), *_example(person)] for person in _PEOPLE]
    return [_("Squadra n."), _("Nome squadra"), *_personal()], rows


def _alone() -> tuple[Sequence[str], list[list[str]]]:
    return [_("N."), *_personal()], [["1", *_example(_PEOPLE[0])]]


_LAYOUTS = {Contest.PAIRS.value: _pairs, Contest.TEAMS.value: _teams}
