"""Forms of who does what in a tournament."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Player, User
from tournaments.numbers import NumberField, number_in
from tournaments.people.search import players_called, search_players
from tournaments.permissions import ROLE_NAMES, Role
from tournaments.queries.own_club import club_called


class ClubNameField(forms.CharField):
    """A club by its name, of those that the page offers in a list of the id `clubs`; nothing is no club.

    strict: whether another name is refused, or is no club either.
    """

    def __init__(self, *, strict: bool = True, **kwargs: Any) -> None:
        self.strict = strict
        widget = forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"})
        super().__init__(required=False, max_length=200, widget=widget, **kwargs)

    def clean(self, value: Any) -> Club | None:
        name = super().clean(value)
        found = club_called(name) if name else None
        if name and found is None and self.strict:
            raise forms.ValidationError(_("Nessun circolo ha questo nome: controlla fra i circoli, o registralo."))
        return found


class ActiveUserField(forms.CharField):
    """Somebody who can sign in, by the user name."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(label=_("Nome utente"), max_length=150, widget=widget, **kwargs)

    def clean(self, value: Any) -> User:
        user = User.objects.filter(username=super().clean(value), is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("Nessun utente attivo ha questo nome: controlla come è scritto."))
        return user


class PlayerField(forms.CharField):
    """A player of the register by card or name, written as they stand there; nothing is nobody.

    suggests: whether who is meant may be told; not to somebody who only holds a link.
    """

    def __init__(self, *, suggests: bool, **kwargs: Any) -> None:
        self.suggests = suggests
        widget = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(required=False, max_length=200, widget=widget, **kwargs)

    def clean(self, value: Any) -> Player | None:
        text = super().clean(value)
        found = players_called(text) if text else []
        if text and not found:
            near = [_named(one) for one in search_players(text, limit=3)] if self.suggests else []
            raise forms.ValidationError([_("Nessuna scheda ha questa tessera o questo nome."), *_maybe(near)])
        if len(found) > 1:
            which = [_named(one) for one in found] if self.suggests else []
            raise forms.ValidationError([_("Più schede hanno questo nome: scrivi la tessera."), *_maybe(which)])
        return found[0] if found else None


def _named(player: Player) -> str:
    return f"{player} ({player.card_number})" if player.card_number else str(player)


def _maybe(named: Sequence[str]) -> list[str]:
    return [gettext("Forse: %(who)s.") % {"who": ", ".join(named)}] if named else []


class TaskForm(forms.Form):
    """Whose task is meant, on a button beside it."""

    task = NumberField(widget=forms.HiddenInput, min_value=1)
    # As in StaffForm.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_seen(self) -> int:
        return number_in(self.cleaned_data["seen"]) or 0


class LinkForm(forms.Form):
    """Which open link is meant."""

    link = NumberField(widget=forms.HiddenInput, min_value=1)


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
