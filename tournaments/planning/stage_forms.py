"""Forms of stages, with the fields of a Mitchell and of a knock-out that a first stage asks too."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, NumbersField, SeenField
from tournaments.planning.models import MAX_ROUNDS, FirstRound, Formula, Rover, Stage
from tournaments.setup.models import Contest, Tournament
from tournaments.setup.rules import fits


class RoverField(forms.TypedChoiceField):
    """The line in which an odd pair takes places; none for a half table."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Se il numero è dispari"),
            choices=Rover.choices,
            required=False,
            empty_value=None,
            help_text=_(
                "Col rover c’è un tavolo in meno: chi è in più riposa al primo turno, poi siede ogni volta al "
                "posto di un altro, che riposa."
            ),
        )


class SwitchedRoundsField(NumberField):
    """In how many rounds at the end the lines have exchanged their directions; none where nothing is typed."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Turni finali a linee scambiate"),
            required=False,
            max_value=MAX_ROUNDS,
            help_text=_(
                "Vuoto: nessuno. Di solito un ottavo dei turni, almeno uno. Chi giocava in Nord-Sud siede in "
                "Est-Ovest: la classifica è una sola, e due classifiche per linea non si possono più fare."
            ),
        )


class ThirdPlaceField(forms.TypedChoiceField):
    """Whether the losers of the semi-finals meet; also where a tournament is made with its first stage."""

    def __init__(self, **kwargs: Any) -> None:
        given: dict[str, Any] = {
            "label": _("Terzo posto"),
            "choices": [("no", _("Non si gioca")), ("on", _("Finale per il terzo posto"))],
            "coerce": lambda value: value == "on",
            "empty_value": False,
            "required": False,
            "help_text": _(
                "Solo nell’eliminazione diretta: accanto alla finale si incontrano le perdenti delle semifinali. Si "
                "può cambiare finché la finale non è preparata."
            ),
        }
        super().__init__(**(given | kwargs))

    def prepare_value(self, value: Any) -> str:
        return "on" if value in (True, "on") else "no"


class StageForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only in the stubs
    """A stage; cleaned to the fields of `add_stage` and `change_stage`."""

    rover = RoverField()
    switched_rounds = SwitchedRoundsField()
    third_place = ThirdPlaceField()
    seen = SeenField()

    class Meta:
        model = Stage
        fields = [
            *("name", "formula", "first_round", "rounds_planned", "carry_over", "clubs_apart", "boards_move"),
            *("rover", "switched_rounds", "third_place"),
        ]
        help_texts = {
            "formula": _("Si comunica ai giocatori prima dell’inizio."),
            "carry_over": _("Solo dalla seconda fase in poi."),
            "boards_move": _("Solo col Mitchell del gioco duplicato."),
        }

    def __init__(self, *args: Any, tournament: Tournament, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        formulas: Any = self.fields["formula"]
        formulas.choices = [one for one in Formula.choices if fits(one[0], tournament.contest)]
        ways: Any = self.fields["first_round"]
        if number == 1:
            ways.choices = [one for one in FirstRound.choices if one[0] != FirstRound.STANDINGS]
            del self.fields["carry_over"]
        if not tournament.is_duplicate:
            del self.fields["boards_move"], self.fields["switched_rounds"]
        if tournament.contest == Contest.TEAMS or not any(
            value == Formula.MITCHELL for value, _words in formulas.choices
        ):
            for name in {"rover", "switched_rounds"} & set(self.fields):
                del self.fields[name]

    def validate_unique(self) -> None:
        """Left to the action."""

    def clean(self) -> dict[str, Any]:
        # The instance stays as it is: the action reads it anew.
        return dict(super().clean() or {})

    def _post_clean(self) -> None:
        """Nothing is put into the instance here."""


class GroupsForm(forms.Form):
    """How those who go on are split: sizes as «12 12», and how many of each group go on."""

    per_group = NumberField(label=_("Quanti passano da ogni girone"), required=False, min_value=0, max_value=999)
    sizes = NumbersField(
        words=_("Scrivi solo numeri: per esempio 12 12."),
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
