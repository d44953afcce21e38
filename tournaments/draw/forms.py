"""Forms of pairings: what is said before a round is drawn, changes by hand, tables taken back."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, NumbersField, choice, choose_from, number_in
from tournaments.draw.actions import Ground, grounds_of
from tournaments.entries.models import Entry
from tournaments.pairing.plan import Pair, Relaxation, RelaxedRule, pair_of
from tournaments.pairing.records import Change
from tournaments.planning.models import FirstRound, Stage
from tournaments.rounds.models import LINES, Round
from tournaments.setup.models import Tournament


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
        grounds = [one for one in grounds_of(round.tournament) if resting or one is not Ground.LATE]
        choice(self, "ground").choices = [(one.value, one.label) for one in grounds]
        # Where there is one alone nobody has to say which.
        self.initial.setdefault("ground", grounds[0].value if len(grounds) == 1 else None)
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


def pairs_in(text: str) -> tuple[Pair, ...]:
    """Pairs of numbers as a director types them: «3-7, 4-9». Raises ``ValueError`` for anything else."""
    pairs = []
    for part in text.replace(";", ",").split(","):
        if part.strip():
            first, other = (number_in(number) for number in part.replace("–", "-").split("-"))
            if first is None or other is None:
                raise ValueError(part[:40])
            pairs.append(pair_of(first, other))
    return tuple(pairs)
