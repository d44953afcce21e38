"""The count of a deal of Burraco between two lines (F.I.Bur., art. 13, 17–18)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from codes.burraco.count import ARTICLES, CountedSide, CountProblem, ImpossibleCount, count_deal
from codes.games.catalogue import get_game
from papers.sheets import figure
from referee.cases.words import spoken
from referee.tools.answer import ITEMS, WHY_NOT, Answer, Words, refusals_of
from referee.tools.games import BurracoSideForm

COUNT = 18


class BurracoForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        data = self.data if self.is_bound else None
        self.phase = get_game("burraco").phases[0]
        self.sides = [
            BurracoSideForm(data, side=side, prefix=f"lato{number}")
            for number, side in enumerate(self.phase.sides, start=1)
        ]

    @property
    def forms(self) -> list[BurracoSideForm]:
        return self.sides


def answer(form: BurracoForm) -> Answer:
    if not form.is_bound:
        return Answer()
    if wrong := tuple(words for side in form.sides for words in refusals_of(side)):
        return Answer(refusals=wrong)
    try:
        counts = count_deal([side.side for side in form.sides])
    except ImpossibleCount as error:
        return Answer(
            refusals=tuple(_refusal(form, number, why) for number, why in error.reasons),
            articles=tuple(sorted({ARTICLES[why] for _number, why in error.reasons})),
        )
    return Answer(
        result={
            "sides": [_side_row(form, number, count) for number, count in enumerate(counts)],
            "difference": _difference(form, counts),
        },
        brief=" · ".join(figure(count.total) for count in counts),
        articles=tuple(sorted({COUNT, *(entry.article for count in counts for entry in count.entries)})),
    )


def _side_row(form: BurracoForm, number: int, count: CountedSide) -> tuple[Any, list[tuple[Words, Any]], CountedSide]:
    return form.phase.sides[number], [(ITEMS[entry.item], entry) for entry in count.entries], count


def _difference(form: BurracoForm, counts: Sequence[CountedSide]) -> str:
    """By how many MP one line is ahead on this deal, and which."""
    first, second = (count.total for count in counts)
    if first == second:
        return gettext("Differenza: 0 MP.")
    ahead = form.phase.sides[0 if first > second else 1]
    return gettext("Differenza: %(mp)s MP. In vantaggio: %(side)s.") % {
        "mp": abs(first - second),
        "side": spoken(ahead.title),
    }


def _refusal(form: BurracoForm, number: int | None, why: CountProblem) -> str:
    name = "" if number is None else f"{spoken(form.phase.sides[number].title)}: "
    return f"{name}{WHY_NOT[why]}"
