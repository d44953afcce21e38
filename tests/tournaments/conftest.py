"""What the tests of tournaments share."""

import pytest

from people.accounts.models import User
from records.rights import Role
from tests.factories import acting, give_role, make_burraco, make_entries, make_score, make_stage, sealed
from tests.tournaments.publication.showing import played_out
from tournaments.appeals.actions import file_appeal
from tournaments.appeals.models import Appeal
from tournaments.planning.models import Stage
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament


@pytest.fixture
def burraco(dora: User) -> Tournament:
    """Dora's: burraco, four pairs, four rounds foreseen, none drawn yet."""
    made = make_burraco("coppa-libeccio")
    give_role(dora, made, Role.DIRECTOR)
    make_entries(made, 4)
    make_stage(made, rounds_planned=4)
    return made


@pytest.fixture
def stage(round_1: Round, sara: User) -> Stage:
    """One round planned and closed: pair 1 wins 14–8 and 3 beats 4 by 12–10, two boards each."""
    return played_out(round_1, sara, [(7, 4), (6, 5)])


@pytest.fixture
def played(tournament: Tournament, table: Table, sara: User) -> Tournament:
    """A score of Sara's that may be appealed."""
    make_score(table, table.round.boards.get(number=1), (7, 4), sara)
    return sealed(tournament)


@pytest.fixture
def filed(played: Tournament, dora: User) -> Appeal:
    return file_appeal(by=acting(dora), entry=played.entries.first(), against="score:1:1:1:1", grounds="Era 8 a 3")
