"""Forms of one-time links: to whom, for how long; and what is written where they lead.

Forms of who does what in a tournament.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, choice, number_in
from people.accounts.models import User
from people.names.order import by_name
from people.players.fields import ActiveUserField, ClubNameField, PlayerField
from people.sign_in.forms import FirstAccountForm
from records.rights import ROLE_NAMES, Role
from tournaments.setup.models import STAFF_ROLES, Membership, Tournament


class InviteForm(forms.Form):
    """Which task a link gives."""

    role = forms.TypedChoiceField(label=_("Incarico"), choices=STAFF_ROLES, coerce=Role, initial=Role.ARBITER)
    only_today = forms.BooleanField(
        label=_("Solo per oggi"), required=False, help_text=_("L’incarico finisce alle 6 di domattina.")
    )


class ResetForm(forms.Form):
    """Whose password is made anew."""

    user = forms.ChoiceField(label=_("Di chi"))

    def __init__(self, *args: Any, tournament: Tournament, director: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        staff = Membership.objects.filter(tournament=tournament).exclude(user=director).select_related("user")
        staff = staff.order_by(*by_name("user__last_name", "user__first_name"), "pk")
        self._staff: dict[str, User] = {str(one.user_id): one.user for one in staff}
        choice(self, "user").choices = [(key, str(user)) for key, user in self._staff.items()]

    @property
    def has_somebody(self) -> bool:
        return bool(self._staff)

    def clean_user(self) -> User:
        return self._staff[self.cleaned_data["user"]]


class OwnSideForm(forms.Form):
    """Whom somebody who takes a task is near to: the own record as a player, and the own club."""

    player = PlayerField(
        suggests=False,
        label=_("Giochi in questa federazione? La tua tessera, o nome e cognome"),
        help_text=_("A un tavolo dove giochi decide un altro. Lo legge anche il direttore."),
    )

    # A club that nobody registered yet keeps nobody from the task: who takes it cannot register one.
    club = ClubNameField(
        strict=False,
        label=_("Il tuo circolo, se ne hai uno"),
        help_text=_("Quando decidi di qualcuno del tuo circolo il programma te lo ricorda, e resta scritto."),
    )

    @property
    def unknown_club(self) -> str:
        """What was typed for a club that there is not."""
        return "" if self.cleaned_data["club"] else self["club"].value() or ""


class JoinForm(FirstAccountForm, OwnSideForm):
    """The account of whoever is invited and has none."""

    field_order: tuple[str, ...] = (*FirstAccountForm.field_order, "player", "club")


class TaskForm(forms.Form):
    """Whose task is meant, on a button beside it."""

    task = NumberField(widget=forms.HiddenInput, min_value=1)
    # As in StaffForm.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen(self) -> int:
        return number_in(self.cleaned_data["seen"]) or 0


class StaffForm(forms.Form):
    """Who does what in the tournament."""

    user = ActiveUserField(offers="people")
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
