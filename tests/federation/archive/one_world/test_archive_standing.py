"""Whether what the archive shows still stands: revised, changed on appeal, under a rule that has changed, cited."""

import re
from typing import Any

import pytest

from federation.archive.actions import refresh
from federation.archive.lines import citing
from federation.archive.models import ArchivedRuling
from referee.cases.models import Case
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.world import Visitor, World
from tournaments.appeals.models import Appeal

pytestmark = pytest.mark.dialect


def first(world: World) -> Ruling:
    return Ruling.objects.get(tournament=world.tournament, number=1, version=1)


def archived(world: World, number: int, version: int) -> ArchivedRuling:
    refresh(world.tournament.federation)
    return ArchivedRuling.objects.get(
        tournament=world.tournament, kind="ruling", number=number, version=version, federation__code="fitres"
    )


def revised(world: World, reason: str) -> Ruling:
    giulia = world.people["giulia"]
    assert giulia is not None
    case = revise_ruling(by=acting(giulia), ruling=first(world), expected_version=1, reason="Sentito Est di nuovo")
    return decide(by=acting(giulia), case=case, expected_version=case.version, reason=reason)


def page(world: World, one: ArchivedRuling) -> str:
    answer: Any = Visitor(world.people["remo"]).send("GET", f"/federazioni/fitres/archivio/atti/{one.source}/")
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.long
def test_a_revised_ruling_says_by_which_version(world: World) -> None:
    assert archived(world, 1, 1).standing == "in_force"
    revised(world, "Come si è visto")
    before, after = archived(world, 1, 1), archived(world, 1, 2)
    assert (before.standing, before.followed_by, after.standing) == ("revised", 2, "in_force")
    assert "rivisto dalla versione 2" in page(world, before)
    assert "Sentito Est di nuovo" in page(world, after)
    assert f'/archivio/atti/{before.source}/"' in page(world, after)


def test_a_ruling_that_an_appeal_changed_says_so_and_the_appeal_leads_to_it(world: World) -> None:
    entry = world.tournament.entries.get(number=1)
    granted = {"state": "changed", "decision": "Accolto in parte", "decided_by": world.people["giulia"]}
    appeal = Appeal.objects.create(
        tournament=world.tournament, number=70, entry=entry, against="Provvedimento n. 1", record="ruling:1:1",
        grounds="Nessuno ci ha sentiti", filed_by=world.people["dora"], filed_at=factories.NOON,
        decided_at=factories.NOON, **granted,
    )  # fmt: skip
    one = archived(world, 1, 1)
    assert one.standing == "overturned"
    assert "cambiato in reclamo" in page(world, one)
    text = page(world, ArchivedRuling.objects.get(source=f"appeal-{appeal.pk}"))
    assert "Nessuno ci ha sentiti" in text
    assert "Accolto in parte" in text
    assert f"/archivio/atti/{one.source}/" in text


def test_a_ruling_under_a_code_that_is_gone_says_that_the_rule_has_changed(world: World) -> None:
    Ruling.objects.create(
        tournament=world.tournament, case=Case.objects.get(tournament=world.tournament, number=4), number=71,
        title={"it": "Antica", "en": "Old"}, procedure="antica", rulebook="codice-di-una-volta", rulebook_hash="0" * 64,
        scene={"seats": {}, "responsible": "N", "round": 1, "table": 1, "board": None, "line_a": "", "line_b": ""},
        decided_by=world.people["bruno"], decided_at=factories.NOON,
    )  # fmt: skip
    assert archived(world, 71, 1).rule_changed
    assert not archived(world, 1, 1).rule_changed
    assert "la norma è cambiata da allora" in page(world, archived(world, 71, 1))


def test_a_ruling_tells_who_cites_it(world: World) -> None:
    assert citing(archived(world, 2, 1)) == []
    revised(world, "Come in coppa-levante n. 2, e non come in altro-torneo n. 2 o nel punto n. 3")
    cited = archived(world, 2, 1)
    assert [(one.number, one.version) for one in citing(cited)] == [(1, 2)]
    assert "citato da 1 atto" in page(world, cited)
    assert citing(archived(world, 3, 1)) == []
