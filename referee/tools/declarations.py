"""Whether a declaration on the suit to be played is admitted, and by which number (FITRES, art. 44–58, 127, 168)."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from codes.tressette.cards import Rank
from codes.tressette.declaration_lists import Listed, Rules, SuitPlay, listed
from codes.tressette.declarations import DeclarationFlaw, DeclarationVerdict, Silence, Situation, check, fitting
from referee.cases.words import spoken
from referee.tools.answer import Answer, readings_in_words, unread
from referee.tools.cards import CardsField, RankField, Tappable, tappable

RULES = [
    (Rules.MODERN.value, gettext_lazy("Moderne")),
    (Rules.TRADITIONAL.value, gettext_lazy("Tradizionali")),
]
SILENCES = [
    (Silence.NONE.value, gettext_lazy("No")),
    (Silence.STILL_ON_LEAD.value, gettext_lazy("Sì, e da allora è rimasto di mano")),
    (Silence.LEAD_LOST_SINCE.value, gettext_lazy("Sì, ma da allora ha perso la mano")),
]
LONGEST = 60


class WordsField(forms.CharField):
    def __init__(self, label: Any, **kwargs: Any) -> None:
        attrs = {"list": "formulas", "autocomplete": "off", "class": "form-control", "maxlength": LONGEST}
        widget = forms.TextInput(attrs=attrs)
        super().__init__(label=label, max_length=LONGEST, required=False, widget=widget, **kwargs)


class DeclarationForm(forms.Form):
    rules = forms.ChoiceField(label=gettext_lazy("Norme"), choices=RULES, initial=Rules.MODERN.value)
    holding = CardsField(Rank, label=gettext_lazy("Carte nel palo"))
    out = CardsField(Rank, label=gettext_lazy("Già uscite"))
    card = RankField(
        label=gettext_lazy("Carta giocata"), error_messages={"required": gettext_lazy("tocca la carta giocata.")}
    )
    words = WordsField(gettext_lazy("Dichiarazione"))
    not_on_lead = forms.BooleanField(label=gettext_lazy("Non è di mano"), required=False)
    card_played = forms.BooleanField(label=gettext_lazy("La carta è già stata giocata"), required=False)
    declared_now = forms.BooleanField(label=gettext_lazy("In questa battuta ha già dichiarato"), required=False)
    notorious = forms.BooleanField(label=gettext_lazy("Che la carta è sovrana lo sanno già tutti"), required=False)
    silence = forms.ChoiceField(
        label=gettext_lazy("Ha già giocato il palo in silenzio?"),
        choices=SILENCES,
        initial=Silence.NONE.value,
        required=False,
    )
    earlier = WordsField(gettext_lazy("Già dichiarato su questo palo"))

    FLAGS = ("not_on_lead", "card_played", "declared_now", "notorious")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        holding, out, card = data.get("holding", []), data.get("out", []), data.get("card")
        if card and card not in holding:
            self.add_error("card", _("non è fra le carte tenute nel palo."))
        if both := [rank for rank in holding if rank in out]:
            names = ", ".join(spoken(rank.label) for rank in both)
            self.add_error("out", _("non può essere anche in mano: %(cards)s.") % {"cards": names})
        return data

    def _tappable(self, name: str) -> list[Tappable]:
        return list(tappable(Rank, self[name].value()))

    @property
    def holding_cards(self) -> list[Tappable]:
        return self._tappable("holding")

    @property
    def out_cards(self) -> list[Tappable]:
        return self._tappable("out")

    @property
    def card_cards(self) -> list[Tappable]:
        return self._tappable("card")

    @property
    def flags(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FLAGS]

    @property
    def is_special(self) -> bool:
        has_circumstances = any(self[name].value() for name in (*self.FLAGS, "earlier"))
        return has_circumstances or self["silence"].value() not in (None, "", Silence.NONE.value)

    @property
    def list_of_rules(self) -> tuple[Listed, ...]:
        rules = self["rules"].value()
        return listed(Rules.TRADITIONAL if rules == Rules.TRADITIONAL.value else Rules.MODERN)

    @property
    def play(self) -> SuitPlay:
        data = self.cleaned_data
        return SuitPlay(holding=frozenset(data["holding"]), card=data["card"], out=frozenset(data["out"]))

    @property
    def situation(self) -> Situation:
        data = self.cleaned_data
        return Situation(
            on_lead=not data["not_on_lead"],
            card_played=data["card_played"],
            declared_now=data["declared_now"],
            led_silently=Silence(data["silence"] or Silence.NONE),
            earlier=data["earlier"] or None,
            sovereignty_notorious=data["notorious"],
        )


def answer(form: DeclarationForm) -> Answer:
    """Admitted or not, with every reason and number; without words, what could be declared."""
    if not form.is_bound:
        return Answer()
    if not form.is_valid():
        return unread(form)
    rules, play, words = Rules(form.cleaned_data["rules"]), form.play, form.cleaned_data["words"]
    could = [_offer(form, entry) for entry in fitting(play, rules)]
    if not words:
        numbers = {entry.article for entry in fitting(play, rules)}
        return Answer(result={"fitting": could}, articles=tuple(sorted({58, *numbers})))
    verdict = check(words, play, rules, form.situation)
    return Answer(
        result=verdict_context(verdict) | {"fitting": could, "words": words},
        brief=_("Ammessa") if verdict.admitted else _("Non ammessa"),
        articles=verdict_articles(verdict),
    )


def verdict_context(verdict: DeclarationVerdict) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "reasons": [(_reason(flaw), flaw.articles) for flaw in verdict.reasons],
        "duty": spoken(verdict.duty) if verdict.duty and verdict.admitted else "",
        "readings": readings_in_words(verdict.readings),
    }


def _reason(flaw: DeclarationFlaw) -> str:
    """A limit as it is said; a condition that fails as what the number asks."""
    words = spoken(flaw.text)
    return _("Il numero chiede: %(condition)s.") % {"condition": words} if flaw.key == "condition" else words


def verdict_articles(verdict: DeclarationVerdict) -> tuple[int, ...]:
    against = {article for reason in verdict.reasons for article in reason.articles}
    faith = {verdict.good_faith} if verdict.good_faith else set()
    return tuple(sorted({*verdict.articles, *against, *faith}))


def _offer(form: DeclarationForm, entry: Listed) -> tuple[Listed, list[tuple[str, str]]]:
    return entry, [(words, _with_words(form.data, words)) for words in entry.entry.formulas]


def _with_words(data: Any, words: str) -> str:
    address = data.copy() if isinstance(data, QueryDict) else QueryDict(mutable=True)
    address["words"] = words
    return str(address.urlencode())
