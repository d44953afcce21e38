"""What a step of the wizard and the page of a table ask the database: as little for a long case as for a short one."""

import re

import pytest
from django.db import connection
from django.urls import reverse

from referee.cases.actions import open_case
from tests.factories import acting
from tests.referee.told import CONTESTED
from tests.referee.wizard.test_wizard_pages import HTMX, address

# Session, who signed in, the tournament with the role there, the case, the players of its table, what others were
# asked about it, whether the table calls, whether the deal of its board is kept.
STEP = 8
# Of an anomaly that a score noted forecloses: whether there is one.
KNOWN = 1
# Of a decision: of which clubs whoever decides is; the players' are asked for where there are any.
OF_THE_CLUB = 1
# Of whom the case is, who may have the name of whoever decides; and whether somebody could confirm a proposal.
OF_THE_NAME, CONFIRMED = 1, 1
PRESSED = re.compile(r'name="procedure" value="([^"]+)" aria-pressed="true"')


@pytest.mark.parametrize("answered", [{}, {"procedure": "accusa-anticipata"}])
def test_a_step_asks_the_same_whatever_was_answered(answered, draft, say, bruno_client, django_assert_num_queries):
    if answered:
        say(draft, **answered)
    bruno_client.get(address(draft))
    with django_assert_num_queries(STEP + KNOWN * bool(answered)):
        bruno_client.get(address(draft))


def test_the_decision_asks_no_more_than_a_question(through, bruno_client, django_assert_num_queries):
    case = through()
    with django_assert_num_queries(STEP + KNOWN + OF_THE_CLUB + OF_THE_NAME + CONFIRMED):
        assert "Da leggere al tavolo" in bruno_client.get(address(case)).content.decode()


def test_an_answer_reads_the_case_once_and_writes_it_once(draft, send, django_assert_max_num_queries):
    send(draft, step="anomalia", procedure="accusa-anticipata", headers=HTMX)
    # A server is asked for the tournament's lock besides.
    with django_assert_max_num_queries(21 + connection.features.has_select_for_update):
        assert send(draft, step="posto", responsible="N", headers=HTMX).status_code == 200


def test_while_one_types_only_what_was_found_comes_back(draft, bruno_client):
    found = bruno_client.get(address(draft), {"cerca": "accusa"}, headers=HTMX | {"HX-Target": "anomalies"})
    part = found.content.decode()
    assert 'id="anomalies"' in part
    assert 'id="case"' not in part
    assert "Accusa prima del proprio turno" in part


def test_the_families_show_which_anomaly_is_chosen(draft, say, bruno_client):
    families = {"passo": "anomalia"}
    assert PRESSED.findall(bruno_client.get(address(draft), families).content.decode()) == []
    say(draft, procedure="accusa-anticipata")
    assert PRESSED.findall(bruno_client.get(address(draft), families).content.decode()) == ["accusa-anticipata"]


@pytest.mark.long
def test_a_table_asks_the_same_with_many_cases(bruno, ruled, bruno_client, django_assert_num_queries):
    table = ruled("accusa-anticipata", CONTESTED).case.table
    page = reverse("table", args=["coppa-levante", 1, table.number])
    for _ in range(2):
        open_case(by=acting(bruno), table=table)
        bruno_client.get(page)
        with django_assert_num_queries(15):
            bruno_client.get(page)
