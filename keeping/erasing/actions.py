"""Erasing a person, blacking out words: texts are replaced by a mark, their digests stay, so that every proof holds.

docs/decisions/0048-erasing.md
"""

import hmac
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from keeping.erasing.models import Erasure, LegalHold
from keeping.erasing.names import Words
from keeping.erasing.queries import (
    TextPlace,
    drop_derived,
    holds_on,
    holds_on_tournaments,
    text_columns,
    value_at,
    with_text,
)
from keeping.erasing.sweep import without_guards
from papers.sheets import BLACKED, mark_of
from people.accounts.models import Player, User
from people.offices.access import erases_persons
from people.offices.log import seal_erased
from people.players.actions import OF_A_PLAYER
from people.players.models import Member, MemberChange, PlayerMerge, RosterUpdate, Suspension
from people.players.queries import kept_of, members_of, records_of
from records.action import Actor, action, required_text, save_checked
from records.locks import check_fields_unchanged, lock_tournament
from records.log import LINE, data_digest, write_line
from records.models import IdempotencyKey, LogEntry, RecordSalt
from records.official_records import Sealed
from records.requests import Refused
from records.rights import Right, rights_of
from records.seals import NO_SALT, name_of, new_salt, salts_of, shape_of, texts_in
from tournaments.setup.models import Tournament
from tournaments.staff.job_actions import drop_documents


@action
def erase_person(
    *, by: Actor, player: Player, found: Sequence[TextPlace], reason: str, seen: str | None = None
) -> Erasure:
    """Erase a player: their own row, and the texts found of them; every tournament concerned tells of it.

    found: the texts that were chosen, as they were read before the lock. seen: what the page showed of the player.
    """
    if not erases_persons(by.user):
        raise PermissionDenied
    player = Player.objects.select_for_update(of=("self",)).get(pk=kept_of(player).pk)
    check_fields_unchanged(player, OF_A_PLAYER, seen)
    if player.is_erased:
        raise Refused(_("Questa persona è già cancellata."))
    _refuse(holds_on(player))
    reason = _reason(reason, Words.of_player(player))
    # The records that were merged into it are the same person's. Each has an erasure of its own, so that a backup from
    # before they were merged is erased from as well.
    also = records_of(player)[1:]
    erasure = _erase_player(player, found, Erasure(number=_next_number(), reason=reason, by=by.user, at=by.at))
    for merged in also:
        _erase_player(merged, (), Erasure(number=_next_number(), reason=reason, by=by.user, at=by.at))
    seal_erased(by)
    return erasure


@action
def black_out(*, by: Actor, tournament: Tournament, found: Sequence[TextPlace], reason: str) -> Erasure:
    """Black out words of the tournament's texts, as a note that says too much; found: the texts that were chosen."""
    if Right.BLACK_OUT not in rights_of(by.user, tournament) and not erases_persons(by.user):
        raise PermissionDenied(Right.BLACK_OUT)
    if not found:
        raise Refused(_("Scegli almeno un testo da oscurare."))
    if any(one.tournament != tournament.pk for one in found):
        raise PermissionDenied
    _refuse(holds_on_tournaments([tournament.pk]))
    for words in {one.text[span.begins : span.ends] for one in found for span in one.spans}:
        reason = _reason(reason, Words.typed_as(words))
    erasure = Erasure(number=_next_number(), reason=reason, by=by.user, at=by.at)
    _erase(erasure, found, BLACKED, {tournament.pk}, "black_out")
    seal_erased(by)
    return erasure


@action
def erase_again(*, by: Actor, number: int, player: Player | None, found: Sequence[TextPlace], reason: str) -> Erasure:
    """What was erased once, from a backup of before that was restored; nobody is asked a second time."""
    erasure = Erasure(number=number, reason=reason, by=by.user, at=by.at)
    if player is not None:
        _erase_player(player, found, erasure)
    else:
        _erase(erasure, found, BLACKED, set(), "black_out")
    seal_erased(by)
    return erasure


def by_the_program(at: datetime, key: str) -> Actor:
    """Who acts where nobody does: an account by which nobody enters, since «!» is no password's digest."""
    known = {"first_name": "Programma", "is_active": False, "password": "!"}
    program, _made = User.objects.get_or_create(username="programma", defaults=known)
    return Actor(user=program, at=at, key=key)


@action
def set_hold(*, by: Actor, player: Player, reason: str) -> LegalHold:
    """Forbid that the person be erased until somebody lifts it."""
    if not erases_persons(by.user):
        raise PermissionDenied
    reason = required_text(reason, _("Scrivi il motivo del vincolo."))
    placed = LegalHold(player=player, reason=reason, set_by=by.user, set_at=by.at)
    save_checked(placed)
    return placed


