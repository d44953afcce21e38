"""Once a tournament has ended nothing more is decided; what was decided is still revised."""

import pytest

from records.requests import Refused
from referee.rulings.actions import decide, depart, revise_ruling
from tests.factories import acting
from tests.referee.told import BY_EAST, CONTESTED
from tournaments.publication.actions import interrupt
from tournaments.setup.models import Tournament

OVER = "Il torneo è finito"


@pytest.fixture
def end(dora):
    def run():
        return interrupt(by=acting(dora), tournament=Tournament.objects.get(), reason="Manca la corrente")

    return run


@pytest.mark.parametrize(("action", "more"), [(decide, {}), (depart, {"reason": "Altro", "order": "Si rigioca"})])
def test_what_was_told_before_the_end_is_not_decided_after_it(told, bruno, end, action, more):
    case = told("accusa-anticipata", CONTESTED, detected=BY_EAST)
    assert not case.tournament.has_ended
    end()
    assert not case.tournament.has_ended  # as the page read it
    with pytest.raises(Refused, match=OVER):
        action(by=acting(bruno), case=case, expected_version=case.version, **more)
    assert not case.rulings.exists()


def test_a_ruling_is_revised_after_the_end(ruled, bruno, end):
    ruling = ruled("accusa-anticipata", CONTESTED, detected=BY_EAST)
    end()
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Un fatto nuovo")
    assert decide(by=acting(bruno), case=case, expected_version=case.version).version == 2
