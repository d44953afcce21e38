"""The ways by which a package comes: by a token, by the command; keys that are known."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from federation.packages.actions import add_key, make_token, own_key, revoke_token
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from records.requests import Refused
from tests.factories import NOON, acting
from tests.federation.inbox.bringing import Way, play_on


@pytest.mark.long
@pytest.mark.usefixtures("known")
def test_a_token_brings_one_package_and_a_standing_one_any_number(fitres, olga, data, world, client):
    token = make_token(by=acting(olga), federation=fitres, name="Circolo", token="uno", standing=False)
    address = "/federazioni/fitres/pacchetti/invia/"

    def send(secret, content):
        return client.post(
            address, content, content_type="application/zip", headers={"Authorization": f"Bearer {secret}"}
        )

    at = token.made_at
    type(token).objects.update(expires_at=at + timedelta(days=20_000))
    assert (send("due", data).status_code, send("", data).status_code) == (422, 422)
    assert send("uno", data[:-1]).status_code == 422
    answered = send("uno", data)
    assert (answered.status_code, answered.content.decode()) == (200, "Ricevuto: versione 1.")
    assert ReceivedPackage.objects.get().token == token
    play_on(world)
    newer = package(world.tournament, NOON)
    assert send("uno", newer).status_code == 422
    standing = make_token(by=acting(olga), federation=fitres, name="Sempre", token="tre", standing=True)
    type(token).objects.filter(pk=standing.pk).update(expires_at=at + timedelta(days=20_000))
    assert send("tre", newer).status_code == 200
    assert send("tre", newer).status_code == 200
    revoke_token(by=acting(olga), token=standing)
    play_on(world)
    assert send("tre", package(world.tournament, NOON)).status_code == 422
    assert ReceivedPackage.objects.count() == 2


def test_wrong_tokens_are_held_back(fitres, client):
    address = "/federazioni/fitres/pacchetti/invia/"
    for _turn in range(10):
        client.post(address, b"x", content_type="application/zip", headers={"Authorization": "Bearer x"})
    held = client.post(address, b"x", content_type="application/zip", headers={"Authorization": "Bearer x"})
    assert (held.status_code, "Troppi tentativi" in held.content.decode()) == (422, True)


def test_by_the_command(known, fitres, data, tmp_path, capsys):
    file = tmp_path / "levante.zip"
    file.write_bytes(data)
    call_command("receive_package", "fitres", str(file), "--by", "olga")
    call_command("receive_package", "fitres", str(file), "--by", "olga")
    assert ReceivedPackage.objects.get().way == Way.STICK
    with pytest.raises(CommandError, match="no office"):
        call_command("receive_package", "fitres", str(file), "--by", "gemma")
    file.write_bytes(data[:100])
    with pytest.raises(CommandError, match="non torna"):
        call_command("receive_package", "fitres", str(file), "--by", "olga")
    call_command("installation_key")
    assert own_key().public in capsys.readouterr().out


def test_a_key_is_added_once_and_only_a_key(known, fitres, olga):
    with pytest.raises(Refused, match="già conosciuta"):
        add_key(by=acting(olga), federation=fitres, name="Ancora", public=own_key().public.upper())
    with pytest.raises(Refused, match="64 cifre"):
        add_key(by=acting(olga), federation=fitres, name="Sbagliata", public="12")
