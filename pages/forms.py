"""What the forms of all subjects share."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django import forms
from django.db.models import Model, QuerySet
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from pages.fields import NumberField, number_in
from records.refusals import INCOMPLETE, Overtaken, Refused


def refuse(form: forms.BaseForm, error: Refused) -> None:
    """Let the form say why, with what was typed; sent again it has seen what somebody else wrote meanwhile."""
    for message in error.messages:
        form.add_error(None, message)
    if isinstance(error, Overtaken):
        data = cast(QueryDict, form.data).copy()
        data[form.add_prefix(error.field)] = error.now
        form.data = data


class VersionField(NumberField):
    """The version that was on the screen: written by the page, so whatever cannot be read comes from an old one."""

    def __init__(self, **kwargs: Any) -> None:
        words = dict.fromkeys(("required", "invalid", "min_value", "max_value"), INCOMPLETE)
        super().__init__(widget=forms.HiddenInput, error_messages=words, **kwargs)


class ShownField(VersionField):
    """The version of the data at which something was shown; what cannot be read was not: it is shown then."""

    def clean(self, value: Any) -> int | None:
        return number_in(value)


class SeenForm(forms.Form):
    """Which version somebody looked at when they confirmed it."""

    version = VersionField()


class ReasonForm(forms.Form):
    """A reason, for what cannot be done without one."""

    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)


class DecisionForm(ReasonForm):
    """A reason, and the decision by which also what final standings rest on is changed."""

    decision = forms.CharField(
        label=_("Decisione"),
        required=False,
        max_length=200,
        help_text=_("Serve solo se la classifica è definitiva: per esempio Reclamo n. 1."),
    )


class LinkForm(forms.Form):
    """Which open link is meant."""

    link = NumberField(widget=forms.HiddenInput, min_value=1)


Record = TypeVar("Record", bound=Model)


class SeenField(forms.CharField):
    """The digest of what the page showed (`seen_of`): written by the page, so whatever is no digest saw nothing."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, required=False, max_length=64)


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


def text_field(label: Any, *, rows: int = 3, required: bool = True) -> forms.CharField:
    return forms.CharField(label=label, required=required, max_length=2000, widget=forms.Textarea(attrs={"rows": rows}))
