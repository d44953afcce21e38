"""The form that closes the check-in.

Forms of entry fees: what it costs, and who paid.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import EurosField, NumberField, SeenField, text_field
from tournaments.check_in.models import MOST_CENTS, Fee
from tournaments.entries.rules import Absent


class FlaggedForm(forms.Form):
    """Whom the page named as flagged by the roster (`seen_of_flags`), and why they play all the same."""

    flagged = SeenField()
    reason = forms.CharField(
        label=_("Perché chi è segnalato gioca lo stesso"),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
        max_length=1000,
    )


class CloseCheckInForm(FlaggedForm):
    """What becomes of those who are not there."""

    absent = forms.TypedChoiceField(
        label=_("Chi non è presente"),
        coerce=Absent,
        widget=forms.RadioSelect,
        initial=Absent.LEFT_OUT.value,
        choices=[
            (Absent.LEFT_OUT.value, _("salta il prossimo turno: se arriva, gioca da quello dopo")),
            (Absent.WITHDRAWN.value, _("è ritirata dal torneo")),
        ],
    )


class FeeForm(forms.Form):
    """What entering costs, for everybody or for a category."""

    category = forms.CharField(
        label=_("Categoria"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"list": "category-choices", "autocomplete": "off"}),
        help_text=_("Vuoto: per chi non ha una quota sua."),
    )
    cents = EurosField(
        label=_("Importo in euro"), required=False, help_text=_("Vuoto: questa quota non vale più. 0: gratis.")
    )
    per = forms.ChoiceField(label=_("Per chi"), choices=Fee.Per.choices)
    reason = text_field(_("Perché cambia"), rows=2, required=False)
    seen = NumberField(widget=forms.HiddenInput, min_value=0, initial=0)

    @staticmethod
    def typed(fee: Fee) -> dict[str, Any]:
        return {"category": fee.category, "cents": fee.cents, "per": fee.per, "seen": fee.version}


class PaymentForm(forms.Form):
    """That an entry paid, or that it did not after all."""

    paid = forms.BooleanField(label=_("Ha pagato"), required=False)
    cents = EurosField(label=_("Importo in euro"), required=False)
    reason = text_field(_("Perché cambia"), rows=2, required=False)
    seen = NumberField(widget=forms.HiddenInput, min_value=0)

    def clean_cents(self) -> int:
        cents: int = self.cleaned_data["cents"] or 0
        if cents > MOST_CENTS:
            raise forms.ValidationError(_("È troppo."))
        return cents
