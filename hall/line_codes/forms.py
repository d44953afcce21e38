"""The letters of a line's code, typed; and which one is made anew."""

from django import forms
from django.utils.translation import gettext_lazy as _

from codes.seats import Line
from pages.forms import NumberField


class LineCodeForm(forms.Form):
    """The letters of a line's code, as they stand under its QR."""

    code = forms.CharField(
        label=_("Codice della linea"),
        max_length=30,
        error_messages={"required": _("Scrivete il codice.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class RenewForm(forms.Form):
    """Which line's code is made anew, and which one its page showed."""

    line = forms.TypedChoiceField(choices=[(line.value, line.value) for line in Line], coerce=Line)
    issue = NumberField(min_value=1, max_value=32766)
