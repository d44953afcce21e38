"""Who holds which office: given and ended by whoever administers the installation."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from people.accounts.models import Federation, User
from people.offices.access import names_officers
from people.offices.log import write_federation_line
from people.offices.models import FederationOffice
from records.action import Actor, action, save_checked
from records.locks import lock_federation
from records.requests import Refused
from records.rights import Office


@action
def give_office(*, by: Actor, federation: Federation, user: User, office: Office) -> FederationOffice:
    """Give somebody an office, from now on; one may hold several."""
    _require_naming(by)
    lock_federation(federation)
    if FederationOffice.objects.filter(user=user, federation=federation, office=office.value).exists():
        raise Refused(_("%(who)s ha già questo incarico.") % {"who": user})
    given = FederationOffice(user=user, federation=federation, office=office.value, given_by=by.user, given_at=by.at)
    save_checked(given)
    return write_federation_line(by, given, user=given.user_id, office=given.office)


@action
def end_office(*, by: Actor, given: FederationOffice) -> FederationOffice:
    """End an office now; that it was held stays."""
    _require_naming(by)
    lock_federation(given.federation)
    given = FederationOffice.ever.select_related("federation", "ended_by").get(pk=given.pk)
    if given.ended_by is not None:
        raise Refused(_("L’ha già tolto %(who)s.") % {"who": given.ended_by})
    given.ends_at, given.ended_by = by.at, by.user
    save_checked(given)
    return write_federation_line(by, given, user=given.user_id, office=given.office)


def _require_naming(by: Actor) -> None:
    if not names_officers(by.user):
        raise PermissionDenied("add_federationoffice")
