"""What is made of the records and made anew where it is missing, as an index to search them: an erasure drops it.

Other applications add theirs; no text of it is looked through or marked.
"""

from collections.abc import Callable

from tournaments.models import Tournament

# By its label, and what drops all that is kept of a tournament.
MODELS: set[str] = set()
DROPPED_BY: list[Callable[[Tournament], None]] = []


def drop_derived(tournament: Tournament) -> None:
    """Within the transaction that erases."""
    for drop in DROPPED_BY:
        drop(tournament)
