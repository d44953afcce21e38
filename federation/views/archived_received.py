"""A record of the archive that came in a package: as the package tells it, with where it comes from."""

from typing import Any

from federation.models import ArchivedRuling
from federation.queries.packages import arbitral_scores
from federation.queries.packages import rulings as packed_rulings
from federation.queries.packed_models import Packed
from federation.views.received import ruling_context
from referee.models import ArbitralScore, Ruling
from tournaments.models import Appeal


def received_page(
    archived: ArchivedRuling, record: Ruling | ArbitralScore | Appeal, context: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The template and what it shows."""
    assert archived.received is not None  # noqa: S101  # asked only of those
    package = archived.received.indexed.package
    context = context | {"package": package}
    if isinstance(record, Appeal):
        notes = sorted(Packed(package).notes(record), key=lambda one: (one.written_at, one.pk))
        against = _against(archived, record)
        return "federation/archived_appeal.html", context | {"appeal": record, "against": against, "notes": notes}
    number = record.ruling.number if isinstance(record, ArbitralScore) else record.number
    versions = [one for one in packed_rulings(package) if one.number == number]
    shown = (
        versions if isinstance(record, ArbitralScore) else [one for one in versions if one.version <= record.version]
    )
    others = ArchivedRuling.objects.filter(received=archived.received, kind="ruling", number=number)
    told = ruling_context(package, shown) | {"versions": others.order_by("-version")}
    scores = [one.told for one in arbitral_scores(package) if one.ruling == number and one.told["is_current"]]
    return "federation/archived_received.html", context | told | {"scores": scores}


def _against(archived: ArchivedRuling, appeal: Appeal) -> ArchivedRuling | None:
    if appeal.kind != "ruling" or appeal.record is None:
        return None
    number, version = appeal.record.split(":")[1:]
    found = ArchivedRuling.objects.filter(received=archived.received, kind="ruling", number=number, version=version)
    return found.first()
