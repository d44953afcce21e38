"""What is kept of a person handed out; two records of one person merged, and parted again.

What points to either stays where it is: docs/decisions/0065-two-records-of-one-person.md
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from keeping.erasing.queries import legal_holds_on
from keeping.personal_data.queries import Person
from people.accounts.models import MAY_HAND_OUT, PersonalExport, Player, User
from people.offices.access import require_somewhere
from people.players.actions import OF_A_PLAYER
from people.players.models import PlayerMerge
from people.players.queries import in_force, with_merged
from records.action import Actor, action, required_text, save_checked
from records.locks import fields_digest, fields_in_words, lock_tournament, overtaken
from records.log import write_line
from records.requests import Refused
from records.rights import Right
from tournaments.setup.models import Tournament

# Given in the archive to whoever answers such requests; administrators have it.


@transaction.atomic
def hand_out(*, by: User, person: Person, form: str, at: datetime) -> PersonalExport:
    """Note that the person's data go out, before they do: a file that nobody noted must not exist."""
    # Whoever asks twice gets two files: no key makes the second request the first one.
    if person.account != by and not by.has_perm(MAY_HAND_OUT):
        raise PermissionDenied(MAY_HAND_OUT)
    return PersonalExport.objects.create(
        player=person.player, account=person.account, form=PersonalExport.Form(form), made_by=by, made_at=at
    )


@action
def merge_players(
    *, by: Actor, kept: Player, merged: Player, reason: str, seen: tuple[str, str] | None = None
) -> PlayerMerge:
    """Say that two records are one person's: from here on the kept one stands for both.

    seen: what the page showed of the kept and of the merged one (`fields_digest` OF_A_PLAYER).
    """
    require_somewhere(by.user, Right.MANAGE_ENTRIES)
    kept, merged = _held(kept, merged)
    _check_shown(kept, merged, seen)
    if reasons := list(why_not(kept, merged)):
        raise Refused(*reasons)
    reason = required_text(reason, _("Scrivi perché è la stessa persona."))
    merge = PlayerMerge(kept=kept, merged=merged, reason=reason, by=by.user, at=by.at)
    save_checked(merge)
    _log_in_each(by, merge, "merge_players", reason)
    return merge


@action
def part_players(*, by: Actor, merge: PlayerMerge, reason: str) -> PlayerMerge:
    """Say that they are two people after all; each has again what it had."""
    require_somewhere(by.user, Right.MANAGE_ENTRIES)
    for pk in _tournaments_of([merge.merged]):
        lock_tournament(pk)
    merge = PlayerMerge.objects.select_for_update(of=("self",)).select_related("kept", "merged").get(pk=merge.pk)
    if merge.parted_at is not None:
        raise Refused(_("Sono già separate: le ha separate %(who)s.") % {"who": merge.parted_by})
    if merge.kept.is_erased:
        raise Refused(_("Questa persona è cancellata: non c’è più niente da separare."))
    merge.parted_reason = required_text(reason, _("Scrivi perché sono due persone."))
    merge.parted_by, merge.parted_at = by.user, by.at
    save_checked(merge)
    _log_in_each(by, merge, "part_players", merge.parted_reason)
    return merge


def why_not(kept: Player, merged: Player) -> Iterator[str]:
    """Why the two cannot be merged, each reason with what to do about it."""
    if kept == merged:
        yield _("È la stessa scheda: scegline un’altra.")
        return
    for one in (kept, merged):
        if one.is_erased:
            yield _("%(player)s è una persona cancellata: non si unisce a nessuno.") % {"player": one}
    if in_force().filter(merged__in=[kept, merged]).exists():
        yield _("Una delle due è già unita a un’altra scheda: parti da quella che la rappresenta.")
    if in_force().filter(kept=merged).exists():
        yield _("A %(player)s sono già unite altre schede: tieni quella, e unisci questa a lei.") % {"player": merged}
    if merged.account_id is not None:
        words = (
            _("Tutte e due hanno un accesso: uno va tolto prima, in Archivio.")
            if kept.account_id is not None
            else _("%(player)s ha un accesso: tieni la sua scheda, e unisci questa a quella.") % {"player": merged}
        )
        yield words
    for one in (kept, merged):
        yield from (
            _("%(player)s non si può unire adesso.") % {"player": one} + " " + why for why in legal_holds_on(one)
        )
    both = set(_tournaments_of([kept])) & set(_tournaments_of([merged]))
    for tournament in Tournament.objects.filter(pk__in=both):
        words = _("In %(tournament)s sono iscritte tutte e due: lì sono due persone.")
        yield words % {"tournament": tournament}


def _held(kept: Player, merged: Player) -> tuple[Player, Player]:
    """Both, read while nobody enters either: first their tournaments are held, then they, as whoever enters does."""
    held = _tournaments_of([kept, merged])
    for pk in held:
        lock_tournament(pk)
    rows = Player.objects.select_for_update(of=("self",)).filter(pk__in=[kept.pk, merged.pk]).order_by("pk")
    found = {one.pk: one for one in rows}
    kept, merged = found[kept.pk], found[merged.pk]
    if _tournaments_of([kept, merged]) != held:  # not held in this order any more: somebody entered meanwhile
        raise Refused(_("Intanto una delle due è stata iscritta a un torneo: riguarda e prova di nuovo."))
    return kept, merged


def _check_shown(kept: Player, merged: Player, seen: tuple[str, str] | None) -> None:
    now = (fields_digest(kept, OF_A_PLAYER), fields_digest(merged, OF_A_PLAYER))
    for name, one, was, is_now in zip(("seen", "seen_other"), (kept, merged), seen or now, now, strict=True):
        if was != is_now:
            raise overtaken(one, fields_in_words(one, OF_A_PLAYER), now=is_now, field=name)


def _tournaments_of(players: Iterable[Player]) -> list[int]:
    """Where they, or what was merged into them, were ever entered; in the order of locking."""
    found = Tournament.objects.filter(entries__members__player__in=with_merged(players)).distinct()
    return sorted(found.values_list("pk", flat=True))


def _log_in_each(by: Actor, merge: PlayerMerge, name: str, reason: str) -> None:
    """A line, without names, in the log of every tournament in which the merged record played."""
    data = {"players": [merge.kept_id, merge.merged_id], "reason": reason}
    for tournament in Tournament.objects.filter(pk__in=_tournaments_of([merge.merged])).order_by("pk"):
        write_line(tournament=tournament, actor=by.user, at=by.at, action=name, record=merge, data=data)
