"""Who wins the prizes: the places of published standings, in the whole field, in a group or in a category."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Ending, Prize, Publication, Stage, Tournament
from tournaments.publishing.ending import deciding_publications
from tournaments.publishing.reading import rows_of
from tournaments.queries import StandingRow


@dataclass(frozen=True)
class Winner:
    """An entry and the place that it won a prize with, within the prize's own field."""

    place: int
    row: StandingRow


@dataclass(frozen=True)
class AwardedPrize:
    """A prize, the standings that give it (None: none yet) and who won it (nobody where no such place was taken)."""

    prize: Prize
    publication: Publication | None
    winners: tuple[Winner, ...]


def awards(tournament: Tournament) -> list[AwardedPrize]:
    """Every prize with its winners: a group's by the standings of its stage, the others by those of the last stage."""
    prizes = Prize.objects.filter(tournament=tournament).select_related("group__stage")
    deciding = {one.stage_id: one for one in deciding_publications(tournament)}
    rows = {stage: tuple(rows_of(one)) for stage, one in deciding.items()}
    last = _last_stage(tournament, list(deciding))
    given = []
    for prize in prizes:
        stage = prize.group.stage_id if prize.group else last
        given.append(AwardedPrize(prize, deciding.get(stage or 0), _winners(prize, rows.get(stage or 0, ()))))
    return given


def _last_stage(tournament: Tournament, deciding: list[int]) -> int | None:
    """The stage that ends the tournament; of an interrupted one, that of the last standings shown."""
    if tournament.ending == Ending.INTERRUPTED:
        return next(iter(deciding), None)
    stages = Stage.objects.filter(tournament=tournament).order_by("-number")
    return stages.values_list("pk", flat=True).first()


def prize_money(prizes: Iterable[Prize]) -> int:
    """What all places together may win, in cents: every place of a prize wins all of it."""
    return sum((one.cents or 0) * (one.place_to - one.place_from + 1) for one in prizes)


def giving(awards: Iterable[AwardedPrize]) -> list[Publication]:
    found = {one.publication.number: one.publication for one in awards if one.publication}
    return [found[number] for number in sorted(found)]


def _winners(prize: Prize, rows: Sequence[StandingRow]) -> tuple[Winner, ...]:
    ranked = [row for row in rows if row.place is not None and _belongs(row, prize)]
    wanted = range(prize.place_from, prize.place_to + 1)
    return tuple(Winner(place, row) for place, row in enumerate(ranked, start=1) if place in wanted)


def _belongs(row: StandingRow, prize: Prize) -> bool:
    # Groups stand one after the other, the best first: so the whole field has one order too.
    if prize.group:
        return row.group == prize.group.number
    return not prize.category or row.entry.category.casefold() == prize.category.casefold()
