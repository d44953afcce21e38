"""The roster as a file that another installation takes: the same columns that an import reads."""

import csv
from datetime import date, datetime
from io import StringIO

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.roster.queries import in_roster
from papers.sheets import Cell, Column, Imprint, Kind, Sheet, in_words
from people.accounts.models import Federation
from people.imports.roster import guard_formula
from people.names.order import by_name
from tournaments import papers


def roster_sheet(federation: Federation) -> Sheet:
    """Everybody in the roster, by name; cards are text, so that no zero in front is lost."""
    return Sheet.of(
        _("Tesserati"),
        in_roster(federation).order_by(*by_name("last_name", "first_name", "card_key")),
        Column(_("Tessera"), Kind.TEXT, 12, lambda one: one.card_number),
        Column(_("Cognome"), Kind.TEXT, 22, lambda one: one.last_name),
        Column(_("Nome"), Kind.TEXT, 18, lambda one: one.first_name),
        Column(_("Circolo"), Kind.TEXT, 30, lambda one: one.club_name),
        Column(_("Categoria"), Kind.TEXT, 12, lambda one: one.category),
        Column(_("Valida dal"), Kind.DATE, 12, lambda one: one.valid_from),
        Column(_("Scadenza"), Kind.DATE, 12, lambda one: one.valid_until),
    )


def roster_xlsx(federation: Federation, *, at: datetime) -> bytes:
    imprint = Imprint(_("Tesserati"), federation.name, at, federation.name, get_language() or "it")
    return papers.workbook([roster_sheet(federation)], imprint)


def roster_csv(federation: Federation) -> bytes:
    sheet = roster_sheet(federation)
    out = StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.title for column in sheet.columns])
    writer.writerows([_text(cell) for cell in row] for row in sheet.rows)
    return out.getvalue().encode("utf-8-sig")


def _text(cell: Cell) -> str:
    if isinstance(cell, date):
        return f"{cell:%d/%m/%Y}"
    return "" if cell is None else guard_formula(in_words(str(cell)))
