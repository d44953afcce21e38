"""The form of a play: the hands if they are known, who led, the cards in the order in which they were played."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from codes.seats import Seat
from codes.tressette.buongioco import HAND_SIZE
from codes.tressette.cards import DECK, THIRDS_PER_POINT
from codes.tressette.count import DECK_POINTS
from codes.tressette.deals import LONGEST_TEXT, DealRefused, read
from referee.cases.board_plays import ToldPlay, start_from
from referee.forms.card_endings import MOST_ACCUSA, SEATS, WrittenCardsField
from referee.tools.cards import CardsField
from referee.wording import spoken
from tournaments.games import SEAT_NAMES
from tournaments.numbers import NumberField

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
            deals = read(given["deal"])
        except DealRefused as error:
            self.add_error("deal", f"{spoken(error.told)}.")
            return
        own = next((one for one in deals if one.board == self.board), deals[0] if len(deals) == 1 else None)
        if own is None:
            self.add_error("deal", _now("Nel testo non c’è la smazzata %(board)s.") % {"board": self.board or "?"})
            return
        given |= {f"hand_{seat.value}": list(own.hands[seat]) for seat in Seat}

    @property
    def told(self) -> ToldPlay:
        """What the form says. Raises Refused in words where the cards cannot be so."""
        given = self.cleaned_data
        hands = {seat: given[f"hand_{seat.value}"] for seat in Seat}
        trick, whose = given["anomaly_trick"], given["anomaly_seat"]
        return ToldPlay(
            start=start_from(hands, Seat(given["leader"]), given["cards"]),
            cards=tuple(given["cards"]),
            before=(given["points"] or 0) * THIRDS_PER_POINT + (given["thirds"] or 0),
            accuse=(given["accusa_a"] or 0, given["accusa_b"] or 0),
            anomaly=(trick, Seat(whose)) if trick and whose else None,
            barred=frozenset(given["barred"]),
        )
