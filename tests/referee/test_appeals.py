"""An appeal against a ruling: nobody judges his own, and what it changes is a new version that the scores follow."""

import re

import pytest
from django.core.exceptions import PermissionDenied

from referee.actions.appeals import change_by_appeal
from referee.actions.cases import Answers, answer, discard_case
from referee.actions.rulings import decide, revise_ruling
from referee.models import Case, Ruling
from tests import factories
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN, A, record
from tests.tournaments.pages import DESK, TOURNAMENT, send, text
from tournaments.actions.appeals import decide_appeal, file_appeal, name_judge, withdraw_appeal
from tournaments.models import Appeal, MatchScore
from tournaments.refusals import Refused


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def appeal(tournament, table, bruno, dora):
    """Bruno ruled that a pair was eleven minutes late; Dora wrote its appeal down."""
    record(bruno, table, LATE, OVER_TEN, line=A)
    return file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:1", grounds="Otto minuti")


def test_it_knows_its_ruling_and_who_gave_it(appeal, bruno):
    assert (appeal.against, appeal.record, appeal.made_by) == ("Provvedimento n. 1", "ruling:1:1", [bruno.pk])
    assert appeal.noticed_at == Ruling.objects.get().decided_at


def test_who_ruled_neither_judges_nor_revises_it_meanwhile(appeal, bruno, dora, giulia):
    ruling = Ruling.objects.get()
    with pytest.raises(Refused, match="Chi ha preso la decisione"):
        name_judge(by=acting(dora), appeal=appeal, user=bruno, role="member")
    with pytest.raises(Refused, match=r"reclamo n\. 1"):
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Ci ripenso")
    with pytest.raises(Refused, match="nuova versione chiude il reclamo"):
        decide_appeal(by=acting(giulia), appeal=appeal, outcome="changed", decision="Otto minuti")
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    with pytest.raises(PermissionDenied):
        decide(by=acting(bruno), case=case, expected_version=case.version)
    with pytest.raises(PermissionDenied):
        discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="No")


def test_what_it_changes_is_a_new_version_and_the_scores_follow(appeal, giulia):
    assert MatchScore.objects.current().get().reference == "Provvedimento n. 1"
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    told = Answers(facts={"ritardo": "da-5-a-10"})
    case = answer(by=acting(giulia), case=case, expected_version=case.version, answers=told)
    second = decide(by=acting(giulia), case=case, expected_version=case.version)
    assert (second.version, second.revision_reason) == (2, "Reclamo n. 1: Otto minuti")
    assert not MatchScore.objects.current().exists()
    closed = Appeal.objects.get()
    assert (closed.state, closed.decided_by, closed.decision) == ("changed", giulia, "Reclamo n. 1: Otto minuti")
    assert Case.objects.get().appeal is None


def test_withdrawn_meanwhile_it_binds_nobody(appeal, giulia, bruno, dora):
    case = change_by_appeal(by=acting(giulia), appeal=appeal, reason="Otto minuti")
    withdraw_appeal(by=acting(dora), appeal=Appeal.objects.get(), reason="Ci ripensano")
    given_up = discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="Ritirato")
    assert (given_up.state, given_up.appeal) == ("ruled", None)
    assert Appeal.objects.get().state == "withdrawn"


def test_the_pages_lead_from_the_ruling_to_the_new_version(appeal, client_of, giulia, bruno):
    chief = client_of(giulia)
    assert "È sotto reclamo, n. 1" in text(client_of(bruno).get(TOURNAMENT + "provvedimenti/1/"))
    page = DESK + "reclami/1/"
    shown = text(chief.get(page))
    assert "Cambia il provvedimento" in shown
    assert "Bruno Riva. Chi ha preso la decisione impugnata" in shown
    assert send(chief, page + "cambia/", reason="").status_code == 422
    answer = send(chief, page + "cambia/", reason="Otto minuti")
    assert answer.url == TOURNAMENT + "casi/1/"


def test_the_page_leads_to_what_it_is_against_and_asks_for_a_panel_where_nobody_may_decide(
    appeal, tournament, dora, giulia, client_of
):
    address = f"{DESK}reclami/{appeal.number}/"
    page = client_of(dora).get(address).content.decode()
    assert f'href="{TOURNAMENT}provvedimenti/1/versioni/1/"' in page
    assert "decide il capo arbitro, se non è cosa sua" in page
    Appeal.objects.update(made_by=[giulia.pk])
    assert "Nessuno può ancora deciderlo" in client_of(dora).get(address).content.decode()


def test_all_that_bars_somebody_is_told(appeal, giulia):
    Appeal.objects.update(made_by=[giulia.pk], filed_by=giulia)
    with pytest.raises(Refused, match=r"Chi ha ricevuto il reclamo.*Chi ha preso la decisione"):
        decide_appeal(by=acting(giulia), appeal=Appeal.objects.get(), outcome="upheld", decision="Sì")


def test_those_at_the_table_are_offered_first(appeal, tournament, table, dora, client_of):
    factories.make_entry(tournament, 3)
    table.line_b.number = 9
    table.line_b.save()
    page = client_of(dora).get(f"{DESK}reclami/?contro=ruling:1:1").content.decode()
    assert re.findall(r'<option value="(\d+)"', page)[:2] == [str(table.line_a_id), str(table.line_b_id)]
