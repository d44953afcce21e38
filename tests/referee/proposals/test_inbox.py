"""Proposals, and those that came back, wait on the first page of whoever has to see to them."""

import pytest

from referee.cases.models import Case
from referee.proposals.actions import propose_ruling, return_ruling
from tests import factories
from tests.asking import TOURNAMENT, source, text
from tests.factories import acting


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


def test_a_proposal_waits_for_the_chief_and_what_comes_back_for_who_proposed(late, bruno, giulia, client_of):
    assert "1 anomalia da finire" in text(client_of(bruno).get("/"))
    assert "da finire" not in text(client_of(giulia).get("/"))
    proposal = propose_ruling(by=acting(bruno), case=late, expected_version=late.version)
    page = client_of(giulia).get("/")
    assert "1 provvedimento da confermare" in text(page)
    assert f'href="{TOURNAMENT}arbitraggio/"' in source(page)
    waits = text(client_of(bruno).get("/"))
    assert "provvedimento da confermare" not in waits and "da finire" not in waits
    return_ruling(by=acting(giulia), case=Case.objects.get(), number=proposal.number, words="Manca chi ha visto")
    assert "1 proposta rimandata a te" in text(client_of(bruno).get("/"))
    assert "provvedimento da confermare" not in text(client_of(giulia).get("/"))


def test_a_choice_that_is_waited_for_stands_there(late, giulia, client_of):
    assert "scelta attesa" not in text(client_of(giulia).get("/"))
    Case.objects.update(waits={"who": {"it": "A"}, "may": {"it": "scegliere"}, "until": {"it": "subito"}})
    assert "1 scelta attesa dai giocatori" in text(client_of(giulia).get("/"))
