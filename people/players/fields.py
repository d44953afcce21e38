"""Fields by which a club, an account or a player is meant."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pages.forms import DayField
from people.accounts.models import Club, Player, User
from people.players.queries import club_called, players_called, search_players
from records.days import Meaning


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
    """Somebody who can sign in, by the own name as everybody knows it, or by the user name.

    offers: the id of the page's list of those whom its reader knows.
    """

    def __init__(self, *, offers: str = "", **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off"} | ({"list": offers} if offers else {}))
        super().__init__(label=_("Nome e cognome, o nome utente"), max_length=150, widget=widget, **kwargs)

    def clean(self, value: Any) -> User:
        text = super().clean(value)
        found = _users_called(text)
        if not found:
            raise forms.ValidationError(_("Nessun utente attivo ha questo nome: controlla come è scritto."))
        if len(found) > 1:
            raise forms.ValidationError(_("Più persone si chiamano così: scrivi il nome utente."))
        return found[0]


def _users_called(text: str) -> list[User]:
    """Who has it for user name; else whoever is called so, in either order and whatever the capitals."""
    active = User.objects.filter(is_active=True)
    if user := active.filter(username=text).first():
        return [user]
    words = text.split()
    parts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    ways = [*parts, *((last, first) for first, last in parts)]
    alike = (Q(first_name__iexact=first, last_name__iexact=last) for first, last in ways)
    return list(active.filter(Q(*alike, _connector=Q.OR)).order_by("pk")) if ways else []


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


class MinorField(DayField):
    """Until when somebody is a minor; nothing of whoever is of age."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(meaning=Meaning.OF_AGE, label=_("Minorenne fino al"), required=False, **kwargs)
