"""Two directors at the same moment, on both databases: one is recorded, the other sees it."""

import pytest

from records.models import LogEntry
from records.requests import Overtaken, Refused
from records.rights import Role
from tests.factories import NOON, acting, give_role, make_entries, make_stage, make_tournament
from tests.tournaments.at_once import at_once
from tournaments.draw.actions import draw_round
from tournaments.publication.actions import answer_report, close_reports, publish_provisional, report_error
from tournaments.publication.models import ErrorReport
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.staff.actions import set_membership

pytestmark = pytest.mark.dialect


def test_a_round_drawn_by_two_is_drawn_once(transactional_db, dora, giulia):
    tournament = make_tournament("due")
    make_entries(tournament, 4)
    make_stage(tournament, formula="danish", first_round="entry-order", rounds_planned=3)
    for person in (dora, giulia):
        give_role(person, tournament, Role.DIRECTOR)
    found = at_once(
        *(lambda who=who: draw_round(by=acting(who), tournament=tournament, expected=1) for who in (dora, giulia))
    )
    assert [isinstance(one, Overtaken) for one in found].count(True) == 1
    assert Round.objects.filter(tournament=tournament).count() == 1


def test_a_role_given_by_two_is_the_first_s_until_the_second_has_seen_it(
    transactional_db, tournament, dora, giulia, sara
):
    tournament.memberships.filter(user=giulia).update(role=Role.DIRECTOR)
    seen = Tournament.objects.get(pk=tournament.pk).data_version
    wanted = ((dora, Role.ARBITER), (giulia, Role.CHIEF_ARBITER))
    found = at_once(
        *(
            lambda who=who, role=role: set_membership(
                by=acting(who), tournament=tournament, user=sara, role=role, seen=seen
            )
            for who, role in wanted
        )
    )
    late = [isinstance(one, Overtaken) for one in found]
    assert late.count(True) == 1
    assert tournament.memberships.get(user=sara).role == wanted[late.index(False)][1]


def test_a_report_answered_while_all_are_closed_has_one_answer(transactional_db, tournament, dora):
    stage = tournament.stages.get()
    shown = publish_provisional(
        by=acting(dora), stage=stage, data_version=tournament.data_version, reason="Sì", incomplete=True
    )
    report = report_error(publication=shown, entry=tournament.entries.first(), name="A", text="x", at=NOON)
    answered, closed = at_once(
        lambda: answer_report(by=acting(dora), report=report, accepted=True, answer="Sì"),
        lambda: close_reports(by=acting(dora), tournament=tournament, up_to=report.pk, reason="Tutte"),
    )
    assert isinstance(answered, Refused) != isinstance(closed, Refused)
    expected = ("lapsed", "Tutte") if isinstance(answered, Refused) else ("accepted", "Sì")
    assert ErrorReport.objects.values_list("state", "answer").get() == expected
    assert LogEntry.objects.filter(action__in=["accept_report", "close_reports"]).count() == 1
