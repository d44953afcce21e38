"""Keys for the feeds of an archive: made by an officer for themselves, and taken back."""

from django.utils.translation import gettext as _

from federation.actions.base import require_office
from federation.models import ArchiveFeed
from tournaments.actions.base import Actor, action, save_checked
from tournaments.federation_log import hold_federation, write_federation_line
from tournaments.models import Federation
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused


@action
def make_feed_key(*, by: Actor, federation: Federation) -> ArchiveFeed:
    """A key by which the officer's reader of feeds comes in; whoever has one keeps it."""
    require_office(by, federation, FederationRight.VIEW_ARCHIVE)
    hold_federation(federation)
    mine = ArchiveFeed.objects.filter(user=by.user, federation=federation, revoked_at__isnull=True).first()
    if mine:
        return mine
    feed = ArchiveFeed(user=by.user, federation=federation, made_at=by.at)
    save_checked(feed)
    _tell(by, feed, "make_feed_key")
    return feed


@action
def revoke_feed_key(*, by: Actor, federation: Federation) -> ArchiveFeed:
    """From now on the officer's key opens nothing."""
    require_office(by, federation, FederationRight.VIEW_ARCHIVE)
    hold_federation(federation)
    feed = ArchiveFeed.objects.filter(user=by.user, federation=federation, revoked_at__isnull=True).first()
    if feed is None:
        raise Refused(_("Non hai nessuna chiave da ritirare."))
    feed.revoked_at = by.at
    save_checked(feed)
    _tell(by, feed, "revoke_feed_key")
    return feed


def _tell(by: Actor, feed: ArchiveFeed, name: str) -> None:
    write_federation_line(
        federation=feed.federation, actor=by.user, at=by.at, action=name, record=feed, data={"user": feed.user_id}
    )
