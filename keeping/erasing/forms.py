"""Forms that erase a person, black out words, and forbid it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from keeping.erasing.models import LegalHold
from pages.forms import SeenField, choose_from
from people.accounts.models import Player
from people.players.actions import OF_A_PLAYER
from records.locks import fields_digest

SHORTEST_WORDS = 3


def _reason() -> forms.CharField:
    return forms.CharField(
        label=_("Motivo"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Resta nel registro: scrivilo senza ciò che si cancella."),
    )


class EraseForm(forms.Form):
    """Why a person is erased, and that whoever does it knows that nothing brings them back."""

    reason = _reason()
    sure = forms.BooleanField(label=_("So che non si torna indietro"))
    seen = SeenField()
    # Of the texts that the page counted.
    texts = SeenField()

    @classmethod
    def of(cls, player: Player, texts: str, data: Any) -> "EraseForm":
        return cls(data, initial={"seen": fields_digest(player, OF_A_PLAYER), "texts": texts})


class HoldForm(forms.Form):
    """Why a person must be kept for the time being."""

    reason = forms.CharField(label=_("Motivo del vincolo"), max_length=500)


class LiftForm(forms.Form):
    """Which hold is lifted."""

    placed = forms.ModelChoiceField(LegalHold.objects.none())

    def __init__(self, player: Player, data: Any) -> None:
        super().__init__(data)
        choose_from(self, "placed", LegalHold.objects.filter(player=player, lifted_at__isnull=True))


class WordsForm(forms.Form):
    """Which words are looked for."""

    words = forms.CharField(
        label=_("Parole da oscurare"),
        min_length=SHORTEST_WORDS,
        max_length=1000,
        help_text=_("Una parola, una frase o tutta la nota: si cercano in ogni testo di questo torneo."),
    )


class BlackOutForm(WordsForm):
    """The same words, and why they are blacked out."""

    reason = _reason()
    sure = forms.BooleanField(label=_("So che non si torna indietro"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["words"].widget = forms.HiddenInput()
