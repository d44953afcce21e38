"""What an entry is called by its players."""

from collections.abc import Sequence

from tournaments.models import Player


def name_of(players: Sequence[Player]) -> str:
    """What an entry is called unless it has a name of its own: its surnames, of a single player the whole name."""
    if len(players) == 1:
        return str(players[0])
    return " – ".join(player.last_name for player in players)
