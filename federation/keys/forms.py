"""The key of a tournament's desk, and the token by which a program sends packages."""

from django import forms
from django.utils.translation import gettext_lazy as _


class KeyForm(forms.Form):
    """The key of an installation."""

    name = forms.CharField(label=_("Installazione"), max_length=120, help_text=_("Di chi è: «Circolo Levante, Bari»."))
    public = forms.CharField(
        label=_("Chiave pubblica"), max_length=100,
        help_text=_("Le 64 cifre che l’installazione mostra alla voce «Pacchetto sigillato» del suo torneo."),
    )  # fmt: skip


class TokenForm(forms.Form):
    """For whom a token is, and how often it serves."""

    name = forms.CharField(label=_("Per chi"), max_length=120)
    standing = forms.BooleanField(
        label=_("Per più invii"),
        required=False,
        help_text=_("Vale un anno; altrimenti per un solo invio, entro 30 giorni."),
    )
