"""Turning one's second factor on and off: a code that the phone makes by itself, without any network."""

import segno
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_otp import user_has_device

from tournaments.actions.second_factor import confirm, phone_to_confirm, take_off
from tournaments.actions.signing_in import end_sessions
from tournaments.models import Phone
from tournaments.requests import Request
from tournaments.signing_in.again import WRONG, code_taken, verified
from tournaments.signing_in.begin import changed
from tournaments.signing_in.forms import ProvedForm
from tournaments.signing_in.session_store import VERIFIED
from tournaments.views.common import form_page, posted


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
            changed(request, request.user, "second factor turned on")
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
    changed(request, request.user, "second factor taken off")
    messages.success(request, _("La verifica in due passaggi è tolta."))
    return redirect("account")


def _told(phone: Phone) -> dict[str, str]:
    """The secret as a picture for the phone's camera and as letters to type."""
    secret = phone.letters
    letters = " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
    picture = segno.make(phone.address, error="m").svg_data_uri(scale=4, border=2, light="#fff")
    return {"picture": picture, "letters": letters}
