"""Forms of who does what in a tournament.

What a form lets one choose from where that depends on the tournament: `__init__` fills it in.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from django import forms
from django.db.models import Model, QuerySet
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import Club, Player, User
from tournaments.own_club.queries import club_called
from tournaments.pages.fields import NumberField, number_in
from tournaments.players.queries import players_called, search_players
from tournaments.records.rights import ROLE_NAMES, Role


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


Record = TypeVar("Record", bound=Model)


class SeenField(forms.CharField):
    """The digest of what the page showed (`seen_of`): written by the page, so whatever is no digest saw nothing."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, required=False, max_length=64)


class MinorField(forms.DateField):
    """Until when somebody is a minor; nothing of whoever is of age."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=_("Minorenne fino al"), required=False, widget=widget, **kwargs)


class LongSelect(forms.Select):
    """What Django's draws, without groups: it takes a template for each choice, and there are tables by the hundred."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "",
            '\n  <option value="{}"{}>{}</option>',
            ((key, SafeString(" selected") if str(key) in chosen else "", words) for key, words in self.choices),
        )
        drawn_attrs = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}\n</select>', name, drawn_attrs, options)


def choice(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """The field of that name, which chooses among words."""
    return cast(forms.ChoiceField, form.fields[name])


class SomeOfField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Some of the records; a number that no column holds is none of them."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid_list"], code="invalid_list") from None


def choose_from(
    form: forms.BaseForm, name: str, records: "QuerySet[Record]", words: Callable[[Record], str] | None = None
) -> None:
    """The field of that name offers these records, each called by these words (else as the record calls itself)."""
    field = cast("forms.ModelChoiceField[Any]", form.fields[name])
    if type(field.widget) is forms.Select:
        long = LongSelect(field.widget.attrs)
        long.is_required = field.widget.is_required
        field.widget = long
    field.queryset = records
    if words:
        field.label_from_instance = words  # type: ignore[assignment, method-assign]  # else a class for each wording
