"""The page of accounts, for whoever says who holds which office; and the address where a password is written."""

from collections.abc import Callable
from functools import partial
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pages.views import attempt, form_page, hall_root, posted
from people.accounts.models import User
from people.invitations.actions import (
    creates_tournaments,
    invite_person,
    let_create,
    link_token,
    may_offer_link,
    offer_link,
    whose_link,
    write_password,
)
from people.invitations.forms import AccountForm, CreatesForm, FirstPasswordForm, InvitePersonForm
from people.names.order import by_name
from people.offices.access import names_officers
from people.sign_in.actions import claim_try, forget_tries
from people.sign_in.doors import log_credential_change
from records.action import Actor
from records.requests import PublicRequest, Request, address_of

PER_PAGE = 50


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accounts(request: Request) -> HttpResponse:
    """Who can sign in and who may create tournaments; a POST invites somebody."""
    _require(request)
    form = InvitePersonForm(posted(request))
    if made := attempt(form, lambda data: invite_person(by=Actor.of(request), **data)):
        log_credential_change(request, made, "account made")
        return _link(request, made)
    return _page(request, form)


def _page(request: Request, form: BaseForm, refused: BaseForm | None = None) -> HttpResponse:
    words = request.GET.get("cerca", "").replace("\0", "").strip()[:100]
    page = Paginator(_accounts(words), PER_PAGE).get_page(request.GET.get("page"))
    lines = [(one, may_offer_link(request.user, one)) for one in page]
    told = [str(error) for errors in refused.errors.values() for error in errors] if refused else []
    answer = form_page(
        request, "account/accounts.html", form, page=page, lines=lines, words=words, refused=told,
    )  # fmt: skip
    answer.status_code = 422 if told else answer.status_code
    return answer


def _accounts(words: str) -> "QuerySet[Any, Any]":
    own = User.user_permissions.through.objects.filter(user=OuterRef("pk"), permission=creates_tournaments())
    of_groups = User.groups.through.objects.filter(user=OuterRef("pk"), group__permissions=creates_tournaments())
    # Those nobody enters have names with a colon (`tournaments.staff.actions`).
    found = User.objects.filter(is_active=True).exclude(username__contains=":")
    for word in words.split():
        found = found.filter(Q(username__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word))
    found = found.annotate(creates=Exists(own), by_group=Exists(of_groups))
    return found.order_by(*by_name("last_name", "first_name"), "pk")


@require_POST
def creates(request: Request) -> HttpResponse:
    """Say whether somebody may create tournaments."""
    _require(request)
    form = CreatesForm(request.POST)
    said = attempt(
        form, lambda data: let_create(by=Actor.of(request), user=_account(data["user"]), allowed=data["allowed"])
    )
    if said is None:
        return _page(request, InvitePersonForm(), form)
    log_credential_change(request, said, "leave to create tournaments changed")
    words = (
        _("%(name)s può creare tornei.") if form.cleaned_data["allowed"] else _("%(name)s non può più creare tornei.")
    )
    messages.success(request, words % {"name": said})
    return redirect("accounts")


@require_POST
@never_cache
def link(request: Request) -> HttpResponse:
    """The address where somebody writes a password: again, or anew."""
    _require(request)
    form = AccountForm(request.POST)
    offered = attempt(form, lambda data: offer_link(by=Actor.of(request), user=_account(data["user"])))
    if offered is None:
        return _page(request, InvitePersonForm(), form)
    log_credential_change(request, offered, "link for a password made")
    return _link(request, offered)


def _link(request: Request, user: User) -> HttpResponse:
    address = hall_root(request) + reverse("welcome", args=[link_token(user)])
    picture = segno.make(address, error="m").svg_data_uri(scale=5, border=2, light="#fff")
    return render(request, "account/account_made.html", {"made": user, "address": address, "picture": picture})


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: PublicRequest, token: str) -> HttpResponse:
    """Where whoever was invited writes their password, and is in."""
    claim = partial(claim_try, name="invitation", address=address_of(request), at=timezone.now())
    if claim() or (user := whose_link(token)) is None:
        refusal = _("Questo indirizzo non vale, è scaduto o è già servito: chiedine un altro a chi te l’ha mandato.")
        return render(request, "account/invitation_gone.html", {"refusals": [refusal]}, status=404)
    forget_tries(name="invitation", address=address_of(request), at=timezone.now())
    return password_page(request, user, lambda password: write_password(token=token, password=password))


def password_page(
    request: PublicRequest, user: User, write: Callable[[str], User], *, offered_by: User | None = None
) -> HttpResponse:
    """Where a link leads: its owner writes the password of the account, twice, and enters with it."""
    form = FirstPasswordForm(user, posted(request))
    written = attempt(form, lambda data: write(data["new_password1"]))
    if written is None:
        return form_page(request, "account/welcome.html", form, invited=user, offered_by=offered_by)
    log_credential_change(request, written, "password made anew by a link")
    messages.success(request, _("La password è scritta: entra con quella."))
    return redirect("login")


def _require(request: Request) -> None:
    if not names_officers(request.user):
        raise PermissionDenied("add_federationoffice")


def _account(key: int) -> User:
    return get_object_or_404(User, pk=key, is_active=True)
