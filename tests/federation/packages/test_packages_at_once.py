"""Two who act on packages at the same moment: one package once, one token once, one homologation."""

import pytest

from federation.inbox.actions import Checked, check, homologate, opened, receive
from federation.packages.actions import add_key, make_token, own_key
from federation.packages.exports import package
from federation.packages.models import Homologation, InstallationKey, ReceivedPackage
from people.offices.log import first_broken_line
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.factories import NOON, acting
from tests.tournaments.at_once import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.dialect, pytest.mark.long]
Way = ReceivedPackage.Way


@pytest.fixture
def olga(tournament):
    olga = factories.make_officer("olga", tournament.federation)
    factories.give_role(olga, tournament, Role.DIRECTOR)
    factories.sealed(tournament)
    add_key(by=acting(olga), federation=tournament.federation, name="Levante", public=own_key().public)
    return olga


def test_the_same_package_brought_by_two_is_one(tournament, olga):
    content, federation = opened(package(tournament, NOON)), tournament.federation
    found = at_once(
        *(lambda: receive(by=acting(olga), federation=federation, content=content, way=Way.UPLOAD) for _turn in "ab")
    )
    assert found[0] == found[1] == ReceivedPackage.objects.get()
    assert first_broken_line(federation) is None


def test_a_token_that_serves_once_brings_one_of_two_packages(tournament, olga):
    federation = tournament.federation
    other = factories.make_tournament("altra-coppa")
    factories.give_role(olga, other, Role.DIRECTOR)
    factories.sealed(other)
    token = make_token(by=acting(olga), federation=federation, name="Uno", token="uno", standing=False)
    contents = [opened(package(one, NOON)) for one in (tournament, other)]

    def bring(content):
        by = acting(olga)
        return lambda: receive(by=by, federation=federation, content=content, way=Way.TOKEN, token=token)

    found = at_once(*map(bring, contents))
    assert sorted(type(one).__name__ for one in found) == ["ReceivedPackage", "Refused"]
    assert ReceivedPackage.objects.count() == 1


def test_a_package_is_homologated_once(tournament, olga):
    content = opened(package(tournament, NOON))
    kept = receive(by=acting(olga), federation=tournament.federation, content=content, way=Way.UPLOAD)
    check(by=acting(olga), package=kept, found=Checked([]))
    found = at_once(*(lambda: homologate(by=acting(olga), package=kept) for _turn in "ab"))
    assert sorted(type(one).__name__ for one in found) == ["Homologation", Refused.__name__]
    assert Homologation.objects.count() == 1


def test_two_who_ask_for_the_key_first_get_the_same(db):
    assert len({one.public for one in at_once(own_key, own_key)}) == 1
    assert InstallationKey.objects.count() == 1
