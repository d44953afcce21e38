"""Forms of players and clubs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.choices import choose_from
from tournaments.models import Club, Federation, Player


class PlayerForm(forms.Form):
    """A player as the federation knows them."""

    last_name = forms.CharField(label=_("Cognome"), max_length=100)
    first_name = forms.CharField(label=_("Nome"), max_length=100)
    federation = forms.ModelChoiceField(Federation.objects.none(), label=_("Federazione"), required=False)
    card_number = forms.CharField(label=_("Tessera"), required=False, max_length=40)
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Circolo"), required=False)
    category = forms.CharField(label=_("Categoria"), required=False, max_length=40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        federations = Federation.objects.all()
        choose_from(self, "federation", federations)
        choose_from(self, "club", Club.objects.all())
        if len(federations) == 1:
            self.initial.setdefault("federation", federations[0])

    @classmethod
    def of(cls, player: Player | None, data: Any = None) -> "PlayerForm":
        fields = ("last_name", "first_name", "federation", "card_number", "club", "category")
        return cls(data, initial={name: getattr(player, name) for name in fields} if player else {})


class ClubForm(forms.Form):
    """A club."""

    name = forms.CharField(label=_("Nome"), max_length=200)
    town = forms.CharField(label=_("Città"), required=False, max_length=100)
    federation = forms.ModelChoiceField(Federation.objects.none(), label=_("Federazione"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        federations = Federation.objects.all()
        choose_from(self, "federation", federations)
        if len(federations) == 1:
            self.initial.setdefault("federation", federations[0])

    @classmethod
    def of(cls, club: Club | None, data: Any = None) -> "ClubForm":
        fields = ("name", "town", "federation")
        return cls(data, initial={name: getattr(club, name) for name in fields} if club else {})
