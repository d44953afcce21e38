"""What the tests of the arbiter’s pages share: how a page is asked for and answered, what has been ruled."""

import pytest
from django.urls import reverse

from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.decisions.details import Details
from tests.factories import acting, make_score
from tests.referee.told import ANNULLED, BY_EAST
from tests.referee.wizard.test_wizard_pages import KEYS


@pytest.fixture
def visit(client_of, bruno):
    """Gets a page of the tournament by its name, as Bruno."""

    def run(name, *args, user=bruno, slug="coppa-levante", **query):
        return client_of(user).get(reverse(name, args=[slug, *args]), query)

    return run


@pytest.fixture
def opened(client_of, bruno):
    """Gets a page as Bruno, who logged in before."""
    client = client_of(bruno)
    return lambda name, *args: client.get(reverse(name, args=["coppa-levante", *args]))


@pytest.fixture
def post(client_of, bruno):
    def run(name, *args, user=bruno, headers=None, **fields):
        data = {"key": f"p{next(KEYS)}", **fields}
        return client_of(user).post(reverse(name, args=["coppa-levante", *args]), data, headers=headers)

    return run


@pytest.fixture
def reserved(ruled):
    facts = {"scelta": "sanatoria-sospesa"}
    return ruled("altra-anomalia", facts, detected=BY_EAST, reason="Si vedrà", details=Details(voiced_by="E"))


@pytest.fixture
def other_result(round_1, board, bruno):
    """Table 2 made 7–4 on board 1."""
    return make_score(round_1.tables.get(number=2), board, (7, 4), bruno)


@pytest.fixture
def scored(ruled, other_result, bruno):
    """An artificial score given on board 1 at table 1."""
    ruling = ruled("numero-carte-errato", ANNULLED)
    ruling.case.refresh_from_db()
    version = ruling.case.version
    return set_arbitral_score(
        by=acting(bruno), case=ruling.case, expected_version=version, score_version=1, choice=Choice()
    )
