"""What stands around every request, in the order of `settings.MIDDLEWARE`: the outermost first."""

import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from django.shortcuts import redirect, render
from django.urls import resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import ngettext

from config import health, request_number
from federation.sealed.archive import Damaged
from pages.caches import FOR_ONE_ALONE, is_personal
from pages.views import conflict, on_page
from people.sign_in.doors import kind_of
from people.sign_in.sessions import KIND, VERIFIED, Kind
from records.log import take_behind
from records.requests import OtherContent, PublicRequest
from records.rights import Role
from tournaments.setup.live_pages import LIVE_HEADER, answer_live
from tournaments.staff.log_words import made_in_words

log = logging.getLogger("referee.requests")


class Around:
    """What all have in common: what follows, which answers unless one of these does."""

    def __init__(self, get_response: Callable[[Any], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return self.get_response(request)


class RequestNumber(Around):
    """Outermost of all, so that what any other part logs or answers bears the number."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        with request_number.numbered(request) as number:
            response = self.get_response(request)
        response.headers[request_number.HEADER] = number
        return response


class HealthFirst(Around):
    """Answers the two addresses of `config.health`, and leaves all others to what follows."""

    def __init__(self, get_response: Callable[[Any], HttpResponse]) -> None:
        super().__init__(get_response)
        # They come after us, since they lead to HTTPS; what they say of an answer holds of ours too.
        self.headers = (SecurityMiddleware(get_response), CSPMiddleware(get_response))

    def __call__(self, request: PublicRequest) -> HttpResponse:
        if request.path_info not in health.ADDRESSES:
            return self.get_response(request)
        request.resolver_match = resolve(request.path_info)
        response: HttpResponse = request.resolver_match.func(request)
        response.headers["Cache-Control"] = "no-store"
        for header in self.headers:
            header.process_response(request, response)
        return response


class NothingPersonal(Around):
    """The last word, outside of everything that sets a cookie: what is somebody's own is kept by no cache between."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        response = self.get_response(request)
        is_kept = "s-maxage" in response.headers.get("Cache-Control", "")
        if is_kept and (response.cookies or is_personal(request) or "Authorization" in request.headers):
            response.headers["Cache-Control"] = FOR_ONE_ALONE
        return response


class LiveFirst(Around):
    """Answers whoever has the page as it is, before anybody looks who asks; and notes which device did."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        if LIVE_HEADER not in request.headers or request.method != "GET":
            return self.get_response(request)
        return answer_live(request, self.get_response)


class MarksInWords(Around):
    """What a page prints of somebody erased says so in the language of the page."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return on_page(self.get_response(request))


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


class KeptNowhere(Around):
    """Forbids browsers and caches between to keep a page that looked at who asks, unless it says itself how long."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        response = self.get_response(request)
        # A page that looked at no session is the same for everybody, and must stay cheap: nor do we look.
        if request.session.accessed and request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class KindOfToday(Around):
    """Holds whoever was made director while signed in to a director's times, from their first page as one."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        response = self.get_response(request)
        directs = getattr(request, "role", None) is Role.DIRECTOR
        if directs and request.session.get(KIND) == Kind.STAFF:
            request.session[KIND] = Kind.DIRECTOR.value
        return response


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


class SecondFactorFirst(Around):
    """Leads directors and administrators to their second factor first, where the installation asks for it."""

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


# What a form carries besides what somebody typed.
CARRIED = frozenset({"csrfmiddlewaretoken", "key", "version", "seen", "step"})


class SameKey(Around):
    """Turns `OtherContent` of any view into 409, for those that have no words of their own for it."""

    def process_exception(self, request: PublicRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OtherContent):
            return None
        typed = [value for name, values in request.POST.lists() if name not in CARRIED for value in values if value]
        return conflict(request, mine=", ".join(typed), current=made_in_words(exception.current))


class ClockBehind(Around):
    """Tells whoever wrote a line of a log that the clock is behind the line before: where it was set back."""

    def __call__(self, request: PublicRequest) -> HttpResponse:
        take_behind()  # what was written in this thread for another
        response = self.get_response(request)
        if behind := take_behind():
            minutes = -(-behind.total_seconds() // 60)
            words = ngettext(
                "L’orologio del server è indietro di %(minutes)d minuto sull’ultima riga del registro: chi lo tiene lo "
                "rimetta a posto. Quello che hai fatto è registrato.",
                "L’orologio del server è indietro di %(minutes)d minuti sull’ultima riga del registro: chi lo tiene lo "
                "rimetta a posto. Quello che hai fatto è registrato.",
                int(minutes),
            )
            messages.warning(request, words % {"minutes": minutes}, fail_silently=True)
        return response


class DamagedInWords(Around):
    """Turns `Damaged` of any view into a page that says so: every page that reads a package may find one."""

    def process_exception(self, request: PublicRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Damaged):
            return None
        log.error("A package that is kept is damaged: %s", exception)
        return render(request, "federation/packages/damaged.html", {"part": exception}, status=422)
