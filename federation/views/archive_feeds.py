"""A search of the archive as an Atom feed, and the keys by which readers of feeds come in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.actions.archive import refresh
from federation.actions.archive_feeds import make_feed_key, revoke_feed_key
from federation.forms.archive import ArchiveForm
from federation.queries.archive_feeds import feed_of
from federation.queries.archive_lines import Line, lines_at
from federation.queries.archive_search import newest
from tournaments.access import get_federation
from tournaments.actions.base import Actor
from tournaments.erasing.marks import in_words
from tournaments.models import Federation
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused
from tournaments.requests import PublicRequest, Request

ENTRIES = 25


@require_safe
def archive_atom(request: Request, code: str) -> HttpResponse:
    """The feed for whoever has signed in."""
    return _feed(request, get_federation(request, code, FederationRight.VIEW_ARCHIVE))


@require_safe
@login_not_required
def archive_feed(request: PublicRequest, code: str, token: str) -> HttpResponse:
    """The feed for a reader that has an officer's key: it opens what the officer may read at this moment."""
    found = feed_of(code, token)
    if found is None:
        raise Http404
    return _feed(request, found.federation)


@require_POST
def make_key(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_ARCHIVE)
    try:
        make_feed_key(by=Actor.of(request), federation=federation)
    except Refused as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("La tua chiave per i feed è pronta: sta in fondo a ogni ricerca."))
    return redirect("archive", code)


@require_POST
def revoke_key(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_ARCHIVE)
    try:
        revoke_feed_key(by=Actor.of(request), federation=federation)
    except Refused as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("La chiave è ritirata: chi seguiva i feed con quella non vede più niente."))
    return redirect("archive", code)


def _feed(request: PublicRequest, federation: Federation) -> HttpResponse:
    form = ArchiveForm(request.GET, federation=federation)
    if not form.is_valid():
        return HttpResponse(_("La ricerca non si può leggere."), status=422, content_type="text/plain; charset=utf-8")
    refresh(federation)
    about = " · ".join([_("Archivio dei provvedimenti"), federation.name, *form.canonical.values()])
    page = request.build_absolute_uri(reverse("archive", args=[federation.code]))
    feed = Atom1Feed(
        title=_legible(about),
        link=f"{page}?{form.address}",
        description="",
        feed_guid=f"urn:referee:{federation.code}:{form.address}",
    )
    for line in lines_at(federation, newest(federation, form.search, ENTRIES)):
        _add(feed, line, request, federation)
    answer = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="archivio.atom"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _add(feed: Atom1Feed, line: Line, request: PublicRequest, federation: Federation) -> None:
    one = line.archived
    told = [f"{one.held}", line.decision, line.reason, one.get_standing_display()]
    feed.add_item(
        title=_legible(f"{one.get_kind_display()} n. {one.number}: {line.title}"),
        link=request.build_absolute_uri(reverse("archived", args=[federation.code, one.source])),
        description=_legible(" — ".join(filter(None, told))),
        pubdate=one.at,
        updateddate=one.at,
        unique_id=f"urn:referee:{federation.code}:{one.source}",
    )


def _legible(text: str) -> str:
    """Without what XML cannot say; what was erased in words."""
    return "".join(c for c in in_words(text) if c >= " " or c in "\t\n")
