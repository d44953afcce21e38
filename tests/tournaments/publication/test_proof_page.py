"""The proof of a pairing is put into words once for a record: by its content, so that nobody reads an older one."""

import pytest

from tests.asking import TOURNAMENT, text
from tests.factories import acting
from tests.tournaments.draw.by_formula import in_force, next_round, staged
from tournaments.draw.queries import hash_of
from tournaments.entries.models import Entry
from tournaments.publication.public_views import pairing_in_words
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round

PROOF = TOURNAMENT + "turni/1/abbinamento/"


@pytest.fixture
def director(db, client_of):
    tournament, dora = staged("danish", 8)
    publish_round(by=acting(dora), round=next_round(tournament, dora))
    return client_of(dora)


def test_the_tables_stay_the_same_and_cost_less_the_second_time(director, django_assert_max_num_queries):
    first = text(director.get(PROOF))
    # Log-in, tournament, rounds, stage, versions, those discarded, names, log, minors.
    with django_assert_max_num_queries(10):
        assert text(director.get(PROOF)) == first
    assert "La prova torna" in first


def test_a_new_name_is_seen_at_once(director):
    assert "Rinominata" not in text(director.get(PROOF))
    Entry.objects.filter(number=1).update(name="Rinominata")
    assert "Rinominata" in text(director.get(PROOF))


def test_each_language_has_its_words(director):
    assert "Perché questi due?" in text(director.get(PROOF))
    assert "Perché questi due?" not in text(director.get(PROOF, headers={"Accept-Language": "en"}))


def test_a_record_that_was_altered_is_shown_as_it_stands(director):
    """The database forbids it, so the record is altered on its way to the page."""
    director.get(PROOF)
    found = in_force(Round.objects.get())
    shown = pairing_in_words(found, hash_of(found))
    found.tables = found.tables[1:]
    assert shown.count("table-number") == 4
    assert pairing_in_words(found, hash_of(found)).count("table-number") == 3
