"""What a form lets one choose from where that depends on the tournament: `__init__` fills it in."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django import forms
from django.db.models import Model, QuerySet
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

Record = TypeVar("Record", bound=Model)


class SeenField(forms.CharField):
    """The digest of what the page showed (`seen_of`): written by the page, so whatever is no digest saw nothing."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, required=False, max_length=64)


class MinorField(forms.DateField):
    """Until when somebody is a minor; nothing of whoever is of age."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=_("Minorenne fino al"), required=False, widget=widget, **kwargs)


class LongSelect(forms.Select):
    """What Django's draws, without groups: it takes a template for each choice, and there are tables by the hundred."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "",
            '\n  <option value="{}"{}>{}</option>',
            ((key, SafeString(" selected") if str(key) in chosen else "", words) for key, words in self.choices),
        )
        drawn_attrs = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}\n</select>', name, drawn_attrs, options)


def choice(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """The field of that name, which chooses among words."""
    return cast(forms.ChoiceField, form.fields[name])


class SomeOfField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Some of the records; a number that no column holds is none of them."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid_list"], code="invalid_list") from None


def choose_from(
    form: forms.BaseForm, name: str, records: "QuerySet[Record]", words: Callable[[Record], str] | None = None
) -> None:
    """The field of that name offers these records, each called by these words (else as the record calls itself)."""
    field = cast("forms.ModelChoiceField[Any]", form.fields[name])
    if type(field.widget) is forms.Select:
        long = LongSelect(field.widget.attrs)
        long.is_required = field.widget.is_required
        field.widget = long
    field.queryset = records
    if words:
        field.label_from_instance = words  # type: ignore[assignment, method-assign]  # else a class for each wording
