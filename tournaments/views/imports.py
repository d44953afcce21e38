"""Imports of entries and players from a file: upload, preview, columns, acceptance."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import get_tournament
from tournaments.actions.base import Actor
from tournaments.actions.imports import accept_import, choose_columns, discard_import, mend_rows, stage_import
from tournaments.entering.import_review import Review
from tournaments.entering.import_wording import DOUBTS, PASSED_OVER, passed_in_words
from tournaments.exports.download import download
from tournaments.exports.import_template import template_csv, template_sheet
from tournaments.exports.imprint import imprint_of
from tournaments.exports.xlsx import workbook
from tournaments.forms.imports import AcceptForm, ColumnsForm, MendForm, UploadForm
from tournaments.models import ImportBatch, Tournament
from tournaments.permissions import Right
from tournaments.refusals import Refused
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
def import_entries(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    sent = posted(request)
    files = request.FILES if sent is not None else None  # read first: then it is known whether the file was too big
    form = UploadForm(sent, files, too_big=getattr(request, "upload_too_big", False))
    if request.method == "POST":
        staged = attempt(form, lambda data: _stage(request, tournament, data))
        if staged:
            return redirect("import_batch", slug, staged.pk)
    waiting = tournament.imports.filter(state=ImportBatch.State.PENDING).select_related("staged_by")
    return form_page(request, "tournaments/imports/upload.html", form, tournament=tournament, waiting=waiting)


def _stage(request: Request, tournament: Tournament, data: dict[str, Any]) -> ImportBatch:
    file = data["file"]
    return stage_import(
        by=Actor.of(request), tournament=tournament, kind=data["kind"], file_name=file.name, content=file.read()
    )


@require_safe
def import_template(request: Request, slug: str, *, kind: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    title = _("Modello per le iscrizioni")
    if kind == "csv":
        return download(template_csv(tournament), title, "csv")
    imprint = imprint_of(tournament, title, at=timezone.now())
    return download(workbook([template_sheet(tournament)], imprint), title, "xlsx")


@require_http_methods(["GET", "HEAD", "POST"])
def import_batch(request: Request, slug: str, pk: int) -> HttpResponse:
    batch = _batch(request, slug, pk)
    form = AcceptForm(posted(request), initial={"version": batch.version})
    if request.method == "POST":
        # What was typed and not yet looked at is kept first: nobody accepts a list that they have not seen.
        if batch.is_pending and MendForm(request.POST, review=Review(batch)).is_something:
            return import_mend(request, slug, pk)
        accepted = attempt(form, lambda data: accept_import(by=Actor.of(request), batch=batch, **form.decision))
        if accepted:
            messages.success(request, _done(accepted))
            return redirect("entries", slug)
    return _preview(request, batch, accept=form)


@require_POST
def import_mend(request: Request, slug: str, pk: int) -> HttpResponse:
    batch = _batch(request, slug, pk)
    if not batch.is_pending:
        return _preview(request, batch)
    form = MendForm(request.POST, review=Review(batch))
    mended = attempt(
        form,
        lambda data: mend_rows(by=Actor.of(request), batch=batch, version=data["version"], by_hand=form.by_hand),
    )
    if mended:
        messages.success(request, _("Ecco l’anteprima con le tue correzioni: non è ancora importato nulla."))
        return redirect("import_batch", slug, pk)
    return _preview(request, batch, mend=form)


@require_POST
def import_columns(request: Request, slug: str, pk: int) -> HttpResponse:
    batch = _batch(request, slug, pk)
    if not batch.is_pending:
        return _preview(request, batch)
    form = ColumnsForm(request.POST, review=Review(batch))
    if attempt(form, lambda data: choose_columns(by=Actor.of(request), batch=batch, **form.chosen)):
        return redirect("import_batch", slug, pk)
    return _preview(request, batch, columns=form)


@require_POST
def discard_batch(request: Request, slug: str, pk: int) -> HttpResponse:
    batch = _batch(request, slug, pk)
    try:
        discard_import(by=Actor.of(request), batch=batch)
    except Refused as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("File scartato: non è stato importato nulla."))
    return redirect("import_entries", slug)


def _batch(request: Request, slug: str, pk: int) -> ImportBatch:
    tournament = get_tournament(request, slug, Right.MANAGE_ENTRIES)
    batch = get_object_or_404(ImportBatch.objects.select_related("settled_by"), tournament=tournament, pk=pk)
    batch.tournament = tournament
    return batch


def _preview(
    request: Request,
    batch: ImportBatch,
    *,
    accept: AcceptForm | None = None,
    columns: ColumnsForm | None = None,
    mend: MendForm | None = None,
) -> HttpResponse:
    """The page of a batch: what is in it, or, once it is settled, what became of it."""
    context: dict[str, Any] = {"tournament": batch.tournament, "batch": batch}
    context["form"] = mend or accept or AcceptForm(initial={"version": batch.version})
    if batch.is_pending:
        context |= _pending(request, Review(batch))
        context["columns"] = columns or ColumnsForm(review=context["review"])
    refused = request.method == "POST"
    return render(request, "tournaments/imports/preview.html", context, status=422 if refused else 200)


def _pending(request: Request, review: Review) -> dict[str, Any]:
    """What the page of a list that waits shows, with what was typed in it."""
    kept = review.by_hand.answers
    answers = [(line, request.POST.get(line.field, kept.get(line.field, line.proposed))) for line in review.questions]
    return {
        "review": review,
        "questions": answers,
        "doubts": [DOUBTS[doubt] for doubt in review.columns.doubts],
        "mend": MendForm(posted(request), review=review),
        "passed": [(row, PASSED_OVER[why]) for row, why in review.passed_rows],
        "passed_words": passed_in_words(review.passed.values()),
    }


def _done(batch: ImportBatch) -> str:
    if batch.kind == ImportBatch.Kind.PLAYERS:
        count = batch.outcome["new_players"]
        words = ngettext("Aggiunto %(count)d giocatore.", "Aggiunti %(count)d giocatori.", count)
    else:
        count = batch.outcome["entries"]
        words = ngettext("Importata %(count)d iscrizione.", "Importate %(count)d iscrizioni.", count)
    return words % {"count": count}
