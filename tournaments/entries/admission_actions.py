"""Players whom the roster flags, admitted all the same: by the director, for a reason, and taken back with one.

docs/decisions/0079-the-roster.md
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.accounts.models import Player
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import Right
from tournaments.entries.actions import check_entry_open
from tournaments.entries.admission_queries import Flag, flags_in_words, flags_of
from tournaments.entries.eligibility import as_data, findings_text
from tournaments.entries.models import Admission, Entry

MOST_REASON = 2000


@action(Right.MANAGE_ENTRIES)
def admit(*, by: Actor, entry: Entry, player: Player, reason: str, seen: str | None = None) -> Admission:
    """Let somebody of the entry play although the roster speaks against it.

    seen: the digest of what the page showed (`seen_of_flags`): what came up since is to be looked at first.
    """
    check_entry_open(entry)
    flag = next((one for one in flags_of(entry.tournament, [entry]).get(entry.pk, ()) if one.player == player.pk), None)
    if flag is None or not flag.is_open:
        raise Refused(_("Non c’è niente da ammettere: l’albo non dice niente contro, o è già ammesso."))
    if seen is not None and seen != seen_of_flags([flag]):
        raise Refused(_("Intanto è cambiato quello che dice l’albo: riguarda, poi ammetti."))
    reason = _reason(reason)
    (admission,) = _admit(by, [flag], reason)
    admission.entry = entry
    return _log_admission(by, admission, reason=reason, flagged_for=admission.findings["kinds"])


@action(Right.MANAGE_ENTRIES)
def withdraw_admission(*, by: Actor, admission: Admission, reason: str) -> Admission:
    """Take an admission back: whoever it was is flagged again."""
    check_entry_open(admission.entry)
    if admission.is_withdrawn:
        raise Refused(_("L’ammissione è già ritirata."))
    reason = _reason(reason)
    _take_back(by, admission, reason)
    return _log_admission(by, admission, reason=reason)


def admit_all(by: Actor, flags: Sequence[Flag], *, seen: str, reason: str) -> dict[str, object]:
    """Within another action, admit everybody who is flagged; what its line of the log says of it.

    Refused, with their names, unless exactly they were seen and a reason is given.
    """
    if not flags:
        return {}
    if seen != seen_of_flags(flags):
        words = ngettext(
            "L’albo segnala un giocatore: %(who)s. Decidi su di lui, o ammettilo scrivendo perché.",
            "L’albo segnala %(count)d giocatori: %(who)s. Decidi su di loro, o ammettili scrivendo perché.",
            len(flags),
        )
        raise Refused(words % {"count": len(flags), "who": flags_in_words(flags)})
    reason = required_text(reason, _("Scrivi perché chi è segnalato dall’albo gioca lo stesso."))[:MOST_REASON]
    _admit(by, flags, reason)
    told = [[one.number, one.player, as_data(one.findings)["kinds"]] for one in flags]
    return {"admitted": told, "reason": reason}


def seen_of_flags(flags: Sequence[Flag]) -> str:
    return findings_text((one.key, one.findings) for one in flags)


def _admit(by: Actor, flags: Sequence[Flag], reason: str) -> list[Admission]:
    for before in (one.admission for one in flags if one.admission is not None):
        _take_back(by, before, _("Ne vale una nuova."))
    given = [
        Admission(
            entry_id=one.entry,
            player_id=one.player,
            findings=as_data(one.findings),
            reason=reason,
            by=by.user,
            at=by.at,
        )
        for one in flags
    ]
    Admission.objects.bulk_create(given)
    return given


def _take_back(by: Actor, admission: Admission, reason: str) -> None:
    admission.withdrawn_by, admission.withdrawn_at, admission.withdraw_reason = by.user, by.at, reason
    save_checked(admission)


def _reason(reason: str) -> str:
    return required_text(reason, _("Scrivi il motivo: resta nel registro."))[:MOST_REASON]


def _log_admission(by: Actor, admission: Admission, **data: object) -> Admission:
    return by.log(admission, entry=admission.entry.number, player=admission.player_id, **data)
