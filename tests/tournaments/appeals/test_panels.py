"""The panel of an appeal: named by nobody whose own it is, decided by most of those in office, as is told."""

from datetime import timedelta

import pytest
from django.utils import timezone

from records.requests import Refused
from records.rights import Role
from tests.asking import DESK, send, source, text
from tests.factories import acting, give_role, make_adjustment, make_user
from tests.tournaments.publication.showing import show
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge, release_judge
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.appeals.queries import makers_of
from tournaments.scores.actions import give_score
from tournaments.setup.models import Membership

PAGE = f"{DESK}reclami/1/"


@pytest.fixture
def panel(filed, tournament, dora):
    """Three arbiters whom Dora named."""
    judges = [make_user(name) for name in ("olga", "piero", "rita")]
    for judge in judges:
        give_role(judge, tournament, Role.ARBITER)
        name_judge(by=acting(dora), appeal=filed, user=judge, role="member")
    return judges


def end_task(user):
    Membership.ever.filter(user=user).update(ends_at=timezone.now() - timedelta(hours=1))


def decided(user, appeal, **more):
    return decide_appeal(by=acting(user), appeal=appeal, outcome="rejected", decision="No", **more)


@pytest.mark.long
def test_one_of_three_does_not_decide_and_who_took_part_is_told(panel, filed, bruno, client_of):
    olga, piero, _rita = panel
    with pytest.raises(Refused, match="almeno 2 su 3"):
        decided(olga, filed)
    with pytest.raises(Refused, match="solo chi è nella giuria"):
        decided(olga, filed, present=[bruno])
    closed = decided(olga, filed, present=[piero])
    part = {judge.user.username: judge.took_part for judge in closed.judges.all()}
    assert part == {"olga": True, "piero": True, "rita": False}
    page = text(client_of(bruno).get(PAGE))
    assert (page.count("non ha preso parte"), page.count("ha preso parte")) == (1, 3)


@pytest.mark.long
def test_the_page_asks_a_panel_who_took_part(panel, filed, client_of):
    olga, piero, _rita = panel
    client = client_of(olga)
    assert "Chi ha preso parte, della giuria" in text(client.get(PAGE))
    given = {"outcome": "rejected", "decision": "No"}
    refused = send(client, PAGE + "decisione/", **given)
    assert (refused.status_code, "almeno 2 su 3" in text(refused)) == (422, True)
    assert send(client, PAGE + "decisione/", present=[piero.pk], **given).status_code == 302


@pytest.mark.long
def test_a_judge_out_of_office_counts_no_more(panel, filed, dora, client_of):
    olga, piero, rita = panel
    end_task(rita)
    end_task(piero)
    page = text(client_of(dora).get(PAGE))
    assert page.count("Non conta più: l’incarico è finito") == 2
    assert decided(olga, filed).state == "rejected"


@pytest.mark.long
def test_where_no_judge_is_left_in_office_the_chief_decides_and_else_the_page_warns(
    panel, filed, giulia, dora, client_of
):
    for judge in panel:
        end_task(judge)
    assert "Nessuno può ancora deciderlo" not in text(client_of(dora).get(PAGE))
    Appeal.objects.update(made_by=[giulia.pk])
    assert "Nessuno può ancora deciderlo" in text(client_of(dora).get(PAGE))
    Appeal.objects.update(made_by=[])
    assert decided(giulia, filed).decided_by == giulia


@pytest.mark.long
def test_where_nobody_is_left_to_judge_the_page_leads_to_the_tasks(filed, bruno, dora, client_of):
    said, staff = "Non resta nessuno che possa giudicare", 'incarichi/">Incarichi</a></p>'
    page = client_of(dora).get(PAGE)
    assert (said in text(page), staff in source(page)) == (False, False)
    end_task(bruno)
    page = client_of(dora).get(PAGE)
    assert (said in text(page), staff in source(page)) == (True, True)


def test_who_made_what_is_appealed_neither_names_nor_releases_its_judges(filed, bruno, giulia, dora, client_of):
    judge = name_judge(by=acting(dora), appeal=filed, user=bruno, role="member")
    Appeal.objects.update(made_by=[giulia.pk])
    other = {"appeal": filed, "user": make_user("olga"), "role": "member"}
    give_role(other["user"], filed.tournament, Role.ARBITER)
    for act, given in ((name_judge, other), (release_judge, {"judge": judge, "reason": "No"})):
        with pytest.raises(Refused, match="la giuria la nomina un altro"):
            act(by=acting(giulia), **given)
    page = text(client_of(giulia).get(PAGE))
    assert ("la giuria la nomina un altro" in page, "Nomina chi giudica" in page) == (True, False)
    # Nobody else is left who may: the director, who could give anybody that task.
    Appeal.objects.update(made_by=[giulia.pk, dora.pk])
    with pytest.raises(Refused, match="la nomina un altro"):
        name_judge(by=acting(giulia), **other)
    assert name_judge(by=acting(dora), **other).named_by == dora


def test_whose_judgements_a_row_of_the_standings_rests_on_judges_no_appeal_against_it(played, cast, table):
    dora, giulia, bruno = cast["dora"], cast["giulia"], cast["bruno"]
    played.stages.update(rounds_planned=1)
    make_adjustment(table.line_a, giulia)
    show(dora, played.stages.get(), incomplete=True, reason="Sì")
    entry, other = table.line_a, table.line_b
    row = file_appeal(by=acting(bruno), entry=entry, against=f"standings:1:{entry.number}", grounds="No")
    assert set(row.made_by) == {dora.pk, giulia.pk}  # Sara typed what the table played
    beside = file_appeal(by=acting(bruno), entry=other, against=f"standings:1:{other.number}", grounds="No")
    whole = file_appeal(by=acting(bruno), entry=entry, against="standings:1", grounds="No")
    assert (beside.made_by, whole.made_by) == ([dora.pk], [dora.pk])


def test_who_corrects_without_the_appeal_makes_what_stands(filed, table, giulia):
    given = {"table": table, "board": table.scores.get().board, "points_a": 8, "points_b": 3, "reason": "Svista"}
    give_score(by=acting(giulia), expected_version=1, **given)
    assert giulia.pk in makers_of(filed)
    with pytest.raises(Refused, match="Chi ha preso la decisione impugnata"):
        decided(giulia, filed)


def test_a_judge_is_named_and_noted_under_seal(panel, filed):
    olga, piero, _rita = panel
    decided(olga, filed, present=[piero])
    assert AppealJudge.objects.filter(took_part=True).count() == 2
