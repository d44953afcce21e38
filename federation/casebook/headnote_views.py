"""The casebook for its officers: what is drafted, what is published; each headnote written, published, withdrawn."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.casebook.actions import (
    DRAFTED,
    change_draft,
    discard_draft,
    draft_headnote,
    publish_headnote,
    withdraw_headnote,
)
from federation.casebook.forms import HeadnoteForm, PublishHeadnoteForm, WithdrawHeadnoteForm
from federation.casebook.models import HeadnoteDraft
from federation.casebook.queries import changes_of, headnotes_of
from federation.casebook.records import Decided, decided, orders_in_words, protected_names_for, record_of
from federation.received.queries import why_no_headnote
from pages.views import PostedForm, form_page, posted
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.locks import fields_digest
from records.requests import Refused, Request
from records.rights import FederationRight
from referee.cases.words import spoken
from tournaments.setup.access import within
from tournaments.staff.worker import see_to_the_work

PER_PAGE = 50
EDIT = FederationRight.EDIT_CASEBOOK


@require_safe
def headnotes(request: Request, code: str) -> HttpResponse:
    """Drafts and published headnotes, what was written last first."""
    federation = get_federation(request, code, EDIT)
    found = HeadnoteDraft.objects.filter(federation=federation).select_related("headnote", "changed_by")
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "federation/casebook/headnotes.html", {"federation": federation, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def new_headnote(request: Request, code: str, source: str) -> HttpResponse:
    """Written beside a record of the archive, which stands there to be read."""
    federation = get_federation(request, code, EDIT)
    about = _about(federation, source)
    if request.method != "POST" and (why := why_no_headnote(about.received)):
        messages.warning(request, why)
        return redirect("archived", code, source)
    form = HeadnoteForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            draft = draft_headnote(by=Actor.of(request), federation=federation, source=source, said=form.said)
        except Refused as error:
            form.refuse(error)
        else:
            messages.success(request, _("Bozza salvata: riguardala e pubblicala."))
            return redirect("headnote_draft", code, draft.pk)
    context = {"federation": federation, "source": source, "there": headnotes_of([source]).get(source, [])}
    return form_page(request, "federation/casebook/headnote_form.html", form, **context, **_beside(about))


@require_http_methods(["GET", "HEAD", "POST"])
def edit_headnote(request: Request, code: str, pk: int) -> HttpResponse:
    federation, draft = _draft(request, code, pk)
    form = HeadnoteForm(posted(request), initial=HeadnoteForm.typed(draft))
    if request.method == "POST" and form.is_valid():
        try:
            change_draft(by=Actor.of(request), draft=draft, said=form.said, seen=form.cleaned_data["seen"])
        except Refused as error:
            form.refuse(error)
        else:
            messages.success(request, _("Bozza salvata: riguardala e pubblicala."))
            return redirect("headnote_draft", code, pk)
    context = {"federation": federation, "source": draft.source, "draft": draft}
    return form_page(request, "federation/casebook/headnote_form.html", form, **context, **_beside(_of(draft)))


@require_safe
def draft(request: Request, code: str, pk: int) -> HttpResponse:
    """The headnote as it would be read, and what may be done with it."""
    federation, found = _draft(request, code, pk)
    return _draft_page(request, federation, found)


@require_POST
def publish(request: Request, code: str, pk: int) -> HttpResponse:
    federation, found = _draft(request, code, pk)
    form = PublishHeadnoteForm(request.POST)
    if form.is_valid():
        try:
            version = publish_headnote(by=Actor.of(request), draft=found, **form.cleaned_data)
        except Refused as error:
            form.add_error(None, list(error.messages))
        else:
            see_to_the_work()
            messages.success(request, _("Pubblicata: n. %(number)s.") % {"number": version.headnote.reference})
            return redirect("headnote_draft", code, pk)
    return _draft_page(request, federation, found, publishing=form)


@require_POST
def withdraw(request: Request, code: str, pk: int) -> HttpResponse:
    federation, found = _draft(request, code, pk)
    if found.headnote is None:
        raise Http404
    form = WithdrawHeadnoteForm(request.POST)
    if form.is_valid():
        try:
            withdraw_headnote(by=Actor.of(request), headnote=found.headnote, **form.cleaned_data)
        except Refused as error:
            form.add_error(None, list(error.messages))
        else:
            see_to_the_work()
            messages.success(request, _("Ritirata: al suo indirizzo si legge perché."))
            return redirect("headnote_draft", code, pk)
    return _draft_page(request, federation, found, withdrawing=form)


def _draft(request: Request, code: str, pk: int) -> tuple[Federation, HeadnoteDraft]:
    federation = get_federation(request, code, EDIT)
    found = HeadnoteDraft.objects.select_related("headnote", "tournament", "received", "changed_by")
    return federation, get_object_or_404(found, federation=federation, pk=pk)


def _about(federation: Federation, source: str) -> Decided:
    """The record of the archive; that of another federation is not found."""
    found = decided([source]).get(source)
    if found is None or found.federation_id != federation.pk:
        raise Http404
    return found


def _of(draft: HeadnoteDraft) -> Decided:
    found = decided([draft.source]).get(draft.source)
    if found is None:  # of a package that was set aside since
        raise Http404
    return found


def _beside(about: Decided) -> dict[str, Any]:
    """What was decided, as the page of a headnote says it."""
    record = record_of(about, protected_names_for(about, with_place=True))
    facts = [(spoken(one["question"]), spoken(one["answer"])) for one in record["facts"]]
    return {
        "about": about,
        "record": record,
        "title": spoken(record.get("title")),
        "facts": list(dict.fromkeys(facts)),
        "orders": orders_in_words(record),
        "articles": [(one["number"], spoken(one["title"])) for one in record["articles"]],
    }


def _draft_page(request: Request, federation: Federation, found: HeadnoteDraft, **forms: Any) -> HttpResponse:
    versions = list(found.headnote.versions.select_related("by").order_by("-version")) if found.headnote else []
    last = versions[0] if versions else None
    context = {
        "federation": federation,
        "draft": found,
        "versions": versions,
        "last": last,
        "changed": changes_of([found.source]).get(found.source, ()),
        "publishing": PublishHeadnoteForm(initial={"seen": fields_digest(found, DRAFTED)}),
        "withdrawing": WithdrawHeadnoteForm(initial={"seen": last.version}) if last else None,
        **_beside(_of(found)),
    }
    return render(request, "federation/casebook/draft.html", context | forms, status=422 if forms else 200)


discard = PostedForm(
    find=within(HeadnoteDraft.objects.all()), right=EDIT, of="draft", act=discard_draft,
    said=_lazy("Bozza scartata."), to=("headnotes", "code"), page=("headnote_draft", "code", "pk"),
)  # fmt: skip
