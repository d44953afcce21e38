"""Names of federations and clubs are under the seal of the federation's log."""

import pytest
from django.urls import reverse

from people.accounts.models import NO_FEDERATION, Club, Federation
from people.offices.log import verify_federation_log
from people.offices.models import FederationLine
from people.players.actions import found_federation, save_club
from records.official_records import collect_written
from tests.factories import acting
from tests.forging import forged, try_to


def troubles(federation):
    return forged(federation, verify_federation_log(federation))


@pytest.fixture
def founded(dora):
    with collect_written():
        return found_federation(acting(dora), "fedeltre", "Federazione del Tre")


def test_a_federation_begins_its_log_with_its_name(founded, dora):
    assert list(FederationLine.objects.values_list("action", "object")) == [
        ("found_federation", f"people.Federation:{founded.pk}")
    ]
    with collect_written():
        assert found_federation(acting(dora), "fedeltre", "Altro nome") == founded
    assert FederationLine.objects.count() == 1
    assert troubles(founded) == []
    assert try_to("UPDATE people_federation SET name = 'Altra' WHERE id = %s", founded.pk)
    assert troubles(founded) == [f"people.Federation:{founded.pk}"]


def test_a_club_written_corrected_or_of_another_federation_is_sealed_where_it_is(founded, dora, tournament):
    club = save_club(by=acting(dora), name="Circolo Uno", federation=founded)
    save_club(by=acting(dora), name="Circolo Due", town="Bari", federation=founded, club=club)
    assert troubles(founded) == []
    assert try_to("UPDATE people_club SET name = 'Circolo Tre' WHERE id = %s", club.pk)
    assert troubles(founded) == [f"people.Club:{club.pk}"]
    save_club(by=acting(dora), name="Circolo Due", federation=None, club=club)
    none = Federation.objects.get(code=NO_FEDERATION)
    assert (troubles(founded), troubles(none)) == ([], [])
    assert try_to("UPDATE people_club SET federation_id = %s WHERE id = %s", founded.pk, club.pk)
    assert (troubles(founded), troubles(none)) == ([f"people.Club:{club.pk}"], [f"people.Club:{club.pk}"])


def test_a_club_that_no_action_wrote_is_found(founded, dora):
    club = Club.objects.create(federation=founded, name="Circolo Falso")
    assert troubles(founded) == [f"people.Club:{club.pk}"]


def test_a_name_corrected_in_the_administration_is_a_line_of_the_log(founded, admin_client):
    address = reverse("admin:people_federation_change", args=[founded.pk])
    assert admin_client.post(address, {"name": "Federazione del Quattro"}).status_code == 302
    last = FederationLine.objects.latest("pk")
    assert (last.action, last.sequence) == ("change_federation", 2)
    assert (troubles(founded), Federation.objects.get(pk=founded.pk).name) == ([], "Federazione del Quattro")
