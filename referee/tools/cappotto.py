"""Going for cappotto, formula after formula (FITRES, art. 139–145)."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from codes.tressette.cappotto import (
    CappottoMode,
    CappottoOutcome,
    Manner,
    SaidFormula,
    Speaker,
    State,
    cappotto_file,
    judge,
)
from pages.forms import choice
from referee.cases.words import spoken
from referee.tools.answer import Answer, Words, readings_in_words, unread

LONGEST = 12  # more than any way, and what may be said after it
MODES = [
    (CappottoMode.UNILATERALI.value, gettext_lazy("Coppie a sorte")),
    (CappottoMode.CONDIVISE.value, gettext_lazy("Coppie fisse")),
]
SPEAKERS = {Speaker.FIRST: gettext_lazy("Chi parla per primo"), Speaker.PARTNER: gettext_lazy("Il compagno")}
MANNERS = {Manner.UNILATERAL: gettext_lazy("decisione unilaterale"), Manner.SHARED: gettext_lazy("decisione condivisa")}
# Found by following the formulas, not by the arbiter.
_BY_FORMULA = ("fuori-turno", "formula-non-prevista")


@dataclass(frozen=True)
class SayableFormula:
    value: str
    speaker: Words
    words: str


def _formula(formula: SaidFormula) -> SayableFormula:
    return SayableFormula(
        f"{formula.who.value}:{formula.word}", SPEAKERS[formula.who], spoken(cappotto_file().words[formula.word])
    )


class CappottoForm(forms.Form):
    pairs = forms.ChoiceField(label=gettext_lazy("Le coppie"), choices=MODES, initial=CappottoMode.UNILATERALI.value)
    said = forms.MultipleChoiceField(label=gettext_lazy("Formule"), required=False)
    lapse = forms.ChoiceField(label=gettext_lazy("Che cosa è successo"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        every = [SaidFormula(speaker, word) for speaker in Speaker for word in cappotto_file().words]
        self.sayable = {f"{formula.who.value}:{formula.word}": formula for formula in every}
        formulas, lapse = choice(self, "said"), choice(self, "lapse")
        formulas.choices = [(key, key) for key in self.sayable]
        lapses = [
            (key, spoken(lapse_text.text))
            for key, lapse_text in cappotto_file().lapses.items()
            if key not in _BY_FORMULA
        ]
        lapse.choices = [("", _("Nulla di irregolare")), *lapses]

    def clean_said(self) -> list[SaidFormula]:
        keys: list[str] = self.cleaned_data["said"]
        if len(keys) > LONGEST:
            raise forms.ValidationError(_("sono troppe."))
        return [self.sayable[key] for key in keys]

    def others(self) -> list[tuple[Words, list[SayableFormula]]]:
        """Every formula of either partner, for what was said out of turn or out of place."""
        return [
            (name, [_formula(formula) for formula in self.sayable.values() if formula.who is speaker])
            for speaker, name in SPEAKERS.items()
        ]


def answer(form: CappottoForm) -> Answer:
    bound_form = (
        form if form.is_bound else CappottoForm({"pairs": form["pairs"].value() or CappottoMode.UNILATERALI.value})
    )
    if not bound_form.is_valid():
        return unread(bound_form)
    data = bound_form.cleaned_data
    lapses = [data["lapse"]] if data["lapse"] else []
    outcome = judge(data["said"], mode=CappottoMode(data["pairs"]), lapses=lapses)
    return Answer(
        result={
            "outcome": outcome,
            "title": _title(outcome),
            "mark": "done" if outcome.goes else "refused",
            "manner": MANNERS.get(outcome.manner) if outcome.manner else "",
            "why": spoken(cappotto_file().lapses[outcome.lapse].text) if outcome.lapse else "",
            "said": [_formula(formula) for formula in data["said"]],
            "next": [_formula(formula) for formula in outcome.next],
            "lost_at": None if outcome.at is None else _formula(data["said"][outcome.at]),
            "ignored": [_formula(formula) for formula in outcome.ignored],
            "readings": readings_in_words(outcome.readings),
            "back": _without_last(bound_form),
        },
        brief=_title(outcome),
        articles=outcome.articles,
    )


def _title(outcome: CappottoOutcome) -> str:
    if outcome.state is State.LOST:
        return _("La facoltà è perduta: non si va per cappotto.")
    if outcome.goes is None:
        return ""
    return _("Si va per cappotto.") if outcome.goes else _("Non si va per cappotto.")


def _without_last(form: CappottoForm) -> str:
    data = form.cleaned_data
    back = QueryDict(mutable=True)
    back["pairs"] = data["pairs"]
    back.setlist("said", [f"{formula.who.value}:{formula.word}" for formula in data["said"][:-1]])
    return back.urlencode()
