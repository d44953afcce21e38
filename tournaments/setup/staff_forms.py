"""Forms of who does what in a tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.fields import NumberField, number_in
from people.players.fields import ActiveUserField, ClubNameField, PlayerField
from records.rights import ROLE_NAMES, Role


class TaskForm(forms.Form):
    """Whose task is meant, on a button beside it."""

    task = NumberField(widget=forms.HiddenInput, min_value=1)
    # As in StaffForm.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen(self) -> int:
        return number_in(self.cleaned_data["seen"]) or 0


class StaffForm(forms.Form):
    """Who does what in the tournament."""

    user = ActiveUserField()
    role = forms.TypedChoiceField(
        label=_("Incarico"),
        choices=[(role.value, name) for role, name in ROLE_NAMES.items() if role is not Role.PUBLIC],
        coerce=Role,
        initial=Role.ARBITER,
    )
    club = ClubNameField(
        label=_("Circolo"),
        help_text=_("Per avvisarlo quando decide di qualcuno del suo circolo. Di chi gioca si sa già."),
    )
    player = PlayerField(
        suggests=True,
        label=_("Se gioca: la sua tessera, o nome e cognome"),
        help_text=_("A un tavolo dove gioca non decide lui. Vuoto: resta com’è."),
    )
    only_today = forms.BooleanField(
        label=_("Solo per oggi"), required=False, help_text=_("L’incarico finisce alle 6 di domattina.")
    )
    # The last line of the log when the page was made; whatever no page of ours writes has seen nothing.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen(self) -> int:
        return number_in(self.cleaned_data["seen"]) or 0
