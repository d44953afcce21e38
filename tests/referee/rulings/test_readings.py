"""Readings of the code at burraco: what is adopted, the other one, and what would change."""

import pytest
from django.urls import reverse

from referee.editions.queries import rule_changed
from referee.rulings.document import document_of
from referee.rulings.layout import ruling_sheet
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import NOON
from tests.reading import text_of
from tests.referee.told import REMINDED
from tests.referee.wizard.test_wizard_pages import text_of as words
from tournaments.setup.models import Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    return factories.with_two_rounds(factories.make_burraco())


@pytest.fixture
def bruno_client(client_of, bruno):
    return client_of(bruno)


def test_the_other_reading_stands_on_the_decision_the_ruling_its_paper_and_the_code(ruled, bruno_client):
    ruling = ruled("suggerimento", REMINDED, responsible="W")
    assert set(ruling.readings[0]) == {"it", "en", "other"}
    other = ruling.readings[0]["other"]["it"]
    shown = [
        words(bruno_client.get(reverse("ruling", args=[ruling.tournament.slug, 1]))),
        words(bruno_client.get(reverse("procedure", args=["fibur-burraco-2019", "suggerimento"]))),
        text_of(ruling_sheet(document_of(ruling, language="it"), at=NOON)),
    ]
    for page in shown:
        assert "L’altra lettura:" in page
        assert other[:40] in " ".join(page.split())


def test_what_a_reading_rejects_changes_no_rule(ruled):
    ruling = ruled("suggerimento", REMINDED, responsible="W")
    without = [{language: one[language] for language in ("it", "en")} for one in ruling.readings]
    before = Ruling(**{f.attname: getattr(ruling, f.attname) for f in Ruling._meta.concrete_fields})
    before.readings, before.rule_hash = without, "0" * 64
    assert not rule_changed(before)


def test_the_code_s_own_page_tells_whom_an_anomaly_asks_for(bruno_client):
    page = words(bruno_client.get(reverse("procedure", args=["fibur-burraco-2019", "suggerimento"])))
    assert "Chi ha suggerito? (sul tavolo disegnato)" in page
