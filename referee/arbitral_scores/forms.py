"""The form of an arbitral score. What was typed is kept whatever is wrong with it."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from codes.seats import Line
from pages.forms import NumberField, number_in
from referee.arbitral_scores.score import Choice
from referee.cases.words import LINE_CHOICES
from referee.decisions.forms import VersionForm, reason_field


class ArbitralScoreForm(VersionForm):
    score_version = NumberField(min_value=0, widget=forms.HiddenInput)
    result = forms.CharField(required=False)
    other_a = NumberField(label=_("Punti Nord-Sud"), min_value=0, max_value=99, required=False)
    other_b = NumberField(label=_("Punti Est-Ovest"), min_value=0, max_value=99, required=False)
    innocent = forms.ChoiceField(label=_("Parte innocente"), choices=LINE_CHOICES, required=False)
    graver = forms.ChoiceField(label=_("Parte più colpevole"), choices=LINE_CHOICES, required=False)
    # As text: a share is an exact fraction (84), which no number of a form is.
    share = forms.CharField(label=_("Rettifica"), required=False, max_length=12)
    goes = forms.ChoiceField(choices=[("up", _("per eccesso")), ("down", _("per difetto"))], required=False)
    reason = reason_field(required=False)

    OTHER = "altro"

    def clean_share(self) -> Fraction:
        text = self.cleaned_data["share"].replace(" ", "") or "0"
        try:
            if "e" in text.casefold():  # a power of ten has no end, and no rettifica is written so
                raise ValueError(text)
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError(_("Scrivi la rettifica come frazione, per esempio 1/6.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("result") and None not in (cleaned.get("other_a"), cleaned.get("other_b")):
            # Figures are typed where they are meant: they choose themselves.
            cleaned["result"] = self.OTHER
        if cleaned.get("result") == self.OTHER and None in (cleaned.get("other_a"), cleaned.get("other_b")):
            self.add_error("result", _("Scrivi i punti delle due linee."))
        elif cleaned.get("result") not in ("", self.OTHER, None) and self._chosen(cleaned) is None:
            self.add_error("result", _("Scegli un risultato dell’elenco."))
        return cleaned

    def _chosen(self, given: dict[str, Any]) -> tuple[int, int] | None:
        if given["result"] == self.OTHER:
            return given["other_a"], given["other_b"]
        points = [number_in(point) for point in given["result"].split("-")[: len(LINE_CHOICES)]]
        if len(points) != len(LINE_CHOICES) or points[0] is None or points[1] is None:
            return None
        return points[0], points[1]

    @property
    def versions(self) -> dict[str, int]:
        return {"expected_version": self.cleaned_data["version"], "score_version": self.cleaned_data["score_version"]}

    @property
    def _rests_on(self) -> tuple[str, int] | None:
        """Of a bound its kind and number follow the points (`referee/cards/endings.py`)."""
        kind, number = [*self.cleaned_data["result"].split("-")[len(LINE_CHOICES) :], "", ""][:2]
        found = number_in(number)
        return (kind, found) if kind and found is not None else None

    @property
    def choice(self) -> Choice:
        given = self.cleaned_data
        return Choice(
            chosen=self._chosen(given),
            innocent=Line(given["innocent"]) if given["innocent"] else None,
            graver=Line(given["graver"]) if given["graver"] else None,
            share=given["share"],
            goes=given["goes"] or None,
            reason=given["reason"],
            rests_on=self._rests_on,
        )