@action
def lift_hold(*, by: Actor, placed: LegalHold) -> LegalHold:
    """What was to be waited for is over."""
    if not erases_persons(by.user):
        raise PermissionDenied
    placed = LegalHold.objects.select_for_update(of=("self",)).get(pk=placed.pk)
    if placed.lifted_at is not None:
        raise Refused(_("Il vincolo è già tolto."))
    placed.lifted_by, placed.lifted_at = by.user, by.at
    save_checked(placed)
    return placed


def _erase_player(player: Player, found: Sequence[TextPlace], erasure: Erasure) -> Erasure:
    played = set(Tournament.objects.filter(entries__members__player=player).values_list("pk", flat=True))
    _forget_sessions(Words.of_player(player))
    mark = mark_of(erasure.number)
    members = members_of([player])
    erasure.player = player
    _close_account(player, mark, erasure.by)
    # What tells of a player by key, as a seat, stays and shows this.
    for name in text_columns(Player):
        setattr(player, name, "")
    player.last_name = mark
    player.federation = player.club = player.account = player.minor_until = None
    player.save()
    _erase(erasure, found, mark, played, "erase_person")
    _forget_why_merged(player, mark)
    _forget_members(members, mark, erasure.at)
    _leave_out_of_waiting_files(mark)
    return erasure


def _forget_why_merged(player: Player, mark: str) -> None:
    """Why two records were one person's, or were not, tells of the person; that they were, and by whom, stays."""
    mine = PlayerMerge.objects.filter(Q(kept=player) | Q(merged=player))
    mine.update(reason=mark)
    mine.exclude(parted_reason="").update(parted_reason=mark)


def _forget_members(members: Sequence[int], mark: str, at: datetime) -> None:
    """The rows of rosters with the person's card say nobody any more; that somebody was suspended stays, not why."""
    gone: dict[str, Any] = dict.fromkeys(("first_name", "card_number", "card_key", "club_name", "category"), "")
    rows = Member.objects.filter(pk__in=members)
    rows.update(last_name=mark, valid_from=None, valid_until=None, minor_until=None, **gone)
    rows.filter(left_at__isnull=True).update(left_at=at)
    with without_guards({MemberChange._meta.db_table, Suspension._meta.db_table} if members else ()):
        MemberChange.objects.filter(member__in=members).update(fields={})
        Suspension.objects.filter(member__in=members).update(reason=mark, reference="")
        Suspension.objects.filter(member__in=members).exclude(lift_reason="").update(lift_reason=mark)


def _leave_out_of_waiting_files(mark: str) -> None:
    """A roster that waits to be accepted does not bring back whom the mark stands for."""
    for update in RosterUpdate.objects.filter(state=RosterUpdate.State.PENDING).select_for_update(of=("self",)):
        read = {name: [row for row in rows if mark not in str(row)] for name, rows in update.read.items()}
        if read != update.read:
            read["tables"] = []  # in another reading the person may be written otherwise
            RosterUpdate.objects.filter(pk=update.pk).update(read=read)


def _close_account(player: Player, mark: str, by: User) -> None:
    """Nobody signs in any more by the person's account; what it signed stays signed, by nobody's name."""
    account = player.account
    if account is None:
        return
    if account == by:
        raise Refused(_("È il tuo stesso accesso: chiedilo a un altro che amministra."))
    account.first_name, account.last_name, account.email = "", mark, ""
    account.username, account.is_active = f"erased-{account.pk}", False
    account.session_epoch += 1
    account.set_unusable_password()
    account.save()


def _refuse(holds: Iterable[str]) -> None:
    found = list(holds)
    if found:
        raise Refused(_("Non si può cancellare adesso."), *found)


def _reason(reason: str, words: Words) -> str:
    """Why, in words that do not say again what is erased."""
    reason = required_text(reason, _("Scrivi il motivo."))
    if words.spans(reason):
        raise Refused(_("Il motivo resta nel registro: scrivilo senza ciò che si cancella."))
    return reason


def _next_number() -> int:
    last: int | None = Erasure.objects.aggregate(last=models.Max("number"))["last"]
    return (last or 0) + 1


def _forget_sessions(words: Words) -> None:
    """What a page meant to tell somebody next may name the person."""
    for session in Session.objects.all():
        if words.spans(str(session.get_decoded())):
            session.delete()


