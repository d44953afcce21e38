"""Two who act on one appeal at the same moment: one is served, the other is told, and nothing is half done."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from records.requests import Refused
from records.rights import Role
from referee.cases.actions import Answers, answer
from referee.cases.models import Case
from referee.decisions.appeal_actions import change_by_appeal
from referee.proposals.actions import confirm_ruling, propose_ruling
from referee.rulings.actions import revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN, A, record
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge, withdraw_appeal
from tournaments.appeals.models import Appeal, AppealJudge

pytestmark = pytest.mark.dialect

REFUSALS = (Refused, PermissionDenied)


@pytest.fixture
def tournament(transactional_db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def ruling(tournament, table, bruno):
    record(bruno, table, LATE, OVER_TEN, line=A)
    return Ruling.objects.get()


@pytest.fixture
def appeal(ruling, table, dora):
    return file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:1", grounds="Otto minuti")


def at_once(*acts):
    """What each came to: served or refused. SQLite lets one write at a time: there one comes after the other."""
    together = len(acts) if connection.features.has_select_for_update else 1
    ready = Barrier(together)

    def run(act):
        try:
            ready.wait()
            act()
        except REFUSALS:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(together) as people:
        return list(people.map(run, acts))


def test_decided_and_withdrawn_at_once_it_ends_once(appeal, giulia, dora):
    member = appeal.entry.members.first()
    served = at_once(
        lambda: decide_appeal(by=acting(giulia), appeal=appeal, outcome="rejected", decision="No"),
        lambda: withdraw_appeal(by=acting(dora), appeal=appeal, member=member, reason="Ci ripensano"),
    )
    ended = Appeal.objects.get()
    assert sorted(served) == [False, True]
    assert (ended.state, ended.notes.count()) == (("rejected", 0) if served[0] else ("withdrawn", 1))


def test_two_judges_named_to_preside_at_once_are_one(appeal, tournament, dora, giulia):
    other = factories.make_user("olga")
    factories.give_role(other, tournament, Role.ARBITER)
    served = at_once(
        *(
            lambda user=user: name_judge(by=acting(dora), appeal=appeal, user=user, role="president")
            for user in (giulia, other)
        )
    )
    assert (sorted(served), AppealJudge.objects.count()) == ([False, True], 1)


def test_a_proposal_confirmed_while_the_appeal_is_filed_is_either_in_force_or_waits(ruling, table, bruno, dora, giulia):
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Ci ripenso")
    less = Answers(facts={"ritardo": "da-5-a-10"})
    case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=less)
    number = propose_ruling(by=acting(bruno), case=case, expected_version=case.version).number
    filed = {"entry": table.line_a, "against": "ruling:1:1", "grounds": "Otto minuti"}
    served = at_once(
        lambda: confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=number),
        lambda: file_appeal(by=acting(dora), **filed),
    )
    # Whichever came first, the other is refused: no appeal against what stands no more, no confirmation under one.
    assert sorted(served) == [False, True]
    assert (Ruling.objects.count(), Appeal.objects.count()) == ((2, 0) if served[0] else (1, 1))


def test_changed_and_rejected_at_once_it_is_one_of_both(appeal, giulia):
    served = at_once(
        lambda: change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti"),
        lambda: decide_appeal(by=acting(giulia), appeal=appeal, outcome="rejected", decision="No"),
    )
    case, ended = Case.objects.get(), Appeal.objects.get()
    assert sorted(served) == [False, True]
    assert (ended.state, case.is_draft) == (("open", True) if served[0] else ("rejected", False))
