"""Forms of the arbiter's pages. What was typed is kept whatever is wrong with it.

What an arbiter tells so that an order says figures; whatever is left empty leaves the order in words.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from codes.burraco.count import MOST
from codes.figures import Figure, FigureQuestion
from codes.tressette.cards import Suit
from pages.forms import NumberField, tell_of_unseen
from referee.cases.actions import Detected
from referee.cases.models import Case
from referee.cases.words import spoken
from referee.decisions.details import Details
from referee.tools.stakes import StakesField
from tournaments.setup.games import SEAT_NAMES

SEATS = [(seat.value, name) for seat, name in SEAT_NAMES.items()]
LONGEST = 2000
LARGEST_MP = 30000
NUMBER = forms.NumberInput(attrs={"inputmode": "numeric", "class": "form-control"})


def reason_field(**options: Any) -> forms.CharField:
    defaults: dict[str, Any] = {
        "label": _("Motivazione"),
        "max_length": LONGEST,
        "widget": forms.Textarea(attrs={"rows": 3}),
    }
    return forms.CharField(**(defaults | options))


class CaseForm(forms.Form):
    """A form whose page says in words what is wrong; of a field that nobody sees, that the request came incomplete."""

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and self.errors:
            tell_of_unseen(self)


class VersionForm(CaseForm):
    """Every form that changes a case says which version it saw."""

    version = NumberField(min_value=1, widget=forms.HiddenInput)


class NoteForm(VersionForm):
    note = forms.CharField(required=False, strip=False)


class DetectionForm(VersionForm):
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


class EarnedForm(forms.Form):
    """The score that the innocent line had already earned, where the arbiter establishes that it was better."""

    mp = NumberField(label=_("MP maturati"), min_value=-LARGEST_MP, max_value=LARGEST_MP, required=False)

    @property
    def earned(self) -> int | None:
        mp: int | None = self.cleaned_data["mp"]
        return mp


class DecidedForm(forms.Form):
    """The score that the arbiter settles, line by line: the MP of the match, or the points of the deal."""

    mp_a = NumberField(label=_("MP della prima linea"), min_value=-LARGEST_MP, max_value=LARGEST_MP, required=False)
    mp_b = NumberField(label=_("MP della seconda linea"), min_value=-LARGEST_MP, max_value=LARGEST_MP, required=False)
    deal_a = NumberField(label=_("Punti della prima linea"), min_value=-MOST, max_value=MOST, required=False)
    deal_b = NumberField(label=_("Punti della seconda linea"), min_value=-MOST, max_value=MOST, required=False)

    @property
    def decided(self) -> dict[str, Any]:
        """`match` and `deal` of `Details`, each where all its figures are there."""
        given = self.cleaned_data
        pairs = {"match": (given["mp_a"], given["mp_b"]), "deal": (given["deal_a"], given["deal_b"])}
        return {name: None if None in pair else pair for name, pair in pairs.items()}


class RulingForm(EarnedForm, DecidedForm, VersionForm):
    reason = reason_field(required=False)
    besides = reason_field(label=_("Perché è un altro fatto"), required=False)
    voiced_by = forms.ChoiceField(choices=SEATS, required=False)
    amount = NumberField(label=_("Misura della penalità"), min_value=1, max_value=999, required=False)
    indemnity = NumberField(label=_("Misura dell’indennizzo"), min_value=1, max_value=999, required=False)
    points = NumberField(label=_("Punti d’accusa tolti"), min_value=1, max_value=99, required=False)

    @property
    def details(self) -> Details:
        given = self.cleaned_data
        figures = {name: given[name] for name in ("amount", "indemnity", "points")}
        return Details(voiced_by=given["voiced_by"], earned=self.earned, **figures, **self.decided)


class DepartureForm(RulingForm):
    """A decision of the arbiter's own: an effect of the general principles, or words of their own; and why."""

    reason = reason_field(label=_("Perché decidi diversamente"), required=False)
    order = reason_field(label=_("Che cosa ordini, con parole tue"), required=False)


class DiscardForm(VersionForm):
    # Of a case of which nothing was recorded nobody writes it: the action asks.
    reason = reason_field(label=_("Perché la scarti"), widget=forms.Textarea(attrs={"rows": 2}), required=False)


class MoveForm(VersionForm):
    table = NumberField(label=_("Numero del tavolo giusto"), min_value=1, widget=NUMBER)


class RevisionForm(VersionForm):
    reason = reason_field(label=_("Perché il provvedimento va rivisto"), widget=forms.Textarea(attrs={"rows": 2}))


class AnnulmentForm(VersionForm):
    reason = reason_field(label=_("Perché il provvedimento si annulla"), widget=forms.Textarea(attrs={"rows": 2}))


class ProposalForm(CaseForm):
    inputs_hash = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = reason_field(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}))


class RulingsFilter(forms.Form):
    table = NumberField(label=_("Tavolo"), min_value=1, required=False)
    article = NumberField(label=_("Articolo"), min_value=1, required=False)

    def __init__(self, *args: Any, procedures: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("tutte")), *procedures]
        self.fields["procedure"] = forms.ChoiceField(label=_("Anomalia"), required=False, choices=choices)


class FiguresForm(forms.Form):
    """A field for each question, none of them required."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        asked: Mapping[str, FigureQuestion],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, prefix="cifra", auto_id="%s", initial=dict(initial or {}))
        self.asked = asked
        for name, one in asked.items():
            self.fields[name] = _field(one)

    @cached_property
    def told(self) -> dict[str, Figure]:
        """The answers given. Of several numbers those left empty are nought once one of them is there."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "", ())}
        counts = [name for name, one in self.asked.items() if one.kind == "count"]
        return (dict.fromkeys(counts, 0) if any(name in given for name in counts) else {}) | given

    @property
    def told_before(self) -> dict[str, Figure]:
        """The answers with which the form begins, as far as these questions still take them."""
        begun = FiguresForm({f"{self.prefix}-{name}": value for name, value in self.initial.items()}, asked=self.asked)
        return begun.told if begun.is_valid() else {}


def _field(asked: FigureQuestion) -> forms.Field:
    label, suits = spoken(asked.ask), [(suit.value, spoken(suit.label)) for suit in Suit]
    if asked.kind == "count":
        number = forms.NumberInput(attrs={"inputmode": "numeric"})
        return NumberField(label=label, required=False, min_value=0, max_value=asked.most, widget=number)
    if asked.kind == "stakes":
        return StakesField(label=label, required=False, max_length=20)
    if asked.kind == "suit":
        return forms.TypedChoiceField(
            label=label, required=False, choices=suits, coerce=Suit, empty_value=None, widget=forms.RadioSelect
        )
    return _SuitsField(label=label, required=False, choices=suits, widget=forms.CheckboxSelectMultiple)


class _SuitsField(forms.MultipleChoiceField):
    def clean(self, value: Any) -> tuple[Suit, ...]:
        chosen = super().clean(value)
        return tuple(suit for suit in Suit if suit.value in chosen)
