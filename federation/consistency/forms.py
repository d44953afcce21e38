"""What of the archive is compared: a kind of record, an edition, a season or days."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from codes.library import all_rulebooks
from federation.archive.models import ArchivedRuling
from federation.consistency.queries import Selection
from federation.seasons.queries import rules_of, seasons_of
from pages.forms import DayField
from people.accounts.models import Federation
from referee.cases.words import spoken

KIND = ArchivedRuling.Kind
BY = [("anomalia", _("per anomalia")), ("articolo", _("per articolo"))]


class ConsistencyForm(forms.Form):
    """All in the address, so that what is looked at can be sent to somebody."""

    per = forms.ChoiceField(label=_("Conta"), choices=BY, required=False)
    tipo = forms.ChoiceField(label=_("Tipo"), choices=KIND.choices, required=False)
    codice = forms.ChoiceField(label=_("Codice ed edizione"), required=False)
    stagione = forms.ChoiceField(label=_("Stagione"), required=False)
    dal = DayField(label=_("Dal"), required=False)
    al = DayField(label=_("Al"), required=False)

    def __init__(self, *args: Any, federation: Federation, by: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by, self.seasons = by, {one.code: one for one in seasons_of(federation)}
        codes = [(book.id, f"{spoken(book.title)} · {book.edition}") for book in all_rulebooks()]
        seasons = [(one.code, one.name) for one in self.seasons.values()]
        self._choose("codice", [("", _("Tutti")), *codes])
        self._choose("stagione", [("", _("Tutte")), *seasons])
        if by:
            del self.fields["per"]

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = given.get("dal"), given.get("al")
        if given.get("stagione") and (since or until):
            raise ValidationError(_("Scegli una stagione o dei giorni, non tutti e due."))
        if since and until and until < since:
            raise ValidationError(_("Il primo giorno viene dopo l’ultimo."))
        return given

    @property
    def asked(self) -> Selection:
        given = self.cleaned_data
        since, until = given["dal"], given["al"]
        if given["stagione"]:
            rules = rules_of(self.seasons[given["stagione"]])
            since, until = rules.starts_on, rules.ends_on
        by = self.by or given["per"] or BY[0][0]
        return Selection(by=by, kind=given["tipo"] or KIND.RULING, code=given["codice"], since=since, until=until)
