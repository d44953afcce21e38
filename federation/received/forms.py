"""Who somebody of a received tournament is."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.fields import NumberField

LONGEST = 2000


class PersonForm(forms.Form):
    """The card of whoever it is; without one nobody of ours."""

    card = forms.CharField(
        label=_("Tessera"), max_length=40, required=False,
        help_text=_("Di chi è davvero. Lasciala vuota se non è nessuno dei nostri: i suoi punti non vanno a nessuno."),
    )  # fmt: skip
    reason = forms.CharField(label=_("Perché"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))
    seen = NumberField(min_value=0, widget=forms.HiddenInput)
