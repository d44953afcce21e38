"""Who wins the prizes: the places of published standings, in the whole field, in a group or in a category."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Prize, Publication, Tournament
from tournaments.published import rows_of
from tournaments.queries import StandingRow


@dataclass(frozen=True)
class Winner:
    """An entry and the place that it won a prize with, within the prize's own field."""

    place: int
    row: StandingRow


@dataclass(frozen=True)
class Award:
    """A prize and who won it; nobody where no such place was taken."""

    prize: Prize
    winners: tuple[Winner, ...]


def awards(tournament: Tournament, publications: Iterable[Publication]) -> list[Award]:
    """Every prize with its winners: a group's from the standings of its stage, the others from the last stage's."""
    prizes = Prize.objects.filter(tournament=tournament).select_related("group__stage")
    in_order = sorted(publications, key=lambda one: one.stage.number)
    rows = {one.stage_id: rows_of(one) for one in in_order}
    last = rows[in_order[-1].stage_id] if in_order else ()
    return [
        Award(prize, _winners(prize, rows.get(prize.group.stage_id, ()) if prize.group else last)) for prize in prizes
    ]


def _winners(prize: Prize, rows: Sequence[StandingRow]) -> tuple[Winner, ...]:
    ranked = [row for row in rows if row.place is not None and _belongs(row, prize)]
    wanted = range(prize.place_from, prize.place_to + 1)
    return tuple(Winner(place, row) for place, row in enumerate(ranked, start=1) if place in wanted)


def _belongs(row: StandingRow, prize: Prize) -> bool:
    """Groups stand one after the other, the best first: so the whole field has one order too."""
    if prize.group:
        return row.group == prize.group.number
    return not prize.category or row.entry.category.casefold() == prize.category.casefold()
