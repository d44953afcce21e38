"""What belongs to a federation is recorded where it is asked for, though none is known: one typed, or none."""

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.accounts.models import NO_FEDERATION, Club, Federation
from tests import factories
from tests.asking import send, text
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


def test_one_chosen_and_another_typed_is_refused_and_none_of_them_taken(founder: Client) -> None:
    """The name of another is asked for only by whoever chose none of those that are known."""
    known = Federation.objects.create(code="fitres", name="Fitres")
    answer = send(founder, CLUB, name="Circolo dei Portici", federation=known.pk, other_federation="Lega")
    assert answer.status_code == 422
    assert "non tutte e due" in text(answer)
    send(founder, CLUB, name="Circolo dei Portici", federation="", other_federation="Lega")
    assert Club.objects.get().federation.code == "lega"
