"""What is asked of the archive: all stands in the address, in one order, so that an address is a saved search."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from codes.library import all_rulebooks
from federation.archive.lines import EFFECT_NAMES
from federation.archive.models import ArchivedRuling
from federation.archive.queries import Search
from federation.archive_exports.models import ArchiveExport
from pages.forms import DayField, NumberField
from people.accounts.models import Federation
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken
from tournaments.setup.models import Tournament

ANY = ("", _("Tutti"))
YES, NO = "si", "no"
LONGEST_QUERY = 1000
# Chosen among what was found, never typed.
TAPPED = ("anomalia", "fatto", "sanzione", "arrivato", "arbitro", "circolo")
# What is no number stays in the field, where a browser's own field of numbers drops it.
AS_TYPED = forms.TextInput(attrs={"inputmode": "numeric"})
NAME = RegexValidator(r"^[a-z0-9_-]+$", _("Scegli una delle voci."))
FACT = RegexValidator(r"^[a-z0-9_-]+\.[a-z0-9_-]+\.[a-z0-9_-]+$", _("Scegli una delle voci."))


class NameField(forms.CharField):
    """The name of something in a code: it may be of an edition that this program has no more."""

    default_validators = [NAME]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=120, required=False, **kwargs)


class ArchiveForm(forms.Form):
    """A search of the archive. Field by field as it stands in the address."""

    q = forms.CharField(label=_("Parole"), max_length=LONGEST_QUERY, required=False)
    articolo = NumberField(label=_("Articolo"), min_value=1, max_value=999, required=False, widget=AS_TYPED)
    tipo = forms.ChoiceField(label=_("Tipo"), choices=[ANY, *ArchivedRuling.Kind.choices], required=False)
    codice = forms.ChoiceField(label=_("Codice ed edizione"), required=False)
    anomalia = NameField(label=_("Anomalia"))
    fatto = forms.CharField(label=_("Fatto"), max_length=300, required=False, validators=[FACT])
    sanzione = NameField(label=_("Sanzione"))
    effetto = forms.ChoiceField(label=_("Effetto"), choices=[ANY, *EFFECT_NAMES.items()], required=False)
    diversa = forms.ChoiceField(
        label=_("Rispetto alla proposta"),
        choices=[ANY, (NO, _("come proposto")), (YES, _("diversamente"))],
        required=False,
    )
    punteggio = forms.ChoiceField(
        label=_("Punteggio arbitrale"), choices=[ANY, *ArbitralScore.Method.choices], required=False
    )
    stato = forms.ChoiceField(label=_("Stato"), choices=[ANY, *ArchivedRuling.Standing.choices], required=False)
    norma = forms.ChoiceField(
        label=_("Norma"), choices=[ANY, (YES, _("cambiata da allora")), (NO, _("la stessa"))], required=False
    )
    versione = NumberField(label=_("Versione"), min_value=1, max_value=999, required=False, widget=AS_TYPED)
    torneo = forms.ModelChoiceField(
        label=_("Torneo"), queryset=Tournament.objects.none(), to_field_name="slug", required=False
    )
    arrivato = NumberField(label=_("Torneo ricevuto"), min_value=1, required=False)
    luogo = forms.CharField(label=_("Luogo o nome del torneo"), max_length=100, required=False)
    dal = DayField(label=_("Dal"), required=False)
    al = DayField(label=_("Al"), required=False)
    arbitro = NumberField(label=_("Arbitro"), min_value=1, required=False)
    circolo = NumberField(label=_("Circolo"), min_value=1, required=False)
    ordine = forms.ChoiceField(
        label=_("Ordine"), choices=[("", _("i più vicini")), ("data", _("i più recenti"))], required=False
    )

    def __init__(self, *args: Any, federation: Federation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["torneo"].queryset = Tournament.objects.filter(federation=federation)  # type: ignore[attr-defined]
        codes = [(book.id, f"{spoken(book.title)} · {book.edition}") for book in all_rulebooks()]
        self.fields["codice"].choices = [ANY, *codes]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = given.get("dal"), given.get("al")
        if since and until and until < since:
            raise ValidationError(_("Il primo giorno viene dopo l’ultimo."))
        return given

    @property
    def typed(self) -> list[forms.BoundField]:
        """The fields beside that of the words."""
        return [self[name] for name in self.fields if name != "q" and name not in TAPPED]

    @property
    def tapped(self) -> list[forms.BoundField]:
        return [self[name] for name in TAPPED]

    @property
    def search(self) -> Search:
        """What the filled-in form asks for."""
        given = self.cleaned_data
        said = {YES: True, NO: False}
        torneo = given["torneo"]
        filters = {
            "article": given["articolo"], "kind": given["tipo"], "code": given["codice"],
            "procedure": given["anomalia"], "fact": given["fatto"], "effect": given["effetto"],
            "departed": said.get(given["diversa"]), "method": given["punteggio"], "standing": given["stato"],
            "changed": said.get(given["norma"]), "tournament": torneo.pk if torneo else None,
            "received": given["arrivato"], "arbiter": given["arbitro"], "club": given["circolo"],
            "penalty": given["sanzione"], "version": given["versione"],
        }  # fmt: skip
        return Search(
            words=given["q"],
            filters=tuple((name, value) for name, value in filters.items() if value not in (None, "")),
            place=given["luogo"],
            since=given["dal"],
            until=given["al"],
            by_date=given["ordine"] == "data",
        )

    @property
    def canonical(self) -> dict[str, str]:
        """What the address says, without what says nothing, in the order of the fields."""
        told = {name: self.cleaned_data.get(name) for name in self.fields}
        written = {
            name: value.slug if isinstance(value, Tournament) else str(value)
            for name, value in told.items()
            if value not in (None, "")
        }
        return {name: " ".join(value.split()) for name, value in written.items()}

    @property
    def address(self) -> str:
        return urlencode(self.canonical)


class ExportForm(forms.Form):
    """In which form what a search finds is taken out; the search as its address says it."""

    query = forms.CharField(widget=forms.HiddenInput, max_length=4000, required=False)
    form = forms.ChoiceField(label=_("Formato"), choices=ArchiveExport.Form.choices)
