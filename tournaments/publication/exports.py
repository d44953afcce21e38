"""A publication as paper: the rows as they were published, who played, every tie once, the proof below.

The prizes with their winners, as rows for the prize-giving.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from papers.sheets import Cell, Column, Kind, Sheet, euros, long_date
from tournaments.publication.models import Prize, Publication
from tournaments.publication.queries import (
    PublishedSection,
    awards,
    prize_money,
    publications_giving,
    sections,
    tables_in_words,
)
from tournaments.setup.models import Tournament
from tournaments.standings.exports import rows_sheet


def publication_sheets(publication: Publication) -> list[Sheet]:
    found = sections(publication)
    return [_sheet(publication, section, proof_notes(publication) if section is found[-1] else ()) for section in found]


def title_of(publication: Publication) -> str:
    words = {"number": publication.number, "kind": publication.get_kind_display()}
    return _("Classifica n. %(number)d, %(kind)s") % words


def proof_notes(publication: Publication) -> tuple[str, ...]:
    return (
        _("Impronta SHA-256: %(hash)s") % {"hash": publication.hash},
        _("Dati fino alla riga %(version)d del registro; programma %(engine)s.")
        % {"version": publication.data_version, "engine": publication.engine_version},
    )


def subtitle_of(publication: Publication) -> str:
    words = [
        publication.stage.name,
        _("dopo il turno %(round)d") % {"round": publication.round_number},
        long_date(publication.published_at),
    ]
    if publication.closes_at:
        words.append(_("segnalazioni fino alle %(time)s") % {"time": long_date(publication.closes_at).split(", ")[-1]})
    return " · ".join([*words, *([publication.reason] if publication.reason else [])])


def _sheet(publication: Publication, section: PublishedSection, proof: Iterable[str]) -> Sheet:
    title = title_of(publication)
    return rows_sheet(
        section.rows,
        title=f"{title}: {section.name}" if section.name else title,
        subtitle=subtitle_of(publication),
        called=publication.tournament.entry_title,
        more_notes=[*_gaps(section), *proof],
    )


def _gaps(section: PublishedSection) -> list[str]:
    if not section.pending:
        return []
    return [_("Senza i risultati di: %(tables)s.") % {"tables": tables_in_words(section.pending)}]


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
        Column(tournament.entry_title, Kind.INTEGER, 6, lambda one: one[1].row.entry.number if one[1] else None),
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
