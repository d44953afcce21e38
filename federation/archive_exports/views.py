"""What a search finds, taken out in one file: asked for, watched while a worker makes it, fetched by who asked.

A search of the archive as an Atom feed, and the keys by which readers of feeds come in.
"""

from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from federation.archive.actions import refresh
from federation.archive.forms import ArchiveForm, ExportForm
from federation.archive.lines import Line, lines_at
from federation.archive.queries import newest
from federation.archive_exports.actions import KEPT, ask_for_export, make_feed_key, put_in_order, revoke_feed_key
from federation.archive_exports.models import ArchiveExport, ArchiveExportFile, ArchiveFeed, feed_of
from pages.forms import refuse
from pages.views import PostedForm
from papers.download import download
from papers.sheets import in_words
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.requests import PublicRequest, Refused, Request
from records.rights import FederationRight
from tournaments.staff.worker import see_to_the_work


@require_http_methods(["GET", "HEAD", "POST"])
def export_archive(request: Request, code: str) -> HttpResponse:
    """What was asked for last and how far it is; a POST asks for another."""
    federation = get_federation(request, code, FederationRight.EXPORT_ARCHIVE)
    form = ExportForm(request.POST if request.method == "POST" else None, initial={"query": request.GET.urlencode()})
    if request.method == "POST" and form.is_valid():
        try:
            asked = _asked(federation, form.cleaned_data["query"])
            given = {"query": asked.address, "search": asked.search, "form": form.cleaned_data["form"]}
            ask_for_export(by=Actor.of(request), federation=federation, **given)
        except Refused as error:
            refuse(form, error)
        else:
            see_to_the_work()
            return redirect("archive_export", code)
    put_in_order(timezone.now())
    export = _mine(request, federation)
    if export and export.is_under_way:
        see_to_the_work()
    context = {"federation": federation, "form": form, "export": export, **_told(export, federation)}
    name = (
        "federation/archive_exports/_export_bar.html"
        if request.htmx
        else "federation/archive_exports/export_archive.html"
    )
    return render(request, name, context, status=422 if form.is_bound else 200)


@require_safe
def exported(request: Request, code: str) -> HttpResponse:
    """The finished file, for whoever asked for it and may still export."""
    federation = get_federation(request, code, FederationRight.EXPORT_ARCHIVE)
    export = _mine(request, federation)
    file = ArchiveExportFile.objects.filter(export=export).first() if export else None
    if export is None or file is None:
        return redirect("archive_export", code)
    return download(bytes(file.content), _("Archivio %(federation)s") % {"federation": federation.name}, export.form)


def _asked(federation: Federation, query: str) -> ArchiveForm:
    """The search as its address says it. Raises Refused where it cannot be read."""
    form = ArchiveForm(dict(parse_qsl(query)), federation=federation)
    if not form.is_valid():
        raise Refused(_("La ricerca non si può leggere."))
    return form


def _mine(request: Request, federation: Federation) -> ArchiveExport | None:
    return ArchiveExport.objects.filter(federation=federation, asked_by=request.user).first()


def _told(export: ArchiveExport | None, federation: Federation) -> dict[str, Any]:
    if export is None:
        return {}
    form = ArchiveForm(dict(parse_qsl(export.query)), federation=federation)
    words = list(form.canonical.values()) if form.is_valid() else []
    return {
        "words": " · ".join(words),
        "until": export.ended_at and export.ended_at + KEPT,
        "hundredths": 100 * export.done // export.total if export.total else None,
    }


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


_of_feeds = partial(
    PostedForm[Federation, ArchiveFeed],
    find=get_federation, right=FederationRight.VIEW_ARCHIVE, of="federation", to=("archive", "code"),
    page=("archive", "code"),
)  # fmt: skip
make_key = _of_feeds(act=make_feed_key, said=_lazy("La tua chiave per i feed è pronta: sta in fondo a ogni ricerca."))
revoke_key = _of_feeds(
    act=revoke_feed_key, said=_lazy("La chiave è ritirata: chi seguiva i feed con quella non vede più niente.")
)
