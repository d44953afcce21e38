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
    State,
    Who,
    cappotto_file,
    judge,
)
from pages.forms import choice
from referee.cases.words import spoken
from referee.tools.answer import Answer, Words, said, unread

LONGEST = 12  # more than any way, and what may be said after it
MODES = [
    (CappottoMode.UNILATERALI.value, gettext_lazy("Coppie a sorte")),
    (CappottoMode.CONDIVISE.value, gettext_lazy("Coppie fisse")),
]
SPEAKERS = {Who.FIRST: gettext_lazy("Chi parla per primo"), Who.PARTNER: gettext_lazy("Il compagno")}
MANNERS = {Manner.UNILATERAL: gettext_lazy("decisione unilaterale"), Manner.SHARED: gettext_lazy("decisione condivisa")}
# Found by following the formulas, not by the arbiter.
_BY_FORMULA = ("fuori-turno", "formula-non-prevista")


@dataclass(frozen=True)
class SayableFormula:
    value: str
    speaker: Words
    words: str


def _formula(one: SaidFormula) -> SayableFormula:
    return SayableFormula(f"{one.who.value}:{one.word}", SPEAKERS[one.who], spoken(cappotto_file().words[one.word]))


def _everything() -> dict[str, SaidFormula]:
    every = [SaidFormula(who, word) for who in Who for word in cappotto_file().words]
    return {f"{one.who.value}:{one.word}": one for one in every}


class CappottoForm(forms.Form):
    pairs = forms.ChoiceField(label=gettext_lazy("Le coppie"), choices=MODES, initial=CappottoMode.UNILATERALI.value)
    said = forms.MultipleChoiceField(label=gettext_lazy("Formule"), required=False)
    lapse = forms.ChoiceField(label=gettext_lazy("Che cosa è successo"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sayable = _everything()
        said, lapse = choice(self, "said"), choice(self, "lapse")
        said.choices = [(key, key) for key in self.sayable]
        found = [(key, spoken(one.text)) for key, one in cappotto_file().lapses.items() if key not in _BY_FORMULA]
        lapse.choices = [("", _("Nulla di irregolare")), *found]

    def clean_said(self) -> list[SaidFormula]:
        told: list[str] = self.cleaned_data["said"]
        if len(told) > LONGEST:
            raise forms.ValidationError(_("sono troppe."))
        return [self.sayable[key] for key in told]

    def others(self) -> list[tuple[Words, list[SayableFormula]]]:
        """Every formula of either partner, for what was said out of turn or out of place."""
        return [
            (name, [_formula(one) for one in self.sayable.values() if one.who is who]) for who, name in SPEAKERS.items()
        ]


def answer(form: CappottoForm) -> Answer:
    told = form if form.is_bound else CappottoForm({"pairs": form["pairs"].value() or CappottoMode.UNILATERALI.value})
    if not told.is_valid():
        return unread(told)
    given = told.cleaned_data
    lapses = [given["lapse"]] if given["lapse"] else []
    outcome = judge(given["said"], mode=CappottoMode(given["pairs"]), lapses=lapses)
    return Answer(
        result={
            "outcome": outcome,
            "title": _title(outcome),
            "mark": "done" if outcome.goes else "refused",
            "manner": MANNERS.get(outcome.manner) if outcome.manner else "",
            "why": spoken(cappotto_file().lapses[outcome.lapse].text) if outcome.lapse else "",
            "said": [_formula(one) for one in given["said"]],
            "next": [_formula(one) for one in outcome.next],
            "lost_at": None if outcome.at is None else _formula(given["said"][outcome.at]),
            "ignored": [_formula(one) for one in outcome.ignored],
            "readings": said(outcome.readings),
            "back": _without_last(told),
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
    given = form.cleaned_data
    back = QueryDict(mutable=True)
    back["pairs"] = given["pairs"]
    back.setlist("said", [f"{one.who.value}:{one.word}" for one in given["said"][:-1]])
    return back.urlencode()
