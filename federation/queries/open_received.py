"""Which received tournaments may be told of to everybody."""

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
