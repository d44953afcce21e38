"""Forms of stages and pairings."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.pairings import Ground, grounds_of
from tournaments.drawing.inputs import pairs_in
from tournaments.models import Entry, FirstRound, Formula, Round, Stage, Tournament
from tournaments.models.tournament import Contest
from tournaments.pairing.plan import Pair
from tournaments.pairing.recorded import Change


class StageForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only in the stubs
    """A stage; cleaned to the fields of `add_stage` and `change_stage`."""

    class Meta:
        model = Stage
        fields = ["name", "formula", "first_round", "rounds_planned", "carry_over", "clubs_apart", "boards_move"]
        help_texts = {
            "formula": _("Si comunica ai giocatori prima dell’inizio."),
            "carry_over": _("Solo dalla seconda fase in poi."),
            "boards_move": _("Solo col Mitchell del gioco duplicato."),
        }

    def __init__(self, *args: Any, tournament: Tournament, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        single = tournament.contest == Contest.INDIVIDUAL
        formulas: Any = self.fields["formula"]
        formulas.choices = [one for one in Formula.choices if single or one[0] != Formula.INDIVIDUAL]
        ways: Any = self.fields["first_round"]
        if number == 1:
            ways.choices = [one for one in FirstRound.choices if one[0] != FirstRound.STANDINGS]
            del self.fields["carry_over"]
        if tournament.forma != "duplicato":
            del self.fields["boards_move"]

    def validate_unique(self) -> None:
        """Left to the action."""

    def clean(self) -> dict[str, Any]:
        """The instance stays as it is: the action reads it anew."""
        return dict(super().clean() or {})

    def _post_clean(self) -> None:
        """Nothing is put into the instance here."""


class GroupsForm(forms.Form):
    """How those who go on are split: sizes as «12 12», and how many of each group go on."""

    per_group = forms.IntegerField(label=_("Quanti passano da ogni girone"), required=False, min_value=0, max_value=999)
    sizes = forms.CharField(
        label=_("Quanti in ogni girone, dal migliore"),
        max_length=200,
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
        help_text=_("Un numero per girone, separati da uno spazio: per esempio 12 12. Chi resta fuori è eliminato."),
    )
    without_publication = forms.BooleanField(label=_("Procedi senza classifica pubblicata"), required=False)

    def __init__(self, *args: Any, has_groups: bool, is_published: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_groups:
            del self.fields["per_group"]
        if is_published:
            del self.fields["without_publication"]

    def clean_per_group(self) -> int:
        return self.cleaned_data["per_group"] or 0

    def clean_sizes(self) -> list[int]:
        parts = self.cleaned_data["sizes"].replace(",", " ").replace("+", " ").split()
        if not all(part.isdecimal() for part in parts):
            raise forms.ValidationError(_("Scrivi solo numeri: per esempio 12 12."))
        return [int(part) for part in parts]


class PrepareForm(forms.Form):
    """What a director may say before a round is drawn: the order of a first round by choice, pairs to keep apart."""

    order = forms.CharField(
        label=_("Ordine del primo turno"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_("I numeri di chi gioca: il primo contro il secondo, il terzo contro il quarto e così via."),
    )
    forbidden = forms.CharField(
        label=_("Non devono incontrarsi"),
        required=False,
        max_length=1000,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Facoltativo. A due a due: per esempio 3-7, 4-9."),
    )

    def __init__(self, *args: Any, by_choice: bool, may_forbid: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not by_choice:
            del self.fields["order"]
        if not may_forbid:
            del self.fields["forbidden"]

    def clean_order(self) -> list[int]:
        parts = self.cleaned_data["order"].replace(",", " ").split()
        if not all(part.isdecimal() for part in parts):
            raise forms.ValidationError(_("Scrivi solo numeri, separati da uno spazio."))
        return [int(part) for part in parts]

    def clean_forbidden(self) -> tuple[Pair, ...]:
        try:
            return pairs_in(self.cleaned_data["forbidden"])
        except ValueError as error:
            raise forms.ValidationError(_("Scrivi due numeri col trattino in mezzo: per esempio 3-7, 4-9.")) from error


KINDS = {
    "swap": _("Scambia due posti"),
    "number": _("Cambia il numero di un tavolo"),
}


class ChangeForm(forms.Form):
    """A change of a draft: two pairs exchange seats, or a table gets another number."""

    kind = forms.ChoiceField(choices=list(KINDS.items()), widget=forms.HiddenInput)
    first = forms.TypedChoiceField(coerce=int)
    second = forms.TypedChoiceField(coerce=int)

    def __init__(self, *args: Any, choices: Iterable[tuple[int, str]], labels: tuple[Any, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = [("", _("Scegli")), *choices]
        for name, label in zip(("first", "second"), labels, strict=True):
            field: Any = self.fields[name]
            field.choices, field.label = listed, label

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("first") is not None and cleaned.get("first") == cleaned.get("second"):
            self.add_error("second", _("Scegline due diversi."))
        return cleaned

    @property
    def change(self) -> Change:
        return Change(**{name: self.cleaned_data[name] for name in ("kind", "first", "second")})


class WithdrawForm(forms.Form):
    """Why published tables are taken back, and the late pair that completes the incomplete one."""

    ground = forms.TypedChoiceField(label=_("Perché"), coerce=Ground, widget=forms.RadioSelect)
    late = forms.ModelChoiceField(
        Entry.objects.none(),
        label=_("Coppia in ritardo"),
        required=False,
        empty_label=_("Nessuna"),
        help_text=_("Solo se completa il tavolo incompleto."),
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)

    def __init__(self, *args: Any, round: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ground: Any = self.fields["ground"]
        late: Any = self.fields["late"]
        resting = round.tables.filter(line_b__isnull=True).exists()
        ground.choices = [
            (one.value, one.label) for one in grounds_of(round.tournament) if resting or one is not Ground.LATE
        ]
        seated = round.tables.values_list("line_a", "line_b", "line_a2", "line_b2")
        late.queryset = Entry.objects.filter(tournament=round.tournament_id).exclude(
            pk__in={pk for lines in seated for pk in lines if pk}
        )
        if not resting:
            del self.fields["late"]


class WinnerForm(forms.Form):
    """Who goes on from a knock-out match, and why."""

    winner = forms.ModelChoiceField(
        Entry.objects.none(), label=_("Passa il turno"), widget=forms.RadioSelect, empty_label=None
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)

    def __init__(self, *args: Any, lines: Iterable[int | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        winner: Any = self.fields["winner"]
        winner.queryset = Entry.objects.filter(pk__in=[pk for pk in lines if pk])
