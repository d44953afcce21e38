"""Pairs kept apart: said with a reason, for every round drawn from then on, until they are lifted with a reason."""

from django.utils.translation import gettext as _

from records.action import Actor, action, required_text, save_checked
from records.refusals import Refused
from records.rights import Right
from tournaments.entries.models import Entry
from tournaments.kept_apart.models import KeptApart
from tournaments.scores.guards import check_running
from tournaments.setup.models import Tournament


@action(Right.MANAGE_ROUNDS)
def keep_apart(*, by: Actor, tournament: Tournament, first: Entry, second: Entry, reason: str) -> KeptApart:
    """Let the two entries meet in no round that is drawn from now on."""
    check_running(tournament)
    if {first.tournament_id, second.tournament_id} != {tournament.pk}:
        raise ValueError("an entry of another tournament")
    lower, higher = sorted((first, second), key=lambda entry: entry.number)
    kept = KeptApart(
        tournament=tournament,
        first=lower,
        second=higher,
        reason=required_text(reason, _("Scrivi il motivo: resta nel registro.")),
        set_by=by.user,
        set_at=by.at,
    )
    save_checked(kept)
    return by.log(kept, apart=_numbers(kept), reason=kept.reason)


@action(Right.MANAGE_ROUNDS)
def lift_kept_apart(*, by: Actor, kept: KeptApart, reason: str) -> KeptApart:
    """Let the two meet again; that they were kept apart stays on record."""
    check_running(kept.tournament)
    why = required_text(reason, _("Scrivi il motivo: resta nel registro."))
    if kept.is_lifted:
        raise Refused(_("La separazione è già tolta."))
    kept.lifted_by, kept.lifted_at, kept.lift_reason = by.user, by.at, why
    kept.save(update_fields=["lifted_by", "lifted_at", "lift_reason"])
    return by.log(kept, apart=_numbers(kept), reason=why)


def _numbers(kept: KeptApart) -> list[int]:
    return [kept.first.number, kept.second.number]
