"""Whoever was admitted although the roster of the federation spoke against it, as rows."""

from django.utils.translation import gettext as _

from papers.sheets import Cell, Kind, Sheet, columns
from tournaments.admissions.models import Admission
from tournaments.admissions.words import admitted_for
from tournaments.setup.models import Tournament


def admissions_sheet(tournament: Tournament) -> Sheet:
    """Every admission, those taken back too; no rows where nobody had to be admitted."""
    heads = columns(
        ("number", _("Iscrizione"), Kind.INTEGER, 7),
        ("player", _("Giocatore"), Kind.TEXT, 26),
        ("findings", _("Che cosa diceva l’albo"), Kind.TEXT, 26),
        ("reason", _("Motivo"), Kind.TEXT, 40),
        ("by", _("Ammesso da"), Kind.TEXT, 22),
        ("at", _("Ammesso il"), Kind.MOMENT, 16),
        ("withdrawn_by", _("Ritirata da"), Kind.TEXT, 22),
        ("withdrawn_at", _("Ritirata il"), Kind.MOMENT, 16),
        ("withdraw_reason", _("Perché è stata ritirata"), Kind.TEXT, 30),
    )
    found = Admission.objects.filter(entry__tournament=tournament).order_by("entry__number", "pk")
    rows = found.select_related("entry", "player", "by", "withdrawn_by")
    return Sheet(_("Ammissioni"), heads, tuple(_row(one) for one in rows))


def _row(one: Admission) -> tuple[Cell, ...]:
    return (
        one.entry.number, str(one.player), admitted_for(one.findings), one.reason, str(one.by), one.at,
        str(one.withdrawn_by or ""), one.withdrawn_at, one.withdraw_reason,
    )  # fmt: skip
