"""Numbers as people type them and browsers send them: read by one form field, and in an address by one converter.

What is wrong in a field that nobody sees: told as what it is, and put right for the next time.
"""

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls.converters import IntConverter
from django.utils.translation import gettext_lazy as _

from records.refusals import INCOMPLETE
from records.requests import MOST


class NumberField(forms.IntegerField):
    """A whole number within bounds; anything else, however long, is refused in words."""

    def __init__(self, *, min_value: int = 0, max_value: int = MOST, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)


class NumbersField(forms.CharField):
    """Whole numbers with spaces, commas or a plus between them: «12 12»; where they are signed, also «505 -35»."""

    def __init__(self, *, words: Any, signed: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words, self.signed = words, signed

    def clean(self, value: Any) -> list[int]:
        parts = super().clean(value).replace("−", "-").replace(",", " ").replace("+", " ").split()
        numbers = [self._number(part) for part in parts]
        if None in numbers:
            raise ValidationError(self.words)
        return [number for number in numbers if number is not None]

    def _number(self, part: str) -> int | None:
        if not self.signed or not part.startswith("-"):
            return number_in(part)
        amount = number_in(part.removeprefix("-"))
        return None if amount is None else -amount


class EurosField(forms.CharField):
    """An amount of money as people type it («20», «20,50», «20.50 €»), read as cents; nothing typed is none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value).replace("€", "").replace(".", ",").strip()
        if not text:
            return None
        whole, _comma, parts = text.partition(",")
        euros, cents = number_in(whole, most=99_999), number_in(parts.ljust(2, "0"), most=99)
        if euros is None or cents is None or len(parts) > 2:
            raise ValidationError(_("Scrivi l’importo in euro, per esempio 20 o 20,50."))
        return euros * 100 + cents

    def prepare_value(self, value: Any) -> Any:
        return f"{value // 100},{value % 100:02d}" if isinstance(value, int) else value


class NumberConverter(IntConverter):
    """The number in an address (`<number:pk>`); one that no record can have is not found."""

    regex = f"[0-9]{{1,{len(str(MOST))}}}"


def number_in(text: str | None, *, most: int = MOST) -> int | None:
    """The number that the text is, from 0 to the most; None for anything else."""
    try:
        number: int | None = NumberField(max_value=most, required=False).clean(text)
    except ValidationError:
        return None
    return number


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
