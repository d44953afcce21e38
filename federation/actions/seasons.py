"""Seasons: opened, their rules changed by a new version, their standings published."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from federation.actions.base import require_office
from federation.actions.happenings import tell_of_season
from federation.models import PointsTable, Season, SeasonPublication, SeasonRow, SeasonRules
from federation.queries.season_rows import SeasonRows
from federation.queries.seasons import SeasonNow, hash_of, publications_of, rules_of, season_now
from federation.queries.tables import table_of
from tournaments.actions.base import Actor, action, required_text, save_checked
from tournaments.federation_log import hold_federation, write_federation_line
from tournaments.models import Federation
from tournaments.permissions import FederationRight
from tournaments.publishing.version import engine_version
from tournaments.refusals import Refused


@dataclass(frozen=True)
class Said:
    """What counts in a season, as a form says it."""

    starts_on: date
    ends_on: date
    table: PointsTable
    classes: Collection[str]
    best: int | None
    club_best: int | None
    ties: str


@action
def open_season(*, by: Actor, federation: Federation, code: str, name: str, said: Said) -> Season:
    require_office(by, federation, FederationRight.MANAGE_SEASON)
    hold_federation(federation)
    season = Season(federation=federation, code=code, name=name.strip(), made_by=by.user, made_at=by.at)
    save_checked(season)
    rules = _rules(season, said, by=by, version=1, reason="")
    _tell(by, season, "open_season", rules, {"season": season.pk, **_in_log(rules)})
    return season


@action
def change_rules(*, by: Actor, season: Season, said: Said, seen: int, reason: str) -> SeasonRules:
    """Let other rules hold from now on; what was published stays. seen: the version that the page showed."""
    federation = season.federation
    require_office(by, federation, FederationRight.MANAGE_SEASON)
    hold_federation(federation)
    now = rules_of(season)
    if now.version != seen:
        raise Refused(_("Intanto %(who)s ha cambiato le regole: riguarda e salva di nuovo.") % {"who": now.set_by})
    why = required_text(reason, _("Scrivi perché le regole cambiano."))
    rules = _rules(season, said, by=by, version=now.version + 1, reason=why)
    _tell(by, season, "change_season_rules", rules, _in_log(rules))
    return rules


@action
def publish_season(*, by: Actor, season: Season, seen: int, figures: str, reason: str = "") -> SeasonPublication:
    """Show everybody the standings as they are now.

    seen: the number of the last ones published when the page was made, 0 for none; figures: those that it showed.
    """
    federation = season.federation
    require_office(by, federation, FederationRight.MANAGE_SEASON)
    hold_federation(federation)
    last, now = publications_of(season).first(), season_now(season)
    if (last.number if last else 0) != seen:
        raise Refused(_("Intanto è stata pubblicata un’altra classifica: riguarda e pubblica di nuovo."))
    if now.rows.figures != figures:
        raise Refused(_("Intanto i punti sono cambiati: riguarda la classifica e pubblica di nuovo."))
    if not now.rows.players:
        raise Refused(_("Non c’è ancora nessuno in classifica."))
    if last is None:
        return _publish(now, by=by, number=1, reason=reason.strip())
    if last.figures == figures and last.rules_id == now.rules.pk and last.sources == now.sources:
        raise Refused(_("È uguale all’ultima pubblicata."))
    why = required_text(reason, _("Scrivi perché prende il posto di quella pubblicata."))
    return _publish(now, by=by, number=last.number + 1, reason=why)


def _rules(season: Season, said: Said, *, by: Actor, version: int, reason: str) -> SeasonRules:
    _check(season, said)
    rules = SeasonRules(
        season=season,
        version=version,
        starts_on=said.starts_on,
        ends_on=said.ends_on,
        table=said.table,
        classes=sorted(said.classes),
        best=said.best,
        club_best=said.club_best,
        ties=said.ties,
        reason=reason,
        set_by=by.user,
        set_at=by.at,
    )
    save_checked(rules)
    return rules


def _check(season: Season, said: Said) -> None:
    """Refuse rules by which nothing could be counted."""
    if said.table.federation_id != season.federation_id:
        raise ValueError("a table of another federation")
    if said.ends_on < said.starts_on:
        raise Refused(_("La stagione finisce prima di cominciare."))
    table = table_of(said.table)
    if not table.covers(said.starts_on, said.ends_on):
        raise Refused(_("La tabella dei punti non vale per tutti i giorni della stagione: scegline un’altra."))
    if not said.classes:
        raise Refused(_("Scegli almeno una classe che conta."))
    if unknown := sorted(set(said.classes) - table.classes.keys()):
        words = _("La tabella scelta non ha queste classi: %(classes)s.")
        raise Refused(words % {"classes": ", ".join(unknown)})


def _publish(now: SeasonNow, *, by: Actor, number: int, reason: str) -> SeasonPublication:
    publication = SeasonPublication(
        season=now.season,
        number=number,
        rules=now.rules,
        sources=now.sources,
        figures=now.rows.figures,
        engine_version=engine_version(),
        published_by=by.user,
        published_at=by.at,
        reason=reason,
    )
    publication.hash = hash_of(publication, now.rows)
    save_checked(publication)
    SeasonRow.objects.bulk_create(_lines(publication, now.rows), batch_size=500)
    data = {"number": number, "hash": publication.hash, "rules": now.rules.version}
    _tell(by, now.season, "publish_season", publication, data)
    tell_of_season(publication)
    return publication


def _lines(publication: SeasonPublication, rows: SeasonRows) -> list[SeasonRow]:
    lines = []
    for kind, some in (("player_id", rows.players), ("club_id", rows.clubs)):
        for number, row in enumerate(some, start=1):
            told = {"place": row["place"], "points": row["points"], "results": row["results"], kind: row["of"]}
            lines.append(SeasonRow(publication=publication, number=number, **told))
    return lines


def _in_log(rules: SeasonRules) -> dict[str, object]:
    return {
        "version": rules.version,
        "from": rules.starts_on.isoformat(),
        "to": rules.ends_on.isoformat(),
        "table": rules.table.edition,
        "classes": rules.classes,
        "best": rules.best,
        "club_best": rules.club_best,
        "ties": rules.ties,
    }


def _tell(
    by: Actor, season: Season, name: str, record: Season | SeasonRules | SeasonPublication, data: Mapping[str, object]
) -> None:
    write_federation_line(federation=season.federation, actor=by.user, at=by.at, action=name, record=record, data=data)
