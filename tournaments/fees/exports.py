"""Entry fees as rows: what each entry owes and paid, who noted it, the sums."""

from django.utils.translation import gettext as _

from papers.sheets import Cell, Kind, Sheet, columns, euros
from tournaments.fees.models import Fee
from tournaments.fees.queries import FeeLine, Fees, fee_lines, fees_in_force, totals
from tournaments.setup.models import Tournament


def fees_sheet(tournament: Tournament) -> Sheet:
    """A row per entry; empty where no fee was ever set and nobody paid."""
    fees = fees_in_force(tournament)
    lines = fee_lines(tournament, fees)
    heads = columns(
        ("number", _("Coppia"), Kind.INTEGER, 7),
        ("name", _("Nome"), Kind.TEXT, 34),
        ("category", _("Categoria"), Kind.TEXT, 12),
        ("due", _("Quota"), Kind.TEXT, 12),
        ("paid", _("Pagato"), Kind.TEXT, 12),
        ("noted_by", _("Segnato da"), Kind.TEXT, 20),
        ("noted_at", _("Segnato il"), Kind.MOMENT, 16),
        ("reason", _("Motivo"), Kind.TEXT, 30),
    )
    title = _("Quote di iscrizione")
    if not fees and not any(one.payment for one in lines):
        return Sheet(title, heads, ())
    sums = totals(lines)
    footer: tuple[Cell, ...] = (None, _("Totale"), "", euros(sums.due), euros(sums.paid), "", None, "")
    return Sheet(title, heads, tuple(map(_row, lines)), subtitle=_told(fees), footer=footer)


def _row(line: FeeLine) -> tuple[Cell, ...]:
    entry, payment = line.entry, line.payment
    paid = euros(line.paid) if line.is_paid else ""
    if payment is None:
        return (entry.number, entry.name, entry.category, euros(line.due), paid, "", None, "")
    noted = (str(payment.noted_by), payment.noted_at, payment.reason)
    return (entry.number, entry.name, entry.category, euros(line.due), paid, *noted)


def _told(fees: Fees) -> str:
    """«Under 21: 10,00 € per giocatore; per tutti gli altri 20,00 € per giocatore»."""
    return "; ".join(fee_in_words(fees[category]) for category in sorted(fees, key=lambda name: (not name, name)))


def fee_in_words(fee: Fee) -> str:
    amount = f"{euros(fee.cents or 0)} {fee.get_per_display()}"
    return f"{fee.category}: {amount}" if fee.category else amount
