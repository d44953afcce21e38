"""Who holds which office: given and ended by whoever administers the installation.

What the actions of a federation's officers share: the right that they need, and their line of the log.
"""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from people.accounts.models import Federation, User
from people.offices.access import federation_rights, names_officers
from people.offices.log import hold_federation, write_federation_line
from people.offices.models import FederationOffice
from records.action import Actor, action, save_checked
from records.refusals import Refused
from records.rights import FederationRight, Office


@action
def give_office(*, by: Actor, federation: Federation, user: User, office: Office) -> FederationOffice:
    """Give somebody an office, from now on; one may hold several."""
    _require_naming(by)
    hold_federation(federation)
    if FederationOffice.objects.filter(user=user, federation=federation, office=office.value).exists():
        raise Refused(_("%(who)s ha già questo incarico.") % {"who": user})
    given = FederationOffice(user=user, federation=federation, office=office.value, given_by=by.user, given_at=by.at)
    save_checked(given)
    _tell(by, given)
    return given


@action
def end_office(*, by: Actor, given: FederationOffice) -> FederationOffice:
    """End an office now; that it was held stays."""
    _require_naming(by)
    hold_federation(given.federation)
    given = FederationOffice.ever.select_related("federation", "ended_by").get(pk=given.pk)
    if given.ended_by is not None:
        raise Refused(_("L’ha già tolto %(who)s.") % {"who": given.ended_by})
    given.ends_at, given.ended_by = by.at, by.user
    save_checked(given)
    _tell(by, given)
    return given


def _require_naming(by: Actor) -> None:
    if not names_officers(by.user):
        raise PermissionDenied("add_federationoffice")


def _tell(by: Actor, given: FederationOffice) -> None:
    name = "end_office" if given.ended_by_id else "give_office"
    data = {"user": given.user_id, "office": given.office}
    write_federation_line(federation=given.federation, actor=by.user, at=by.at, action=name, record=given, data=data)


def require_office(by: Actor, federation: Federation, right: FederationRight) -> None:
    """Raise PermissionDenied unless one of the actor's offices in the federation has the right."""
    if right not in federation_rights(by.user, federation):
        raise PermissionDenied(right)
