"""Forms of the arbiter's pages. What was typed is kept whatever is wrong with it."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.actions.cases import Detected
from referee.actions.rulings import Details
from referee.models import Case
from referee.scoring import Choice
from tournaments.models import SEAT_NAMES
from tournaments.seats import Line

SEATS = [(seat.value, name) for seat, name in SEAT_NAMES.items()]
LINES = [(Line.A.value, _("Nord-Sud")), (Line.B.value, _("Est-Ovest"))]
LONGEST = 2000


def reason_field(**options: Any) -> forms.CharField:
    defaults: dict[str, Any] = {
        "label": _("Motivazione"),
        "max_length": LONGEST,
        "widget": forms.Textarea(attrs={"rows": 3}),
    }
    return forms.CharField(**(defaults | options))


class VersionForm(forms.Form):
    """Every form that changes a case says which version it saw."""

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class DetectionForm(VersionForm):
    """Who noticed, whether the cards speak by themselves, and when; or that nobody did."""

    seats = forms.MultipleChoiceField(choices=SEATS, required=False)
    evidence = forms.BooleanField(required=False)
    timing = forms.ChoiceField(choices=Case.Timing.choices, required=False)
    nobody = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not (cleaned.get("nobody") or cleaned.get("seats") or cleaned.get("evidence")):
            raise forms.ValidationError(_("Tocca chi se n’è accorto, oppure «Nessuno se n’è accorto»."))
        return cleaned

    @property
    def detected(self) -> Detected:
        given = self.cleaned_data
        if given["nobody"]:
            return Detected()
        return Detected(seats=given["seats"], evidence=given["evidence"], timing=given["timing"])


class DecisionForm(VersionForm):
    """What a decision may still need: a reason, a voice, a measure."""

    reason = reason_field(required=False)
    voiced_by = forms.ChoiceField(choices=SEATS, required=False)
    amount = forms.IntegerField(label=_("Misura della penalità"), min_value=1, max_value=999, required=False)

    @property
    def details(self) -> Details:
        return Details(voiced_by=self.cleaned_data["voiced_by"], amount=self.cleaned_data["amount"])


class DepartureForm(DecisionForm):
    """A decision of the arbiter's own: an effect of the general principles, or words of their own; and why."""

    reason = reason_field(label=_("Perché decidi diversamente"), required=False)
    order = reason_field(label=_("Che cosa ordini, con parole tue"), required=False)


class DiscardForm(VersionForm):
    reason = reason_field(label=_("Perché la scarti"), widget=forms.Textarea(attrs={"rows": 2}))


class RevisionForm(VersionForm):
    reason = reason_field(label=_("Perché il provvedimento va rivisto"), widget=forms.Textarea(attrs={"rows": 2}))


class ProposalForm(forms.Form):
    """Late results: keep the score or work it out again, with the reason."""

    inputs_hash = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = reason_field(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}))


class ArbitralScoreForm(VersionForm):
    """What the arbiter decides of an arbitral score; the arithmetic does the rest."""

    score_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    result = forms.CharField(required=False)
    other_a = forms.IntegerField(label=_("Punti Nord-Sud"), min_value=0, max_value=99, required=False)
    other_b = forms.IntegerField(label=_("Punti Est-Ovest"), min_value=0, max_value=99, required=False)
    innocent = forms.ChoiceField(label=_("Parte innocente"), choices=LINES, required=False)
    graver = forms.ChoiceField(label=_("Parte più colpevole"), choices=LINES, required=False)
    share = forms.CharField(label=_("Rettifica"), required=False, max_length=12)
    goes = forms.ChoiceField(choices=[("up", _("per eccesso")), ("down", _("per difetto"))], required=False)
    reason = reason_field(required=False)

    OTHER = "altro"

    def clean_share(self) -> Fraction:
        try:
            return Fraction(self.cleaned_data["share"].replace(" ", "") or 0)
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError(_("Scrivi la rettifica come frazione, per esempio 1/6.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("result") == self.OTHER and None in (cleaned.get("other_a"), cleaned.get("other_b")):
            self.add_error("result", _("Scrivi i punti delle due linee."))
        elif cleaned.get("result") not in ("", self.OTHER, None) and self._chosen(cleaned) is None:
            self.add_error("result", _("Scegli un risultato dell’elenco."))
        return cleaned

    def _chosen(self, given: dict[str, Any]) -> tuple[int, int] | None:
        if given["result"] == self.OTHER:
            return given["other_a"], given["other_b"]
        points = given["result"].split("-")
        both = len(points) == len(LINES) and all(point.isdecimal() for point in points)
        return (int(points[0]), int(points[1])) if both else None

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
        )


class RulingsFilter(forms.Form):
    """Which rulings to list: by table, article, or one of the anomalies ruled so far."""

    table = forms.IntegerField(label=_("Tavolo"), min_value=1, required=False)
    article = forms.IntegerField(label=_("Articolo"), min_value=1, required=False)

    def __init__(self, *args: Any, procedures: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("tutte")), *procedures]
        self.fields["procedure"] = forms.ChoiceField(label=_("Anomalia"), required=False, choices=choices)
