"""Forms of the federal judge."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.sealed.answers import MATCH, RULING, SCORE, STANDINGS
from federation.sealed.files import MOST_FIGURE
from federation.second_instance.models import MOST_DAYS, SecondNote
from federation.second_instance.queries import FIGURE_NAMES, Changeable
from pages.forms import EurosField, MomentField, NumberField, SomeOfField, choose_from
from people.accounts.models import User
from tournaments.appeals.models import Appeal

LONGEST = 4000


def _text(label: Any, *, rows: int = 3, required: bool = True, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=LONGEST, required=required, help_text=help_text,
        widget=forms.Textarea(attrs={"rows": rows}),
    )  # fmt: skip


class TermForm(forms.Form):
    """Until when one appeals, and by which rule."""

    days = NumberField(label=_("Giorni dalla conoscenza della prima decisione"), min_value=1, max_value=MOST_DAYS)
    cents = EurosField(
        label=_("Deposito per il reclamo, in euro"), required=False, help_text=_("Vuoto: non si chiede.")
    )
    source = forms.CharField(
        label=_("Norma"), max_length=500, help_text=_("Da dove viene: regolamento, articolo, delibera e data.")
    )
    seen = NumberField(min_value=0, widget=forms.HiddenInput)

    def clean_cents(self) -> int:
        return self.cleaned_data["cents"] or 0


class FileSecondForm(forms.Form):
    """An appeal as it is received."""

    entry = forms.TypedChoiceField(label=_("Chi reclama"), coerce=int)
    grounds = _text(_("Motivi"), rows=5)
    noticed = MomentField(
        label=_("Quando ha conosciuto la prima decisione"),
        required=False,
        help_text=_("Vuoto: quando è stata presa."),
    )
    late_reason = _text(_("Perché è ammesso dopo il termine"), rows=2, required=False)
    deposit_received = forms.BooleanField(label=_("Il deposito è versato"), required=False)

    def __init__(self, *args: Any, entries: Mapping[int, str], with_deposit: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(number, f"{number}. {name}") for number, name in entries.items()]
        self.fields["entry"].choices = choices  # type: ignore[attr-defined]
        if not with_deposit:
            del self.fields["deposit_received"]


class WhichTournamentForm(forms.Form):
    """Of which tournament something is brought before the judge."""

    torneo = forms.ChoiceField(label=_("Torneo"))

    def __init__(self, *args: Any, tournaments: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["torneo"].choices = tournaments  # type: ignore[attr-defined]


class WhichRecordForm(forms.Form):
    """What it is about, by the numbers that people read on papers; a board left empty: the match."""

    cosa = forms.ChoiceField(
        label=_("Contro che cosa"),
        choices=[
            (RULING, _("un provvedimento")), (SCORE, _("il punteggio di una smazzata")),
            (MATCH, _("il punteggio fissato di un incontro")), (STANDINGS, _("una classifica, o una sua riga")),
        ],
    )  # fmt: skip
    provvedimento = NumberField(label=_("Provvedimento n."), min_value=1, required=False)
    turno = NumberField(label=_("Turno"), min_value=1, required=False)
    tavolo = NumberField(label=_("Tavolo"), min_value=1, required=False)
    smazzata = NumberField(label=_("Smazzata"), min_value=1, required=False)
    classifica = NumberField(label=_("Classifica n."), min_value=1, required=False)
    riga = NumberField(
        label=_("Riga della coppia o squadra n."), min_value=1, required=False,
        help_text=_("Vuoto: tutta la classifica."),
    )  # fmt: skip

    NEEDS = {
        RULING: ("provvedimento",), SCORE: ("turno", "tavolo", "smazzata"), MATCH: ("turno", "tavolo"),
        STANDINGS: ("classifica",),
    }  # fmt: skip

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        for name in self.NEEDS.get(told.get("cosa", ""), ()):
            if not told.get(name) and name not in self.errors:
                self.add_error(name, _("Scrivi questo numero."))
        return told

    @property
    def key(self) -> str:
        """Of its first version; of standings the row, where one is named."""
        told = self.cleaned_data
        numbers = [told[name] for name in self.NEEDS[told["cosa"]]]
        last = [told["riga"]] if told["cosa"] == STANDINGS and told["riga"] else []
        version = [1] if told["cosa"] != STANDINGS else []
        return ":".join(map(str, [told["cosa"], *numbers, *last, *version]))


class JudgeForm(forms.Form):
    """Who sits on the panel."""

    user = forms.ModelChoiceField(User.objects.none(), label=_("Giudice"), empty_label=_("Scegli la persona"))

    def __init__(self, *args: Any, judges: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["user"].queryset = judges  # type: ignore[attr-defined]


class ReleaseForm(forms.Form):
    reason = forms.CharField(label=_("Perché lascia il collegio"), max_length=LONGEST)


class NoteForm(forms.Form):
    """What is said."""

    kind = forms.ChoiceField(label=_("Di chi"), choices=SecondNote.Kind.choices)
    text = _text(_("Che cosa dice"))


class WithdrawForm(forms.Form):
    words = _text(_("Chi lo ritira, e con quali parole"), rows=2)


# What each outcome does, in the order in which they are read.
DECIDED = [
    (Appeal.State.CHANGED.value, _("Accolto: la decisione cambia")),
    (Appeal.State.UPHELD.value, _("Accolto, ma non c’è niente da cambiare")),
    (Appeal.State.REJECTED.value, _("Respinto")),
    (Appeal.State.MERITLESS.value, _("Respinto, senza merito")),
]


class DecideForm(forms.Form):
    """The decision; of each fact that decided, the answer that the judge finds true."""

    outcome = forms.ChoiceField(label=_("Esito"), choices=DECIDED, widget=forms.RadioSelect)
    reasons = _text(_("Motivazione"), rows=6)
    order = _text(
        pgettext_lazy("decisione", "Che cosa si ordina"), rows=2, required=False,
        help_text=_("Solo se la decisione cambia, e il resto non basta a dirlo."),
    )  # fmt: skip
    correction = _text(_("Perché la decisione si corregge"), rows=2, required=False)
    present = SomeOfField(
        label=_("Chi ha preso parte"), queryset=User.objects.none(), required=False, widget=forms.CheckboxSelectMultiple
    )
    seen = NumberField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        asked: Sequence[Changeable],
        figures: Mapping[str, int],
        panel: Sequence[User],
        corrects: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.asked, self.figures = asked, figures
        for name, value in figures.items():
            self.fields[name] = NumberField(
                label=FIGURE_NAMES[name], min_value=-MOST_FIGURE, max_value=MOST_FIGURE, initial=value, required=False
            )
        for one in asked:
            self.fields[f"fact-{one.fact}"] = forms.ChoiceField(
                label=one.question, choices=one.answers, initial=one.answer, required=False
            )
        self.order_fields(["outcome", *figures, *(f"fact-{one.fact}" for one in asked), "order", "reasons"])
        if panel:
            choose_from(self, "present", User.objects.filter(pk__in=[one.pk for one in panel]))
            if len(panel) == 1:  # whoever decides alone takes part
                self.fields["present"].initial = [panel[0].pk]
        else:
            del self.fields["present"]
        if not corrects:
            del self.fields["correction"]

    @property
    def said(self) -> dict[str, Any]:
        """The verdict, who took part, and which decision was seen."""
        data = self.cleaned_data
        return {"verdict": self.verdict, "seen": data["seen"], "present": list(data.get("present") or ())}

    @property
    def verdict(self) -> dict[str, Any]:
        """What was filled in, of the facts those that are answered otherwise."""
        given = self.cleaned_data
        facts = {
            one.fact: answer for one in self.asked if (answer := given[f"fact-{one.fact}"]) not in ("", one.answer)
        }
        told = {"outcome": given["outcome"], "reasons": given["reasons"], "order": given["order"], "facts": facts}
        typed = {name: given[name] if given[name] is not None else now for name, now in self.figures.items()}
        told["figures"] = typed if typed != dict(self.figures) else {}
        return told | {"correction": given.get("correction", "")}
