"""What the views share: a form and the action behind it, answered in one way everywhere."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from tournaments.actions.base import Refused
from tournaments.desk.forms import refuse

Record = TypeVar("Record", bound=Model)


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, be it nothing; None when nothing was."""
    return request.POST if request.method == "POST" else None


def attempt(form: forms.BaseForm, act: Callable[[dict[str, Any]], Record]) -> Record | None:
    """What the action made of the form; None, with the reasons in the form, when either refuses."""
    if not form.is_valid():
        return None
    try:
        return act(form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        return None


def form_page(request: HttpRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """The page of a form: blank, or with what was typed and why it was refused (422)."""
    return render(request, template, {"form": form, **context}, status=422 if form.is_bound else 200)
