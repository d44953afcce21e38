"""What the forms of all subjects share; and numbers as people type them and browsers send them.

A number is read by one form field, and in an address by one converter. What is wrong in a field that nobody sees is
told as what it is, and put right for the next time.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms.utils import flatatt
from django.http import QueryDict
from django.urls.converters import IntConverter
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from records.day_bounds import WithinBounds
from records.days import Meaning, day_in, day_written
from records.requests import INCOMPLETE, MOST, Overtaken, Refused


class NumberField(forms.IntegerField):
    """A whole number within bounds; anything else, however long, is refused in words."""

    def __init__(self, *, min_value: int = 0, max_value: int = MOST, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)


class DayField(forms.DateField):
    """A day as 31/5/2027, or as a browser sends it, within the bounds of what it is of."""

    default_error_messages = {"invalid": _("Scrivi un giorno come 31/5/2027.")}

    def __init__(self, *, meaning: Meaning = Meaning.PLAYED, **kwargs: Any) -> None:
        kwargs.pop("widget", None)  # a form of a model names its own
        self.meaning = meaning
        bounds = {"type": "date", "min": f"{meaning.first}", "max": f"{meaning.last}"}
        super().__init__(widget=forms.DateInput(attrs=bounds, format="%Y-%m-%d"), **kwargs)

    def to_python(self, value: Any) -> date | None:
        if value in self.empty_values:
            return None
        day = value if isinstance(value, str) else super().to_python(value)
        if written := day_written(str(day)):
            WithinBounds(self.meaning)(written.day)
        read = day_in(str(day), self.meaning)
        if read is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return read.day


class MomentField(forms.DateTimeField):
    """A day with its hour as a browser sends it, within the bounds of what it is of."""

    def __init__(self, *, meaning: Meaning = Meaning.PLAYED, **kwargs: Any) -> None:
        bounds = {"type": "datetime-local", "min": f"{meaning.first}T00:00", "max": f"{meaning.last}T23:59"}
        widget = forms.DateTimeInput(attrs=bounds, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, validators=[WithinBounds(meaning)], **kwargs)


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
