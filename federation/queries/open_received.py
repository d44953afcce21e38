"""Which received tournaments may be told of to everybody."""

from django.utils.translation import gettext as _

from federation.models import ReceivedPackage, ReceivedTournament
from federation.queries.packages import standing
from federation.queries.packed_models import is_open_to_all
from tournaments.models import Federation


def homologated(federation: Federation) -> dict[str, ReceivedPackage]:
    """Of each tournament that has one, by its uid, the newest version that was homologated."""
    found = standing(federation).filter(state=ReceivedPackage.State.HOMOLOGATED).order_by("version")
    return {one.uid: one for one in found}


def open_to_all(federation: Federation) -> list[int]:
    """Those homologated that everybody may see where they were played, and that are over."""
    uids = [uid for uid, package in homologated(federation).items() if is_open_to_all(package)]
    return list(ReceivedTournament.objects.filter(federation=federation, uid__in=uids).values_list("pk", flat=True))


def why_no_headnote(received: ReceivedTournament | None) -> str:
    """Why no headnote is begun beside a record of that received tournament; nothing where one may be."""
    if received is None or received.uid in homologated(received.federation):
        return ""
    return _("Di un torneo ricevuto si scrivono massime quando è omologato.")