def _erase(erasure: Erasure, found: Sequence[TextPlace], mark: str, tournaments: Collection[int], name: str) -> None:
    """Put the mark into every text, and a line into the log of every tournament concerned."""
    concerned = sorted({one.tournament for one in found if one.tournament is not None} | set(tournaments))
    for pk in concerned:
        lock_tournament(pk)
    erasure.places = [
        [f"{one.model._meta.label}:{one.pk}", one.place, [span[:2] for span in one.spans]] for one in found
    ]
    save_checked(erasure)
    # Made of what forms said, without a salt: by one of these a guess of what was typed is confirmed.
    IdempotencyKey.objects.exclude(content="").update(content="")
    texts: defaultdict[int | None, list[TextPlace]] = defaultdict(list)
    for one in found:
        texts[one.tournament].append(one)
    with without_guards({one.model._meta.db_table for one in found}):
        _rewrite_all(texts[None], mark, line=0)
        # One after the other: a line seals whatever was written since the one before, of whichever tournament.
        for tournament in Tournament.objects.filter(pk__in=concerned).order_by("pk"):
            mine = texts[tournament.pk]
            said = _rewrite_all(mine, mark, line=tournament.data_version + 1)
            drop_documents(tournament)
            drop_derived(tournament)
            _log_erasure(tournament, erasure, name, texts=len(mine), seals=said)


def _log_erasure(tournament: Tournament, erasure: Erasure, name: str, *, texts: int, seals: Mapping[str, str]) -> None:
    write_line(
        tournament=tournament,
        actor=erasure.by,
        at=erasure.at,
        action=name,
        record=erasure,
        data={"erasure": erasure.number, "texts": texts, "reason": erasure.reason},
        seals=seals,
    )


def _rewrite_all(found: Iterable[TextPlace], mark: str, *, line: int) -> dict[str, str]:
    """Put the mark into the texts, record by record; what lines of the log say since, to be sealed."""
    rows: defaultdict[tuple[type[models.Model], int], list[TextPlace]] = defaultdict(list)
    for one in found:
        rows[one.model, one.pk].append(one)
    seals: dict[str, str] = {}
    for (model, pk), texts in rows.items():
        seals |= _rewrite(model, pk, texts, mark, line=line)
    return seals


def _rewrite(model: type[models.Model], pk: int, texts: Sequence[TextPlace], mark: str, *, line: int) -> dict[str, str]:
    """Put the mark into the texts of one record, and keep the digests of what stood there."""
    record: Any = model._base_manager.select_for_update(of=("self",)).filter(pk=pk).first()
    if record is None or any(_now(record, one) != one.text for one in texts):
        raise Refused(_("Intanto un testo è cambiato: guarda di nuovo che cosa si cancella."))
    if isinstance(record, Sealed):
        _keep_digests(record, {one.place for one in texts}, line, int(texts[0].tournament or 0))
    changed: dict[str, Any] = {}
    for one in texts:
        value = changed.get(one.column, getattr(record, one.column))
        field: Any = model._meta.get_field(one.column)
        changed[one.column] = with_text(value, one.path, one.with_mark(mark)[: field.max_length])
    seals: dict[str, str] = {}
    if isinstance(record, LogEntry):
        changed |= _line_said_otherwise(record, changed["data"], line)
        seals[name_of(LINE, record.sequence)] = data_digest(record)
    # By the manager that notes what official records were written.
    model._default_manager.filter(pk=pk).update(**changed)
    return seals


def _now(record: models.Model, one: TextPlace) -> Any:
    try:
        return value_at(getattr(record, one.column), one.path)
    except (LookupError, TypeError):
        return None


def _line_said_otherwise(entry: LogEntry, data: Any, line: int) -> dict[str, Any]:
    """What a line of the log keeps of the data that it was hashed with; the erasing line seals what it says now."""
    erased = [*(entry.erased or []), [line, data_digest(entry)]]
    entry.data, entry.salt = data, new_salt()
    return {"salt": entry.salt, "erased": erased}


def _keep_digests(record: Sealed, places: Collection[str], line: int, tournament: int) -> None:
    """Let the record's salt go: of what is erased the digest stays, of what is left the salt is written out."""
    name = name_of(record._meta.label, record.pk)
    salt = salts_of(RecordSalt.objects.filter(record=name)).get(name, NO_SALT)
    kept: dict[str, dict[str, Any]] = {place: dict(one) for place, one in salt.texts.items()}
    shape = shape_of(type(record))
    digests: dict[str, str | None] = dict.fromkeys(places)
    for column, keys in shape.personal.items():
        for text in texts_in(getattr(record, column), keys, salt, column):
            place, own = text["place"], text["salt"]
            kept.setdefault(place, {})["salt"] = own
            if place in places:
                del kept[place]["salt"]
                digests[place] = hmac.digest(bytes.fromhex(own), text["text"].encode(), "sha256").hex()
    for place, was in digests.items():
        kept.setdefault(place, {})["erased"] = [*salt.erasures_of(place), [line, was]]
    told = {"salt": new_salt(), "texts": kept, "tournament_id": tournament}
    RecordSalt.objects.update_or_create(record=name, defaults=told)
