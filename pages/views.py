"""What the views share: a form and the action behind it, answered in one way everywhere; marks put in words."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.conf import settings
from django.db.models import Model
from django.http import HttpResponse, QueryDict
from django.shortcuts import render

from pages.fields import tell_of_unseen
from pages.forms import refuse
from papers.imprint import OPENS, in_words
from records.refusals import Refused
from records.requests import PublicRequest

Record = TypeVar("Record", bound=Model)


def posted(request: PublicRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, be it nothing; None when nothing was."""
    return request.POST if request.method == "POST" else None


def uploaded(request: PublicRequest) -> dict[str, Any]:
    """The same of a form with a file, which says when that one was too big to be kept."""
    data = posted(request)
    files = request.FILES if data is not None else None  # read first: then it is known whether the file was too big
    return {"data": data, "files": files, "too_big": getattr(request, "upload_too_big", False)}


def attempt(form: forms.BaseForm, act: Callable[[dict[str, Any]], Record]) -> Record | None:
    """What the action made of the form; None when nothing was sent, or either refuses: why, stands in the form."""
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


_OPENS = OPENS.encode()


class Marked(HttpResponse):
    """An answer to a program whose marks are put in words as a page's are: after minors have their initials."""


def on_page(response: HttpResponse) -> HttpResponse:
    """The page with its marks in words; a compressed one was put in words before."""
    is_page = isinstance(response, Marked) or response.headers.get("Content-Type", "").startswith("text/html")
    if (
        is_page
        and not response.streaming
        and not response.has_header("Content-Encoding")
        and _OPENS in response.content
    ):
        response.content = in_words(response.content.decode()).encode()
        if response.has_header("Content-Length"):
            response.headers["Content-Length"] = str(len(response.content))
    return response


class MarksInWords:
    """What a page prints of somebody erased says so in the language of the page."""

    def __init__(self, get_response: Callable[[PublicRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PublicRequest) -> HttpResponse:
        return on_page(self.get_response(request))
