"""The form of an ending: the cards left of each seat, who leads, what was taken, what binds.

The form of a play: the hands if they are known, who led, the cards in the order in which they were played.
"""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from codes.seats import Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import DECK, THIRDS_PER_POINT, Card, Suit, UnknownCard
from codes.tressette.count import DECK_POINTS
from codes.tressette.deals import LONGEST_TEXT, DealRefused, parse_deals
from codes.tressette.endings.position import MOST_CARDS, CardOrder, OrderVerb
from pages.forms import NumberField
from referee.cards.endings import StatedEnding, ending_from
from referee.cards.plays import StatedPlay, start_from
from referee.cases.words import spoken
from referee.tools.cards import CardsField
from tournaments.setup.games import SEAT_NAMES

_BETWEEN = re.compile(r"[,;/|]")
SEATS = [(seat.value, name) for seat, name in SEAT_NAMES.items()]
MOST_ACCUSA = 99
KINDS = {
    "no-lead": (_("non esce con"), OrderVerb.FORBID, True),
    "no-play": (_("non gioca"), OrderVerb.FORBID, False),
    "must-play": (_("gioca appena può"), OrderVerb.OBLIGE, False),
}


class WrittenCardsField(forms.CharField):
    """Cards in the notation of art. 3, in the order in which they are written; `suits`: a letter alone is the suit."""

    def __init__(self, *, suits: bool = False, max_length: int = 80, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=max_length, **kwargs)
        self.suits = suits

    def clean(self, value: Any) -> list[Card]:
        return [card for word in _BETWEEN.sub(" ", super().clean(value)).split() for card in self._read(word)]

    def _read(self, word: str) -> list[Card]:
        if self.suits and word.casefold() in list(Suit):
            return [card for card in DECK if card.suit == word.casefold()]
        try:
            return [Card.parse(word[:1].casefold() + word[1:].upper())]
        except UnknownCard:
            told = _("«%(word)s» non è una carta: si scrive d3, sA, cR, b7.")
            raise forms.ValidationError(told, params={"word": word}) from None


