"""What goes out again of what was received: the package as it came, and the federation's answer to it."""

from datetime import UTC, datetime

from federation.packages.actions import signing_key
from federation.packages.models import Homologation, ReceivedPackage
from federation.packages.queries import is_erased, manifest_of, parts_of
from federation.sealed.answers import answer
from federation.sealed.archive import MANIFEST, Damaged, sha256, write
from federation.sealed.manifest import ERASED, erased_part
from federation.sealed.verification import PERSONS


def as_it_came(package: ReceivedPackage, at: datetime) -> bytes:
    """The same bytes; where something was erased, all else as it was, with a part that tells of it, signed here.

    Raises Damaged where they are not the same.
    """
    parts = parts_of(package)
    if not is_erased(package):
        whole = write(parts)
        if sha256(whole) != package.sha256:
            raise Damaged
        return whole
    removed = set(manifest_of(package).parts) - set(parts)
    parts[ERASED] = erased_part(
        manifest=sha256(parts[MANIFEST].packed),
        persons=parts[PERSONS],
        removed=sorted(removed),
        at=at.astimezone(UTC).isoformat(timespec="seconds"),
        key=signing_key(),
    )
    return write(parts)


def answer_to(package: ReceivedPackage) -> bytes:
    """Its remarks, or the homologation: for whoever sent it."""
    homologation = Homologation.objects.filter(package=package).select_related("officer").first()
    told = None
    if homologation is not None:
        signed = homologation.signed
        told = {"officer": signed["officer"], "at": homologation.at.isoformat(), "reason": signed["reason"]}
    return answer(
        federation=package.federation.code,
        tournament=package.uid,
        package=package.sha256,
        remarks=[
            {"text": one.text, "by": str(one.made_by), "at": one.made_at.isoformat()}
            for one in package.remarks.select_related("made_by")
        ],
        homologation=told,
        key=signing_key(),
    )
