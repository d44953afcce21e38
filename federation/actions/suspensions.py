"""Members suspended for a time or until it is lifted, each with its reason; what was given is never changed."""

from datetime import date

from django.utils.translation import gettext as _

from federation.actions.base import require_office
from tournaments.actions.base import Actor, action, required_text, save_checked
from tournaments.federation_log import hold_federation, write_federation_line
from tournaments.models import Member, Suspension
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused

MOST_REASON = 2000


@action
def suspend_member(
    *, by: Actor, member: Member, starts_on: date, ends_on: date | None, reason: str, reference: str = ""
) -> Suspension:
    """Suspend a member from a day on, to a last day or until it is lifted."""
    _require(by, member)
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
    _tell(by, given, "suspend_member")
    return given


@action
def lift_suspension(*, by: Actor, suspension: Suspension, reason: str) -> Suspension:
    """End a suspension now; that it was in force stays on record."""
    _require(by, suspension.member)
    given = Suspension.objects.select_related("member__federation", "lifted_by").get(pk=suspension.pk)
    if given.is_lifted:
        raise Refused(_("L’ha già tolta %(who)s.") % {"who": given.lifted_by})
    given.lift_reason = required_text(reason, _("Scrivi perché la sospensione è tolta."))[:MOST_REASON]
    given.lifted_by, given.lifted_at = by.user, by.at
    save_checked(given)
    _tell(by, given, "lift_suspension")
    return given


def _require(by: Actor, member: Member) -> None:
    require_office(by, member.federation, FederationRight.MANAGE_MEMBERS)
    hold_federation(member.federation)


def _tell(by: Actor, given: Suspension, name: str) -> None:
    days = {"starts_on": given.starts_on.isoformat(), "ends_on": given.ends_on and given.ends_on.isoformat()}
    write_federation_line(
        federation=given.member.federation,
        actor=by.user,
        at=by.at,
        action=name,
        record=given,
        data={"member": given.member_id, **days},
    )
