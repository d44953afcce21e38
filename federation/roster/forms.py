"""Forms of the roster: the file, what is accepted of it, suspensions."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import DayField, NumberField, ReasonForm
from records.days import Meaning
from tournaments.entry_lists.forms import UploadForm


class RosterForm(UploadForm):
    """The file with the whole roster."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["kind"]
        self.fields["pasted"].help_text = _("Dal foglio di calcolo: una riga per tesserato, con i titoli sopra.")


class AcceptRosterForm(forms.Form):
    """What whoever accepts has seen, and lets happen."""

    version = NumberField(widget=forms.HiddenInput, min_value=0)
    leave_out = forms.BooleanField(required=False)
    drop_many = forms.BooleanField(required=False)


class SuspensionForm(ReasonForm):
    """From when, until when, why."""

    field_order = ["starts_on", "ends_on", "reason", "reference"]

    starts_on = DayField(meaning=Meaning.MEMBER, label=_("Dal"))
    ends_on = DayField(
        meaning=Meaning.MEMBER,
        label=_("Fino al"),
        required=False,
        help_text=_("L’ultimo giorno. Vuoto: finché qualcuno la toglie."),
    )
    reference = forms.CharField(label=_("Provvedimento"), required=False, max_length=200)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        begins, ends = data.get("starts_on"), data.get("ends_on")
        if begins and ends and ends < begins:
            self.add_error("ends_on", _("Non finisce prima di cominciare."))
        return data


class LiftForm(ReasonForm):
    """Why a suspension is taken away."""
