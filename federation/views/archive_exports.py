"""What a search finds, taken out in one file: asked for, watched while a worker makes it, fetched by who asked."""

from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions.archive_exports import KEPT, ask_for_export, put_in_order
from federation.forms.archive import ArchiveForm, ExportForm
from federation.models import ArchiveExport, ArchiveExportFile
from tournaments.access import get_federation
from tournaments.actions.base import Actor
from tournaments.exports.download import download
from tournaments.forms.scores import refuse
from tournaments.models import Federation
from tournaments.own_worker import see_to_the_work
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused
from tournaments.requests import Request


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
    name = "federation/_export_bar.html" if request.htmx else "federation/export_archive.html"
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
