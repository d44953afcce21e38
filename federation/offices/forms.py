"""The form that gives an office."""

from django import forms
from django.utils.translation import gettext_lazy as _

from people.players.fields import ActiveUserField
from records.rights import OFFICE_NAMES, Office


class OfficeForm(forms.Form):
    """Who gets which office."""

    user = ActiveUserField()
    office = forms.TypedChoiceField(
        label=_("Incarico"), choices=[(office.value, name) for office, name in OFFICE_NAMES.items()], coerce=Office
    )
