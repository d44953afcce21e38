"""Forms of what is received, and of the keys and tokens by which it comes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField
from records.outside import ANSWER

LONGEST = 2000


class PackageForm(forms.Form):
    """A package, by its file."""

    file = forms.FileField(
        label=_("Pacchetto"),
        help_text=_("Il file .zip fatto dalla direzione del torneo, al più 24 MB."),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip"}),
        error_messages={"empty": _("Il file è vuoto: scegli il pacchetto.")},
    )

    def __init__(self, *args: Any, too_big: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if too_big:  # it was let go while it came in
            words = _("Il file è troppo grande per essere un pacchetto: al più 24 MB.")
            self.fields["file"].error_messages["required"] = words


class RemarkForm(forms.Form):
    """What must be mended."""

    text = forms.CharField(
        label=_("Rilievo"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Che cosa va sistemato, e dove. Lo leggerà chi ha inviato il torneo."),
    )  # fmt: skip


class HomologateForm(forms.Form):
    """Why, where something is still open."""

    reason = forms.CharField(
        label=_("Perché si omologa con punti aperti"), max_length=LONGEST, required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )  # fmt: skip

    def __init__(self, *args: Any, has_points: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].required = has_points


class ChoiceForm(forms.Form):
    """Which of two packages stands in front."""

    keep = forms.TypedChoiceField(
        label=_("Quale vale"),
        choices=[("yes", _("Questo: passa davanti")), ("no", _("Quello di prima: questo si mette da parte"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=_("Perché"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))


class EraseForm(forms.Form):
    """Whose texts go, as the package calls them."""

    who = forms.CharField(label=_("Nome e cognome"), max_length=200)
    card = forms.CharField(
        label=_("Tessera"), max_length=60, required=False, help_text=_("Serve solo dove due hanno lo stesso nome.")
    )


class AnswerForm(forms.Form):
    """The federation's answer, by its file."""

    file = forms.FileField(
        label=_("Risposta della federazione"),
        help_text=_("Il file .json che la federazione ha rimandato."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json"}),
        error_messages={"empty": _("Il file è vuoto: scegli la risposta.")},
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > ANSWER.size:
            raise forms.ValidationError(_("Il file è troppo grande per essere una risposta."))
        return file


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


class PersonForm(forms.Form):
    """The card of whoever it is; without one nobody of ours."""

    card = forms.CharField(
        label=_("Tessera"),
        max_length=40,
        required=False,
        help_text=_("Di chi è davvero. Lasciala vuota se non è nessuno dei nostri: i suoi punti non vanno a nessuno."),
    )
    reason = forms.CharField(label=_("Perché"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}))
    seen = NumberField(min_value=0, widget=forms.HiddenInput)
