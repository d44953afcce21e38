"""What is said with a call, and which tables an arbiter walks."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from codes.seats import Seat
from hall.calls.models import MOST_TABLES, Call
from people.accounts.models import User
from records.requests import INCOMPLETE

_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", re.ASCII)


def _seat(value: str) -> Seat | None:
    return Seat(value) if value else None


class CallForm(forms.Form):
    """A call, or what is added to one: why, and from which seat."""

    reason = forms.ChoiceField(choices=Call.Reason.choices, required=False)
    seat = forms.TypedChoiceField(
        choices=[(seat.value, seat.value) for seat in Seat], coerce=_seat, empty_value=None, required=False
    )


class TablesField(forms.CharField):
    """Table numbers as people write them, «1-12, 20»; cleaned to a set of numbers."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=200, required=False, **kwargs)

    def clean(self, value: Any) -> frozenset[int]:
        return read_tables(super().clean(value) or "")


def read_tables(words: str) -> frozenset[int]:
    """The numbers of «1-12, 20». Raises ValidationError in words for anything else."""
    numbers: set[int] = set()
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", words))):
        found = _RANGE.fullmatch(part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last <= MOST_TABLES:
            raise ValidationError(_("Scrivi i tavoli così: 1-12, 20."))
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def tables_in_words(numbers: frozenset[int]) -> str:
    """The same as it is typed: numbers that follow each other as a range."""
    told: list[str] = []
    for number in sorted(numbers):
        if number - 1 in numbers:
            told[-1] = f"{told[-1].partition('-')[0]}-{number}"
        else:
            told.append(str(number))
    return ", ".join(told)


class ArbiterForm(forms.Form):
    """One of those who answer calls is chosen in the field named `chosen`."""

    chosen = "to"

    def __init__(self, data: Any, *, arbiters: list[User]) -> None:
        super().__init__(data)
        field: Any = self.fields[self.chosen]
        field.queryset = User.objects.filter(pk__in=[one.pk for one in arbiters])


class ZoneForm(ArbiterForm):
    """Which tables are an arbiter's."""

    chosen = "arbiter"
    arbiter = forms.ModelChoiceField(User.objects.none(), label=_("Arbitro"))
    tables = TablesField(label=_("Tavoli"), help_text=_("Per esempio 1-12, 20. Vuoto: nessuno."))
    seen = forms.CharField(max_length=16, error_messages={"required": INCOMPLETE, "max_length": INCOMPLETE})


class MoveForm(ArbiterForm):
    """Tables that go to an arbiter, or to nobody; tables: none chosen is the action's to refuse."""

    tables = forms.TypedMultipleChoiceField(
        # Called when somebody moves some: a list would be made at every start, and copied for every form.
        choices=lambda: [(str(number), number) for number in range(1, MOST_TABLES + 1)],
        coerce=int,
        required=False,
    )
    to = forms.ModelChoiceField(User.objects.none(), required=False)
    seen = forms.CharField(max_length=16, error_messages={"required": INCOMPLETE, "max_length": INCOMPLETE})

    def clean_tables(self) -> frozenset[int]:
        return frozenset(self.cleaned_data["tables"])


class HandOverForm(ArbiterForm):
    """Who goes instead."""

    to = forms.ModelChoiceField(User.objects.none(), label=_("A chi"))
