"""What the views share: a form and the action behind it, answered in one way everywhere."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django import forms
from django.conf import settings
from django.db.models import Model
from django.http import HttpResponse, QueryDict
from django.shortcuts import render

from tournaments.forms.scores import refuse
from tournaments.refusals import INCOMPLETE, Refused
from tournaments.requests import PublicRequest

Record = TypeVar("Record", bound=Model)


def posted(request: PublicRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, be it nothing; None when nothing was."""
    return request.POST if request.method == "POST" else None


def attempt(form: forms.BaseForm, act: Callable[[dict[str, Any]], Record]) -> Record | None:
    """What the action made of the form; None, with the reasons in the form, when either refuses."""
    if not form.is_valid():
        _tell_of_hidden(form)
        return None
    try:
        return act(form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        return None


def _tell_of_hidden(form: forms.BaseForm) -> None:
    """What is wrong in an unseen field nobody can mend: it is told in words, and put right for the next time."""
    unseen = [field for field in form.hidden_fields() if _is_unreadable(form, field.name)]
    if not unseen:
        return
    data = cast(QueryDict, form.data).copy()
    for field in unseen:
        del form.errors[field.name]
        if field.initial is not None:
            data[field.html_name] = str(field.initial)
    form.data = data
    form.add_error(None, INCOMPLETE)


def _is_unreadable(form: forms.BaseForm, name: str) -> bool:
    """Whether what came is no value of the field at all; a reason that the form itself gives is told as it is."""
    errors = form.errors.as_data().get(name, ())
    return any(error.code is not None and error.code != "invalid_choice" for error in errors)


def conflict(request: PublicRequest, *, mine: str, current: str, back: str = "") -> HttpResponse:
    """409: what the user wanted beside what is in force; with htmx it takes the place of the whole page."""
    context = {"mine": mine, "current": current, "back": back}
    response = render(request, "409.html", context, status=409)
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Reswap"] = "main", "main", "outerHTML"
    return response


def hall_root(request: PublicRequest) -> str:
    """Where the addresses of a paper or of a QR begin."""
    # The address that the desk works at need not be one that the phones of the hall reach.
    return settings.PUBLIC_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"


def form_page(request: PublicRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """The page of a form: blank, or with what was typed and why it was refused (422)."""
    return render(request, template, {"form": form, **context}, status=422 if form.is_bound else 200)
