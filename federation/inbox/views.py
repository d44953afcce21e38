"""The federation's inbox: what was received, and what is done with it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.inbox.actions import (
    Checked,
    add_remark,
    check,
    choose,
    erase_texts,
    homologate,
    opened,
    player_called,
    receive,
    send_back,
)
from federation.inbox.exports import answer_to, as_it_came
from federation.keys.actions import token_that_serves
from federation.packages.forms import ChoiceForm, EraseForm, HomologateForm, PackageForm, RemarkForm
from federation.packages.models import ReceivedPackage
from federation.packages.queries import Unreadable, inbox, open_points
from federation.packages.words import MOST_SENT, with_place
from federation.received.views import package_context
from federation.sealed.faults import Unsound
from federation.sealed.verification import open_package
from pages.views import attempt, form_page, posted
from papers.download import download
from people.accounts.models import Federation
from people.offices.access import get_federation
from records.action import Actor
from records.refusals import Refused
from records.requests import PublicRequest, Request, address_of
from records.rights import FederationRight

PER_PAGE = 50
Way = ReceivedPackage.Way


@require_http_methods(["GET", "HEAD", "POST"])
def packages(request: Request, code: str) -> HttpResponse:
    """What was received, the newest first; a POST brings another one."""
    right = FederationRight.RECEIVE_PACKAGES if request.method == "POST" else FederationRight.VIEW_PACKAGES
    federation = get_federation(request, code, right)
    sent = posted(request)
    files = request.FILES if sent is not None else None  # read first: then it is known whether the file was too big
    form = PackageForm(sent, files, too_big=getattr(request, "upload_too_big", False))
    if request.method == "POST" and (
        kept := attempt(form, lambda data: _receive(request, federation, data["file"].read()))
    ):
        messages.success(request, _("Pacchetto ricevuto: torna tutto."))
        return redirect("package", code, kept.pk)
    page = Paginator(inbox(federation), PER_PAGE).get_page(request.GET.get("page"))
    return form_page(request, "federation/packages.html", form, federation=federation, page=page)


def _receive(request: Request, federation: Federation, content: bytes) -> ReceivedPackage:
    return receive(
        by=Actor.of(request), federation=federation, content=opened(content, federation=federation), way=Way.UPLOAD
    )


@csrf_exempt
@login_not_required
@require_POST
def send(request: PublicRequest, code: str) -> HttpResponse:
    """A package sent by a token («Authorization: Bearer …»), the bytes as the body; answered in one line of text."""
    now = timezone.now()
    try:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bearer":
            secret = ""
        token = token_that_serves(code, secret, address=address_of(request), at=now)
        content = opened(request.read(MOST_SENT + 1), federation=token.federation)
        by = Actor(user=token.made_by, at=now, key=f"token:{content.sha256[:50]}", content=content.sha256)
        kept = receive(by=by, federation=token.federation, content=content, way=Way.TOKEN, token=token)
    except Refused as error:
        return HttpResponse("\n".join(error.messages), status=422, content_type="text/plain; charset=utf-8")
    words = _("Ricevuto: versione %(version)d.") % {"version": kept.version}
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


@require_safe
def package(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.VIEW_PACKAGES)
    return render(request, "federation/package.html", package_context(request, kept))


@require_POST
def check_package(request: Request, code: str, pk: int) -> HttpResponse:
    """Open it again, and look for what is still open in it; before anything is locked."""
    kept = _find(request, code, pk, FederationRight.RECEIVE_PACKAGES)
    return _act(request, kept, lambda: check(by=Actor.of(request), package=kept, found=_found(kept)), _("Controllato."))


def _found(kept: ReceivedPackage) -> Checked:
    try:
        open_package(as_it_came(kept, timezone.now()))
        return Checked(open_points(kept))
    except Unsound as error:
        return Checked([], with_place(error.trouble))
    except Unreadable:
        return Checked([], _("Torna tutto, ma questo programma non capisce quello che c’è scritto."))


@require_POST
def remark(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.RECEIVE_PACKAGES)
    form = RemarkForm(request.POST)
    if attempt(form, lambda data: add_remark(by=Actor.of(request), package=kept, **data)):
        messages.success(request, _("Rilievo scritto."))
        return redirect("package", code, pk)
    return _again(request, kept, remark_form=form)


@require_POST
def return_package(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.HOMOLOGATE)
    return _act(
        request,
        kept,
        lambda: send_back(by=Actor.of(request), package=kept),
        _("Rimandato: scarica la risposta e inviala."),
    )


@require_POST
def homologate_package(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.HOMOLOGATE)
    form = HomologateForm(request.POST)
    if attempt(form, lambda data: homologate(by=Actor.of(request), package=kept, **data)):
        messages.success(request, _("Torneo omologato."))
        return redirect("package", code, pk)
    return _again(request, kept, homologate_form=form)


@require_POST
def choose_package(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.HOMOLOGATE)
    form = ChoiceForm(request.POST)
    if attempt(form, lambda data: choose(by=Actor.of(request), package=kept, **data)):
        messages.success(request, _("Scelta registrata."))
        return redirect("package", code, pk)
    return _again(request, kept, choice_form=form)


@require_POST
def erase_from_package(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.RECEIVE_PACKAGES)
    form = EraseForm(request.POST)
    by = Actor.of(request)
    if attempt(form, lambda data: erase_texts(by=by, package=kept, player=player_called(kept, **data))):
        messages.success(request, _("Cancellato: il resto torna ancora."))
        return redirect("package", code, pk)
    return _again(request, kept, erase_form=form)


@require_safe
def fetch_package(request: Request, code: str, pk: int) -> HttpResponse:
    """The package as it came, byte for byte."""
    kept = _find(request, code, pk, FederationRight.VIEW_PACKAGES)
    return download(as_it_came(kept, timezone.now()), f"{kept.name} – {kept.version}", "zip")


@require_safe
def fetch_answer(request: Request, code: str, pk: int) -> HttpResponseBase:
    """The answer for whoever sent it, once there is one."""
    kept = _find(request, code, pk, FederationRight.VIEW_PACKAGES)
    if kept.state not in (ReceivedPackage.State.RETURNED, ReceivedPackage.State.HOMOLOGATED):
        return redirect("package", code, pk)
    return download(answer_to(kept), f"{kept.name} – {_('risposta')}", "json")


def _find(request: Request, code: str, pk: int, right: FederationRight) -> ReceivedPackage:
    federation = get_federation(request, code, right)
    found = ReceivedPackage.objects.select_related(
        "federation", "key", "received_by", "token", "checked_by", "chosen_by"
    )
    return get_object_or_404(found, pk=pk, federation=federation)


def _act(request: Request, kept: ReceivedPackage, act: Callable[[], Model], done: str) -> HttpResponse:
    try:
        act()
    except Refused as error:
        return _again(request, kept, refused=error.messages)
    messages.success(request, done)
    return redirect("package", kept.federation.code, kept.pk)


def _again(request: Request, kept: ReceivedPackage, **told: Any) -> HttpResponse:
    """The page with what was typed and why it was refused."""
    return render(request, "federation/package.html", package_context(request, kept) | told, status=422)
