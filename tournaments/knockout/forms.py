"""Forms of who goes on from a knock-out match."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from codes.seats import Line
from pages.fields import NumberField
from pages.forms import choice, choose_from
from tournaments.entries.models import Entry
from tournaments.knockout.queries import criteria_of
from tournaments.match_scores.models import KnockoutWinner
from tournaments.pairing.decisions import MOST_EXTRA_DEALS, KnockoutCriterion
from tournaments.scores.forms import ScoreForm
from tournaments.setup.models import Tournament


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
