"""One's own access: the way out, here or everywhere, and the administration's way in.

Turning one's second factor on and off: a code that the phone makes by itself, without any network.
"""

import time
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_otp import user_has_device

from pages.views import attempt, form_page, posted
from people.accounts.models import User, opens_first_account
from people.sign_in.actions import (
    confirm,
    create_first_account,
    end_one_session,
    end_sessions,
    has_administrator,
    phone_to_confirm,
    take_off,
)
from people.sign_in.doors import log_credential_change
from people.sign_in.forms import (
    WRONG,
    CodeForm,
    EndSessionForm,
    FirstAccountForm,
    NewPasswordForm,
    ProvedForm,
    code_taken,
    verified,
)
from people.sign_in.models import Phone
from people.sign_in.sessions import HOUR, KIND, LIMITS, VERIFIED, Kind, OwnSession, sessions_of
from records.requests import PublicRequest, Request

# Entries that wait for the network are their owner's, and stay: the browser forgets pages, not what it stores.
FORGET_PAGES = '"cache"'
# Under which the session of nobody yet holds who gave the right password, and for how many seconds that is good.
AWAITS_CODE = "awaits-code"
WAIT_FOR_CODE = 5 * 60


class SignIn(LoginView):
    """The door: name and password, and then the code of whoever has a second factor."""

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if not user_has_device(user):
            return super().form_valid(form)
        self.request.session[AWAITS_CODE] = {
            "user": user.pk,
            "signed": user.get_session_auth_hash(),
            "at": int(time.time()),
            "next": self.get_success_url(),
        }
        return redirect("sign_in_code")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: PublicRequest) -> HttpResponse:
    """The second step of signing in."""
    awaited = request.session.get(AWAITS_CODE)
    user = _who_awaits(awaited)
    form = CodeForm(posted(request))
    if awaited is None or user is None:
        return form_page(request, "account/code.html", form, is_too_late=True)
    if form.is_valid() and code_taken(request, user, form, noted="code refused at the door"):
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
        request.session.pop(AWAITS_CODE, None)
        verified(request.session)
        return redirect(awaited["next"])
    return form_page(request, "account/code.html", form)


def _who_awaits(awaited: dict[str, Any] | None) -> User | None:
    """Who gave the right password just now, and has not changed it since."""
    if awaited is None or time.time() - awaited["at"] >= WAIT_FOR_CODE:
        return None
    user = User.objects.filter(pk=awaited["user"], is_active=True).first()
    return user if user and constant_time_compare(user.get_session_auth_hash(), awaited["signed"]) else None


class ChangePassword(PasswordChangeView):
    """A new password for the old one; the sessions on other devices end by it."""

    form_class = NewPasswordForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        response = super().form_valid(form)
        log_credential_change(self.request, form.user, "password changed")
        return response


class SignOut(LogoutView):
    """The way out: the browser forgets what it has seen."""

    def post(self, request: PublicRequest, *args: object, **kwargs: object) -> HttpResponse:  # type: ignore[override]
        response = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = FORGET_PAGES
        return response


@require_safe
def account(request: Request) -> HttpResponse:
    return _account_page(request)


@require_POST
def end_session(request: Request) -> HttpResponse:
    """End a session of one's own on another device, with the password: who finds this one open ends none."""
    others = _others(request)
    form = EndSessionForm(request, others, request.POST)
    if not form.is_valid():
        return _account_page(request, form)
    for one in others:
        if one.mark == form.cleaned_data["session"]:
            end_one_session(one.key)
    log_credential_change(request, request.user, "a session ended from another")
    messages.success(request, _("Quell’accesso è finito."))
    return redirect("account")


def _account_page(request: Request, form: EndSessionForm | None = None) -> HttpResponse:
    kind = Kind(request.session.get(KIND, Kind.STAFF))
    limits = LIMITS[kind]
    hours = {"idle": limits.idle // HOUR, "absolute": limits.absolute // HOUR}
    form = form or EndSessionForm(request, _others(request))
    context = {"hours": hours, "has_second_factor": user_has_device(request.user)}
    return form_page(request, "account/account.html", form, **context)


def _others(request: Request) -> list[OwnSession]:
    return [one for one in sessions_of(request.user, request.session.session_key) if not one.is_this]


@require_POST
def sign_out_everywhere(request: Request) -> HttpResponse:
    end_sessions(request.user)
    logout(request)
    messages.success(request, _("Sei uscito su tutti i dispositivi."))
    response = redirect("home")
    response["Clear-Site-Data"] = FORGET_PAGES
    return response


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_account(request: PublicRequest, token: str) -> HttpResponse:
    """The first director makes their account here; the address stands on the terminal of a server without any."""
    if not opens_first_account(token, timezone.now()) or has_administrator():
        raise Http404
    form = FirstAccountForm(posted(request))
    if user := attempt(form, _make_first):
        login(request, user)
        messages.success(
            request,
            _("Il tuo accesso è pronto. Gli altri li inviti dal menu, in «Accessi», o da un torneo, in «Incarichi»."),
        )
        return redirect("home")
    return form_page(request, "account/first_account.html", form)


def _make_first(data: dict[str, Any]) -> User:
    names = {name: data[name] for name in ("username", "first_name", "last_name")}
    return create_first_account(**names, password=data["password1"], at=timezone.now())


@login_not_required
@require_safe
def admin_sign_in(request: PublicRequest) -> HttpResponse:
    # The administration has no door of its own: everybody signs in by the same, throttled one.
    target = request.GET.get("next") or "/admin/"
    if not request.user.is_authenticated:
        return redirect_to_login(target)
    if not request.user.is_staff:
        raise PermissionDenied
    return redirect("admin:index")


@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: Request) -> HttpResponse:
    """What the phone reads, and the first code it shows; afterwards, that it is on."""
    form = ProvedForm(request, posted(request))
    if user_has_device(request.user):
        return form_page(request, "account/second_factor.html", ProvedForm(request), is_on=True)
    if form.is_valid():
        if codes := confirm(request.user, form.cleaned_data["code"]):
            # Whoever was in by the password alone is out; this browser stays.
            end_sessions(request.user)
            update_session_auth_hash(request, request.user)
            verified(request.session)
            log_credential_change(request, request.user, "second factor turned on")
            return render(request, "account/backup_codes.html", {"codes": codes})
        form.add_error("code", WRONG)
    phone = phone_to_confirm(request.user)
    return form_page(request, "account/second_factor.html", form, is_on=False, **_told(phone))


@require_POST
def turn_off(request: Request) -> HttpResponse:
    form = ProvedForm(request, request.POST)
    if not form.is_valid() or not code_taken(request, request.user, form, noted="code refused"):
        return form_page(request, "account/second_factor.html", form, is_on=True)
    take_off(request.user)
    request.session.pop(VERIFIED, None)
    log_credential_change(request, request.user, "second factor taken off")
    messages.success(request, _("La verifica in due passaggi è tolta."))
    return redirect("account")


def _told(phone: Phone) -> dict[str, str]:
    """The secret as a picture for the phone's camera and as letters to type."""
    secret = phone.letters
    letters = " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
    picture = segno.make(phone.address, error="m").svg_data_uri(scale=4, border=2, light="#fff")
    return {"picture": picture, "letters": letters}
