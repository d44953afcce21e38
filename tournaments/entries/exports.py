"""Whoever was admitted although the roster of the federation spoke against it, as rows."""

from django.utils.translation import gettext as _

from papers.sheets import Column, Kind, Sheet
from tournaments.entries.models import Admission
from tournaments.entries.words import admitted_for
from tournaments.setup.models import Tournament


def admissions_sheet(tournament: Tournament) -> Sheet:
    """Every admission, those taken back too; no rows where nobody had to be admitted."""
    found = Admission.objects.filter(entry__tournament=tournament).order_by("entry__number", "pk")
    return Sheet.of(
        _("Ammissioni"),
        found.select_related("entry", "player", "by", "withdrawn_by"),
        Column(_("Iscrizione"), Kind.INTEGER, 7, lambda one: one.entry.number),
        Column(_("Giocatore"), Kind.TEXT, 26, lambda one: str(one.player)),
        Column(_("Che cosa diceva l’albo"), Kind.TEXT, 26, lambda one: admitted_for(one.findings)),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one.reason),
        Column(_("Ammesso da"), Kind.TEXT, 22, lambda one: str(one.by)),
        Column(_("Ammesso il"), Kind.MOMENT, 16, lambda one: one.at),
        Column(_("Ritirata da"), Kind.TEXT, 22, lambda one: str(one.withdrawn_by or "")),
        Column(_("Ritirata il"), Kind.MOMENT, 16, lambda one: one.withdrawn_at),
        Column(_("Perché è stata ritirata"), Kind.TEXT, 30, lambda one: one.withdraw_reason),
    )
