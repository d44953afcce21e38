"""The roster as a file that another installation takes: the same columns that an import reads."""

import csv
from datetime import date, datetime
from io import StringIO

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.roster.queries import in_roster
from papers.imprint import Imprint
from papers.marks import in_words
from papers.sheets import Cell, Kind, Sheet, columns
from people.accounts.models import Federation
from people.imports.roster import guarded
from tournaments import papers


def roster_sheet(federation: Federation) -> Sheet:
    """Everybody in the roster, by name; cards are text, so that no zero in front is lost."""
    heads = columns(
        ("card", _("Tessera"), Kind.TEXT, 12),
        ("last_name", _("Cognome"), Kind.TEXT, 22),
        ("first_name", _("Nome"), Kind.TEXT, 18),
        ("club", _("Circolo"), Kind.TEXT, 30),
        ("category", _("Categoria"), Kind.TEXT, 12),
        ("valid_from", _("Valida dal"), Kind.DATE, 12),
        ("valid_until", _("Scadenza"), Kind.DATE, 12),
    )
    names = ("card_number", "last_name", "first_name", "club_name", "category", "valid_from", "valid_until")
    rows = in_roster(federation).order_by("last_name", "first_name", "card_key").values_list(*names)
    return Sheet(_("Tesserati"), heads, tuple(rows))


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
    return "" if cell is None else guarded(in_words(str(cell)))
