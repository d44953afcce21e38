"""The key in the address of a feed: signed, so that nobody makes one up, and good until it is taken back."""

from django.core.signing import BadSignature, Signer

from federation.models import ArchiveFeed
from tournaments.access import federation_rights
from tournaments.permissions import FederationRight

_keys = Signer(salt="federation.archive-feed", sep=".")


def feed_key(feed: ArchiveFeed) -> str:
    return _keys.sign(str(feed.pk))


def feed_of(code: str, key: str) -> ArchiveFeed | None:
    """The feed that the key opens, as long as whoever made it may read the archive; None for anything else."""
    try:
        pk = int(_keys.unsign(key))
    except (BadSignature, ValueError):
        return None
    found = ArchiveFeed.objects.select_related("user", "federation").filter(pk=pk, revoked_at__isnull=True).first()
    if found is None or found.federation.code != code:
        return None
    return found if FederationRight.VIEW_ARCHIVE in federation_rights(found.user, found.federation) else None
