"""What the cards tell of a case: those that an arbiter told in an ending or a play, and the deal that is kept."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from referee.cases.known_scores import Filled, Finder, Found
from referee.cases.plays_shown import Shown
from referee.models import Case
from referee.queries.deals import kept_deal


def _laid_down(case: Case) -> Found:
    """What the cards laid down do by themselves, where the last ending told on the case is of that hand (118)."""
    told = case.card_endings.order_by("-number").first() if case.pk else None
    if told is None or not told.verdict or told.laid_down != case.responsible:
        return None
    words = _("dalle carte toccate nel finale n. %(number)s, ignote tutte a chi ha calato")
    return told.verdict, Filled(words, {"number": told.number})


def _held_suit(case: Case) -> Found:
    """Whether who did not follow held the suit led, where the last play told on the case marks that card (25)."""
    told = case.board_plays.order_by("-number").first() if case.pk else None
    if told is None or not told.anomaly:
        return None
    before = Shown(told).positions[told.anomaly - 1]
    if before.to_play.value != case.responsible or not before.table:
        return None
    held = any(card.suit is before.table[0].suit for card in before.hands[before.to_play])
    words = _("dalle carte della passata n. %(number)s, prima di quella giocata")
    return "si" if held else "no", Filled(words, {"number": told.number})


def _duplicated(case: Case) -> Found:
    """Whether the hand was dealt beforehand, alike for every table (17)."""
    told = _("le smazzate sono preparate prima, uguali a tutti i tavoli")
    return ("duplicata", told) if kept_deal(case) else None


def _recorded(case: Case) -> Found:
    return ("si", _("il programma tiene la distribuzione di questa smazzata")) if kept_deal(case) else None


OF_THE_CARDS: Mapping[str, Finder] = {
    "carte-calate": _laid_down,
    "palo-giocato": _held_suit,
    "mano-duplicata": _duplicated,
    "mano-registrata": _recorded,
}
