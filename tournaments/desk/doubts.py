"""Results that are asked twice, in words, and how a form remembers that somebody already said yes."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from codes.results import Result
from tournaments.models import Tournament
from tournaments.scoring.doubts import DEAL_HIGH, DEAL_LOW, Doubt, board_doubts, deal_doubts
from tournaments.wording import figure

WORDS: Mapping[Doubt, Promise] = {
    Doubt.DEAL_HIGH: _("Più di %(high)s punti in una smazzata: ci vogliono quasi tutte le carte e cinque burrachi."),
    Doubt.DEAL_LOW: _("Meno di %(low)s punti in una smazzata: è più di un pozzo non preso e di una mano intera."),
    Doubt.DEAL_BOTH_BELOW: _("Tutte e due le linee sotto zero."),
    Doubt.DEAL_BOTH_ZERO: _("Zero a zero."),
    Doubt.DECK_ALL: _("Tutti gli undici punti a una linea: è un cappotto."),
    Doubt.ACCUSA_HIGH: _("Nove punti di accusa o più in una sola smazzata."),
}


def doubts_of(tournament: Tournament, result: Result) -> tuple[str, ...]:
    found = deal_doubts(result) if tournament.rules.by_fives else board_doubts(result)
    figures = {"high": figure(DEAL_HIGH.value), "low": figure(DEAL_LOW.value)}
    return tuple(str(WORDS[one]) % figures for one in found)


def sign_of(results: Sequence[Result]) -> str:
    """What a form sends back to say that exactly these results were looked at twice."""
    return " ".join(f"{one.points_a}/{one.points_b}/{one.accusa_a}/{one.accusa_b}" for one in results)
