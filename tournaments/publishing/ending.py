"""How a tournament ends: concluded, or interrupted and then with or without prizes (F.I.Bur. 41)."""

from dataclasses import dataclass

from tournaments.models import Ending, Publication, Round, Stage, Tournament
from tournaments.queries import Unconfirmed, unconfirmed_scores
from tournaments.queries.progress import rounds_planned
from tournaments.queries.sittings import only_sittings


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


def verdict(tournament: Tournament) -> PrizesAfterStop:
    """What art. 41 says if play ends here."""
    shown = Publication.objects.filter(tournament=tournament).select_related("stage").order_by("-number").first()
    return PrizesAfterStop(halfway(tournament), shown)


def unconfirmed_behind(found: PrizesAfterStop) -> list[Unconfirmed]:
    """What nobody confirmed of the standings that would give the prizes; of final ones it was asked already."""
    shown = found.publication
    if not found.gives_prizes or shown is None or shown.is_final:
        return []
    return [one for one in unconfirmed_scores(shown.stage) if one.round <= shown.round_number]


def deciding_publications(tournament: Tournament) -> list[Publication]:
    """The standings that prizes are given by: final ones, a stage each; of an interrupted tournament the last shown.

    None while they are not final, or where art. 41 gives no prizes.
    """
    if tournament.ending == Ending.INTERRUPTED:
        found = verdict(tournament)
        return [found.publication] if found.gives_prizes and found.publication else []
    latest: dict[int, Publication] = {}
    for one in Publication.objects.filter(tournament=tournament).select_related("stage").order_by("number"):
        latest[one.stage.number] = one
    return [one for one in latest.values() if one.is_final]


def open_stages(tournament: Tournament) -> list[Stage]:
    if only_sittings(tournament):
        return []
    stages = Stage.objects.filter(tournament=tournament).order_by("number")
    final = {one.stage_id for one in deciding_publications(tournament)}
    return [stage for stage in stages if stage.pk not in final]
