"""What belongs to a federation is recorded where it is asked for, though none is known: one typed, or none."""

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.accounts.models import NO_FEDERATION, Club, Federation
from tests import factories
from tests.asking import send
from tournaments.entry_lists.models import ImportBatch

CLUB = "/circoli/nuovo/"
REGISTER = "/giocatori/importa/"


@pytest.fixture
def founder(db: None, client_of) -> Client:
    carla = factories.make_user("carla")
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return client_of(carla)


@pytest.mark.parametrize(
    ("said", "code"), [({}, NO_FEDERATION), ({"other_federation": "Lega dei Circoli"}, "lega-dei-circoli")]
)
def test_on_an_empty_installation(founder: Client, said: dict[str, str], code: str) -> None:
    assert send(founder, CLUB, name="Circolo dei Portici", **said).status_code == 302
    assert Club.objects.get().federation.code == code
    file = SimpleUploadedFile("soci.csv", b"Cognome;Nome\nAlberi;Ugo\n")
    assert send(founder, REGISTER, file=file, **said).status_code == 302
    assert ImportBatch.objects.get().federation.code == code


def test_what_is_typed_is_meant_though_the_only_one_stood_chosen(founder: Client) -> None:
    known = Federation.objects.create(code="fitres", name="Fitres")
    send(founder, CLUB, name="Circolo dei Portici", federation=known.pk, other_federation="Lega")
    assert Club.objects.get().federation.code == "lega"
