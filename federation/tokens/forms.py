"""The form that makes a token for another program."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.tokens.models import Scope

DAYS = [(30, _("un mese")), (90, _("tre mesi")), (365, _("un anno"))]


class TokenForm(forms.Form):
    """What it is for, what it may do, how long."""

    name = forms.CharField(label=_("A che cosa serve"), max_length=80)
    scopes = forms.TypedMultipleChoiceField(
        label=_("Che cosa può fare"), choices=Scope.choices, coerce=Scope, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("Per quanto"), choices=DAYS, coerce=int, initial=90)
