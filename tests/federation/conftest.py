"""What the tests of the federation share."""

import pytest

from people.accounts.models import Federation, Player, User
from tests import factories
from tests.federation.seasons.a_season import make_players


@pytest.fixture
def fitres(db: None) -> Federation:
    return factories.make_federation()


@pytest.fixture
def olga(fitres: Federation) -> User:
    return factories.make_officer("olga", fitres)


@pytest.fixture
def four(fitres: Federation) -> list[Player]:
    return make_players("Anna Conti", "Luca Serra", "Rita Galli", "Ugo Ricci")
