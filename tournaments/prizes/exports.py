"""The prizes with their winners, as rows for the prize-giving."""

from django.utils.translation import gettext as _

from papers.sheets import Cell, Kind, Sheet, columns, euros
from tournaments.prizes.queries import AwardedPrize, awards, giving, prize_money
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament


def prizes_sheet(tournament: Tournament) -> Sheet:
    """A row per winner; a prize that nobody won yet has an empty one."""
    given = awards(tournament)
    heads = columns(
        ("prize", _("Premio"), Kind.TEXT, 26),
        ("worth", _("Valore"), Kind.TEXT, 12),
        ("field", _("Fra"), Kind.TEXT, 18),
        ("place", _("Pos."), Kind.INTEGER, 5),
        ("number", _("Coppia"), Kind.INTEGER, 6),
        ("name", _("Nome"), Kind.TEXT, 34),
    )
    rows = tuple(row for award in given for row in _rows(award))
    sums = prize_money(one.prize for one in given)
    footer: tuple[Cell, ...] = (_("Totale"), euros(sums), "", None, None, "")
    return Sheet(_("Premi"), heads, rows, subtitle=_by_which(giving(given)), footer=footer if sums else ())


def _rows(award: AwardedPrize) -> list[tuple[Cell, ...]]:
    prize = award.prize
    worth = euros(prize.cents) if prize.cents is not None else _("in natura") if prize.in_kind else ""
    field = prize.group.name if prize.group else prize.category or _("tutta la classifica")
    if not award.winners:
        return [(prize.name, worth, field, None, None, "")]
    return [(prize.name, worth, field, won.place, won.row.entry.number, won.row.entry.name) for won in award.winners]


def _by_which(deciding: list[Publication]) -> str:
    if not deciding:
        return _("Nessuna classifica assegna ancora i premi.")
    return "; ".join(
        _("%(stage)s: classifica n. %(number)d, %(kind)s")
        % {"stage": one.stage.name, "number": one.number, "kind": one.get_kind_display()}
        for one in deciding
    )
