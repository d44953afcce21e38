"""Whether a declaration on the suit of the trick won, or on others, is admitted (FITRES, art. 41–43, 124, 158–162)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from codes.tressette.cards import Rank
from codes.tressette.declaration_lists import Rules
from codes.tressette.declarations import OtherSituation, check_other, others
from pages.forms import choice
from referee.cases.words import spoken
from referee.tools.answer import Answer, unread
from referee.tools.cards import CardsField, Tappable, tappable
from referee.tools.declarations import RULES, verdict_articles, verdict_context

TRICK, OTHER, PLAY = "pigliata", "altro", "giocata"
SUITS = [
    (TRICK, gettext_lazy("Il palo della pigliata")),
    (OTHER, gettext_lazy("Un altro palo")),
    (PLAY, gettext_lazy("Il palo che sta per giocare")),
]


def _flag(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


class OtherSuitForm(forms.Form):
    rules = forms.ChoiceField(label=gettext_lazy("Norme"), choices=RULES, initial=Rules.MODERN.value)
    words = forms.ChoiceField(
        label=gettext_lazy("Che cosa ha detto"),
        error_messages={"required": gettext_lazy("tocca la formula.")},
    )
    suit = forms.ChoiceField(
        label=gettext_lazy("Di quale palo"),
        choices=SUITS,
        error_messages={"required": gettext_lazy("tocca di quale palo si tratta.")},
    )
    holding = CardsField(Rank, label=gettext_lazy("Carte nel palo"))
    out = CardsField(Rank, label=gettext_lazy("Già uscite"))
    not_on_lead = _flag(gettext_lazy("Non è di mano"))
    card_played = _flag(gettext_lazy("La carta è già stata giocata"))
    play_suit_declared = _flag(gettext_lazy("Ha già dichiarato sul palo che sta per giocare"))
    led_silently = _flag(gettext_lazy("Aveva iniziato in silenzio la battuta che ha preso"))
    trick_put_down = _flag(gettext_lazy("Ha già deposto la pigliata"))
    other_suit_declared = _flag(gettext_lazy("Ha già dichiarato su un altro palo"))
    declared_before = _flag(gettext_lazy("Su questo palo aveva già dichiarato giocandolo"))
    led_before = _flag(gettext_lazy("A questo palo si era già giocato prima che prendesse la mano"))
    notorious = _flag(gettext_lazy("Lo sanno già tutti"))

    FLAGS = (
        "card_played",
        "play_suit_declared",
        "led_silently",
        "trick_put_down",
        "other_suit_declared",
        "declared_before",
        "led_before",
        "notorious",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice(self, "words").choices = [(entry.formulas[0], entry.formulas[0]) for entry in others()]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if both := [rank for rank in data.get("holding", []) if rank in data.get("out", [])]:
            names = ", ".join(spoken(rank.label) for rank in both)
            self.add_error("out", _("non può essere anche in mano: %(cards)s.") % {"cards": names})
        return data

    @property
    def holding_cards(self) -> list[Tappable]:
        return list(tappable(Rank, self["holding"].value()))

    @property
    def out_cards(self) -> list[Tappable]:
        return list(tappable(Rank, self["out"].value()))

    @property
    def flags(self) -> list[forms.BoundField]:
        return [self[name] for name in ("not_on_lead", *self.FLAGS)]

    @property
    def is_special(self) -> bool:
        return any(field.value() for field in self.flags)

    @property
    def situation(self) -> OtherSituation:
        data = self.cleaned_data
        return OtherSituation(
            holding=frozenset(data["holding"]),
            out=frozenset(data["out"]),
            on_lead=not data["not_on_lead"],
            is_trick_suit=data["suit"] == TRICK,
            is_play_suit=data["suit"] == PLAY,
            **{name: data[name] for name in self.FLAGS},
        )


def answer(form: OtherSuitForm) -> Answer:
    if not form.is_bound:
        return Answer()
    if not form.is_valid():
        return unread(form)
    words = form.cleaned_data["words"]
    verdict = check_other(words, Rules(form.cleaned_data["rules"]), form.situation)
    return Answer(
        result=verdict_context(verdict) | {"words": words},
        brief=_("Ammessa") if verdict.admitted else _("Non ammessa"),
        articles=verdict_articles(verdict),
    )
