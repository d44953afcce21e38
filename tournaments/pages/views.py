"""What the views share: a form and the action behind it, answered in one way everywhere.

For pages of no tournament: that the server answers; and what waits in the device, for every desk of its owner.

A request whose key served another one that said something else: the answer shows both, and nothing was changed.
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.conf import settings
from django.db.models import Model
from django.http import HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.desk.devices import note_device
from tournaments.grid.forms import refuse
from tournaments.log_lines.words import told
from tournaments.pages.drawn import is_live
from tournaments.pages.fields import tell_of_unseen
from tournaments.pages.live import VARY
from tournaments.pages.requests import PublicRequest, Request
from tournaments.records.models import LogEntry
from tournaments.records.refusals import OtherContent, Refused

Record = TypeVar("Record", bound=Model)


def posted(request: PublicRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, be it nothing; None when nothing was."""
    return request.POST if request.method == "POST" else None


def attempt(form: forms.BaseForm, act: Callable[[dict[str, Any]], Record]) -> Record | None:
    """What the action made of the form; None, with the reasons in the form, when either refuses."""
    if not form.is_valid():
        tell_of_unseen(form)
        return None
    try:
        return act(form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        return None


def conflict(request: PublicRequest, *, mine: str, current: str, back: str = "", who: str = "") -> HttpResponse:
    """409: what the user wanted beside what is in force; with htmx it takes the place of the whole page.

    who: by name, who recorded what is in force; empty where nobody can be named.
    """
    context = {"mine": mine, "current": current, "back": back, "who": who}
    response = render(request, "409.html", context, status=409)
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Reswap"] = "main", "main", "outerHTML"
    return response


def hall_root(request: PublicRequest) -> str:
    """Where the addresses of a paper or of a QR begin."""
    # The address that the desk works at need not be one that the phones of the hall reach.
    return settings.PUBLIC_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"


def form_page(request: PublicRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """The page of a form: blank, or with what was typed and why it was refused (422)."""
    if form.is_bound:
        _focus_first_error(form)
    return render(request, template, {"form": form, **context}, status=422 if form.is_bound else 200)


def _focus_first_error(form: forms.BaseForm) -> None:
    """Let the browser go to the first field that is wrong, also without a script: it may lie below a phone's fold."""
    wrong = next((one for one in form.visible_fields() if one.errors), None)
    if wrong is None:
        return
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
    wrong.field.widget.attrs["autofocus"] = True


@require_safe
def connected(request: Request) -> HttpResponse:
    """Nothing but whose page it is: 304 to whoever has been told; opened by hand it leads home."""
    if not is_live(request):
        return redirect("home")
    note_device(request.user.pk, request.headers, at=time.time())
    tag = f'W/"here-{request.user.pk}"'
    is_told = request.headers.get("If-None-Match") == tag
    response = HttpResponseNotModified() if is_told else render(request, "connected.html")
    response.headers["ETag"], response.headers["Cache-Control"] = tag, "private, no-store"
    patch_vary_headers(response, VARY)
    return response


# What a form carries besides what somebody typed.
CARRIED = frozenset({"csrfmiddlewaretoken", "key", "version", "seen", "step"})


class SameKeyMiddleware:
    """Turns `OtherContent` of any view into 409, for those that have no words of their own for it."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: PublicRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OtherContent):
            return None
        typed = [value for name, values in request.POST.lists() if name not in CARRIED for value in values if value]
        return conflict(request, mine=", ".join(typed), current=_in_words(exception))


def _in_words(served: OtherContent) -> str:
    made = served.current
    line = LogEntry.objects.filter(object=f"{made._meta.label}:{made.pk}").order_by("pk").first()
    if line is None:
        return str(made)
    said = told(line, line.tournament)
    return ", ".join(part for part in (said.what, said.about, said.figures, said.reason) if part)
