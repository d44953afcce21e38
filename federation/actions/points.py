"""Tables of points are loaded, never changed; tournaments get their class, proposed or assigned, by versions."""

import hashlib

from django.utils.translation import gettext as _

from federation.actions.base import require_office
from federation.models import ClassVersion, PointsTable, ReceivedClass, ReceivedTournament, TournamentClass
from federation.points.reading import TableRefused, read_table
from federation.points.table import PointsTable as Table
from federation.queries.classes import class_of
from federation.queries.received_held import class_of_received
from federation.queries.tables import class_titles, tables_of
from federation.wording import problem_in_words
from tournaments.actions.base import Actor, action, require, required_text, save_checked
from tournaments.federation_log import hold_federation, write_federation_line
from tournaments.log import write_line
from tournaments.models import Federation, Tournament
from tournaments.permissions import FederationRight, Right
from tournaments.refusals import Refused


@action
def load_table(*, by: Actor, federation: Federation, text: str, reason: str = "") -> PointsTable:
    """Keep a table of points as it was written; of an edition that is known only the very same text."""
    require_office(by, federation, FederationRight.MANAGE_SEASON)
    hold_federation(federation)
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
    _tell(by, federation, loaded, "load_table", {"edition": loaded.edition, "sha256": digest})
    return loaded


def _known(known: PointsTable, digest: str) -> PointsTable:
    if known.sha256 != digest:
        words = _("L’edizione «%(edition)s» è già caricata e non cambia: dai una sigla nuova a quella corretta.")
        raise Refused(words % {"edition": known.edition})
    raise Refused(_("L’edizione «%(edition)s» è già caricata, uguale a questa.") % {"edition": known.edition})


def _same_days(table: Table, other: PointsTable) -> bool:
    ends_before = other.valid_until is not None and other.valid_until < table.since
    return not (ends_before or (table.until is not None and table.until < other.valid_from))


@action
def propose_class(*, by: Actor, tournament: Tournament, class_id: str, seen: int, reason: str = "") -> TournamentClass:
    """Say, from the direction, of which class the tournament is meant to be; the federation assigns it."""
    require(by, tournament, Right.MANAGE_ROUNDS)
    now = class_of(tournament)
    if now is not None and now.state != TournamentClass.State.PROPOSED:
        raise Refused(_("La federazione ha già deciso la classe: chiedi alla segreteria."))
    said = _next(now, by=by, tournament=tournament, seen=seen)
    said.state, said.class_id = TournamentClass.State.PROPOSED, _known_class(tournament.federation, class_id)
    said.reason = reason.strip()
    _check_reason(said)
    save_checked(said)
    data = {"class": said.class_id, "version": said.version, "reason": said.reason}
    write_line(tournament=tournament, actor=by.user, at=by.at, action="propose_class", record=said, data=data)
    return said


@action
def assign_class(*, by: Actor, tournament: Tournament, class_id: str, seen: int, reason: str = "") -> TournamentClass:
    """Say, for the federation, of which class the tournament is; of none: it counts in no season."""
    federation = tournament.federation
    require_office(by, federation, FederationRight.MANAGE_SEASON)
    hold_federation(federation)
    now = class_of(tournament)
    said = _next(now, by=by, tournament=tournament, seen=seen)
    said.class_id = _known_class(federation, class_id) if class_id else ""
    said.state = TournamentClass.State.ASSIGNED if class_id else TournamentClass.State.NONE
    said.reason = reason.strip()
    if not said.reason and now and now.state == TournamentClass.State.PROPOSED and now.class_id == said.class_id:
        said.reason = _("Come proposto dalla direzione")
    _check_reason(said)
    save_checked(said)
    _tell(by, federation, said, "assign_class", {"class": said.class_id, "version": said.version})
    return said


@action
def assign_received_class(
    *, by: Actor, received: ReceivedTournament, class_id: str, seen: int, reason: str = ""
) -> ReceivedClass:
    """The same of a tournament that came in a package: nobody of its direction proposes here."""
    federation = received.federation
    require_office(by, federation, FederationRight.MANAGE_SEASON)
    hold_federation(federation)
    now = class_of_received(received)
    _check_seen(now, seen)
    said = ReceivedClass(received=received, version=seen + 1 if now else 1, noted_by=by.user, noted_at=by.at)
    said.class_id = _known_class(federation, class_id) if class_id else ""
    said.state = ReceivedClass.State.ASSIGNED if class_id else ReceivedClass.State.NONE
    said.reason = reason.strip()
    _check_reason(said)
    save_checked(said)
    _tell(by, federation, said, "assign_class", {"class": said.class_id, "version": said.version})
    return said


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


def _tell(
    by: Actor, federation: Federation, record: PointsTable | ClassVersion, name: str, data: dict[str, object]
) -> None:
    write_federation_line(federation=federation, actor=by.user, at=by.at, action=name, record=record, data=data)
