"""Of a ruling what moved the figures that everybody reads, and those of its orders that tell of nobody's conduct."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.rulings.anonymity import without_persons
from referee.rulings.models import Ruling
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore

# Orders about deals and figures. Measures towards persons, and what an arbiter wrote in words of their own, are none.
ABOUT_FIGURES = {
    *("sanatoria", "forfeit", "penalty", "indemnity", "annul", "arbitral"),
    *("fixed_score", "deal_score", "concede", "redo", "rectify"),
}
MEASURES = {"discipline", "withdraw"}


@dataclass(frozen=True)
class Figures:
    """What stands in the standings because of a ruling."""

    boards: Sequence[BoardScore]
    match: MatchScore | None
    adjustments: Sequence[Adjustment]

    def __bool__(self) -> bool:
        return bool(self.boards or self.match or self.adjustments)


def figures_of(ruling: Ruling) -> Figures:
    here = {"table__round__tournament": ruling.tournament_id, "reference": ruling.reference}
    boards = BoardScore.objects.current().filter(**here).exclude(kind=BoardScore.Kind.PLAYED)
    given = Adjustment.objects.filter(
        entry__tournament=ruling.tournament_id, reference=ruling.reference, cancelled_at__isnull=True
    )
    return Figures(
        list(boards.select_related("table__round", "board").order_by("table__number", "board__number")),
        MatchScore.objects.current().filter(**here).select_related("table__round").first(),
        list(given.exclude(kind=Adjustment.Kind.WARNING).select_related("entry", "round").order_by("pk")),
    )


def _is_measure(effect: Mapping[str, Any]) -> bool:
    return effect["verb"] in MEASURES or "ammonizione" in effect.values() or "ammonizioni" in effect.values()


def measures_somebody(ruling: Ruling) -> bool:
    return any(_is_measure(effect) for effect in ruling.effects)


def orders_in_public(ruling: Ruling) -> Iterator[dict[str, str]]:
    """The words of the orders, without those who sat there."""
    for effect in ruling.effects:
        if effect["verb"] in ABOUT_FIGURES and not _is_measure(effect):
            yield {name: without_persons(text, ruling.scene) for name, text in effect.get("words", {}).items()}
