"""Who pays what when a match ends, and what becomes of the pool (FITRES, art. 108–109, 137–138, 146–147)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from codes.tressette.stakes import MatchEnding, Posta, Settlement, StakedMatch, StakesRefused, feed, settle, stakes_file
from referee.cases.words import mixed, spoken
from referee.tools.answer import Answer, readings_in_words, unread

# Few digits: Python refuses to read thousands of them, and a typing error would be answered as one of ours.
_AMOUNT = re.compile(r"(?:(\d{1,4}) )?(\d{1,4})/(\d{1,3})|(\d{1,4})(?:[.,](\d{1,4}))?")
MOST_POINTS = 60


class StakesField(forms.CharField):
    """An exact number of stakes, as people write it: 3, 2,25, 9/4, 2 1/4. Empty is none."""

    def clean(self, value: Any) -> Fraction | None:
        words = " ".join(super().clean(value).split())
        return amount(words) if words else None


def amount(words: str) -> Fraction:
    """The exact amount written so. Raises ValidationError."""
    match = _AMOUNT.fullmatch(words)
    if not match or (match[3] is not None and int(match[3]) == 0):
        raise ValidationError(_("scrivi un numero come 3, 2,25 o 2 1/4."))
    if match[3] is not None:
        return Fraction(match[1] or 0) + Fraction(int(match[2]), int(match[3]))
    return Fraction(f"{match[4]}.{match[5] or 0}")


class StakesForm(forms.Form):
    posta = forms.ChoiceField(label=gettext_lazy("Che posta si gioca"))
    ending = forms.ChoiceField(label=gettext_lazy("Come è finita"))
    players = forms.TypedChoiceField(
        label=gettext_lazy("Giocatori"), choices=[(4, "4"), (5, "5"), (6, "6")], coerce=int, initial=4
    )
    loser_points = forms.IntegerField(
        label=gettext_lazy("Punti dei perditori"),
        max_value=MOST_POINTS,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": 0, "class": "form-control"}),
    )
    pool = StakesField(
        label=gettext_lazy("Poste nel piatto"), required=False, widget=forms.TextInput(attrs={"class": "form-control"})
    )
    agreed = StakesField(
        label=gettext_lazy("Poste convenute per questo scarto"),
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        file = stakes_file()
        self._choices("posta", [(key.value, _capital(spoken(kind.title))) for key, kind in file.kinds.items()])
        self._choices("ending", [(key.value, _capital(spoken(end.title))) for key, end in file.endings.items()])

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 — declared above
        field.choices, field.initial = choices, choices[0][0]

    @property
    def match(self) -> StakedMatch:
        data = self.cleaned_data
        return StakedMatch(
            posta=Posta(data["posta"]),
            ending=MatchEnding(data["ending"]),
            loser_points=data["loser_points"] or 0,
            players=data["players"],
            pool=data["pool"] or Fraction(),
            agreed=data["agreed"],
        )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _signed(value: Fraction) -> str:
    """What somebody has more or less: −2 1/2, with the sign before the whole."""
    return f"−{mixed(-value)}" if value < 0 else mixed(value)


@dataclass(frozen=True)
class Feeding:
    """What the pool gets before the next match: a stake of each player after a cappotto, else a quarter (109)."""

    each: Fraction
    pool: Fraction


def _feeding(match: StakedMatch, settled: Settlement) -> Feeding | None:
    if not stakes_file().kinds[match.posta].pool:
        return None
    fed = feed(settled.pool_after, players=match.players, first=match.ending.takes_pool)
    return Feeding((fed - settled.pool_after) / match.players, fed)


def answer(form: StakesForm) -> Answer:
    if not form.is_bound:
        return Answer()
    if not form.is_valid():
        return unread(form)
    match = form.match
    try:
        settled = settle(match)
    except StakesRefused as refused:
        return Answer(refusals=(spoken(refused.text),), articles=(108,))
    feeding = _feeding(match, settled)
    return Answer(
        result={
            "settled": settled,
            "many": 1 if settled.stakes == 1 else 2,
            "match": match,
            "has_pool": stakes_file().kinds[match.posta].pool,
            "winner": _signed(settled.winner),
            "loser": _signed(settled.loser),
            "feeding": feeding,
            "readings": readings_in_words(settled.readings),
        },
        articles=settled.articles if feeding is None else tuple(sorted({*settled.articles, *stakes_file().pool.cites})),
    )
