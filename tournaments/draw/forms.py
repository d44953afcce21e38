"""The fields of a Mitchell: what becomes of an odd pair, and when the lines exchange their directions.

Forms of stages and pairings.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from codes.seats import Line
from pages.fields import NumberField, NumbersField, number_in
from pages.forms import SeenField, choice, choose_from
from tournaments.draw.actions import Ground, grounds_of
from tournaments.entries.models import Entry
from tournaments.kept_apart.queries import pairs_in
from tournaments.knockout.queries import criteria_of
from tournaments.match_scores.models import KnockoutWinner
from tournaments.pairing.decisions import MOST_EXTRA_DEALS, KnockoutCriterion
from tournaments.pairing.plan import Pair, Relaxation, RelaxedRule
from tournaments.pairing.records import Change
from tournaments.rounds.models import LINES, Round
from tournaments.scores.forms import ScoreForm
from tournaments.setup.models import Contest, Tournament
from tournaments.setup.rules import fits
from tournaments.stages.models import MAX_ROUNDS, FirstRound, Formula, Rover, Stage


class RoverField(forms.TypedChoiceField):
    """The line in which an odd pair takes places; none for a half table."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Se le coppie sono dispari"),
            choices=Rover.choices,
            required=False,
            empty_value=None,
            help_text=_(
                "Col rover c’è un tavolo in meno: la coppia in più riposa al primo turno, poi siede ogni volta al "
                "posto di un’altra, che riposa."
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


class PrepareForm(forms.Form):
    """What a director may say before a round is drawn: the order of a first round by choice, pairs to keep apart."""

    order = NumbersField(
        words=_("Scrivi solo numeri, separati da uno spazio."),
        label=_("Ordine del primo turno"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_("I numeri di chi gioca: il primo contro il secondo, il terzo contro il quarto e così via."),
    )
    forbidden = forms.CharField(
        label=_("Non devono incontrarsi"),
        required=False,
        max_length=1000,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Facoltativo, solo per questo turno. A due a due: per esempio 3-7, 4-9."),
    )

    # For which round the page was made; whatever no page of ours writes is for none.
    expected = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, stage: Stage, playing: Iterable[Entry], coming: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["expected"] = coming
        # What was typed, also in a field that this round no longer has.
        self.typed = [
            f"{field.label}: {words}"
            for name, field in self.fields.items()
            if not field.widget.is_hidden and (words := self.data.get(name, "").strip())
        ]
        self.initial["order"] = " ".join(str(entry.number) for entry in playing)
        is_first = not stage.rounds.exists()
        if not is_first or stage.first_round != FirstRound.CHOICE:
            del self.fields["order"]
        if not is_first and not stage.traits.may_forbid:
            del self.fields["forbidden"]

    def clean_expected(self) -> int:
        return number_in(self.cleaned_data["expected"]) or 0

    def clean_forbidden(self) -> tuple[Pair, ...]:
        try:
            return pairs_in(self.cleaned_data["forbidden"])
        except ValueError as error:
            raise forms.ValidationError(_("Scrivi due numeri col trattino in mezzo: per esempio 3-7, 4-9.")) from error


class KeptApartForm(forms.Form):
    """Two entries that are not to meet, and why; cleaned to the arguments of `keep_apart`."""

    first = forms.ModelChoiceField(Entry.objects.none(), label=_("Chi"), empty_label=_("Scegli"))
    second = forms.ModelChoiceField(Entry.objects.none(), label=_("Non incontra"), empty_label=_("Scegli"))
    reason = forms.CharField(
        label=_("Motivo"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=1000,
        help_text=_("Lo leggono la direzione e il registro, non il pubblico."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            choose_from(self, name, Entry.objects.filter(tournament=tournament))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("first") is not None and cleaned.get("first") == cleaned.get("second"):
            self.add_error("second", _("Scegline due diversi."))
        return cleaned


# What the director gives way on, by group; None is the whole field.
Accepted = Mapping[int | None, Relaxation]


def accepting(accepted: Accepted) -> str:
    """What is given way on, as a button sends it: «0:rematches:3-7 4-9:», of several groups with bars between."""
    return "|".join(_sent(group, one) for group, one in accepted.items())


def _sent(group: int | None, relaxation: Relaxation) -> str:
    pairs = " ".join(f"{one}-{other}" for one, other in relaxation.pairs)
    entries = " ".join(map(str, relaxation.entries))
    return f"{group or 0}:{relaxation.relaxing}:{pairs}:{entries}"


def accepted_in(data: QueryDict) -> dict[int | None, Relaxation]:
    """What the director gives way on, by group; nothing for what no button of ours sends."""
    found: dict[int | None, Relaxation] = {}
    for text in "|".join(data.getlist("accepted")).split("|"):
        try:
            group, relaxing, pairs, entries = text.split(":")
            one = Relaxation(
                relaxing=RelaxedRule(relaxing),
                count=len(pairs.split()) or len(entries.split()),
                pairs=tuple((_number(a), _number(b)) for a, b in (pair.split("-") for pair in pairs.split())),
                entries=tuple(map(_number, entries.split())),
            )
            found[_number(group) or None] = one
        except ValueError:
            continue
    return found


def _number(text: str) -> int:
    """The number in what a button sends; raises ``ValueError`` for anything else."""
    found = number_in(text)
    if found is None:
        raise ValueError(text[:40])
    return found


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


class WithdrawPairingForm(forms.Form):
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
        resting = round.tables.filter(line_b__isnull=True).exists()
        choice(self, "ground").choices = [
            (one.value, one.label) for one in grounds_of(round.tournament) if resting or one is not Ground.LATE
        ]
        seated = round.tables.values_list(*LINES)
        entries = Entry.objects.filter(tournament=round.tournament_id)
        choose_from(self, "late", entries.exclude(pk__in={pk for lines in seated for pk in lines if pk}))
        if not resting:
            del self.fields["late"]


class DiscardForm(forms.Form):
    """Why a draft is discarded, which it was on the page, and with how many changes by hand."""

    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)
    seen = NumberField(min_value=0, widget=forms.HiddenInput)
    version = NumberField(min_value=1, widget=forms.HiddenInput)


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
