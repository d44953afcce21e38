"""Forms of the desk. What the user typed is kept whatever is wrong with it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.results import Result
from codes.round_figures import round_figures
from codes.tressette.count import DECK_POINTS
from papers.sheets import figure
from tournaments.entries.models import Entry
from tournaments.own_club.queries import parted
from tournaments.pages.fields import NumberField, number_in
from tournaments.records.refusals import INCOMPLETE, Overtaken, Refused
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament
from tournaments.setup.staff_forms import choice, choose_from

Item = TypeVar("Item")


def refuse(form: forms.BaseForm, error: Refused) -> None:
    """Let the form say why, with what was typed; sent again it has seen what somebody else wrote meanwhile."""
    for message in error.messages:
        form.add_error(None, message)
    if isinstance(error, Overtaken):
        data = cast(QueryDict, form.data).copy()
        data[form.add_prefix(error.field)] = error.now
        form.data = data


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


class VersionField(NumberField):
    """The version that was on the screen: written by the page, so whatever cannot be read comes from an old one."""

    def __init__(self, **kwargs: Any) -> None:
        words = dict.fromkeys(("required", "invalid", "min_value", "max_value"), INCOMPLETE)
        super().__init__(widget=forms.HiddenInput, error_messages=words, **kwargs)


class ShownField(VersionField):
    """The version of the data at which something was shown; what cannot be read was not: it is shown then."""

    def clean(self, value: Any) -> int | None:
        return number_in(value)


class SeenForm(forms.Form):
    """Which version somebody looked at when they confirmed it."""

    version = VersionField()


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
            cleaned["line_a"], cleaned["line_b"] = (_filled(line, DECK_POINTS - known[0]) for line in lines)
        return cleaned

    @property
    def result(self) -> Result:
        """What was typed as a result: totals, and what of them is accusa."""
        a, b = self.cleaned_data["line_a"], self.cleaned_data["line_b"]
        return Result(points_a=a.total, points_b=b.total, accusa_a=a.accusa, accusa_b=b.accusa)


def _filled(line: LinePoints, rest: int) -> LinePoints:
    return replace(line, deck=rest) if line.deck is None else line


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

    @property
    def result(self) -> Result:
        return Result(points_a=self.cleaned_data["line_a"], points_b=self.cleaned_data["line_b"])


def score_form_of(tournament: Tournament) -> type[ScoreForm] | type[DealForm]:
    """The form in which the results of its game are given."""
    return DealForm if tournament.rules.by_fives else ScoreForm


# What a director gives, with the kind and the sign of its amount in the standings.
GIVEN: dict[str, tuple[Adjustment.Kind, int, Promise]] = {
    "vp-penalty": (Adjustment.Kind.VP, -1, _("Penalità in VP")),
    "mp-penalty": (Adjustment.Kind.MP, -1, _("Penalità in MP")),
    "warning": (Adjustment.Kind.WARNING, 0, _("Ammonizione")),
    "vp-award": (Adjustment.Kind.VP, 1, _("Compenso in VP")),
    "mp-award": (Adjustment.Kind.MP, 1, _("Compenso in MP")),
}


def _with_ties(entry: Entry, words: str) -> str:
    alike, clubs = parted(words)
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


class ReasonForm(forms.Form):
    """A reason, for what cannot be done without one."""

    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)


class DecisionForm(ReasonForm):
    """A reason, and the decision by which also what final standings rest on is changed."""

    decision = forms.CharField(
        label=_("Decisione"),
        required=False,
        max_length=200,
        help_text=_("Serve solo se la classifica è definitiva: per esempio Reclamo n. 1."),
    )


class RoundForm(forms.Form):
    """The tables of a new round: a pair on line A and one on line B at each."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = list(Entry.objects.filter(tournament=tournament))
        self.entries = {str(entry.pk): entry for entry in entries}
        self.choices = [("", "—"), *((key, str(entry)) for key, entry in self.entries.items())]
        proposed = proposal(entries, Round.objects.filter(tournament=tournament).count()) if entries else []
        self.tables = range(1, len(proposed) + 1)
        for table, (line_a, line_b) in zip(self.tables, proposed, strict=True):
            self.fields[f"a{table}"] = self._seats(table, tournament.seat_names.line_a, line_a)
            self.fields[f"b{table}"] = self._seats(table, tournament.seat_names.line_b, line_b)

    def _seats(self, table: int, line: str, proposed: Entry | None) -> forms.ChoiceField:
        return forms.ChoiceField(
            choices=self.choices,
            required=False,
            widget=forms.Select(attrs={"class": "form-select"}),
            initial=str(proposed.pk) if proposed else "",
            label=_("Tavolo %(table)d, %(line)s") % {"table": table, "line": line},
        )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(table, self[f"a{table}"], self[f"b{table}"]) for table in self.tables]

    @property
    def pairings(self) -> list[tuple[Entry, Entry | None]]:
        """The tables chosen; a pair alone rests, an empty table is left out."""
        chosen = [
            [self.entries[key] for line in "ab" if (key := self.cleaned_data[f"{line}{table}"])]
            for table in self.tables
        ]
        return [(pair[0], pair[1] if len(pair) > 1 else None) for pair in chosen if pair]

    @property
    def left_out(self) -> list[Entry]:
        seated = {key for key in self.cleaned_data.values() if key}
        return [entry for key, entry in self.entries.items() if key not in seated]


def proposal(items: Sequence[Item], turn: int) -> list[tuple[Item, Item | None]]:
    """Tables to start from, by the circle: nobody meets the same opponents again until all have met."""
    circle: list[Item | None] = [*items, *([None] if len(items) % 2 else [])]
    fixed, *rest = [*circle[::2], *reversed(circle[1::2])]
    turn %= len(rest)
    seated = [fixed, *rest[turn:], *rest[:turn]]
    half = len(seated) // 2
    tables = zip(seated[:half], reversed(seated[half:]), strict=True)
    # At most one place is nobody's: whoever sits opposite it takes line A and rests.
    return [(a, b) if a is not None else (cast(Item, b), None) for a, b in tables]
