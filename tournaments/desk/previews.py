"""What a change would move in the standings, shown before anybody confirms it."""

from dataclasses import dataclass

from tournaments.models import Round
from tournaments.queries import Move, Overlay, compare, standings


@dataclass(frozen=True)
class Preview:
    """Who would change place or points, and the version of the data at which that was worked out."""

    moves: tuple[Move, ...]
    version: int


def preview_of(round: Round, overlay: Overlay) -> Preview:
    """What the overlay would move in the standings of the round's stage.

    The version is the one that the tournament had when the request began: whatever comes later makes it stale.
    """
    tournament = round.tournament
    before = standings(tournament, stage=round.stage)
    after = standings(tournament, stage=round.stage, overlay=overlay)
    return Preview(compare(before, after), tournament.data_version)
