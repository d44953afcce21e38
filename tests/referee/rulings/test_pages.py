"""Rulings: the list and its filters, one to read, its revision."""

import pytest
from django.urls import reverse

from referee.rulings.actions import revise_ruling
from referee.rulings.models import Ruling
from tests.factories import acting
from tests.referee.told import CONTESTED
from tests.referee.wizard.test_wizard_pages import text_of


def test_the_list_filters_by_table_anomaly_and_article(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    for query, found in [
        ({}, True),
        ({"table": "1"}, True),
        ({"table": "2"}, False),
        ({"procedure": "accusa-anticipata"}, True),
        ({"article": "183"}, True),
        ({"article": "81"}, False),
    ]:
        words = text_of(visit("rulings", **query))
        assert ("turno 1, tavolo 1, smazzata 1" in words) is found, query
        assert ("Nessun provvedimento così" in words) is not found


def test_a_wrong_filter_is_refused_in_place(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    response = visit("rulings", table="due")
    assert response.status_code == 422
    assert "turno 1, tavolo 1" in text_of(response)


def test_no_rulings_yet_says_where_to_begin(visit):
    assert "Ancora nessun provvedimento" in text_of(visit("rulings"))


def test_the_ruling_is_read_from_its_record(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    words = text_of(visit("ruling", 1))
    for expected in (
        "Provvedimento n. 1",
        "divieto di completare l’accusa",
        "Qualcuno è andato a monte?",
        "Nord: Anna Conti",
        "Gli articoli",
        "Rivedi il provvedimento",
    ):
        assert expected in words
    assert "la norma è cambiata" not in words


def test_a_ruling_of_another_edition_says_so(ruled, visit, bruno):
    ruling = ruled("accusa-anticipata", CONTESTED)
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Prova")
    fields = {field.name: getattr(ruling, field.name) for field in Ruling._meta.concrete_fields}
    fields |= {"id": None, "version": 2, "supersedes": ruling, "revision_reason": "Prova", "rule_hash": "another"}
    fields["citations"] = [article | {"title": {"it": "Un altro", "en": "Another"}} for article in ruling.citations]
    Ruling.objects.create(**fields)
    assert "la norma è cambiata" in text_of(visit("ruling", 1))
    assert "in revisione" in text_of(visit("ruling", 1))
    assert case.is_revision
    assert "non è più in vigore" in text_of(visit("ruling_version", 1, 1))


def test_an_unknown_ruling_is_not_found(visit):
    assert visit("ruling", 7).status_code == 404
    assert visit("ruling_version", 7, 1).status_code == 404


@pytest.mark.long
def test_revising_opens_the_case_again(ruled, post, visit):
    ruled("accusa-anticipata", CONTESTED)
    assert "si riapre con tutte le sue risposte" in text_of(visit("revise_ruling", 1))
    assert post("revise_ruling", 1, version=1, reason="").status_code == 422
    response = post("revise_ruling", 1, version=1, reason="Sentito il tavolo")
    assert response.url == reverse("case", args=["coppa-levante", 1])
    assert "è in revisione" in text_of(visit("case", 1))
    # Nothing is changed yet: what may be changed comes before what was decided.
    page = text_of(visit("case", 1))
    assert page.index("Cambia la risposta che non va") < page.index("Finora") < page.index("Da leggere al tavolo")
    assert post("revise_ruling", 1, version=1, reason="Ancora").status_code == 422
    assert post("revise_ruling", 1, version=2, reason="Ancora").status_code == 409
