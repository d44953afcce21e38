"""The count of a deal, from the cards tapped or from the thirds (FITRES, art. 10, 13, 33–34)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from codes.seats import Line
from codes.tressette.cards import DECK, DECK_THIRDS
from codes.tressette.count import (
    CARDS_PER_TRICK,
    CaptureRefusal,
    CountRefused,
    DealCount,
    count_cards,
    count_thirds,
)
from referee.cases.words import LINE_CHOICES, LINE_NAMES, spoken
from referee.tools.answer import Answer, Words, unread
from referee.tools.cards import CardsField, Tappable, tappable

CARDS, THIRDS = "carte", "terzi"


class ThirdsField(forms.IntegerField):
    """Thirds of a point; whether they are possible is the law's to say."""

    def __init__(self, label: Any) -> None:
        digits = {"inputmode": "numeric", "min": 0, "max": DECK_THIRDS, "class": "form-control"}
        super().__init__(label=label, required=False, widget=forms.NumberInput(attrs=digits))


class CountForm(forms.Form):
    mode = forms.ChoiceField(choices=[(CARDS, CARDS), (THIRDS, THIRDS)], required=False)
    side = forms.ChoiceField(
        label=gettext_lazy("Carte prese da"), choices=LINE_CHOICES, initial=Line.A.value, required=False
    )
    cards = CardsField(DECK, label=gettext_lazy("Carte"))
    thirds_a = ThirdsField(gettext_lazy("Terzi di Nord-Sud"))
    thirds_b = ThirdsField(gettext_lazy("Terzi di Est-Ovest"))
    last_trick = forms.ChoiceField(
        label=gettext_lazy("Ultima pigliata"),
        choices=LINE_CHOICES,
        error_messages={"required": gettext_lazy("segna chi l’ha fatta.")},
    )
    talon = forms.BooleanField(label=gettext_lazy("C’era un monte di carte"), required=False)

    @property
    def by_thirds(self) -> bool:
        return bool(self["mode"].value() == THIRDS)

    @property
    def deck(self) -> list[Tappable]:
        return list(tappable(DECK, self["cards"].value()))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.by_thirds and data.get("side") == "":
            self.add_error("side", _("segna quale coppia."))
        if self.by_thirds and "thirds_a" in data and data["thirds_a"] is None:
            data["thirds_a"] = _other(data.get("thirds_b"))
            if data["thirds_a"] is None:
                self.add_error("thirds_a", _("scrivi i terzi di almeno una coppia."))
        return data


def _other(thirds: int | None) -> int | None:
    # The deck has always as many: what one line has not, the other has.
    return None if thirds is None else DECK_THIRDS - thirds


def answer(form: CountForm) -> Answer:
    if not form.is_bound:
        return Answer()
    if not form.is_valid():
        return unread(form)
    try:
        deal = _count(form)
    except CountRefused as refused:
        return Answer(refusals=tuple(_refusal(refusal) for refusal in refused.refusals), brief=_so_far(form))
    points = {"a": deal.points[0], "b": deal.points[1]}
    brief = _("N-S %(a)s · E-O %(b)s") % points
    return Answer(result={"deal": deal, "rows": _rows(deal)}, brief=brief, articles=deal.articles)


def _count(form: CountForm) -> DealCount:
    data = form.cleaned_data
    last_trick = Line(data["last_trick"])
    if form.by_thirds:
        return count_thirds(data["thirds_a"], data["thirds_b"], last_trick=last_trick)
    tapped = data["cards"]
    untapped = [card for card in DECK if card not in tapped]
    piles = (untapped, tapped) if data["side"] == Line.B else (tapped, untapped)
    # With a talon whoever took the last trick has cards that were in no trick (34).
    return count_cards(*piles, last_trick=last_trick, cards_per_trick=None if data["talon"] else CARDS_PER_TRICK)


def _refusal(refusal: CaptureRefusal) -> str:
    words = [spoken(refusal.text), *(spoken(card.name) for card in refusal.cards)]
    name = [str(LINE_NAMES[refusal.line])] if refusal.line else []
    return " · ".join([*name, *words])


def _so_far(form: CountForm) -> Words:
    """What is tapped, while it does not make whole tricks yet."""
    if form.by_thirds:
        return ""
    tapped = form.cleaned_data["cards"]
    values = {"cards": len(tapped), "thirds": sum(card.thirds for card in tapped)}
    return _("Carte %(cards)s · Terzi %(thirds)s") % values


def _rows(deal: DealCount) -> list[tuple[Words, int | None, int | None]]:
    """The arithmetic, line by line; what the thirds alone do not tell is left out."""

    def row(words: str, name: str) -> tuple[Words, int | None, int | None]:
        return words, getattr(deal.a, name), getattr(deal.b, name)

    counted = [row(_("Carte prese"), "cards"), row(_("di cui Assi"), "aces")] if deal.a.cards is not None else []
    return [
        *counted,
        row(_("Terzi di punto"), "thirds"),
        row(_("Punti interi"), "card_points"),
        row(_("Terzi che non contano"), "uncounted_thirds"),
        row(_("Ultima pigliata"), "last_trick"),
    ]
