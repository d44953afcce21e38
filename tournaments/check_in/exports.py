"""Entry fees as rows: what each entry owes and paid, who noted it, the sums."""

from django.utils.translation import gettext as _

from papers.sheets import Cell, Column, Kind, Sheet, euros
from people.names.order import name_key
from tournaments.check_in.models import Fee
from tournaments.check_in.queries import Fees, fee_lines, fees_in_force, totals
from tournaments.setup.models import Tournament


def fees_sheet(tournament: Tournament) -> Sheet:
    """A row per entry; empty where no fee was ever set and nobody paid."""
    fees = fees_in_force(tournament)
    lines = fee_lines(tournament, fees)
    is_empty = not fees and not any(one.payment for one in lines)
    sums = totals(lines)
    footer: tuple[Cell, ...] = (None, _("Totale"), "", euros(sums.due), euros(sums.paid), "", None, "")
    return Sheet.of(
        _("Quote di iscrizione"),
        [] if is_empty else lines,
        Column(tournament.entry_title, Kind.INTEGER, 7, lambda one: one.entry.number),
        Column(_("Nome"), Kind.TEXT, 34, lambda one: one.entry.name),
        Column(_("Categoria"), Kind.TEXT, 12, lambda one: one.entry.category),
        Column(_("Quota"), Kind.TEXT, 12, lambda one: euros(one.due)),
        Column(_("Pagato"), Kind.TEXT, 12, lambda one: euros(one.paid) if one.is_paid else ""),
        Column(_("Segnato da"), Kind.TEXT, 20, lambda one: str(one.payment.noted_by) if one.payment else ""),
        Column(_("Segnato il"), Kind.MOMENT, 16, lambda one: one.payment.noted_at if one.payment else None),
        Column(_("Motivo"), Kind.TEXT, 30, lambda one: one.payment.reason if one.payment else ""),
        subtitle="" if is_empty else _told(fees),
        footer=() if is_empty else footer,
    )


def _told(fees: Fees) -> str:
    """«Under 21: 10,00 € per giocatore; per tutti gli altri 20,00 € per giocatore»."""
    return "; ".join(
        fee_in_words(fees[category]) for category in sorted(fees, key=lambda name: (not name, name_key(name)))
    )


def fee_in_words(fee: Fee) -> str:
    amount = f"{euros(fee.cents or 0)} {fee.get_per_display()}"
    return f"{fee.category}: {amount}" if fee.category else amount
