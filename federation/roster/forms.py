"""Forms of the roster: the file, what is accepted of it, suspensions."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, ReasonForm
from tournaments.entry_lists.forms import UploadForm

FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)


class RosterForm(UploadForm):
    """The file with the whole roster."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["kind"]


class AcceptRosterForm(forms.Form):
    """What whoever accepts has seen, and lets happen."""

    version = NumberField(widget=forms.HiddenInput, min_value=0)
    leave_out = forms.BooleanField(required=False)
    drop_many = forms.BooleanField(required=False)


class SuspensionForm(ReasonForm):
    """From when, until when, why."""

    field_order = ["starts_on", "ends_on", "reason", "reference"]

    starts_on = forms.DateField(label=_("Dal"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    ends_on = forms.DateField(
        label=_("Fino al"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("L’ultimo giorno. Vuoto: finché qualcuno la toglie."),
    )
    reference = forms.CharField(label=_("Provvedimento"), required=False, max_length=200)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        begins, ends = data.get("starts_on"), data.get("ends_on")
        for name, day in (("starts_on", begins), ("ends_on", ends)):
            if day and not FIRST_DAY <= day <= LAST_DAY:
                self.add_error(name, _("Scrivi un giorno come 31/5/2027."))
        if begins and ends and ends < begins:
            self.add_error("ends_on", _("Non finisce prima di cominciare."))
        return data


class LiftForm(ReasonForm):
    """Why a suspension is taken away."""
