"""The form that closes the check-in."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import SeenField
from tournaments.entries.rules import Absent


class FlaggedForm(forms.Form):
    """Whom the page named as flagged by the roster (`seen_of_flags`), and why they play all the same."""

    flagged = SeenField()
    reason = forms.CharField(
        label=_("Perché chi è segnalato gioca lo stesso"),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
        max_length=1000,
    )


class CloseCheckInForm(FlaggedForm):
    """What becomes of those who are not there."""

    absent = forms.TypedChoiceField(
        label=_("Chi non è presente"),
        coerce=Absent,
        widget=forms.RadioSelect,
        initial=Absent.LEFT_OUT.value,
        choices=[
            (Absent.LEFT_OUT.value, _("salta il prossimo turno: se arriva, gioca da quello dopo")),
            (Absent.WITHDRAWN.value, _("è ritirata dal torneo")),
        ],
    )
