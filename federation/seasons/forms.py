"""Forms of points and seasons: a table, a season and its rules, a tournament's class, a publication."""

from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from federation.seasons.actions import Said
from federation.seasons.models import MOST_COUNTED, TIES, PointsTable, SeasonRules
from federation.seasons.rows import class_titles, tables_of
from pages.forms import DayField, NumberField, choose_from, text_field
from people.accounts.models import Federation
from records.days import Meaning
from records.outside import POINTS

TOO_BIG = _("Il file è troppo grande: una tabella ha al più 200 kB.")


class TableForm(forms.Form):
    """A federation's own table of points: a file, or its text."""

    file = forms.FileField(
        label=_("File YAML"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml,text/plain"}),
        error_messages={"empty": _("Il file è vuoto.")},
    )
    text = forms.CharField(
        label=_("Oppure il testo"),
        required=False,
        max_length=POINTS.size,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "code"}),
    )
    reason = text_field(_("Perché ne arriva un’altra per gli stessi giorni"), rows=2, required=False)

    def __init__(self, *args: Any, too_big: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.too_big = too_big

    def clean_file(self) -> str:
        """The text of the file; one too big is refused by its size, without being read."""
        file = cast("UploadedFile[bytes] | None", self.cleaned_data["file"])
        if file is None:
            return ""
        if (file.size or 0) > POINTS.size:
            raise forms.ValidationError(TOO_BIG)
        try:
            text: str = file.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("Il file non è un testo in UTF-8.")) from error
        if "\0" in text:
            raise forms.ValidationError(_("Il file non è un testo."))
        return text

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.too_big and "file" not in self.errors:
            self.add_error("file", TOO_BIG)
        text = (given.get("file") or given.get("text", "")).replace("\r\n", "\n")
        if not text.strip() and not self.errors:
            raise forms.ValidationError(_("Scegli il file della tabella, o scrivine il testo."))
        return {"text": text, "reason": given.get("reason", "")}


class RulesForm(forms.Form):
    """What counts in a season."""

    starts_on = DayField(meaning=Meaning.PLAYED, label=_("Dal"))
    ends_on = DayField(meaning=Meaning.PLAYED, label=_("Al"))
    table = forms.ModelChoiceField(PointsTable.objects.none(), label=_("Tabella dei punti"), empty_label=None)
    classes = forms.MultipleChoiceField(label=_("Classi che contano"), widget=forms.CheckboxSelectMultiple)
    best = NumberField(
        label=_("Quanti risultati contano"),
        min_value=1,
        max_value=MOST_COUNTED,
        required=False,
        help_text=_("I migliori di ogni giocatore; vuoto: tutti."),
    )
    club_best = NumberField(
        label=_("Quanti giocatori di un circolo contano in ogni torneo"),
        min_value=1,
        max_value=MOST_COUNTED,
        required=False,
        help_text=_("I migliori del circolo; vuoto: tutti."),
    )
    ties = forms.ChoiceField(label=_("A pari punti decide"), choices=TIES)

    def __init__(self, *args: Any, federation: Federation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = tables_of(federation)
        choose_from(self, "table", tables)
        classes = cast(forms.MultipleChoiceField, self.fields["classes"])
        classes.choices = [(name, f"{name}: {title}") for name, title in class_titles(tables).items()]

    @property
    def said(self) -> Said:
        return Said(**{name: self.cleaned_data[name] for name in Said.__dataclass_fields__})

    @staticmethod
    def typed(rules: SeasonRules) -> dict[str, Any]:
        return {name: getattr(rules, name) for name in Said.__dataclass_fields__} | {"seen": rules.version}


class SeasonForm(RulesForm):
    """A new season."""

    name = forms.CharField(label=_("Nome"), max_length=200)
    code = forms.SlugField(
        label=_("Sigla"), max_length=50, help_text=_("Sta nell’indirizzo: lettere, cifre e trattini, per esempio 2026.")
    )
    field_order = ("name", "code")


class ChangeRulesForm(RulesForm):
    """Other rules for a season, and why."""

    reason = text_field(_("Perché cambiano"), rows=2)
    seen = NumberField(widget=forms.HiddenInput, min_value=1)


class ClassForm(forms.Form):
    """Of which class a tournament is."""

    class_id = forms.ChoiceField(label=_("Classe"), required=False)
    reason = text_field(_("Motivo"), rows=2, required=False)
    seen = NumberField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, federation: Federation, none_too: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast(forms.ChoiceField, self.fields["class_id"])
        field.required = not none_too
        titles = class_titles(tables_of(federation))
        none = [("", _("Nessuna: non conta in nessuna stagione"))] if none_too else []
        field.choices = [*none, *((name, f"{name}: {title}") for name, title in titles.items())]


class PublishSeasonForm(forms.Form):
    """That the standings of now are shown to everybody: which ones the page showed, and why they replace others."""

    seen = NumberField(widget=forms.HiddenInput, min_value=0)
    figures = forms.CharField(widget=forms.HiddenInput, max_length=64)
    reason = text_field(_("Che cosa cambia"), rows=2, required=False)
