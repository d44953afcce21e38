"""Forms of the roster: the file, what is accepted of it, suspensions."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.roster.queries import Preview
from pages.forms import DayField, NumberField, ReasonForm, choice
from people.imports.headings import Datum
from people.imports.names import Order
from records.days import Meaning
from tournaments.entry_lists.forms import UploadForm
from tournaments.entry_lists.words import FIELDS


def _select() -> forms.Select:
    return forms.Select(attrs={"class": "form-select"})


class RosterForm(UploadForm):
    """The file with the whole roster."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["kind"]
        self.fields["pasted"].help_text = _("Dal foglio di calcolo: una riga per tesserato, con i titoli sopra.")


class RereadForm(forms.Form):
    """How a waiting file is to be read: its letters and separator, or its sheet; in which order the names stand."""

    table = forms.TypedChoiceField(label=_("Come si legge il file"), coerce=int, widget=_select())
    order = forms.ChoiceField(
        label=_("Ordine dei nomi"),
        choices=[(order.value, FIELDS[Datum(order.value)]) for order in Order],
        required=False,
        widget=_select(),
    )

    def __init__(self, data: Any = None, *, preview: Preview) -> None:
        super().__init__(data, initial={"table": preview.file.table, "order": preview.file.order})
        self.readings = preview.readings
        choice(self, "table").choices = self.readings
        if not preview.file.order:
            del self.fields["order"]

    @property
    def is_something(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.readings) > 1 or bool(self.readings and "order" in self.fields)


class AcceptRosterForm(forms.Form):
    """What whoever accepts has seen, and lets happen."""

    version = NumberField(widget=forms.HiddenInput, min_value=0)
    leave_out = forms.BooleanField(required=False)
    drop_many = forms.BooleanField(required=False)
    reading = forms.CharField(widget=forms.HiddenInput, required=False, empty_value=None, max_length=40)


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
