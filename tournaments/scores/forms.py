"""Results as they are typed, by the game. What was typed is kept, whatever is wrong with it."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from codes.seats import Result
from codes.tressette.count import DECK_POINTS
from pages.forms import NumberField, ShownField, VersionField
from papers.sheets import figure
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class LinePoints:
    """What one line scored on a board: deck points (None: what the other line left) and points of accusa."""

    deck: int | None
    accusa: int

    @property
    def total(self) -> int:
        return (self.deck or 0) + self.accusa

    def __str__(self) -> str:
        return f"{self.deck}+{self.accusa}" if self.accusa else str(self.deck)


class LinePointsField(forms.CharField):
    """Deck points, and after a plus the points of accusa: «7», «7+3», or «+3» when the deck follows."""

    PATTERN = re.compile(r"(\d{1,2})?\s*(?:\+\s*(\d{1,2}))?", re.ASCII)
    # The keypad of telephone numbers has the plus.
    widget = forms.TextInput(attrs={"inputmode": "tel"})

    def clean(self, value: Any) -> LinePoints:
        found = self.PATTERN.fullmatch(super().clean(value))
        if not found:
            raise forms.ValidationError(_("Scrivi i punti delle carte, per esempio 7; con l’accusa 7+3."))
        return LinePoints(None if found[1] is None else int(found[1]), int(found[2] or 0))


class VersionedScoreForm(forms.Form):
    """A played result over the version that was seen, with the reason if it corrects one; a game adds the lines."""

    cause = forms.ChoiceField(
        label=_("Di chi è l’errore?"),
        required=False,
        choices=[
            ("players", _("Dei giocatori, compilando lo score")),
            ("scorer", _("Di chi ha registrato: sullo score c’è la cifra giusta")),
        ],
        widget=forms.RadioSelect,
    )
    agreed_by = forms.CharField(
        label=_("Chi degli avversari conferma"),
        required=False,
        max_length=200,
        help_text=_("Solo per l’errore dei giocatori: nome e cognome."),
    )
    reason = forms.CharField(label=_("Motivo della correzione"), required=False, max_length=500)
    decision = forms.CharField(
        label=_("Decisione"),
        required=False,
        max_length=200,
        help_text=_("La classifica è definitiva: per esempio Reclamo n. 1."),
    )
    # The result for which the doubts were already shown.
    sure = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    version = VersionField()
    # At which version of the data its consequences were shown.
    seen = ShownField(required=False)


class ScoreForm(VersionedScoreForm):
    """A result of tressette; the deck points of one line may stay empty and follow from the other's."""

    line_a = LinePointsField(label=_("Punti N-S"), required=False, max_length=40)
    line_b = LinePointsField(label=_("Punti E-O"), required=False, max_length=40)
    field_order = ["line_a", "line_b"]
    words = _("Punti delle carte, in tutto 11; con l’accusa scrivi 7+3. Una delle due linee può restare vuota.")

    @staticmethod
    def typed(points: int, accusa: int) -> object:
        return LinePoints(points - accusa, accusa)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        lines = [line for name in ("line_a", "line_b") if (line := cleaned.get(name))]
        if len(lines) < 2:  # what was typed in one cannot be read: its field says so
            return cleaned
        known = [line.deck for line in lines if line.deck is not None]
        if not known:
            self.add_error("line_a", _("Scrivi i punti delle carte di N-S, per esempio 7; con l’accusa 7+3."))
        elif len(known) == 1 and known[0] > DECK_POINTS:
            self.add_error(None, _("Le carte danno al più 11 punti; quelli dell’accusa si scrivono dopo il +."))
        else:
            rest = DECK_POINTS - known[0]
            filled = (replace(line, deck=rest) if line.deck is None else line for line in lines)
            cleaned["line_a"], cleaned["line_b"] = filled
        return cleaned

    @cached_property
    def result(self) -> Result:
        """What was typed as a result: totals, and what of them is accusa."""
        a, b = self.cleaned_data["line_a"], self.cleaned_data["line_b"]
        return Result(points_a=a.total, points_b=b.total, accusa_a=a.accusa, accusa_b=b.accusa)


FURTHEST = 99_999  # six characters with the sign; what a deal can give is for the action to judge


class DealPointsField(NumberField):
    """The points of a line on a deal of burraco: «455», «-120» with any minus sign."""

    def __init__(self, *, label: Any) -> None:
        words = _("Scrivi i punti della linea, per esempio 455 oppure −120.")
        super().__init__(
            label=label,
            min_value=-FURTHEST,
            max_value=FURTHEST,
            # Without a script the keyboard of letters has the minus; with one the numeric keypad gets a key for it.
            widget=forms.TextInput(attrs={"inputmode": "text", "maxlength": 6, "data-signed": True}),
            error_messages={"invalid": words, "required": words},
        )

    def to_python(self, value: Any) -> int | None:
        return super().to_python(str(value).replace("−", "-") if value is not None else value)


class DealForm(VersionedScoreForm):
    """A deal of burraco: the points of both lines, by fives, below zero too."""

    line_a = DealPointsField(label=_("Punti A-C"))
    line_b = DealPointsField(label=_("Punti B-D"))
    field_order = ["line_a", "line_b"]
    words = _("I punti di ognuna delle due linee, di 5 in 5; col meno davanti se sono sotto zero.")

    @staticmethod
    def typed(points: int, accusa: int) -> object:
        return figure(points)

    @cached_property
    def result(self) -> Result:
        return Result(points_a=self.cleaned_data["line_a"], points_b=self.cleaned_data["line_b"])


def score_form_of(tournament: Tournament) -> type[ScoreForm] | type[DealForm]:
    """The form in which the results of its game are given."""
    return DealForm if tournament.rules.by_fives else ScoreForm
