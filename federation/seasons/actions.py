"""Seasons: opened, their rules changed by a new version, their standings published.

Tables of points are loaded, never changed; tournaments get their class, proposed or assigned, by versions.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from federation.packages.actions import check_as_signed
from federation.points.table import PointsTable as Table
from federation.points.table_file import TableRefused, read_table
from federation.received.models import ReceivedClass, ReceivedTournament
from federation.received.queries import class_of, homologated
from federation.seasons.models import (
    ClassVersion,
    PointsTable,
    Season,
    SeasonPublication,
    SeasonRow,
    SeasonRules,
    TournamentClass,
)
from federation.seasons.places import Counts, class_of_received
from federation.seasons.queries import SeasonNow, hash_of, publications_of, rules_of, season_now
from federation.seasons.rows import SeasonRows, class_titles, table_of, tables_of
from federation.seasons.words import problem_in_words
from federation.webhooks.actions import notify_of_season
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import FederationRight, Right
from tournaments.publication.proof import engine_version
from tournaments.setup.models import Tournament


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


@action(FederationRight.MANAGE_SEASON)
def open_season(*, by: Actor, federation: Federation, code: str, name: str, said: Said) -> Season:
    season = Season(federation=federation, code=code, name=name.strip(), made_by=by.user, made_at=by.at)
    save_checked(season)
    rules = _rules(season, said, by=by, version=1, reason="")
    write_federation_line(by, rules, season=season.pk, **_in_log(rules))
    return season


@action(FederationRight.MANAGE_SEASON, logs="change_season_rules")
def change_rules(*, by: Actor, season: Season, said: Said, seen: int, reason: str) -> SeasonRules:
    """Let other rules hold from now on; what was published stays. seen: the version that the page showed."""
    now = rules_of(season)
    if now.version != seen:
        raise Refused(_("Intanto %(who)s ha cambiato le regole: riguarda e salva di nuovo.") % {"who": now.set_by})
    why = required_text(reason, _("Scrivi perché le regole cambiano."))
    rules = _rules(season, said, by=by, version=now.version + 1, reason=why)
    return write_federation_line(by, rules, **_in_log(rules))


@action(FederationRight.MANAGE_SEASON)
def publish_season(*, by: Actor, season: Season, seen: int, figures: str, reason: str = "") -> SeasonPublication:
    """Show everybody the standings as they are now.

    seen: the number of the last ones published when the page was made, 0 for none; figures: those that it showed.
    """
    last, now = publications_of(season).first(), season_now(season)
    if (last.number if last else 0) != seen:
        raise Refused(_("Intanto è stata pubblicata un’altra classifica: riguarda e pubblica di nuovo."))
    if now.rows.figures != figures:
        raise Refused(_("Intanto i punti sono cambiati: riguarda la classifica e pubblica di nuovo."))
    if not now.rows.players:
        raise Refused(_("Non c’è ancora nessuno in classifica."))
    counting = {one.received.uid for one in now.considered if one.received and one.counts is Counts.YES}
    for uid, package in homologated(season.federation).items() if counting else ():
        if uid in counting:
            check_as_signed(package)
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
    write_federation_line(by, publication, number=number, hash=publication.hash, rules=now.rules.version)
    notify_of_season(publication)
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


@action(FederationRight.MANAGE_SEASON)
def load_table(*, by: Actor, federation: Federation, text: str, reason: str = "") -> PointsTable:
    """Keep a table of points as it was written; of an edition that is known only the very same text."""
    try:
        table = read_table(text)
    except TableRefused as error:
        raise Refused(*map(problem_in_words, error.problems[:20])) from error
    digest = hashlib.sha256(text.encode()).hexdigest()
    known = tables_of(federation).filter(edition=table.id).first()
    if known is not None:
        return _known(known, digest)
    why = reason.strip()
    if not why and any(_same_days(table, one) for one in tables_of(federation)):
        raise Refused(_("Per questi giorni c’è già una tabella: scrivi perché ne arriva un’altra."))
    loaded = PointsTable(
        federation=federation,
        edition=table.id,
        title=table.title,
        source=table.source,
        text=text,
        sha256=digest,
        valid_from=table.since,
        valid_until=table.until,
        example=table.example,
        reason=why,
        loaded_by=by.user,
        loaded_at=by.at,
    )
    save_checked(loaded)
    return write_federation_line(by, loaded, edition=loaded.edition, sha256=digest)


def _known(known: PointsTable, digest: str) -> PointsTable:
    if known.sha256 != digest:
        words = _("L’edizione «%(edition)s» è già caricata e non cambia: dai una sigla nuova a quella corretta.")
        raise Refused(words % {"edition": known.edition})
    raise Refused(_("L’edizione «%(edition)s» è già caricata, uguale a questa.") % {"edition": known.edition})


def _same_days(table: Table, other: PointsTable) -> bool:
    ends_before = other.valid_until is not None and other.valid_until < table.since
    return not (ends_before or (table.until is not None and table.until < other.valid_from))


@action(Right.MANAGE_ROUNDS)
def propose_class(*, by: Actor, tournament: Tournament, class_id: str, seen: int, reason: str = "") -> TournamentClass:
    """Say, from the direction, of which class the tournament is meant to be; the federation assigns it."""
    now = class_of(tournament)
    if now is not None and now.state != TournamentClass.State.PROPOSED:
        raise Refused(_("La federazione ha già deciso la classe: chiedi alla segreteria."))
    said = _next(now, by=by, tournament=tournament, seen=seen)
    said.state, said.class_id = TournamentClass.State.PROPOSED, _known_class(tournament.federation, class_id)
    said.reason = reason.strip()
    _check_reason(said)
    save_checked(said)
    write_federation_line(by, said, **{"class": said.class_id}, version=said.version)
    return by.log(said, **{"class": said.class_id}, version=said.version, reason=said.reason)


@action(FederationRight.MANAGE_SEASON)
def assign_class(*, by: Actor, tournament: Tournament, class_id: str, seen: int, reason: str = "") -> TournamentClass:
    """Say, for the federation, of which class the tournament is; of none: it counts in no season."""
    federation = tournament.federation
    now = class_of(tournament)
    said = _next(now, by=by, tournament=tournament, seen=seen)
    said.class_id = _known_class(federation, class_id) if class_id else ""
    said.state = TournamentClass.State.ASSIGNED if class_id else TournamentClass.State.NONE
    said.reason = reason.strip()
    if not said.reason and now and now.state == TournamentClass.State.PROPOSED and now.class_id == said.class_id:
        said.reason = _("Come proposto dalla direzione")
    _check_reason(said)
    save_checked(said)
    return write_federation_line(by, said, **{"class": said.class_id}, version=said.version)


@action(FederationRight.MANAGE_SEASON, logs="assign_class")
def assign_received_class(
    *, by: Actor, received: ReceivedTournament, class_id: str, seen: int, reason: str = ""
) -> ReceivedClass:
    """The same of a tournament that came in a package: nobody of its direction proposes here."""
    federation = received.federation
    now = class_of_received(received)
    _check_seen(now, seen)
    said = ReceivedClass(received=received, version=seen + 1 if now else 1, noted_by=by.user, noted_at=by.at)
    said.class_id = _known_class(federation, class_id) if class_id else ""
    said.state = ReceivedClass.State.ASSIGNED if class_id else ReceivedClass.State.NONE
    said.reason = reason.strip()
    _check_reason(said)
    save_checked(said)
    return write_federation_line(by, said, **{"class": said.class_id}, version=said.version)


def _next(now: TournamentClass | None, *, by: Actor, tournament: Tournament, seen: int) -> TournamentClass:
    """The next version; seen: the one that the page showed, 0 for none."""
    _check_seen(now, seen)
    version = now.version if now else 0
    return TournamentClass(tournament=tournament, version=version + 1, noted_by=by.user, noted_at=by.at)


def _check_seen(now: ClassVersion | None, seen: int) -> None:
    if now is not None and seen != now.version:
        words = _("Intanto %(who)s ha scritto: %(class)s. Riguarda e invia di nuovo.")
        raise Refused(words % {"who": now.noted_by, "class": now.class_id or now.get_state_display()})


def _known_class(federation: Federation, class_id: str) -> str:
    if class_id not in class_titles(tables_of(federation)):
        raise Refused(_("Nessuna tabella della federazione ha questa classe."))
    return class_id


def _check_reason(said: ClassVersion) -> None:
    if said.version > 1:
        required_text(said.reason, _("Scrivi perché la classe cambia."))
