"""The roster brought up to date: a file is read, looked at, and accepted as a whole or let go.

docs/decisions/0079-the-roster.md

Members suspended for a time or until it is lifted, each with its reason; what was given is never changed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from hashlib import sha256
from pathlib import PurePath

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.roster.queries import Preview
from papers.sheets import local
from people.accounts.models import Federation, Player
from people.imports import roster
from people.imports.file_tables import LONGEST_WITH_CHOICE, is_workbook, readings_of
from people.imports.names import Order
from people.imports.roster_changes import Change, Changes
from people.imports.rows import card_key
from people.imports.table import ImportRefused, ListSheet, as_data, from_data, tidy_cell
from people.offices.log import write_federation_line
from people.players.models import Member, MemberChange, RosterUpdate, Suspension
from records.action import Actor, action, required_text, save_checked
from records.outside import ROSTER
from records.requests import Refused
from records.rights import FederationRight
from tournaments.entry_lists.words import no_roster_in_words, refusal_in_words

BATCH = 1_000
MOST_NAME = 200


@action(FederationRight.MANAGE_MEMBERS)
def stage_roster(*, by: Actor, federation: Federation, file_name: str, content: bytes) -> RosterUpdate:
    """Read a file with the whole roster; nothing of the roster changes until it is accepted."""
    try:
        tables = readings_of(content, ROSTER)
    except ImportRefused as error:
        raise Refused(refusal_in_words(error)) from error
    file = _read(tables, by, is_text=not is_workbook(content))
    # Of a longer file nobody chooses how it is read: all its readings would be kept until it is settled.
    kept = [as_data(table) for table in tables] if len(content) <= LONGEST_WITH_CHOICE else []
    update = RosterUpdate(
        federation=federation,
        file_name=tidy_cell(PurePath(file_name).name)[:MOST_NAME] or "?",
        digest=sha256(content).hexdigest(),
        read={**roster.as_data(file), "tables": kept},
        staged_by=by.user,
        staged_at=by.at,
    )
    save_checked(update)
    return update


def _read(tables: Sequence[ListSheet], by: Actor, *, is_text: bool, order: Order | None = None) -> roster.RosterFile:
    """The roster in the tables; is_text: they are readings of one text, of which the first with sense is meant."""
    today, fault = local(by.at).date(), None
    for choice in [[table] for table in tables] if is_text else [tables]:
        try:
            file = roster.read_roster(choice, today, order)
        except roster.NoRoster as error:
            fault = fault or error
        else:
            return replace(file, table=tables.index(choice[file.table]))
    raise Refused(no_roster_in_words(fault or roster.NoRoster(roster.RosterFault.NOBODY))) from fault


@action(FederationRight.MANAGE_MEMBERS)
def reread_roster(*, by: Actor, update: RosterUpdate, table: int, order: str = "") -> RosterUpdate:
    """Read a waiting file otherwise: with other letters or another separator, from another sheet, names turned."""
    _check_pending(update)
    kept = update.read.get("tables", [])
    if not 0 <= table < len(kept):
        raise Refused(_("Di questo file non c’è un’altra lettura: caricalo di nuovo."))
    file = _read([from_data(kept[table])], by, is_text=True, order=Order(order) if order else None)
    update.read = {**roster.as_data(replace(file, table=table)), "tables": kept}
    save_checked(update)
    return update


@action(FederationRight.MANAGE_MEMBERS)
def accept_roster(
    *,
    by: Actor,
    update: RosterUpdate,
    version: int,
    leave_out: bool = False,
    drop_many: bool = False,
    reading: str | None = None,
) -> RosterUpdate:
    """Make the roster what the file says.

    version: of the roster with which it was looked at; with another one it is to be looked at again. reading: as which
    the file was read then. leave_out: the rows that cannot be read are left out, and their members stay as they are.
    drop_many: more than a third may leave.
    """
    _check_pending(update)
    preview = Preview(update)
    if preview.version != version or reading not in (None, preview.reading):
        raise Refused(
            _("Intanto l’albo è stato aggiornato: ecco l’anteprima rifatta su com’è adesso. Riguardala, poi accetta.")
        )
    _check(preview, leave_out=leave_out, drop_many=drop_many)
    changes = preview.changes
    _apply(update, changes, by.at)
    update.number = version + 1
    suspended = _suspend(by, update, preview.suspended)
    _tell_minors(update, preview.file.members, by.at)
    counted = {"suspended": len(suspended)} if suspended else {}
    update.outcome = {**changes.counts, **counted, "unread": len(preview.file.unread)}
    _settle(update, by, RosterUpdate.State.ACCEPTED)
    return write_federation_line(by, update, version=update.number, digest=update.digest, **update.outcome)


@action(FederationRight.MANAGE_MEMBERS)
def discard_roster(*, by: Actor, update: RosterUpdate) -> RosterUpdate:
    """Let a file go; nothing of it remains but that it was."""
    _check_pending(update)
    _settle(update, by, RosterUpdate.State.DISCARDED)
    return write_federation_line(by, update, digest=update.digest)


def _check_pending(update: RosterUpdate) -> None:
    if not update.is_pending:
        words = _("Questo file è già %(state)s: lo ha deciso %(who)s.")
        raise Refused(words % {"state": update.get_state_display(), "who": update.settled_by})


def _settle(update: RosterUpdate, by: Actor, state: RosterUpdate.State) -> None:
    update.state, update.settled_by, update.settled_at = state.value, by.user, by.at
    update.read = {}
    save_checked(update)


def _check(preview: Preview, *, leave_out: bool, drop_many: bool) -> None:
    changes, unread = preview.changes, len(preview.file.unread)
    if not preview.file.members:
        raise Refused(_("Nel file non c’è nessuna riga che si possa leggere."))
    refused = []
    if unread and not leave_out:
        words = ngettext(
            "%(count)d riga non si legge: correggila nel file, oppure conferma di lasciarla fuori.",
            "%(count)d righe non si leggono: correggile nel file, oppure conferma di lasciarle fuori.",
            unread,
        )
        refused.append(words % {"count": unread})
    if changes.drops_many and not drop_many:
        words = _(
            "Uscirebbero dall’albo %(gone)d tesserati su %(all)d, più di un terzo: se il file è davvero l’albo intero, "
            "confermalo."
        )
        refused.append(words % {"gone": len(changes.gone), "all": changes.before})
    if refused:
        raise Refused(*refused)


def _apply(update: RosterUpdate, changes: Changes, at: datetime) -> None:
    """Write the changes and what they were, in a few queries however many they are."""
    federation = update.federation_id
    new = [_row(federation, one, pk=None) for one in changes.new]
    Member.objects.bulk_create(new, batch_size=BATCH)
    stay = [_row(federation, one.after, pk=one.stored.pk) for one in changes.changed]
    leave = [_row(federation, one.member, pk=one.pk, left_at=at) for one in changes.gone]
    # Not by `bulk_update`: of thousands it makes cases to choose among, which take the database seconds.
    Member.objects.bulk_create(
        [*stay, *leave], update_conflicts=True, unique_fields=["id"], update_fields=_WRITTEN, batch_size=BATCH
    )
    MemberChange.objects.bulk_create(_told(update, new, changes), batch_size=BATCH)


def _tell_minors(update: RosterUpdate, members: Iterable[roster.Member], at: datetime) -> None:
    """Who plays here by the card of a minor is one, unless their record says until when already."""
    today = local(at).date()
    minors = {one.key: day for one in members if (day := _day(one.minor_until)) and day > today}
    players = Player.objects.filter(federation=update.federation_id, minor_until__isnull=True) if minors else ()
    for player in players:
        if day := minors.get(card_key(player.card_number)):
            player.minor_until = day
            save_checked(player)


def _suspend(by: Actor, update: RosterUpdate, told: Sequence[roster.Member]) -> list[Suspension]:
    """Those whom the file tells to be suspended; without a first day from today, without a last until it is lifted."""
    keys = dict(Member.objects.filter(federation=update.federation_id).values_list("card_key", "pk")) if told else {}
    reason = _("Dall’elenco dei tesserati «%(file)s»: %(said)s")
    given = [
        Suspension(
            member_id=keys[one.key],
            starts_on=_day(one.standing.begins) or local(by.at).date(),
            ends_on=_day(one.standing.ends),
            reason=reason % {"file": update.file_name, "said": one.standing.said},
            set_by=by.user,
            set_at=by.at,
        )
        for one in told
    ]
    Suspension.objects.bulk_create(given, batch_size=BATCH)
    return given


_WRITTEN = (
    *("card_number", "last_name", "first_name", "club_name", "category"),
    *("valid_from", "valid_until", "minor_until", "left_at"),
)  # fmt: skip


def _row(federation: int, member: roster.Member, *, pk: int | None, left_at: datetime | None = None) -> Member:
    return Member(
        pk=pk,
        federation_id=federation,
        card_number=member.card,
        card_key=member.key,
        last_name=member.last_name,
        first_name=member.first_name,
        club_name=member.club,
        category=member.category,
        valid_from=_day(member.valid_from),
        valid_until=_day(member.valid_until),
        minor_until=_day(member.minor_until),
        left_at=left_at,
    )


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _told(update: RosterUpdate, new: Iterable[Member], changes: Changes) -> Iterator[MemberChange]:
    kinds = MemberChange.Kind
    yield from (MemberChange(member=one, update=update, kind=kinds.JOINED) for one in new)
    yield from (_changed(update, one) for one in changes.changed)
    yield from (MemberChange(member_id=one.pk, update=update, kind=kinds.LEFT) for one in changes.gone)


def _changed(update: RosterUpdate, one: Change) -> MemberChange:
    kind = MemberChange.Kind.RETURNED if one.is_return else MemberChange.Kind.CHANGED
    fields = {name: list(pair) for name, pair in one.fields.items()}
    return MemberChange(member_id=one.stored.pk, update=update, kind=kind, fields=fields)


MOST_REASON = 2000


@action(FederationRight.MANAGE_MEMBERS)
def suspend_member(
    *, by: Actor, member: Member, starts_on: date, ends_on: date | None, reason: str, reference: str = ""
) -> Suspension:
    """Suspend a member from a day on, to a last day or until it is lifted."""
    given = Suspension(
        member=member,
        starts_on=starts_on,
        ends_on=ends_on,
        reason=required_text(reason, _("Scrivi il motivo della sospensione."))[:MOST_REASON],
        reference=reference.strip(),
        set_by=by.user,
        set_at=by.at,
    )
    save_checked(given)
    return _log_suspension(by, given)


@action(FederationRight.MANAGE_MEMBERS)
def lift_suspension(*, by: Actor, suspension: Suspension, reason: str) -> Suspension:
    """End a suspension now; that it was in force stays on record."""
    if suspension.is_lifted:
        raise Refused(_("L’ha già tolta %(who)s.") % {"who": suspension.lifted_by})
    suspension.lift_reason = required_text(reason, _("Scrivi perché la sospensione è tolta."))[:MOST_REASON]
    suspension.lifted_by, suspension.lifted_at = by.user, by.at
    save_checked(suspension)
    return _log_suspension(by, suspension)


def _log_suspension(by: Actor, given: Suspension) -> Suspension:
    days = {"starts_on": given.starts_on.isoformat(), "ends_on": given.ends_on and given.ends_on.isoformat()}
    return write_federation_line(by, given, member=given.member_id, **days)