class CardEndingForm(forms.Form):
    """Four hands tapped card by card, and the rest; `told` is what it says, refused in words where it cannot be."""

    leader = forms.ChoiceField(label=_("Chi è di mano"), choices=SEATS)
    table = WrittenCardsField(label=_("Carte già sul tavolo, in ordine"))
    points = NumberField(label=_("Punti"), max_value=DECK_POINTS)
    thirds = NumberField(label=_("Terzi"), max_value=THIRDS_PER_POINT - 1, required=False)
    accusa_a = NumberField(label=_("Accuse Nord-Sud"), max_value=MOST_ACCUSA, required=False)
    accusa_b = NumberField(label=_("Accuse Est-Ovest"), max_value=MOST_ACCUSA, required=False)
    laid_down = forms.ChoiceField(label=_("Chi ha messo a terra"), choices=[("", _("nessuno")), *SEATS], required=False)
    bound = forms.ChoiceField(label=_("Chi è vincolato"), choices=[("", _("nessuno")), *SEATS], required=False)
    kind = forms.ChoiceField(
        label=_("Come"), choices=[(key, words) for key, (words, _verb, _leading) in KINDS.items()], required=False
    )
    cards = WrittenCardsField(label=_("Con quali carte, o a quale palo"), suits=True)
    tricks = NumberField(label=_("Per quante battute"), min_value=1, max_value=MOST_CARDS, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in Seat:
            self.fields[f"hand_{seat.value}"] = CardsField(DECK, label=SEAT_NAMES[seat])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("bound") and not (given.get("cards") and given.get("kind")):
            self.add_error("cards", _("Di’ come è vincolato e con quali carte."))
        return given

    @property
    def told(self) -> StatedEnding:
        """What the form says. Raises Refused in words where the cards cannot be so."""
        given = self.cleaned_data
        hands = {seat: given[f"hand_{seat.value}"] for seat in Seat}
        return StatedEnding(
            ending=ending_from(hands, Seat(given["leader"]), given["table"]),
            before=given["points"] * THIRDS_PER_POINT + (given["thirds"] or 0),
            accuse=(given["accusa_a"] or 0, given["accusa_b"] or 0),
            orders=self._orders,
            laid_down=Seat(given["laid_down"]) if given["laid_down"] else None,
        )

    @property
    def _orders(self) -> tuple[CardOrder, ...]:
        given = self.cleaned_data
        if not given["bound"]:
            return ()
        _words, verb, leading = KINDS[given["kind"]]
        return (
            CardOrder(
                seat=Seat(given["bound"]),
                verb=verb,
                cards=frozenset(given["cards"]),
                leading=leading,
                tricks=given["tricks"],
            ),
        )


# Forty cards of two signs, with whatever stands between them.
LONGEST_PLAY = 400


class BoardPlayForm(forms.Form):
    """What was played; `told` is what it says, refused in words where it cannot have been so."""

    deal = forms.CharField(label=_("La smazzata come testo"), required=False, max_length=LONGEST_TEXT)
    leader = forms.ChoiceField(label=_("Chi è uscito per primo"), choices=SEATS)
    cards = WrittenCardsField(label=_("Carte giocate, in ordine"), max_length=LONGEST_PLAY)
    points = NumberField(label=_("Punti"), max_value=DECK_POINTS, required=False)
    thirds = NumberField(label=_("Terzi"), max_value=THIRDS_PER_POINT - 1, required=False)
    accusa_a = NumberField(label=_("Accuse Nord-Sud"), max_value=MOST_ACCUSA, required=False)
    accusa_b = NumberField(label=_("Accuse Est-Ovest"), max_value=MOST_ACCUSA, required=False)
    anomaly_trick = NumberField(label=_("In quale battuta"), min_value=1, max_value=HAND_SIZE, required=False)
    anomaly_seat = forms.ChoiceField(label=_("Di chi"), choices=[("", _("nessuno")), *SEATS], required=False)
    barred = WrittenCardsField(label=_("Carte o palo che non poteva giocare"), suits=True)

    def __init__(self, *args: Any, board: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = board
        for seat in Seat:
            self.fields[f"hand_{seat.value}"] = CardsField(DECK, label=SEAT_NAMES[seat])

    def clean_cards(self) -> Any:
        if not self.cleaned_data["cards"]:
            raise forms.ValidationError(_("Scrivi o tocca le carte giocate, una dopo l’altra."))
        return self.cleaned_data["cards"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if bool(given.get("anomaly_trick")) != bool(given.get("anomaly_seat")):
            self.add_error("anomaly_trick", _("Di’ la battuta e di chi è la carta, o nessuna delle due."))
        if given.get("barred") and not given.get("anomaly_seat"):
            self.add_error("barred", _("Di’ a quale carta vale: battuta e posto dell’anomalia."))
        if given.get("deal"):
            self._take_hands(given)
        return given

    def _take_hands(self, given: dict[str, Any]) -> None:
        """The hands of the text take the place of what was tapped: the board's own, or the only one."""
        try:
            deals = parse_deals(given["deal"])
        except DealRefused as error:
            self.add_error("deal", f"{spoken(error.text)}.")
            return
        own = next((one for one in deals if one.board == self.board), deals[0] if len(deals) == 1 else None)
        if own is None:
            self.add_error("deal", _now("Nel testo non c’è la smazzata %(board)s.") % {"board": self.board or "?"})
            return
        given |= {f"hand_{seat.value}": list(own.hands[seat]) for seat in Seat}

    @property
    def told(self) -> StatedPlay:
        """What the form says. Raises Refused in words where the cards cannot be so."""
        given = self.cleaned_data
        hands = {seat: given[f"hand_{seat.value}"] for seat in Seat}
        trick, whose = given["anomaly_trick"], given["anomaly_seat"]
        return StatedPlay(
            start=start_from(hands, Seat(given["leader"]), given["cards"]),
            cards=tuple(given["cards"]),
            before=(given["points"] or 0) * THIRDS_PER_POINT + (given["thirds"] or 0),
            accuse=(given["accusa_a"] or 0, given["accusa_b"] or 0),
            anomaly=(trick, Seat(whose)) if trick and whose else None,
            barred=frozenset(given["barred"]),
        )
