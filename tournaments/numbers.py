"""Numbers as people type them and browsers send them: read by one form field, and in an address by one converter."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls.converters import IntConverter

# Every column of ours holds it, and nothing here is counted further.
MOST = 999_999_999


class NumberField(forms.IntegerField):
    """A whole number within bounds; anything else, however long, is refused in words."""

    def __init__(self, *, min_value: int = 0, max_value: int = MOST, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)


class NumbersField(forms.CharField):
    """Whole numbers with spaces, commas or a plus between them: «12 12»."""

    def __init__(self, *, words: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = words

    def clean(self, value: Any) -> list[int]:
        found = [number_in(part) for part in super().clean(value).replace(",", " ").replace("+", " ").split()]
        if None in found:
            raise ValidationError(self.words)
        return [one for one in found if one is not None]


class NumberConverter(IntConverter):
    """The number in an address (`<number:pk>`); one that no record can have is not found."""

    regex = f"[0-9]{{1,{len(str(MOST))}}}"


def number_in(text: str | None, *, most: int = MOST) -> int | None:
    """The number that the text is, from 0 to the most; None for anything else."""
    try:
        found: int | None = NumberField(max_value=most, required=False).clean(text)
    except ValidationError:
        return None
    return found
