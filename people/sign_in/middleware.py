"""What happens when somebody comes in or is turned away: the session's times, and a line for the operator.

What goes for every page of somebody who has signed in: browsers keep none, and a second factor may come first.
"""

import logging
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.contrib.auth.views import redirect_to_login
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django_otp import user_has_device

from people.accounts.models import User
from people.sign_in.sessions import KIND, SEEN, SINCE, VERIFIED, Kind
from records.requests import PublicRequest, address_of
from records.rights import Role

log = logging.getLogger("referee.doors")


class LoginRequired(LoginRequiredMiddleware):
    """After the log-in whoever had sent a form finds its page: what it was sent to may answer nothing but forms."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        if request.method not in ("GET", "HEAD"):
            page, host = request.headers.get("Referer", ""), request.get_host()
            ours = url_has_allowed_host_and_scheme(page, {host}, require_https=request.is_secure())
            parts = urlsplit(page) if ours else urlsplit("/")
            to = parts.path + (f"?{parts.query}" if parts.query else "")
            return redirect_to_login(to or "/", self.get_login_url(view_func), self.get_redirect_field_name(view_func))
        return super().handle_no_permission(request, view_func)


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: User, **_rest: Any) -> None:
    """Note in the session since when it lasts, and whose it is."""
    now = int(time.time())
    request.session[SINCE] = request.session[SEEN] = now
    request.session[KIND] = kind_of(user).value
    how = "password and code" if user_has_device(user) else "password"
    log.info("signed in by %s: account %s from %s", how, user.pk, address_of(request))


@receiver(user_logged_out)
def log_sign_out(request: HttpRequest, user: User | None, **_rest: Any) -> None:
    if user:
        log.info("signed out: account %s", user.pk)


@receiver(user_login_failed)
def log_refusal(request: HttpRequest | None = None, **_rest: Any) -> None:
    # Without the name: people type their password into its field.
    log.warning("sign-in refused from %s", address_of(request))


def log_too_many_tries(request: HttpRequest | None, what: str = "sign-in") -> None:
    """Somebody tried too often."""
    log.warning("%s held back from %s: too many tries", what, address_of(request))


def log_credential_change(request: HttpRequest, user: User, what: str) -> None:
    """What the account comes in with is another now, or the attempt to change it was refused."""
    log.warning("%s: account %s from %s", what, user.pk, address_of(request))


def kind_of(user: User) -> Kind:
    """What the account is for: whoever directs a tournament stands in a hall, also where they administer too."""
    if user.memberships.filter(role=Role.DIRECTOR).exists():
        return Kind.DIRECTOR
    if user.is_staff:
        return Kind.FEDERATION
    return Kind.DIRECTOR if user.has_perm("tournaments.add_tournament") else Kind.STAFF


ASKED = (Kind.DIRECTOR, Kind.FEDERATION)
# What somebody may do who has a password and no second factor yet.
STILL_OPEN = {
    "second_factor",
    "account",
    "password_change",
    "password_change_done",
    "logout",
    "sign_out_everywhere",
    "set_language",
}


class KeptNowhere:
    """Forbids browsers and caches between to keep a page that looked at who asks, unless it says itself how long."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        response = self.get_response(request)
        # A page that looked at no session is the same for everybody, and must stay cheap: nor do we look.
        if request.session.accessed and request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class KindOfToday:
    """Holds whoever was made director while signed in to a director's times, from their first page as one."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        response = self.get_response(request)
        directs = getattr(request, "role", None) is Role.DIRECTOR
        if directs and request.session.get(KIND) == Kind.STAFF:
            request.session[KIND] = Kind.DIRECTOR.value
        return response


class SecondFactorFirst:
    """Leads directors and administrators to their second factor first, where the installation asks for it."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: PublicRequest, *_view: object) -> HttpResponse | None:
        if not settings.SECOND_FACTOR or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        session = request.session
        if VERIFIED in session or not request.user.is_authenticated:
            return None
        # Asked anew of everybody else: the first page of somebody made director meanwhile is not open either.
        if session.get(KIND) not in ASKED and kind_of(request.user) not in ASKED:
            return None
        name = request.resolver_match.url_name if request.resolver_match else ""
        return None if name in STILL_OPEN else redirect("second_factor")
