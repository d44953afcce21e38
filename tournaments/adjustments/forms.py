"""A penalty or an award."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.figures import round_figures
from pages.fields import NumberField
from pages.forms import choice, choose_from
from tournaments.entries.models import Entry
from tournaments.own_club.queries import name_and_clubs
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament

# What a director gives, with the kind and the sign of its amount in the standings.
GIVEN: dict[str, tuple[Adjustment.Kind, int, Promise]] = {
    "vp-penalty": (Adjustment.Kind.VP, -1, _("Penalità in VP")),
    "mp-penalty": (Adjustment.Kind.MP, -1, _("Penalità in MP")),
    "warning": (Adjustment.Kind.WARNING, 0, _("Ammonizione")),
    "vp-award": (Adjustment.Kind.VP, 1, _("Compenso in VP")),
    "mp-award": (Adjustment.Kind.MP, 1, _("Compenso in MP")),
}


def _with_ties(entry: Entry, words: str) -> str:
    alike, clubs = name_and_clubs(words)
    told = [(_("ha il tuo nome %(who)s"), alike), (_("del tuo circolo %(who)s"), clubs)]
    said = "; ".join(str(one) % {"who": who} for one, who in told if who)
    return f"{entry} ({said})" if said else str(entry)


class AdjustmentForm(forms.Form):
    """A penalty or an award: to whom, what, how much, why; cleaned to the arguments of `give_adjustment`.

    Warnings are of the burraco code (F.I.Bur., arbiter's powers); FITRES 87 knows measures, which the arbiter rules.
    """

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Coppia"), empty_label=_("Scegli la coppia"))
    kind = forms.ChoiceField(
        label=_("Che cosa"), choices=[(key, words) for key, (_kind, _sign, words) in GIVEN.items()]
    )
    amount = NumberField(
        label=_("Quanti punti"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Senza segno."),
    )
    round = forms.ModelChoiceField(
        Round.objects.none(), label=_("Turno"), required=False, empty_label=_("Tutto il torneo")
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)
    reference = forms.CharField(
        label=_("Provvedimento o decisione"),
        required=False,
        max_length=200,
        help_text=_("Serve solo se la classifica è definitiva: per esempio Reclamo n. 1."),
    )

    def __init__(self, *args: Any, tournament: Tournament, tied: Mapping[int, str], **kwargs: Any) -> None:
        """tied: by entry who of it has the own name or club, told where it is chosen (`told_by_entry`)."""
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(tournament=tournament)
        choose_from(self, "entry", entries, lambda one: _with_ties(one, tied.get(one.pk, "")))
        if tied:
            self.fields["entry"].help_text = _(
                "Accanto alla coppia è scritto chi ha il tuo nome o è del tuo circolo. Se sei tu lo fa un altro; se no "
                "puoi farlo, e resta scritto che lo sapevi."
            )
        rounds = Round.objects.filter(tournament=tournament)
        choose_from(self, "round", rounds, lambda one: _("Turno %(number)d") % {"number": one.number})
        if round_figures(tournament.rulebook).warnings_per_vp:
            self.fields["amount"].help_text = _("Senza segno; per un’ammonizione lascia vuoto.")
        else:
            given = choice(self, "kind")
            given.choices = [(key, words) for key, (_kind, _sign, words) in GIVEN.items() if key != "warning"]
        if tournament.rules.by_fives:
            self.fields["round"].help_text = _(
                "Gli MP di un turno contano nell’incontro di quel turno, e quindi nei suoi VP."
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind, sign, _words = GIVEN.get(cleaned.get("kind", ""), (None, 0, ""))
        amount = cleaned.get("amount")
        if sign and amount is None and "amount" not in self.errors:
            self.add_error("amount", _("Scrivi quanti punti."))
        if kind == Adjustment.Kind.WARNING and amount:
            self.add_error("amount", _("Un’ammonizione non dà né toglie punti: lascia vuoto."))
        return cleaned | {"kind": kind, "amount": sign * (amount or 0)}
