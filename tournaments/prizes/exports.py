"""The prizes with their winners, as rows for the prize-giving."""

from django.utils.translation import gettext as _

from papers.sheets import Cell, Column, Kind, Sheet, euros
from tournaments.prizes.queries import awards, prize_money, publications_giving
from tournaments.publication.models import Prize, Publication
from tournaments.setup.models import Tournament


def prizes_sheet(tournament: Tournament) -> Sheet:
    """A row per winner; a prize that nobody won yet has an empty one."""
    given = awards(tournament)
    sums = prize_money(one.prize for one in given)
    footer: tuple[Cell, ...] = (_("Totale"), euros(sums), "", None, None, "")
    return Sheet.of(
        _("Premi"),
        [(award.prize, won) for award in given for won in award.winners or [None]],
        Column(_("Premio"), Kind.TEXT, 26, lambda one: one[0].name),
        Column(_("Valore"), Kind.TEXT, 12, lambda one: _worth(one[0])),
        Column(_("Fra"), Kind.TEXT, 18, lambda one: _field(one[0])),
        Column(_("Pos."), Kind.INTEGER, 5, lambda one: one[1].place if one[1] else None),
        Column(_("Coppia"), Kind.INTEGER, 6, lambda one: one[1].row.entry.number if one[1] else None),
        Column(_("Nome"), Kind.TEXT, 34, lambda one: one[1].row.entry.name if one[1] else ""),
        subtitle=_by_which(publications_giving(given)),
        footer=footer if sums else (),
    )


def _worth(prize: Prize) -> str:
    return euros(prize.cents) if prize.cents is not None else _("in natura") if prize.in_kind else ""


def _field(prize: Prize) -> str:
    return prize.group.name if prize.group else prize.category or _("tutta la classifica")


def _by_which(deciding: list[Publication]) -> str:
    if not deciding:
        return _("Nessuna classifica assegna ancora i premi.")
    return "; ".join(
        _("%(stage)s: classifica n. %(number)d, %(kind)s")
        % {"stage": one.stage.name, "number": one.number, "kind": one.get_kind_display()}
        for one in deciding
    )
