"""Appeals: received by those who may, decided by somebody else, closed once."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories import acting
from tournaments.actions.appeals import decide_appeal, file_appeal, withdraw_appeal
from tournaments.models import Appeal, LogEntry
from tournaments.refusals import Refused


def test_who_received_an_appeal_does_not_decide_it(tournament, giulia, bruno):
    entry = tournament.entries.first()
    appeal = file_appeal(by=acting(giulia), entry=entry, against="Provvedimento n. 3", grounds="Non era tardiva")
    with pytest.raises(Refused, match="lo decide un altro"):
        decide_appeal(by=acting(giulia), appeal=appeal, upheld=True, decision="Sì")
    with pytest.raises(PermissionDenied):
        decide_appeal(by=acting(bruno), appeal=appeal, upheld=True, decision="Sì")


def test_an_appeal_is_numbered_logged_and_closed_once(tournament, giulia, bruno, dora):
    entry = tournament.entries.first()
    first = file_appeal(by=acting(bruno), entry=entry, against="Provvedimento n. 3", grounds="Tardiva")
    second = file_appeal(by=acting(dora), entry=entry, against="Classifica n. 1", grounds="MP")
    assert (first.number, second.number) == (1, 2)
    decided = decide_appeal(by=acting(giulia), appeal=first, upheld=True, decision="Era in tempo")
    assert (decided.state, decided.decided_by) == (Appeal.State.UPHELD, giulia)
    with pytest.raises(Refused, match="già chiuso"):
        withdraw_appeal(by=acting(bruno), appeal=first, reason="Ritirato")
    assert LogEntry.objects.filter(action="uphold_appeal").count() == 1


@pytest.mark.parametrize("name", ["sara", "carla", "ettore"])
def test_only_those_who_may_receive_an_appeal(tournament, cast, name):
    with pytest.raises(PermissionDenied):
        file_appeal(by=acting(cast[name]), entry=tournament.entries.first(), against="x", grounds="y")
