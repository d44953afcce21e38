"""What is wrong in a field that nobody sees: told as what it is, and put right for the next time."""

from typing import cast

from django import forms
from django.http import QueryDict

from tournaments.refusals import INCOMPLETE


def tell_of_unseen(form: forms.BaseForm) -> None:
    """Let a form that was refused say in words that the request came incomplete, where nobody could mend the field."""
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
