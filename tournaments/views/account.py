"""One's own access: the way out, here or everywhere, and the administration's way in."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.signing_in import end_sessions
from tournaments.requests import PublicRequest, Request
from tournaments.signing_in.limits import HOUR, LIMITS, Kind
from tournaments.signing_in.session_store import KIND

# Entries that wait for the network are their owner's, and stay: the browser forgets pages, not what it stores.
FORGET_PAGES = '"cache"'


class SignOut(LogoutView):
    """The way out: the browser forgets what it has seen."""

    def post(self, request: PublicRequest, *args: object, **kwargs: object) -> HttpResponse:  # type: ignore[override]
        response = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = FORGET_PAGES
        return response


@require_safe
def account(request: Request) -> HttpResponse:
    kind = Kind(request.session.get(KIND, Kind.STAFF))
    limits = LIMITS[kind]
    hours = {"idle": limits.idle // HOUR, "absolute": limits.absolute // HOUR}
    return render(request, "account/account.html", {"hours": hours})


@require_POST
def sign_out_everywhere(request: Request) -> HttpResponse:
    end_sessions(request.user)
    logout(request)
    messages.success(request, _("Sei uscito su tutti i dispositivi."))
    response = redirect("login")
    response["Clear-Site-Data"] = FORGET_PAGES
    return response


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
