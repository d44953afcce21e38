"""Nobody decides of himself: whoever plays at the table rules, proposes, confirms, returns or scores nothing of it."""

import pytest

from people.accounts.models import Player
from records.requests import Refused
from referee.cases.models import Case
from referee.incidents.actions import annul_ruling
from referee.proposals.actions import confirm_ruling, propose_ruling, return_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import acting
from tests.referee.happened import LATE, OVER_TEN, A, record
from tournaments.appeals.adjustment_actions import cancel_adjustment, give_adjustment
from tournaments.scores.models import Adjustment

OWN = "nessuno decide di sé"
PAGE = TOURNAMENT + "casi/1/"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def plays():
    """Makes somebody of the staff the player of that surname, who sits at table 1."""

    def run(user, surname="Conti"):
        Player.objects.filter(last_name=surname).update(account=user)
        return user

    return run


def test_who_sits_there_neither_rules_nor_proposes(late, bruno, giulia, plays):
    plays(bruno)
    for act in (decide, propose_ruling):
        with pytest.raises(Refused, match=OWN):
            act(by=acting(bruno), case=late, expected_version=late.version)
    assert (Ruling.objects.count(), ProposedRuling.objects.count()) == (0, 0)
    assert decide(by=acting(giulia), case=late, expected_version=late.version).number == 1


def test_who_sits_there_neither_confirms_nor_returns(late, bruno, giulia, plays, client_of):
    propose_ruling(by=acting(bruno), case=late, expected_version=late.version)
    plays(giulia, "Fontana")
    for act, more in ((confirm_ruling, {}), (return_ruling, {"words": "No"})):
        with pytest.raises(Refused, match=OWN):
            act(by=acting(giulia), case=Case.objects.get(), number=1, **more)
    shown = client_of(giulia).get(PAGE + "proposta/")
    assert (OWN in text(shown), "Conferma il provvedimento" in text(shown)) == (True, False)


@pytest.mark.long
def test_the_pages_say_so_and_offer_nothing(late, tournament, bruno, plays, client_of):
    client, quick = client_of(bruno), DESK + "turni/1/tavoli/1/ritardo/"
    asked = {"cosa": LATE, "linea": "A", **OVER_TEN}
    pages = {PAGE: {}, quick: asked, PAGE + "diversamente/": {}}
    assert all('class="btn btn-primary"' in source(client.get(page, given)) for page, given in pages.items())
    plays(bruno)
    for page, given in pages.items():
        shown = client.get(page, given)
        assert (OWN in text(shown), "Conferma" in text(shown), "Decido così" in text(shown)) == (True, False, False)
    refused = send(client, quick, version=0, **asked)
    assert (refused.status_code, OWN in text(refused)) == (422, True)


def test_what_was_ruled_of_oneself_is_not_annulled(tournament, table, bruno, plays):
    ruling = record(bruno, table, LATE, OVER_TEN, line=A)
    plays(bruno)
    with pytest.raises(Refused, match=OWN):
        annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="No")


def test_nobody_gives_or_forgives_himself_a_penalty(tournament, dora, giulia, plays):
    entry = tournament.entries.get(number=1)
    given = {"entry": entry, "round": None, "kind": "vp", "amount": -1, "reason": "Ritardo"}
    mine = give_adjustment(by=acting(giulia), **given)
    plays(dora)
    with pytest.raises(Refused, match=OWN):
        cancel_adjustment(by=acting(dora), adjustment=mine, reason="No")
    with pytest.raises(Refused, match=OWN):
        give_adjustment(by=acting(dora), **given | {"amount": 1})
    assert Adjustment.objects.filter(cancelled_at=None).count() == 1
