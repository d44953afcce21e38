"""Over random stories of proposals, confirmations and appeals nobody acts on his own, and scores follow the ruling."""

from random import Random

import pytest
from django.core.exceptions import PermissionDenied

from records.requests import Refused
from records.rights import Role
from referee.cases.actions import Answers, answer, discard_case
from referee.cases.base_actions import StaleRecord
from referee.cases.models import Case
from referee.decisions.appeal_actions import change_by_appeal
from referee.proposals.actions import confirm_ruling, propose_ruling, return_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge, withdraw_appeal
from tournaments.appeals.models import Appeal
from tournaments.scores.match_models import MatchScore

pytestmark = pytest.mark.long

STEPS = 60
REFUSALS = (Refused, PermissionDenied, StaleRecord)
LATENESS = ("entro-2", "da-2-a-5", "da-5-a-10", "oltre-10")


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def staff(tournament, dora, giulia, bruno):
    chief = factories.make_user("olga")
    factories.give_role(chief, tournament, Role.CHIEF_ARBITER)
    return [dora, giulia, bruno, chief]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_acts_on_his_own_and_the_scores_follow(told, tournament, staff, seed):
    case, chance, done = told(LATE, OVER_TEN, responsible="A"), Random(seed), set()  # noqa: S311  # a story, no secret
    entry = tournament.entries.first()
    for _ in range(STEPS):
        action, given = _step(chance, case, entry, staff)
        try:
            action(by=acting(chance.choice(staff)), **given)
            done.add(action.__name__)
        except REFUSALS:
            pass
        _nobody_on_his_own()
        _score_follows()
    assert "decide" in done or "confirm_ruling" in done


def _step(chance, case, entry, staff):
    """An action and what it is given, as somebody might ask it."""
    case = Case.objects.get(pk=case.pk)
    ruling, appeal = Ruling.objects.current().first(), Appeal.objects.filter(state="open").first()
    seen = {"case": case, "expected_version": case.version}
    steps = [
        (answer, seen | {"answers": Answers(facts={"ritardo": chance.choice(LATENESS)})}),
        (propose_ruling, seen),
        (decide, seen),
        (confirm_ruling, {"case": case, "number": case.proposal or 0}),
        (return_ruling, {"case": case, "number": case.proposal or 0, "words": "No"}),
    ]
    if ruling:
        key = f"ruling:{ruling.number}:{ruling.version}"
        steps += [
            (revise_ruling, {"ruling": ruling, "expected_version": ruling.version, "reason": "Di nuovo"}),
            (file_appeal, {"entry": entry, "against": key, "grounds": "No"}),
        ]
        if case.is_revision:
            steps.append((discard_case, seen | {"reason": "No"}))
    if appeal:
        outcome = chance.choice(["upheld", "rejected", "meritless", "changed"])
        steps += [
            (name_judge, {"appeal": appeal, "user": chance.choice(staff), "role": "member"}),
            (change_by_appeal, {"appeal": appeal, "reason": "Otto minuti"}),
            (decide_appeal, {"appeal": appeal, "outcome": outcome, "decision": "Così"}),
            (withdraw_appeal, {"appeal": appeal, "member": entry.members.first(), "reason": "Ci ripensano"}),
        ]
    return chance.choice(steps)


def _nobody_on_his_own() -> None:
    for one in ProposedRuling.objects.exclude(answered_by=None):
        assert one.answered_by_id != one.proposed_by_id
    for one in Appeal.objects.exclude(state__in=["open", "withdrawn"]):
        assert one.decided_by_id not in {one.filed_by_id, *one.made_by}


def _score_follows() -> None:
    """The match has a fixed score exactly while the ruling in force orders one."""
    ruling = Ruling.objects.current().first()
    ordered = ruling is not None and any("fixed_score" in effect for effect in ruling.effects)
    assert MatchScore.objects.current().exists() is ordered
