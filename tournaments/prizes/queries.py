"""How a tournament ends: concluded, or interrupted and then with or without prizes (F.I.Bur. 41).

Who wins the prizes: the places of published standings, in the whole field, in a group or in a category.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.publication.models import Prize, Publication
from tournaments.publication.queries import rows_of
from tournaments.rounds.models import Round
from tournaments.rounds.queries import UnconfirmedScore, unconfirmed_scores
from tournaments.scores.round_queries import rounds_planned
from tournaments.setup.models import Ending, Tournament
from tournaments.sittings.queries import only_sittings
from tournaments.stages.models import Stage
from tournaments.standings.queries import StandingRow


@dataclass(frozen=True)
class Halfway:
    """How many of the rounds planned were played, and whether that is more than half of them."""

    played: int
    planned: int

    @property
    def is_over_half(self) -> bool:
        # Exactly half is not more than half (art. 41, decision 14).
        return 2 * self.played > self.planned


@dataclass(frozen=True)
class PrizesAfterStop:
    """What becomes of the prizes of an interrupted tournament, and by which standings."""

    halfway: Halfway
    publication: Publication | None

    @property
    def gives_prizes(self) -> bool:
        """Over half was played, and standings had been shown."""
        return self.halfway.is_over_half and self.publication is not None


def halfway(tournament: Tournament) -> Halfway:
    closed = Round.objects.filter(tournament=tournament, state=Round.State.CLOSED).count()
    return Halfway(closed, rounds_planned(tournament))


def prizes_after_stop(tournament: Tournament) -> PrizesAfterStop:
    """What art. 41 says if play ends here."""
    shown = Publication.objects.filter(tournament=tournament).select_related("stage").order_by("-number").first()
    return PrizesAfterStop(halfway(tournament), shown)


def unconfirmed_behind(prizes: PrizesAfterStop) -> list[UnconfirmedScore]:
    """What nobody confirmed of the standings that would give the prizes; of final ones it was asked already."""
    shown = prizes.publication
    if not prizes.gives_prizes or shown is None or shown.is_final:
        return []
    return [score for score in unconfirmed_scores(shown.stage) if score.round <= shown.round_number]


def deciding_publications(tournament: Tournament) -> list[Publication]:
    """The standings that prizes are given by: final ones, a stage each; of an interrupted tournament the last shown.

    None while they are not final, or where art. 41 gives no prizes.
    """
    if tournament.ending == Ending.INTERRUPTED:
        prizes = prizes_after_stop(tournament)
        return [prizes.publication] if prizes.gives_prizes and prizes.publication else []
    latest: dict[int, Publication] = {}
    for publication in Publication.objects.filter(tournament=tournament).select_related("stage").order_by("number"):
        latest[publication.stage.number] = publication
    return [publication for publication in latest.values() if publication.is_final]


def open_stages(tournament: Tournament) -> list[Stage]:
    if only_sittings(tournament):
        return []
    stages = Stage.objects.filter(tournament=tournament).order_by("number")
    final = {publication.stage_id for publication in deciding_publications(tournament)}
    return [stage for stage in stages if stage.pk not in final]


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
    deciding = {publication.stage_id: publication for publication in deciding_publications(tournament)}
    rows = {stage: tuple(rows_of(publication)) for stage, publication in deciding.items()}
    last = _last_stage(tournament, list(deciding))
    awarded = []
    for prize in prizes:
        stage = prize.group.stage_id if prize.group else last
        awarded.append(AwardedPrize(prize, deciding.get(stage or 0), _winners(prize, rows.get(stage or 0, ()))))
    return awarded


def _last_stage(tournament: Tournament, deciding: list[int]) -> int | None:
    """The stage that ends the tournament; of an interrupted one, that of the last standings shown."""
    if tournament.ending == Ending.INTERRUPTED:
        return next(iter(deciding), None)
    stages = Stage.objects.filter(tournament=tournament).order_by("-number")
    return stages.values_list("pk", flat=True).first()


def prize_money(prizes: Iterable[Prize]) -> int:
    """What all places together may win, in cents: every place of a prize wins all of it."""
    return sum((prize.cents or 0) * (prize.place_to - prize.place_from + 1) for prize in prizes)


def publications_giving(awards: Iterable[AwardedPrize]) -> list[Publication]:
    publications = {award.publication.number: award.publication for award in awards if award.publication}
    return [publications[number] for number in sorted(publications)]


def _winners(prize: Prize, rows: Sequence[StandingRow]) -> tuple[Winner, ...]:
    ranked = [row for row in rows if row.place is not None and _belongs(row, prize)]
    wanted = range(prize.place_from, prize.place_to + 1)
    return tuple(Winner(place, row) for place, row in enumerate(ranked, start=1) if place in wanted)


def _belongs(row: StandingRow, prize: Prize) -> bool:
    # Groups stand one after the other, the best first: so the whole field has one order too.
    if prize.group:
        return row.group == prize.group.number
    return not prize.category or row.entry.category.casefold() == prize.category.casefold()
