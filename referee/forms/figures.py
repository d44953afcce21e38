"""What an arbiter tells so that an order says figures; whatever is left empty leaves the order in words."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import cached_property

from codes.order_figures import Asked, Told
from codes.tressette.cards import Suit
from referee.tools.stakes import StakesField
from referee.wording import spoken
from tournaments.numbers import NumberField


class FiguresForm(forms.Form):
    """A field for each question, none of them required."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        asked: Mapping[str, Asked],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, prefix="cifra", auto_id="%s", initial=dict(initial or {}))
        self.asked = asked
        for name, one in asked.items():
            self.fields[name] = _field(one)

    @cached_property
    def told(self) -> dict[str, Told]:
        """The answers given. Of several numbers those left empty are nought once one of them is there."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "", ())}
        counts = [name for name, one in self.asked.items() if one.kind == "count"]
        return (dict.fromkeys(counts, 0) if any(name in given for name in counts) else {}) | given

    @property
    def told_before(self) -> dict[str, Told]:
        """The answers with which the form begins, as far as these questions still take them."""
        begun = FiguresForm({f"{self.prefix}-{name}": value for name, value in self.initial.items()}, asked=self.asked)
        return begun.told if begun.is_valid() else {}


def _field(asked: Asked) -> forms.Field:
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
