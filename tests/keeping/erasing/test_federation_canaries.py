"""A canary in every personal column of every record of a federation, by what the models say: in no log, and erased."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from federation.home.verification_queries import check_federation
from federation.received.models import ReceivedTournament
from federation.seasons.actions import assign_received_class
from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from people.accounts.models import Federation, Player, User
from people.offices.models import FederationLine
from records.action import Actor
from records.official_records import way_to_owner
from records.seal_comparison import federation_models
from tests.demonstration import NOW, make_federation
from tests.factories import acting, sealed_federation
from tests.keeping.erasing.planting import CANARY, planted, whole_database
from tests.outside import guard, unguard
from tests.snapshots import lent

# A person's own rows, which are erased as a whole with them (tests/federation/roster/test_members_erased.py).
OWN = {"people.Member", "people.MemberChange"}


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def federation(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Federation]:
    """That of the demonstration; texts stand where no action would write them, as an end's reason before the end."""
    with django_db_blocker.unblock():
        with lent(make_federation):
            received = ReceivedTournament.objects.earliest("pk")
            said = {"class_id": "", "seen": 0, "reason": "Non conta"}
            assign_received_class(by=officer(), received=received, **said)
            unguard()
            yield Federation.objects.get(code="fitres")
        guard()


def officer() -> Actor:
    return acting(User.objects.get(username="olga"), at=NOW)


def troubles(federation: Federation) -> list[str]:
    return [one.trouble for one in check_federation(federation) if not one.holds]


@pytest.mark.long
def test_a_canary_in_every_personal_column_of_a_federation_is_in_no_log_and_erased_everywhere(
    federation: Federation,
) -> None:
    kinds = [model for model in federation_models() if model.PERSONAL and model._meta.label not in OWN]
    there = {where for model in kinds for where in planted(model, way_to_owner(model), federation.pk)}
    columns = {(model._meta.label, column) for model in kinds for column in model.PERSONAL}
    assert columns - there == set()
    sealed_federation(federation, at=NOW)
    # What was signed, or is found by its words, and has a canary in it, is not what it was.
    before = troubles(federation)
    assert [one for one in before if "firmata" not in one and "rifai l’indice" not in one] == []
    assert CANARY not in repr(list(FederationLine.objects.values_list("data", "object", "seals")))
    found = find_texts(Words.typed_as(CANARY))
    assert {(one.model._meta.label, one.column) for one in found} == there
    User.objects.filter(username="olga").update(is_superuser=True)
    player = Player.objects.create(first_name="Nessuno", last_name="Qui")
    erase_person(by=officer(), player=player, found=found, reason="Non serve")
    assert CANARY not in whole_database()
    # Of what was signed and then erased the seal tells, as of all the rest.
    assert set(troubles(federation)) <= set(before)
