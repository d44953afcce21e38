"""The standings of this moment, reckoned once for each state of the data, whoever asks for whichever page of them."""

from tournaments.hall.keeping import Latest
from tournaments.models import Entry, Tournament
from tournaments.queries import Ranked, ranked
from tournaments.scoring.standings import Facts, RankedRow, standings

KEPT: Latest[Ranked] = Latest(most=16)
# Calls, cases and confirmations move the data, and seldom what is ranked: kept by the facts, which hold all of that.
ROWS: Latest[tuple[RankedRow, ...]] = Latest(most=16)


State = tuple[int, int]


def state_of(tournament: Tournament) -> State:
    """What is another one as soon as the standings may be, for a tournament just read outside of any transaction."""
    # Every action that moves the standings writes a line, and with it another data version (tests/tournaments/machine
    # looks after each). The archive can enter a pair without one, so those are counted. Names are not in it.
    return tournament.data_version, Entry.objects.filter(tournament=tournament).count()


def standings_now(tournament: Tournament, state: State) -> Ranked:
    """The standings of the last stage begun, at the state just read."""

    def rank(facts: Facts) -> tuple[RankedRow, ...]:
        return ROWS.get(tournament.pk, facts, lambda: standings(facts))

    return KEPT.get(tournament.pk, state, lambda: ranked(tournament, rank=rank))
