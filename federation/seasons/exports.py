"""A season's published standings as rows, for paper and for a workbook: players, clubs, and from which standings."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.points.table import points_from
from federation.seasons.models import SeasonPublication
from federation.seasons.names import Called, called, tournaments_called
from federation.seasons.queries import stored_rows
from federation.seasons.rows import SeasonRows, counted
from federation.seasons.words import counted_in_words, sum_in_words
from papers.imprint import Imprint
from papers.sheets import Cell, Kind, Sheet, columns, local, long_date
from people.offices.models import FederationLine


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
    last = FederationLine.objects.filter(federation=federation).order_by("-sequence").first()
    head = f"{last.sequence}:{last.hash[:16]}" if last else ""
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
    names = called(rows.players, day)
    heads = columns(
        ("place", _("Pos."), Kind.INTEGER, 5),
        ("name", _("Giocatore"), Kind.TEXT, 34),
        ("points", _("Punti"), Kind.FRACTION, 9),
        ("how", _("Come"), Kind.TEXT, 50),
    )
    lines = tuple(_player(row, names) for row in rows.players)
    return Sheet(_("Giocatori"), heads, lines, subtitle=_subtitle(publication), notes=notes)


def _player(row: Mapping[str, Any], names: Called) -> tuple[Cell, ...]:
    figures, made = counted(row["results"]), len(row["results"])
    how = f"{counted_in_words(len(figures), made)}: {sum_in_words(figures, points_from(row['points']))}"
    return (row["place"], names.players[row["of"]], points_from(row["points"]), how)


def _clubs(publication: SeasonPublication, rows: SeasonRows, day: date, notes: tuple[str, ...]) -> Sheet:
    names = called(rows.clubs, day, clubs=True)
    heads = columns(
        ("place", _("Pos."), Kind.INTEGER, 5),
        ("name", _("Circolo"), Kind.TEXT, 40),
        ("points", _("Punti"), Kind.FRACTION, 9),
        ("tournaments", _("Tornei"), Kind.INTEGER, 8),
    )
    lines = tuple(
        (row["place"], names.clubs[row["of"]], points_from(row["points"]), len(row["results"])) for row in rows.clubs
    )
    return Sheet(_("Circoli"), heads, lines, subtitle=_subtitle(publication), notes=notes)


def _sources(publication: SeasonPublication) -> Sheet:
    names = tournaments_called({one["held"] for one in publication.sources})
    heads = columns(
        ("tournament", _("Torneo"), Kind.TEXT, 40),
        ("class", _("Classe"), Kind.TEXT, 8),
        ("finals", _("Classifiche definitive"), Kind.TEXT, 74),
    )
    lines = tuple((names[one["held"]].name, one["class"], _finals(one["finals"])) for one in publication.sources)
    return Sheet(_("Da quali tornei"), heads, lines, subtitle=_subtitle(publication))


def _finals(finals: Sequence[Sequence[Any]]) -> str:
    return "\n".join(_("n. %(number)d: %(hash)s") % {"number": number, "hash": digest} for _s, number, digest in finals)


def _subtitle(publication: SeasonPublication) -> str:
    return f"{season_title(publication)} · {long_date(local(publication.published_at))}"
