"""What goes for every page of somebody who has signed in: browsers keep none, and a second factor may come first."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect

from tournaments.permissions import MATRIX, Role
from tournaments.requests import PublicRequest
from tournaments.signing_in.begin import kind_of
from tournaments.signing_in.limits import Kind
from tournaments.signing_in.session_store import KIND, VERIFIED

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
        directs = getattr(request, "rights", None) == MATRIX[Role.DIRECTOR]
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
