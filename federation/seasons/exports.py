"""A season's published standings as rows, for paper and for a workbook: players, clubs, and from which standings."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.points.table import points_from
from federation.seasons.models import SeasonPublication
from federation.seasons.queries import season_names, stored_rows, tournament_names
from federation.seasons.rows import SeasonRows, counted
from federation.seasons.words import counted_in_words, sum_in_words
from papers.sheets import Column, Imprint, Kind, Sheet, local, long_date
from people.offices.log import head_of


def season_title(publication: SeasonPublication) -> str:
    return _("%(season)s: classifica n. %(number)d") % {"season": publication.season, "number": publication.number}


def season_sheets(publication: SeasonPublication, day: date) -> list[Sheet]:
    rows = stored_rows(publication)
    notes = (
        _("Impronta SHA-256: %(hash)s") % {"hash": publication.hash},
        _("Tabella dei punti: %(table)s. Fonte: %(source)s.")
        % {"table": publication.rules.table, "source": publication.rules.table.source},
    )
    return [_players(publication, rows, day, notes), _clubs(publication, rows, day, notes), _sources(publication)]


def season_imprint(publication: SeasonPublication, at: Any) -> Imprint:
    federation = publication.season.federation
    head = str(head_of(federation))
    return Imprint(
        title=season_title(publication),
        owner=federation.name,
        at=at,
        author=federation.name,
        language=get_language() or "it",
        head=head,
        code=f"{federation.code} {head}",
    )


def _players(publication: SeasonPublication, rows: SeasonRows, day: date, notes: tuple[str, ...]) -> Sheet:
    names = season_names(rows.players, day)
    return Sheet.of(
        _("Giocatori"),
        rows.players,
        Column(_("Pos."), Kind.INTEGER, 5, lambda row: row["place"]),
        Column(_("Giocatore"), Kind.TEXT, 34, lambda row: names.players[row["of"]]),
        Column(_("Punti"), Kind.FRACTION, 9, lambda row: points_from(row["points"])),
        Column(_("Come"), Kind.TEXT, 50, _how),
        subtitle=_subtitle(publication),
        notes=notes,
    )


def _how(row: Mapping[str, Any]) -> str:
    figures, made = counted(row["results"]), len(row["results"])
    return f"{counted_in_words(len(figures), made)}: {sum_in_words(figures, points_from(row['points']))}"


def _clubs(publication: SeasonPublication, rows: SeasonRows, day: date, notes: tuple[str, ...]) -> Sheet:
    names = season_names(rows.clubs, day, clubs=True)
    return Sheet.of(
        _("Circoli"),
        rows.clubs,
        Column(_("Pos."), Kind.INTEGER, 5, lambda row: row["place"]),
        Column(_("Circolo"), Kind.TEXT, 40, lambda row: names.clubs[row["of"]]),
        Column(_("Punti"), Kind.FRACTION, 9, lambda row: points_from(row["points"])),
        Column(_("Tornei"), Kind.INTEGER, 8, lambda row: len(row["results"])),
        subtitle=_subtitle(publication),
        notes=notes,
    )


def _sources(publication: SeasonPublication) -> Sheet:
    names = tournament_names({one["held"] for one in publication.sources})
    return Sheet.of(
        _("Da quali tornei"),
        publication.sources,
        Column(_("Torneo"), Kind.TEXT, 40, lambda one: names[one["held"]].name),
        Column(_("Classe"), Kind.TEXT, 8, lambda one: one["class"]),
        Column(_("Classifiche definitive"), Kind.TEXT, 74, lambda one: _finals(one["finals"])),
        subtitle=_subtitle(publication),
    )


def _finals(finals: Sequence[Sequence[Any]]) -> str:
    return "\n".join(_("n. %(number)d: %(hash)s") % {"number": number, "hash": digest} for _s, number, digest in finals)


def _subtitle(publication: SeasonPublication) -> str:
    return f"{season_title(publication)} · {long_date(local(publication.published_at))}"
