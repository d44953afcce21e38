"""An arbitral score worked out for one case: previewed on the screen, recorded by the action, the same way."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext as _

from codes.arbitral import score as law
from codes.seats import Line
from codes.tressette.count import DECK_POINTS
from records.requests import Refused
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.models import Case
from referee.cases.persons import line_of
from referee.cases.walk import at_fault
from referee.rulings.models import Ruling

METHODS = {
    "artificiale": ArbitralScore.Method.ARTIFICIAL,
    "assegnato": ArbitralScore.Method.ASSIGNED,
    "rettificato": ArbitralScore.Method.RECTIFIED,
}
EQUAL_FAULT = 83


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What the arbiter decides where the arithmetic does not: result, sides, share, a silent rounding; and why."""

    chosen: tuple[int, int] | None = None
    innocent: Line | None = None
    graver: Line | None = None
    share: Fraction = Fraction(0)
    goes: Literal["up", "down"] | None = None
    reason: str = ""
    # The ending or play of which the result is a bound, by its kind and number.
    rests_on: tuple[str, int] | None = None

    @classmethod
    def from_score(cls, score: law.Reckoning, reason: str) -> "Choice":
        """The choice that led to a score, to be made again on other inputs."""
        change, rounding = score.rectification, score.rounding
        own = rounding is not None and rounding.why == law.RoundedBy.ARBITER
        return cls(
            chosen=(score.a, score.b) if score.innocent else None,
            innocent=score.innocent,
            graver=change.graver if change else None,
            share=change.share if change else Fraction(0),
            goes=("up" if rounding and rounding.up else "down") if own else None,
            reason=reason,
        )


def method_of(ruling: Ruling) -> ArbitralScore.Method:
    """The method that the ruling calls for. Raises KeyError when it calls for none."""
    return METHODS[ruling.arbitral]


def innocent_line(case: Case) -> Line | None:
    guilty = line_of(at_fault(case))
    return guilty.other if guilty else None


def purpose(case: Case) -> str:
    """Which question a lot answers: one board at one table has one lot, whenever it is drawn."""
    # Never translated: other words would draw another lot.
    return f"Turno {case.table.round.number}, tavolo {case.table.number}, smazzata {case.decided_board.number}"


def work_out(case: Case, ruling: Ruling, inputs: tuple[law.TableScore, ...], choice: Choice) -> law.Reckoning:
    """The score with its arithmetic; refused in words when the code does not allow what was chosen."""
    try:
        return _METHODS[method_of(ruling)](case, ruling, inputs, choice)
    except law.NoComparison:
        raise Refused(
            _("Nessun altro tavolo ha ancora un risultato su questa smazzata: il punteggio si calcola quando c’è.")
        ) from None
    except law.ShareOutOfRange:
        raise Refused(_("La rettifica va da zero a un terzo (art. 84).")) from None
    except law.ReasonMissing:
        raise Refused(_("Scrivi il motivo della tua scelta.")) from None


def _artificial(case: Case, ruling: Ruling, inputs: tuple[law.TableScore, ...], choice: Choice) -> law.Reckoning:
    return law.artificial(
        inputs,
        seed=case.tournament.lot_seed,
        purpose=purpose(case),
        mixed=_mixed(choice),
        equal_fault=EQUAL_FAULT in ruling.cites,
    )


def _assigned(case: Case, ruling: Ruling, inputs: tuple[law.TableScore, ...], choice: Choice) -> law.Reckoning:
    innocent = choice.innocent or innocent_line(case)
    if innocent is None:
        raise Refused(_("Di’ qual è la parte innocente."))
    if choice.chosen is None:
        raise Refused(_("Scegli il risultato da assegnare."))
    _possible(choice.chosen, with_accusa=case.tournament.plays_with_accusa)
    return law.assigned(inputs, chosen=choice.chosen, innocent=innocent, reason=choice.reason)


def _rectified(case: Case, ruling: Ruling, inputs: tuple[law.TableScore, ...], choice: Choice) -> law.Reckoning:
    if choice.graver is None:
        raise Refused(_("Di’ quale parte ha sbagliato più gravemente."))
    if not choice.reason.strip():
        raise law.ReasonMissing
    return law.rectified(
        inputs,
        graver=choice.graver,
        share=choice.share,
        seed=case.tournament.lot_seed,
        purpose=purpose(case),
        mixed=_mixed(choice),
        reason=choice.reason,
    )


_METHODS = {
    ArbitralScore.Method.ARTIFICIAL: _artificial,
    ArbitralScore.Method.ASSIGNED: _assigned,
    ArbitralScore.Method.RECTIFIED: _rectified,
}


def _mixed(choice: Choice) -> law.MixedChoice | None:
    return law.MixedChoice(decimal=choice.goes, reason=choice.reason) if choice.goes else None


def _possible(points: tuple[int, int], *, with_accusa: bool) -> None:
    more = sum(points) - DECK_POINTS
    if min(points) < 0 or more < 0 or (more and not with_accusa):
        raise Refused(_("Questo risultato non è possibile: i punti del mazzo sono undici, l’accusa si aggiunge."))
