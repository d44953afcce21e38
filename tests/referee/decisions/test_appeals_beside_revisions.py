"""A revision and an appeal on one ruling: whichever came first, the appeal's judges alone decide it anew."""

import pytest
from django.core.exceptions import PermissionDenied

from records.requests import Refused
from records.rights import Role
from referee.cases.actions import Answers, answer, discard_case
from referee.cases.models import Case
from referee.decisions.appeal_actions import change_by_appeal
from referee.proposals.actions import confirm_ruling, propose_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import TOURNAMENT, text
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN, A, record
from tests.tournaments.publication.showing import show
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge, withdraw_appeal
from tournaments.appeals.models import Appeal

LESS = Answers(facts={"ritardo": "da-5-a-10"})
WAITS = r"reclamo n\. 1: la revisione aspetta"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def ruling(tournament, table, bruno):
    """Bruno ruled that a pair was eleven minutes late."""
    record(bruno, table, LATE, OVER_TEN, line=A)
    return Ruling.objects.get()


def revised(user, ruling):
    return revise_ruling(by=acting(user), ruling=ruling, expected_version=ruling.version, reason="Ci ripenso")


def appealed(user, table):
    return file_appeal(by=acting(user), entry=table.line_a, against="ruling:1:1", grounds="Otto minuti")


def told(user, case):
    return answer(by=acting(user), case=case, expected_version=case.version, answers=LESS)


def proposed(user, ruling):
    case = told(user, revised(user, ruling))
    return propose_ruling(by=acting(user), case=case, expected_version=case.version)


def test_a_revision_begun_before_the_appeal_waits_for_it(ruling, table, bruno, dora):
    case = told(bruno, revised(bruno, ruling))
    appealed(dora, table)
    seen = {"case": case, "expected_version": case.version}
    for act, more in ((answer, {"answers": LESS}), (decide, {}), (propose_ruling, {})):
        with pytest.raises(Refused, match=WAITS):
            act(by=acting(bruno), **seen, **more)
    assert Ruling.objects.get().version == 1


def test_a_revision_proposed_before_the_appeal_is_not_confirmed_under_it(ruling, table, bruno, dora, giulia):
    number = proposed(bruno, ruling).number
    appealed(dora, table)
    with pytest.raises(Refused, match=WAITS):
        confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=number)
    assert Ruling.objects.get().version == 1


def test_a_revision_begun_before_may_be_given_up_and_the_ruling_stands(ruling, table, bruno, dora):
    case = told(bruno, revised(bruno, ruling))
    appealed(dora, table)
    given_up = discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="C’è il reclamo")
    assert (given_up.state, given_up.facts["ritardo"]) == ("ruled", "oltre-10")


@pytest.mark.long
def test_who_judges_sets_it_aside_and_begins_from_what_was_ruled(ruling, table, bruno, dora, giulia):
    proposed(bruno, ruling)
    appeal = appealed(dora, table)
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    assert (case.facts["ritardo"], case.proposal, case.appeal) == ("oltre-10", None, 1)
    returned = ProposedRuling.objects.get()
    assert (returned.state, returned.answer, returned.answered_by) == ("returned", "Reclamo n. 1: Otto minuti", giulia)
    second = told(giulia, case)
    decide(by=acting(giulia), case=second, expected_version=second.version)
    assert Appeal.objects.get().state == "changed"


def test_who_proposed_the_waiting_revision_does_not_judge(ruling, table, giulia, dora):
    factories.give_role(factories.make_user("olga"), ruling.tournament, Role.CHIEF_ARBITER)
    proposed(giulia, ruling)
    appeal = appealed(dora, table)
    with pytest.raises(Refused, match="Chi ha preso la decisione"):
        change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")


def test_who_makes_what_stands_now_does_not_judge_it(ruling, table, dora, giulia):
    case = told(giulia, revised(giulia, ruling))
    decide(by=acting(giulia), case=case, expected_version=case.version)
    appeal = file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:2", grounds="No")
    Appeal.objects.update(made_by=[])  # as one filed before its makers were kept
    with pytest.raises(Refused, match="Chi ha preso la decisione"):
        decide_appeal(by=acting(giulia), appeal=appeal, outcome="rejected", decision="No")


def test_whom_the_appeal_is_against_tells_no_facts_while_it_is_decided_anew(ruling, table, bruno, dora, giulia):
    case = change_by_appeal(by=acting(giulia), appeal=appealed(dora, table), reason="Otto minuti")
    with pytest.raises(PermissionDenied):
        told(bruno, case)
    assert Case.objects.get().facts["ritardo"] == "oltre-10"


def test_the_page_of_a_waiting_revision_tells_why_and_offers_to_give_it_up(ruling, table, bruno, dora, client_of):
    revised(bruno, ruling)
    appealed(dora, table)
    page = text(client_of(bruno).get(TOURNAMENT + "casi/1/"))
    assert "reclamo n. 1: la revisione aspetta che sia deciso" in page
    assert "Rinuncia alla revisione" in page
    assert "Registra" not in page


def test_once_the_appeal_is_withdrawn_the_revision_goes_on(ruling, table, bruno, dora):
    case = told(bruno, revised(bruno, ruling))
    appeal = appealed(dora, table)
    withdraw_appeal(by=acting(dora), appeal=appeal, member=table.line_a.members.first(), reason="Ci ripensano")
    assert decide(by=acting(bruno), case=case, expected_version=case.version).version == 2


@pytest.mark.long
def test_the_panel_that_changed_it_made_what_stands(ruling, table, dora, giulia):
    other = factories.make_user("olga")
    factories.give_role(other, ruling.tournament, Role.ARBITER)
    appeal = appealed(dora, table)
    for user in (giulia, other):
        name_judge(by=acting(dora), appeal=appeal, user=user, role="member")
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti", present=[other])
    case = told(giulia, case)
    decide(by=acting(giulia), case=case, expected_version=case.version)
    again = file_appeal(by=acting(dora), entry=table.line_b, against="ruling:1:2", grounds="No")
    with pytest.raises(Refused, match="Chi ha preso la decisione"):
        name_judge(by=acting(dora), appeal=again, user=other, role="member")


def test_who_ruled_judges_no_appeal_against_the_row_or_the_score_that_rests_on_it(ruling, table, bruno, dora, giulia):
    show(dora, ruling.tournament.stages.get())
    key = f"standings:1:{table.line_a.number}"
    for against in (key, "match:1:1:1"):
        appeal = file_appeal(by=acting(giulia), entry=table.line_a, against=against, grounds="No")
        assert bruno.pk in appeal.made_by
