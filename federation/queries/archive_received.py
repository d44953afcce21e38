"""What the archive takes from received packages: of each tournament one package, and no tournament twice."""

from collections.abc import Iterable, Mapping

from federation.models import ArchivedRuling, IndexedReceived, ReceivedPackage, ReceivedTournament
from federation.queries.archive_entries import Entry, editions_stamp, entries_from
from federation.queries.packages import native_of, standing
from federation.queries.packed_models import Packed
from referee.models import ArbitralScore, Ruling
from tournaments.models import Appeal, Federation

State = ReceivedPackage.State


def archived_package(received: ReceivedTournament) -> ReceivedPackage | None:
    """The newest that stands and was not sent back."""
    counting = standing(received.federation).exclude(state=State.RETURNED)
    return counting.filter(uid=received.uid).select_related("federation", "key").order_by("-version").first()


def stale_received(federation: Federation) -> list[ReceivedTournament]:
    """Those of which another package stands in front than was indexed, or whose codes read otherwise now."""
    indexed = {one.received_id: one for one in IndexedReceived.objects.filter(received__federation=federation)}
    counting = standing(federation).exclude(state=State.RETURNED).order_by("version")
    wanted = dict(counting.values_list("uid", "pk"))
    stamp, stale = editions_stamp(), []
    for one in ReceivedTournament.objects.filter(federation=federation).select_related("federation"):
        known = indexed.get(one.pk)
        is_known = known is not None and (known.package_id, known.editions) == (wanted.get(one.uid), stamp)
        if not is_known and (known is not None or one.uid in wanted):
            stale.append(one)
    return stale


def packed_entries(package: ReceivedPackage) -> list[Entry]:
    """Its rulings, scores and appeals, as they are found by; arbiters and clubs of elsewhere are nobody's here.

    None of a tournament that is played here: its own records are in the archive.
    """
    if native_of(package):
        return []
    packed = Packed(package)
    scores = [(one, one.ruling.pk) for one in packed.scores.values()]
    above = frozenset(decided["record"] for decided, done in packed.executed if done["ruling_id"])
    appeals = list(packed.appeals.values())
    return entries_from(packed.rulings, scores, appeals, packed.tournament.rulebook, above=above)


def received_records(archived: Iterable[ArchivedRuling]) -> Mapping[str, Ruling | ArbitralScore | Appeal]:
    """The records of those that came in packages, by their source; each package is read once."""
    asked = [one for one in archived if one.received_id]
    of = IndexedReceived.objects.filter(received__in={one.received_id for one in asked}).select_related("package")
    packed = {one.received_id: Packed(one.package) for one in of} if asked else {}
    found = {one.source: packed[one.received_id].record(one.source) for one in asked if one.received_id in packed}
    return {source: record for source, record in found.items() if record is not None}
