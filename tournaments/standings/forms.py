"""Forms of who goes on from a knock-out match.

Forms of the tables of three and five: the draw of a sitting, the score of a table.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from codes.seats import Line
from pages.forms import NumberField, NumbersField, VersionField, choice, choose_from
from tournaments.entries.models import Entry
from tournaments.pairing.decisions import MOST_EXTRA_DEALS, KnockoutCriterion
from tournaments.pairing.sittings import FIVE, THREE, Sizes
from tournaments.scores.forms import ScoreForm
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scoring.sittings import counts_stakes
from tournaments.setup.models import Tournament
from tournaments.standings.knockout_queries import criteria_of
from tournaments.standings.models import Sitting
from tournaments.standings.sitting_queries import SittingTable


class WinnerForm(forms.Form):
    """Who goes on from a knock-out match, and why."""

    winner = forms.ModelChoiceField(
        Entry.objects.none(), label=_("Passa il turno"), widget=forms.RadioSelect, empty_label=None
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)
    expected_version = NumberField(min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, lines: Iterable[int | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "winner", Entry.objects.filter(pk__in=[pk for pk in lines if pk]))


class TieBreakForm(forms.Form):
    """The extra deals of a level knock-out match, one under the other, and who took the last trick.

    Deals left empty after the last one written were not played. decided: what was recorded before.
    """

    last_trick = forms.TypedChoiceField(
        label=_("Ultima presa dell’ultima smazzata"),
        required=False,
        coerce=Line,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    expected_version = NumberField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None = None, *, tournament: Tournament, decided: KnockoutWinner | None
    ) -> None:
        before: dict[str, Any] = decided.tie_break if decided and decided.tie_break else {"deals": [], "last_trick": ""}
        first = {"expected_version": decided.version if decided else 0, "last_trick": before["last_trick"]}
        super().__init__(data, initial=first)
        choice(self, "last_trick").choices = [
            ("", _("Non serve")),
            *zip(("A", "B"), tournament.seat_names.lines, strict=True),
        ]
        kind, most = ScoreForm, MOST_EXTRA_DEALS if KnockoutCriterion.EXTRA_DEALS in criteria_of(tournament) else 0
        recorded = [
            {"line_a": kind.typed(a, accusa_a), "line_b": kind.typed(b, accusa_b)}
            for a, b, accusa_a, accusa_b in before["deals"]
        ]
        empty: list[dict[str, object]] = [{} for _place in range(most - len(recorded))]
        self.deals = [
            kind(data, prefix=f"s{number}", initial={"version": 0, **typed})
            for number, typed in enumerate([*recorded, *empty], start=1)
        ]
        self.words = kind.words

    @property
    def played(self) -> list[ScoreForm]:
        """The deals up to the last one in which something was written."""
        written = [any(one[name].value() for name in ("line_a", "line_b")) for one in self.deals]
        return self.deals[: max((place for place, is_there in enumerate(written, start=1) if is_there), default=0)]

    def is_valid(self) -> bool:
        # Every deal is read, so that each shows its own errors.
        return all([super().is_valid(), *(one.is_valid() for one in self.played)])

    @property
    def record(self) -> dict[str, Any]:
        """The arguments of `record_tie_break`."""
        given = self.cleaned_data
        return {"deals": [one.result for one in self.played]} | {
            name: given[name] for name in ("last_trick", "expected_version")
        }


MOST_PLACE_POINTS = 999
FIGURES = _("Scrivi numeri interi, per esempio 505 -35 620.")


class DrawSittingForm(forms.Form):
    """How to seat whoever is here; cleaned to the arguments of `draw_sitting_tables`."""

    number = NumberField(widget=forms.HiddenInput)
    sizes = forms.ChoiceField(label=_("Come si siede"), widget=forms.RadioSelect)
    absent = NumbersField(
        label=_("Chi non siede"),
        required=False,
        max_length=400,
        words=_("Scrivi i numeri, per esempio 4 12."),
        help_text=_("I numeri, per esempio 4 12; vuoto: siedono tutti."),
    )
    place_three = NumbersField(
        label=_("Punti per posto, tavoli di tre"),
        required=False,
        max_length=40,
        words=_("Scrivi tre numeri, per esempio 3 1 0."),
        help_text=_("Per esempio 3 1 0. Vuoto: conta solo la somma dei punti del gioco."),
    )
    place_five = NumbersField(
        label=_("Punti per posto, tavoli di cinque"),
        required=False,
        max_length=60,
        words=_("Scrivi cinque numeri, per esempio 5 3 2 1 0."),
        help_text=_("Per esempio 5 3 2 1 0."),
    )
    rest_points = NumberField(
        label=_("Punti a chi riposa"), required=False, max_value=MOST_PLACE_POINTS, help_text=_("Vuoto: nessuno.")
    )

    def __init__(self, *args: Any, sizes: Sequence[Sizes], is_first: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = choice(self, "sizes")
        field.choices = [(one.value, Sitting.Sizes(one.value).label) for one in sizes]
        field.initial = sizes[0].value if sizes else None
        if not is_first:
            for name in ("place_three", "place_five", "rest_points"):
                del self.fields[name]
        elif Sizes.FIVE not in sizes:
            del self.fields["place_five"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        told = {str(THREE): cleaned.pop("place_three", None), str(FIVE): cleaned.pop("place_five", None)}
        if any(one > MOST_PLACE_POINTS for worths in told.values() for one in worths or ()):
            self.add_error(None, _("I punti per posto arrivano al più a 999."))
        rest = cleaned.pop("rest_points", None) or 0
        return cleaned | {"place_points": {size: one for size, one in told.items() if one}, "rest_points": rest}


class SittingScoreForm(forms.Form):
    """What each seat made; cleaned to the arguments of `give_sitting_score`."""

    version = VersionField()

    def __init__(self, *args: Any, table: SittingTable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [f"seat_{one.seat}" for one in table.players]
        for name, one in zip(self.names, table.players, strict=True):
            self.fields[name] = NumbersField(
                label=str(one.entry),
                max_length=200,
                words=FIGURES,
                signed=True,
                initial=" ".join(map(str, one.deals)),
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        if not counts_stakes(table.game):
            self.fields["cut_short"] = forms.BooleanField(
                label=_("La partita è finita prima dei suoi punti"),
                required=False,
                initial=bool(table.score and table.score.cut_short),
                help_text=_("Per il tempo, o perché lo ha deciso la direzione."),
            )
        if table.score:
            self.fields["reason"] = forms.CharField(label=_("Motivo della correzione"), max_length=500)
        self.fields["version"].initial = table.score.version if table.score else 0

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        return {
            "points": [cleaned.get(name, []) for name in self.names],
            "cut_short": cleaned.get("cut_short", False),
            "version": cleaned.get("version") or 0,
            "reason": cleaned.get("reason", ""),
        }
