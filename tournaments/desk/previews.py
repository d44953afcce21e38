"""What a change would move in the standings, shown before anybody confirms it."""

from dataclasses import dataclass

from tournaments import queries
from tournaments.models import Round


@dataclass(frozen=True)
class Preview:
    """Who would change place or points, and the version of the data at which that was worked out."""

    moves: tuple[queries.Move, ...]
    version: int


def preview_of(round: Round, overlay: queries.Overlay) -> Preview:
    """What the overlay would move in the standings of the round's stage.

    The version is the one that the tournament had when the request began: whatever comes later makes it stale.
    """
    tournament = round.tournament
    before = queries.standings(tournament, stage=round.stage)
    after = queries.standings(tournament, stage=round.stage, overlay=overlay)
    return Preview(queries.compare(before, after), tournament.data_version)
