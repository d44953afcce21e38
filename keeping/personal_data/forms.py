"""Forms by which two records of one person are merged, and parted again."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import SeenField, choose_from
from people.accounts.models import Player
from people.players.actions import OF_A_PLAYER
from records.locks import fields_digest


class MergeForm(forms.Form):
    """Which record is merged into the kept one, and why it is the same person's."""

    other = forms.ModelChoiceField(Player.objects.none(), widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Perché è la stessa persona"), max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )
    seen = SeenField()
    seen_other = SeenField()

    @classmethod
    def of(cls, kept: Player, other: Player, data: Any = None) -> "MergeForm":
        shown = {
            "other": other.pk,
            "seen": fields_digest(kept, OF_A_PLAYER),
            "seen_other": fields_digest(other, OF_A_PLAYER),
        }
        form = cls(data, initial=shown)
        choose_from(form, "other", Player.objects.filter(pk=other.pk))
        return form


class PartForm(forms.Form):
    """Why they are two people after all."""

    reason = forms.CharField(
        label=_("Perché sono due persone"), max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )
