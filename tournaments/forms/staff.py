"""Forms of who does what in a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, User
from tournaments.numbers import number_in
from tournaments.permissions import ROLE_NAMES, Role
from tournaments.queries.own_club import club_called


class ClubNameField(forms.CharField):
    """A club by its name, of those that the page offers in a list of the id `clubs`; nothing is no club."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"})
        super().__init__(required=False, max_length=200, widget=widget, **kwargs)

    def clean(self, value: Any) -> Club | None:
        name = super().clean(value)
        found = club_called(name) if name else None
        if name and found is None:
            raise forms.ValidationError(_("Nessun circolo ha questo nome: controlla fra i circoli, o registralo."))
        return found


class StaffForm(forms.Form):
    """Who does what in the tournament."""

    user = forms.CharField(
        label=_("Nome utente"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
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
    only_today = forms.BooleanField(
        label=_("Solo per oggi"), required=False, help_text=_("L’incarico finisce alle 6 di domattina.")
    )
    # The last line of the log when the page was made; whatever no page of ours writes has seen nothing.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen(self) -> int:
        return number_in(self.cleaned_data["seen"]) or 0

    def clean_user(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["user"], is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("Nessun utente attivo ha questo nome: controlla come è scritto."))
        return user
