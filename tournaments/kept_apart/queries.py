"""Entries that do not meet: kept apart in every round, or forbidden for one as a director types it."""

from collections.abc import Iterable

from pages.fields import number_in
from tournaments.kept_apart.models import KeptApart
from tournaments.pairing.plan import Pair, pair_of
from tournaments.setup.models import Tournament


def apart_now(tournament: Tournament) -> frozenset[Pair]:
    """The entries that the tournament keeps apart, by number."""
    return frozenset(pair for pair, is_lifted in _pairs_and_lifts(tournament).items() if not is_lifted)


def apart_with(tournament: Tournament, forbidden: Iterable[Pair]) -> tuple[Pair, ...]:
    """Those forbidden for the round and those kept apart; not those lifted, which an earlier draft may still name."""
    lifted = _pairs_and_lifts(tournament)
    named = {*forbidden, *lifted}
    return tuple(sorted(pair for pair in named if not lifted.get(pair, False)))


def _pairs_and_lifts(tournament: Tournament) -> dict[Pair, bool]:
    """Whoever was ever kept apart, and whether it was lifted; the last word counts."""
    pairs = KeptApart.objects.filter(tournament=tournament).order_by("pk")
    rows = pairs.values_list("first__number", "second__number", "lifted_at")
    return {pair_of(first, other): lifted is not None for first, other, lifted in rows}


def pairs_in(text: str) -> tuple[Pair, ...]:
    """Pairs of numbers as a director types them: «3-7, 4-9». Raises ``ValueError`` for anything else."""
    pairs = []
    for part in text.replace(";", ",").split(","):
        if part.strip():
            first, other = (number_in(number) for number in part.replace("–", "-").split("-"))
            if first is None or other is None:
                raise ValueError(part[:40])
            pairs.append(pair_of(first, other))
    return tuple(pairs)
