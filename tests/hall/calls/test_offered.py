"""What the page of a table offers of its call is then done: button and action ask one predicate."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from hall.calls.actions import ask_second, call_arbiter, close_call, take_call
from tests.asking import TOURNAMENT, send, source
from tests.factories import acting

pytestmark = pytest.mark.long

QUEUE = f"{TOURNAMENT}chiamate/"
TABLE = f"{TOURNAMENT}turni/1/tavoli/1/"


@pytest.fixture
def call(table, dora):
    return call_arbiter(by=acting(dora, at=timezone.now() - timedelta(minutes=3, seconds=5)), table=table)


def offered(page):
    """What the forms about the call of the page of a table send, one for each of their buttons."""
    found = []
    for form in re.findall(r'<form method="post" action="[^"]*chiamate/[^"]*".*?</form>', source(page), re.DOTALL):
        fixed = dict(re.findall(r'<input\s+type="hidden" name="(step|call)" value="([^"]*)"', form))
        buttons = [dict(re.findall(r'(name|value)="([^"]*)"', one)) for one in re.findall(r"<button[^>]*>", form)]
        arbiters = re.findall(r'<option value="(\d+)"', form)
        said = [{one["name"]: one["value"]} for one in buttons if "name" in one] or [{"to": one} for one in arbiters]
        found += [fixed | one for one in said or [{}]]
    return found


def taken(call, cast, *steps):
    for number, (who, act) in enumerate(steps):
        act(by=replace(acting(cast[who], at=timezone.now()), key=f"fatto-{number}"), call=call)


STATES = {
    "nobody goes": ((), 42),
    "Bruno goes": ((("bruno", take_call),), 37),
    "a second is wanted": ((("bruno", take_call), ("bruno", ask_second)), 35),
    "it is over": ((("bruno", take_call), ("bruno", partial(close_call, outcome="information"))), 3),
}


@pytest.mark.parametrize("state", STATES)
def test_whatever_is_offered_of_a_call_is_then_done(client_of, cast, call, state):
    """Every button that any of the staff sees on the page of the table, each tried in the same hall."""
    steps, count = STATES[state]
    taken(call, cast, *steps)
    tried, refused = 0, []
    for who in ("bruno", "giulia", "dora"):
        client = client_of(cast[who])
        for fields in offered(client.get(TABLE)):
            place = transaction.savepoint()
            answer = send(client, f"{QUEUE}{call.pk}/", key="prova", **fields)
            transaction.savepoint_rollback(place)
            tried += 1
            if answer.status_code != 302:
                refused.append((who, fields, answer.status_code))
    assert (refused, tried) == ([], count)
