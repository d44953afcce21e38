"""The roster as a file that another installation takes: the same columns that an import reads."""

import csv
from datetime import date, datetime
from io import StringIO

from django.db.models import F, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.roster.queries import in_roster
from papers.sheets import Cell, Column, Imprint, Kind, Sheet, in_words, local
from people.accounts.models import Federation
from people.imports.roster import guard_formula
from people.names.order import by_name
from people.players.models import Member, Suspension
from tournaments import papers
from tournaments.entry_lists.exports import must_be, template_sheets


def roster_sheet(federation: Federation, today: date) -> Sheet:
    """Everybody in the roster, by name; cards are text, so that no zero in front is lost."""
    suspended = {one.member_id: one for one in _suspensions(federation, today)}

    def days(one: Member) -> tuple[date | None, date | None]:
        given: Suspension | None = suspended.get(one.pk)
        return (given.starts_on, given.ends_on) if given else (None, None)

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
        Column(_("Minorenne fino al"), Kind.DATE, 12, lambda one: one.minor_until),
        Column(_("Stato"), Kind.TEXT, 12, lambda one: _("sospeso") if one.pk in suspended else _("in regola")),
        Column(_("Sospeso dal"), Kind.DATE, 12, lambda one: days(one)[0]),
        Column(_("Sospeso fino al"), Kind.DATE, 12, lambda one: days(one)[1]),
    )


def _suspensions(federation: Federation, today: date) -> QuerySet[Suspension]:
    """Those in force today; of several of one member that which ends last stands."""
    given = Suspension.objects.filter(member__federation=federation, lifted_at__isnull=True, starts_on__lte=today)
    return given.exclude(ends_on__lt=today).order_by(F("ends_on").asc(nulls_last=True), "pk")


def roster_xlsx(federation: Federation, *, at: datetime) -> bytes:
    imprint = Imprint(_("Tesserati"), federation.name, at, federation.name, get_language() or "it")
    return papers.workbook([roster_sheet(federation, local(at).date())], imprint)


def roster_csv(federation: Federation, *, at: datetime) -> bytes:
    sheet = roster_sheet(federation, local(at).date())
    out = StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.title for column in sheet.columns])
    writer.writerows([_text(cell) for cell in row] for row in sheet.rows)
    return out.getvalue().encode("utf-8-sig")


def roster_template() -> list[Sheet]:
    """A roster to fill in, with three invented members whom nobody imports."""
    a_day, its_name = _("un giorno, come 31/12/2026; oppure vuoto"), _("il nome, oppure vuoto")
    notes = {
        _("Tessera"): _("obbligatoria: lettere e cifre, con gli zeri davanti"),
        _("Cognome"): must_be(),
        _("Nome"): must_be(),
        _("Circolo"): its_name,
        _("Categoria"): its_name,
        _("Valida dal"): a_day,
        _("Scadenza"): a_day,
        _("Data di nascita"): _("un giorno con l’anno intero; resta solo dei minorenni"),
        _("Stato"): _("attivo, sospeso oppure uscito; vuoto è attivo"),
        _("Sospeso dal"): a_day,
        _("Sospeso fino al"): a_day,
    }
    days = ["01/01/2026", "31/12/2026"]
    rows = [
        [_("ESEMPIO"), "Bianchi", "Aldo", _("Circolo inventato"), "A", *days, "31/05/1980", _("attivo"), "", ""],
        [_("ESEMPIO"), "Neri", "Bice", _("Circolo inventato"), "B", *days, "29/02/2012", "", "", ""],
        [_("ESEMPIO"), "Verdi", "Ciro", "", "", *days, "", _("sospeso"), "01/03/2026", "30/06/2026"],
    ]
    return template_sheets(_("Tesserati"), notes, rows)


def _text(cell: Cell) -> str:
    if isinstance(cell, date):
        return f"{cell:%d/%m/%Y}"
    return "" if cell is None else guard_formula(in_words(str(cell)))
