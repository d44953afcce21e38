"""One's own access: the way out, here or everywhere, and the administration's way in."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions.signing_in import create_first_account, end_sessions, has_administrator
from tournaments.links import opens_first_account
from tournaments.models import User
from tournaments.requests import PublicRequest, Request
from tournaments.signing_in.forms import FirstAccountForm
from tournaments.signing_in.limits import HOUR, LIMITS, Kind
from tournaments.signing_in.session_store import KIND
from tournaments.views.common import attempt, form_page, posted

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
        messages.success(request, _("Il tuo accesso è pronto. Gli altri si creano in «Amministrazione»."))
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
