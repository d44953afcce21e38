"""The federation's inbox: what was received, what is done with it, and who its players are here."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

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
from federation.packages.actions import token_that_serves
from federation.packages.forms import ChoiceForm, EraseForm, HomologateForm, PackageForm, PersonForm, RemarkForm
from federation.packages.models import ReceivedPackage
from federation.packages.queries import Unreadable, inbox, open_points
from federation.packages.words import damaged_words, with_place
from federation.received.actions import choose_person, recognise_persons
from federation.received.models import ReceivedClass, ReceivedTournament
from federation.received.queries import PackedPerson, front_of, persons_in
from federation.received.views import package_context
from federation.sealed.archive import Damaged
from federation.sealed.faults import Unsound
from federation.sealed.verification import open_package
from federation.seasons.actions import assign_received_class
from federation.seasons.forms import ClassForm
from federation.seasons.places import class_of_received
from federation.seasons.rows import class_titles, tables_of
from pages.views import FormPage, PostedForm, attempt, posted, uploaded
from papers.download import download
from people.offices.access import get_federation
from records.action import Actor
from records.outside import PACKAGE
from records.requests import PublicRequest, Refused, Request, address_of
from records.rights import FederationRight
from tournaments.setup.access import within

PER_PAGE = 50
Way = ReceivedPackage.Way


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
        content = opened(request.read(PACKAGE.size + 1), federation=token.federation)
        by = Actor(user=token.made_by, at=now, key=f"token:{content.sha256[:50]}", content=content.sha256)
        kept = receive(by=by, federation=token.federation, content=content, way=Way.TOKEN, token=token)
    except Refused as error:
        return HttpResponse("\n".join(error.messages), status=422, content_type="text/plain; charset=utf-8")
    except Damaged as error:
        return HttpResponse(damaged_words(error), status=422, content_type="text/plain; charset=utf-8")
    words = _("Ricevuto: versione %(version)d.") % {"version": kept.version}
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


@require_safe
def package(request: Request, code: str, pk: int) -> HttpResponse:
    kept = _find(request, code, pk, FederationRight.VIEW_PACKAGES)
    return render(request, "federation/inbox/package.html", package_context(request, kept))


def _found(kept: ReceivedPackage) -> Checked:
    try:
        open_package(as_it_came(kept, timezone.now()))
        return Checked(open_points(kept))
    except Unsound as error:
        return Checked([], with_place(error.trouble))
    except Unreadable:
        return Checked([], _("Torna tutto, ma questo programma non capisce quello che c’è scritto."))


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


def _again(request: Request, kept: ReceivedPackage, **told: Any) -> HttpResponse:
    """The page with what was typed and why it was refused."""
    return render(request, "federation/inbox/package.html", package_context(request, kept) | told, status=422)


# What was received, the newest first; a POST brings another one.
packages = FormPage(
    find=get_federation, right=FederationRight.RECEIVE_PACKAGES, reads=FederationRight.VIEW_PACKAGES, of="federation",
    form=lambda request, federation: PackageForm(**uploaded(request)),
    act=lambda by, federation, file: receive(
        by=by, federation=federation, content=opened(file.read(), federation=federation), way=Way.UPLOAD
    ),
    said=_lazy("Pacchetto ricevuto: torna tutto."),
    to=lambda request, federation, kept: redirect("package", federation.code, kept.pk),
    page="federation/inbox/packages.html",
    shows=lambda request, federation: {
        "page": Paginator(inbox(federation), PER_PAGE).get_page(request.GET.get("page"))
    },
)  # fmt: skip
_on_package = partial(
    PostedForm[ReceivedPackage, Model], find=_find, of="package", page=_again, to=("package", "code", "pk")
)
_receiving = partial(_on_package, right=FederationRight.RECEIVE_PACKAGES)
_homologating = partial(_on_package, right=FederationRight.HOMOLOGATE)
# Open it again, and look for what is still open in it; before anything is locked.
check_package = _receiving(
    name="refused", act=lambda by, package: check(by=by, package=package, found=_found(package)),
    said=_lazy("Controllato."),
)  # fmt: skip
remark = _receiving(name="remark_form", form=RemarkForm, act=add_remark, said=_lazy("Rilievo scritto."))
erase_from_package = _receiving(
    name="erase_form", form=EraseForm, said=_lazy("Cancellato: il resto torna ancora."),
    act=lambda by, package, **said: erase_texts(by=by, package=package, player=player_called(package, **said)),
)  # fmt: skip
return_package = _homologating(name="refused", act=send_back, said=_lazy("Rimandato: scarica la risposta e inviala."))
homologate_package = _homologating(
    name="homologate_form", form=HomologateForm, act=homologate, said=_lazy("Torneo omologato.")
)
choose_package = _homologating(name="choice_form", form=ChoiceForm, act=choose, said=_lazy("Scelta registrata."))


@require_safe
def packed_persons(request: Request, code: str, pk: int) -> HttpResponse:
    """Everybody who plays in it: what the roster says, who they are here; those in doubt first."""
    return _page(request, _find_received(request, code, pk, FederationRight.VIEW_PACKAGES))


@require_POST
def choose_packed_person(request: Request, code: str, pk: int, number: int) -> HttpResponse:
    package = _find_received(request, code, pk, FederationRight.HOMOLOGATE)
    form = PersonForm(request.POST)
    by = Actor.of(request)
    if attempt(form, lambda data: choose_person(by=by, package=package, number=number, **data)):
        messages.success(request, _("Scelta registrata."))
        return redirect("packed_persons", code, pk)
    return _page(request, package, number, form)


def _page(
    request: Request, package: ReceivedPackage, refused: int | None = None, typed: PersonForm | None = None
) -> HttpResponse:
    people = persons_in(package)
    order = sorted(people, key=lambda one: (one.number != refused, not one.is_doubt, not one.findings))
    page = Paginator(order, PER_PAGE).get_page(request.GET.get("page"))
    lines = [(one, typed if one.number == refused else _form(one)) for one in page.object_list]
    context = {
        "federation": package.federation,
        "package": package,
        "page": page,
        "lines": lines,
        "doubts": sum(one.is_doubt for one in people),
        "flagged": sum(bool(one.findings) for one in people),
    }
    return render(request, "federation/inbox/packed_persons.html", context, status=422 if typed else 200)


def _form(one: PackedPerson) -> PersonForm:
    return PersonForm(initial={"seen": one.version}, auto_id=f"id_{one.number}_%s")


def _find_received(request: Request, code: str, pk: int, right: FederationRight) -> ReceivedPackage:
    federation = get_federation(request, code, right)
    return get_object_or_404(ReceivedPackage.objects.select_related("federation", "key"), pk=pk, federation=federation)


def _class_form(request: Request, received: ReceivedTournament) -> ClassForm:
    now = class_of_received(received)
    initial = {"class_id": now.class_id if now else "", "seen": now.version if now else 0}
    return ClassForm(posted(request), federation=received.federation, none_too=True, initial=initial)


def _class_page(request: Request, received: ReceivedTournament) -> dict[str, Any]:
    said = list(ReceivedClass.objects.filter(received=received).select_related("noted_by").order_by("-version"))
    return {
        "tournament": received,
        "package": front_of(received),
        "said": said,
        "now": said[0] if said else None,
        "titles": class_titles(tables_of(received.federation)),
    }


# Look for the cards once more.
recognise = PostedForm(
    find=_find_received, right=FederationRight.HOMOLOGATE, of="package", act=recognise_persons,
    said=_lazy("Tessere confrontate con l’albo e con i giocatori di qui."),
    to=("packed_persons", "code", "pk"), page=("packed_persons", "code", "pk"),
)  # fmt: skip
# Of which class a received tournament is, and was.
received_class = FormPage(
    find=within(ReceivedTournament.objects.all()), right=FederationRight.MANAGE_SEASON,
    reads=FederationRight.VIEW_FEDERATION, of="received", form=_class_form, act=assign_received_class,
    said=_lazy("Classe registrata."), to=("tournament_classes", "code"),
    page="federation/inbox/tournament_class.html", shows=_class_page,
)  # fmt: skip
