"""Forms of players and clubs."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import SeenField, choose_from
from people.accounts.models import NAMELESS, Club, Federation, Player
from people.players.actions import OF_A_CLUB, OF_A_PLAYER
from people.players.fields import MinorField
from records.locks import fields_digest


class PlayerForm(forms.Form):
    """A player as the federation knows them."""

    last_name = forms.CharField(label=_("Cognome"), max_length=100)
    first_name = forms.CharField(label=_("Nome"), max_length=100)
    federation = forms.ModelChoiceField(Federation.objects.none(), label=_("Federazione"), required=False)
    card_number = forms.CharField(label=_("Tessera"), required=False, max_length=40)
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Circolo"), required=False)
    category = forms.CharField(label=_("Categoria"), required=False, max_length=40)
    minor_until = MinorField(
        help_text=_("Il giorno in cui compie diciott’anni: fino ad allora in pubblico se ne leggono solo le iniziali."),
    )
    seen = SeenField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        federations = Federation.objects.all()
        choose_from(self, "federation", federations)
        choose_from(self, "club", Club.objects.all())
        if len(federations) == 1:
            self.initial.setdefault("federation", federations[0])

    @classmethod
    def of(cls, player: Player | None, data: Any = None) -> "PlayerForm":
        return cls(data, initial=_shown(player, OF_A_PLAYER))


class OfAFederationForm(forms.Form):
    """What belongs to a federation: a known one, one whose name is typed here, or none."""

    federation = forms.ModelChoiceField(
        Federation.objects.none(),
        label=_("Federazione"),
        required=False,
        empty_label=_("Nessuna federazione, o un’altra"),
    )
    other_federation = forms.CharField(
        label=_("Un’altra federazione"), required=False, max_length=200, help_text=_("Il nome, se non è fra queste.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        federations = Federation.objects.exclude(code__in=NAMELESS)
        choose_from(self, "federation", federations)
        if len(federations) == 1:
            self.initial.setdefault("federation", federations[0])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        typed = cleaned.pop("other_federation", "")
        if typed and cleaned.get("federation"):
            self.add_error("other_federation", _("Scegli dall’elenco o scrivine un’altra, non tutte e due."))
        return cleaned | {"federation": typed or cleaned.get("federation")}


class ClubForm(OfAFederationForm):
    """A club."""

    name = forms.CharField(label=_("Nome"), max_length=200)
    town = forms.CharField(label=_("Città"), required=False, max_length=100)
    seen = SeenField()
    field_order = ("name", "town", "federation", "other_federation")

    @classmethod
    def of(cls, club: Club | None, data: Any = None) -> "ClubForm":
        return cls(data, initial=_shown(club, OF_A_CLUB))


def _shown(record: Player | Club | None, names: Sequence[str]) -> dict[str, Any]:
    """What the form begins with: nothing for somebody new."""
    return {name: getattr(record, name) for name in names} | {"seen": fields_digest(record, names)} if record else {}
