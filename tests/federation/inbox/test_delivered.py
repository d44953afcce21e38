"""A package handed over from the tournament's own pages, where its federation keeps its inbox here."""

import pytest

from federation.inbox.actions import deliver, opened
from federation.packages.models import ReceivedPackage
from records.models import LogEntry
from records.requests import Refused
from tests.asking import send, source, text
from tests.factories import Role, acting, give_role

WORDS = "Consegna il pacchetto alla federazione"

pytestmark = pytest.mark.long


def test_one_press_brings_it_into_the_inbox(world, known, client_of):
    tournament, dora = world.tournament, world.people["dora"]
    client, page = client_of(dora), f"/tornei/{world.tournament.slug}/pacchetto/"
    assert WORDS in text(client.get(page))
    assert send(client, f"{page}consegna/").url == page
    kept = ReceivedPackage.objects.get()
    assert kept.received_by == dora
    line = LogEntry.objects.filter(tournament=tournament).order_by("sequence").last()
    assert (line.action, line.data["sha256"]) == ("deliver_package", kept.sha256)
    assert "Pacchetto consegnato" in text(client.get(page))
    # Whoever comes later reads it too, with what has become of it.
    later = text(client.get(page))
    assert "Che cosa la federazione ha ricevuto versione 1, il" in later and "ricevuto" in later.split("versione 1")[1]


def test_it_is_offered_only_where_the_federation_knows_this_installation(world, client_of):
    page = f"/tornei/{world.tournament.slug}/pacchetto/"
    client = client_of(world.people["dora"])
    assert "consegna/" not in source(client.get(page))
    send(client, f"{page}consegna/")
    assert "che la federazione non conosce" in text(client.get(page))
    assert not ReceivedPackage.objects.exists()


def test_what_was_not_made_for_this_federation_stays_out(world, data):
    with pytest.raises(Refused):
        deliver(by=acting(world.people["dora"]), tournament=world.tournament, content=opened(data))


def test_what_is_of_another_tournament_is_not_delivered_as_this_ones(world, known, data):
    give_role(world.people["dora"], world.other, Role.DIRECTOR)
    with pytest.raises(Refused, match="non è di questo torneo"):
        deliver(by=acting(world.people["dora"]), tournament=world.other, content=opened(data))
    assert not ReceivedPackage.objects.exists()
