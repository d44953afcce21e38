"""Taking what a search finds out of the archive: asked for on a page, made by a worker, kept for some hours.

Keys for the feeds of an archive: made by an officer for themselves, and taken back.
"""

import logging
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_tasks import task

from federation.archive.queries import Search
from federation.archive_exports.models import ArchiveExport, ArchiveExportFile, ArchiveFeed
from federation.drafts.models import DraftTrial
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from records.action import Actor, action, save_checked
from records.requests import Refused
from records.rights import FederationRight, federation_rights

KEPT = timedelta(hours=6)
# Whoever is not heard of for so long was lost: it says how far it is every second or two.
LOST_AFTER = timedelta(minutes=5)
MOST_TRIES = 2
SAYS_EVERY = timedelta(seconds=2)
# Stands above the actions, with what lays papers out: loaded when the first file is made.
MAKER = "federation.archive_exports.exports.make_file"
Work = TypeVar("Work", ArchiveExport, DraftTrial)
log = logging.getLogger(__name__)


@task()
def make_export(pk: int) -> None:
    """Make the file, once: whoever finds it taken up by another worker leaves it alone."""
    export: ArchiveExport | None = take_up(ArchiveExport, pk)
    if export is None:
        return
    with translation.override(export.language):
        try:
            if FederationRight.EXPORT_ARCHIVE not in federation_rights(export.asked_by, export.federation):
                raise Refused(_("Nella federazione non hai più l’incarico che serve per esportare."))
            hand_in(export, import_string(MAKER)(export, Telling(export)))
        except Refused as error:
            give_up(export, error.messages[0])
        except Exception:  # whatever it was, whoever waits must hear of it
            log.exception("The export %s could not be made.", export)
            give_up(export, _("La preparazione si è interrotta per un errore del programma. Riprova."))


class Telling:
    """Called with how far the work is; writes it down from time to time."""

    def __init__(self, export: ArchiveExport | DraftTrial) -> None:
        self.export, self.said = export, timezone.now()

    def __call__(self, done: int, total: int) -> None:
        now = timezone.now()
        if now - self.said >= SAYS_EVERY:
            self.said = now
            mine(self.export).update(done=done, total=total, seen_at=now)


def hand_in(export: ArchiveExport, content: bytes) -> None:
    """The finished file, unless another try has overtaken this one."""
    now = timezone.now()
    with transaction.atomic():
        if mine(export).update(state=ArchiveExport.State.DONE, done=F("total"), ended_at=now, seen_at=now):
            ArchiveExportFile.objects.create(export_id=export.pk, content=content)


def give_up(export: ArchiveExport | DraftTrial, trouble: str) -> None:
    """Say in words why there is no file."""
    now = timezone.now()
    mine(export).update(state=ArchiveExport.State.FAILED, trouble=trouble, ended_at=now, seen_at=now)


@action(FederationRight.EXPORT_ARCHIVE, logs="export_archive")
def ask_for_export(*, by: Actor, federation: Federation, query: str, search: Search, form: str) -> ArchiveExport:
    """Let a worker make the file; whoever has one under way gets that."""
    put_in_order(by.at)
    mine = ArchiveExport.objects.filter(federation=federation, asked_by=by.user)
    found = mine.filter(state__in=ArchiveExport.UNDER_WAY).first()
    if found:
        return found
    mine.delete()
    export = ArchiveExport.objects.create(
        federation=federation, asked_by=by.user, query=query, search=search.to_dict(), form=form,
        language=get_language() or "it",
        asked_at=by.at, seen_at=by.at,
    )  # fmt: skip
    write_federation_line(by, export, form=form)
    make_export.enqueue(export.pk)
    return export


def put_in_order(now: datetime) -> None:
    """Forget what is old; have made again, once, what lost its worker."""
    ArchiveExport.objects.filter(ended_at__lte=now - KEPT).delete()
    make_again(ArchiveExport, make_export, now)


def make_again(kind: type[Work], making: Any, now: datetime) -> None:
    """Have done again, once, what lost its worker; a second time it is given up."""
    lost = kind._default_manager.filter(state=ArchiveExport.State.WORKING, seen_at__lt=now - LOST_AFTER)
    for one in lost:
        again = lost.filter(pk=one.pk, tries=one.tries)
        if one.tries >= MOST_TRIES:
            with translation.override(one.language):
                words = _("La preparazione si è fermata due volte: restringi la ricerca.")
            again.update(state=ArchiveExport.State.FAILED, trouble=words, ended_at=now)
        elif again.update(state=ArchiveExport.State.WAITING, seen_at=now):
            making.enqueue(one.pk)


def mine(export: ArchiveExport | DraftTrial) -> "QuerySet[Any]":
    """The work in the database, as long as this try of it is the last."""
    rows: QuerySet[Any] = type(export)._default_manager.filter(tries=export.tries, state=ArchiveExport.State.WORKING)
    return rows.filter(pk=export.pk)


def take_up(kind: type[Work], pk: int) -> Work | None:
    """The work, now this worker's; None when it is another's, done, or gone."""
    waiting = kind._default_manager.filter(pk=pk, state=ArchiveExport.State.WAITING)
    if not waiting.update(state=ArchiveExport.State.WORKING, tries=F("tries") + 1, seen_at=timezone.now()):
        return None
    return kind._default_manager.select_related("federation", "asked_by").get(pk=pk)


@action(FederationRight.VIEW_ARCHIVE)
def make_feed_key(*, by: Actor, federation: Federation) -> ArchiveFeed:
    """A key by which the officer's reader of feeds comes in; whoever has one keeps it."""
    mine = ArchiveFeed.objects.filter(user=by.user, federation=federation, revoked_at__isnull=True).first()
    if mine:
        return mine
    feed = ArchiveFeed(user=by.user, federation=federation, made_at=by.at)
    save_checked(feed)
    return write_federation_line(by, feed, user=feed.user_id)


@action(FederationRight.VIEW_ARCHIVE)
def revoke_feed_key(*, by: Actor, federation: Federation) -> ArchiveFeed:
    """From now on the officer's key opens nothing."""
    feed = ArchiveFeed.objects.filter(user=by.user, federation=federation, revoked_at__isnull=True).first()
    if feed is None:
        raise Refused(_("Non hai nessuna chiave da ritirare."))
    feed.revoked_at = by.at
    save_checked(feed)
    return write_federation_line(by, feed, user=feed.user_id)
