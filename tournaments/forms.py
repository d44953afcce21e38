"""Forms of the desk. What the user typed is kept whatever is wrong with it."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.base import Refused
from tournaments.models import Adjustment, Entry, Federation, Round, Tournament, User
from tournaments.permissions import ROLE_NAMES, Role
from tournaments.scoring.board import DECK_POINTS


def refuse(form: forms.Form, error: Refused) -> None:
    """Shows why an action refused, above the form."""
    for message in error.messages:
        form.add_error(None, message)


@dataclass(frozen=True)
class LinePoints:
    """What one line scored on a board: deck points and points of accusa."""

    deck: int
    accusa: int

    @property
    def total(self) -> int:
        return self.deck + self.accusa

    def __str__(self) -> str:
        return f"{self.deck}+{self.accusa}" if self.accusa else str(self.deck)


class LinePointsField(forms.CharField):
    """Deck points, and after a plus the points of accusa: «7» or «7+3»."""

    PATTERN = re.compile(r"(\d{1,2})(?:\s*\+\s*(\d{1,2}))?")

    def clean(self, value: Any) -> LinePoints | None:
        text = super().clean(value)
        if not text:
            return None
        found = self.PATTERN.fullmatch(text)
        if not found:
            raise forms.ValidationError(_("Scrivi i punti delle carte, per esempio 7; con l’accusa 7+3."))
        return LinePoints(int(found[1]), int(found[2] or 0))


class ScoreForm(forms.Form):
    """A played result; the second line may stay empty and follows from the first."""

    line_a = LinePointsField(label=_("Punti N-S"))
    line_b = LinePointsField(label=_("Punti E-O"), required=False)
    reason = forms.CharField(label=_("Motivo della correzione"), required=False, max_length=500)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first = cleaned.get("line_a")
        if first and cleaned.get("line_b") is None and "line_b" not in self.errors:
            if first.deck > DECK_POINTS:
                self.add_error("line_a", _("Le carte danno al più 11 punti."))
            else:
                cleaned["line_b"] = LinePoints(DECK_POINTS - first.deck, 0)
        return cleaned

    @property
    def points(self) -> dict[str, int]:
        """The arguments of `give_score`: totals, and what of them is accusa."""
        a, b = self.cleaned_data["line_a"], self.cleaned_data["line_b"]
        return {"points_a": a.total, "points_b": b.total, "accusa_a": a.accusa, "accusa_b": b.accusa}


class AdjustmentForm(forms.Form):
    """A penalty or an award: to whom, what, how much, why."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Coppia"))
    kind = forms.ChoiceField(label=_("Che cosa"), choices=Adjustment.Kind)
    amount = forms.IntegerField(
        label=_("Quantità"),
        required=False,
        min_value=-999,
        max_value=999,
        help_text=_("Negativa per una penalità, per esempio -1; vuota per un’ammonizione."),
    )
    round = forms.ModelChoiceField(
        Round.objects.none(), label=_("Turno"), required=False, empty_label=_("Tutto il torneo")
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].queryset = Entry.objects.filter(tournament=tournament)
        self.fields["round"].queryset = Round.objects.filter(tournament=tournament)
        self.fields["round"].label_from_instance = lambda round: _("Turno %d") % round.number


class ReasonForm(forms.Form):
    """A reason, for what cannot be done without one."""

    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)


class RoundForm(forms.Form):
    """The tables of a new round: a pair North-South and one East-West at each."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = list(Entry.objects.filter(tournament=tournament))
        self.entries = {str(entry.pk): entry for entry in entries}
        choices = [("", "—"), *((key, str(entry)) for key, entry in self.entries.items())]
        self.tables = range(1, (len(entries) + 1) // 2 + 1)
        for table in self.tables:
            first, second = 2 * table - 2, 2 * table - 1
            for line, place in (("a", first), ("b", second)):
                self.fields[f"{line}{table}"] = forms.ChoiceField(
                    choices=choices,
                    required=False,
                    widget=forms.Select(attrs={"class": "form-select"}),
                    initial=str(entries[place].pk) if place < len(entries) else "",
                    label=_("Tavolo %(table)d, %(line)s") % {"table": table, "line": "N-S" if line == "a" else "E-O"},
                )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Table number with the fields of its two lines."""
        return [(table, self[f"a{table}"], self[f"b{table}"]) for table in self.tables]

    @property
    def pairings(self) -> list[tuple[Entry, Entry | None]]:
        """The tables chosen; a pair alone rests, an empty table is left out."""
        chosen = [
            [self.entries[key] for line in "ab" if (key := self.cleaned_data[f"{line}{table}"])]
            for table in self.tables
        ]
        return [(pair[0], pair[1] if len(pair) > 1 else None) for pair in chosen if pair]


class TournamentForm(forms.ModelForm):
    """A new tournament; the seed of the lots is proposed and may be replaced by one drawn in public."""

    class Meta:
        model = Tournament
        fields = [
            "name",
            "slug",
            "federation",
            "place",
            "starts_on",
            "forma",
            "norme",
            "accusa",
            "boards_per_round",
            "lot_seed",
            "is_public",
        ]
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        help_texts = {"slug": _("Parte dell’indirizzo della pagina, per esempio coppa-prova-2026.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["boards_per_round"].min_value = 1
        self.fields["federation"].queryset = Federation.objects.all()


class PairForm(forms.Form):
    """A pair with its two players."""

    number = forms.IntegerField(label=_("Numero"), min_value=1, max_value=9999)
    first_name_1 = forms.CharField(label=_("Nome del primo (N o E)"), max_length=100)
    last_name_1 = forms.CharField(label=_("Cognome del primo"), max_length=100)
    first_name_2 = forms.CharField(label=_("Nome del secondo (S o O)"), max_length=100)
    last_name_2 = forms.CharField(label=_("Cognome del secondo"), max_length=100)


class StaffForm(forms.Form):
    """Who does what in the tournament."""

    user = forms.CharField(label=_("Nome utente"), max_length=150)
    role = forms.ChoiceField(
        label=_("Incarico"),
        choices=[(role.value, name) for role, name in ROLE_NAMES.items() if role is not Role.PUBLIC],
    )

    def clean_user(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["user"], is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("Nessun utente attivo ha questo nome: controlla come è scritto."))
        return user
