"""What a stage's movement has is never lost without a word: neither by other settings nor by another formula."""

import pytest

from records.requests import Refused
from records.rights import Role
from tests.factories import acting, give_role, make_stage, make_tournament
from tournaments.planning.actions import change_tournament
from tournaments.planning.models import Formula, Stage
from tournaments.planning.stage_actions import change_stage
from tournaments.setup.models import Tournament
from tournaments.setup.rules import settings_digest


@pytest.fixture
def mitchell(db, dora) -> Stage:
    tournament = make_tournament("coppa-mitchell", forma="duplicato")
    give_role(dora, tournament, Role.DIRECTOR)
    fields = {"rounds_planned": 8, "rover": "b", "switched_rounds": 1}
    return make_stage(tournament, formula=Formula.MITCHELL, **fields)


@pytest.mark.parametrize(
    ("name", "value", "words"), [("forma", "ordinario", "si scambiano solo"), ("contest", "teams", "rover")]
)
def test_other_settings_are_refused_by_name(mitchell, dora, name, value, words):
    tournament = Tournament.objects.get(pk=mitchell.tournament_id)
    with pytest.raises(Refused, match=words):
        change_tournament(by=acting(dora), tournament=tournament, seen=settings_digest(tournament), **{name: value})


def test_another_formula_is_refused_while_the_movement_stands(mitchell, dora):
    with pytest.raises(Refused, match="rover"):
        change_stage(by=acting(dora), stage=mitchell, formula=Formula.DANISH)
