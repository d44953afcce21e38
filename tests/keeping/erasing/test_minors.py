"""Minors are named by their initials wherever everybody reads (every page of all: tests/addresses/test_walk.py)."""

import json
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from people.accounts.models import Player
from tests.walking import said
from tests.world import Visitor, World
from tournaments.entries.models import Entry, EntryMember
from tournaments.publication.models import Publication
from tournaments.publication.proof import hash_of
from tournaments.setup.public_names import initials, public_name, public_names

TODAY = date(2026, 11, 14)


@pytest.fixture
def luca(world: World) -> Player:
    """Luca Serra of pair 1, «Conti – Serra»: a minor still for a year, in standings published before that was known."""
    player = Player.objects.get(last_name="Serra", memberships__entry__tournament=world.tournament)
    player.minor_until = timezone.localdate() + timedelta(days=365)
    player.save()
    return player


@pytest.mark.long
def test_staff_read_the_name(world: World, luca: Player) -> None:
    desk = f"/tornei/{world.tournament.slug}/direzione"
    for path in (f"{desk}/coppie/", f"{desk}/turni/1/", f"/giocatori/{luca.pk}/"):
        assert "Serra" in said(Visitor(world.people["dora"]), path)
    rulings = f"/tornei/{world.tournament.slug}/esporta/provvedimenti/1.pdf"
    assert "Luca Serra" in said(Visitor(world.people["giulia"]), rulings)


def test_of_age_the_name_is_read_again(world: World, luca: Player) -> None:
    luca.minor_until = timezone.localdate()
    luca.save()
    assert "Serra" in said(Visitor(None), f"/tornei/{world.tournament.slug}/")


def test_standings_published_before_still_prove_themselves(world: World, luca: Player) -> None:
    published = Publication.objects.filter(tournament=world.tournament).earliest("number")
    assert published.hash == hash_of(published)
    page = said(Visitor(None), f"/tornei/{world.tournament.slug}/classifica/{published.number}/")
    assert published.hash in page


def test_a_file_that_names_a_minor_in_a_category_says_that_its_hash_is_of_the_name(world: World, luca: Player) -> None:
    published = Publication.objects.filter(tournament=world.tournament).earliest("number")
    published.pk, published.number = None, 90
    published.rows[0]["rows"][0]["category"] = "Luca Serra"
    published.save(force_insert=True)
    told = json.loads(said(Visitor(None), f"/tornei/{world.tournament.slug}/classifica/90/righe.json"))
    assert told["minors"]
    assert told["standings"][0]["rows"][0]["category"] == "L. S."


def test_a_name_spelt_otherwise_when_standings_were_published_is_hidden_too(world: World, luca: Player) -> None:
    luca.last_name = "Serri"
    luca.save()
    Entry.objects.filter(tournament=world.tournament, number=1).update(name="Conti – Serri")
    number = Publication.objects.filter(tournament=world.tournament).earliest("number").number
    for path in ("", "coppie/1/", "righe.json"):
        text = said(Visitor(None), f"/tornei/{world.tournament.slug}/classifica/{number}/{path}")
        assert "Serra" not in text
        assert "Serri" not in text


def test_a_parent_of_the_same_name_keeps_it(world: World, luca: Player) -> None:
    entry = world.tournament.entries.get(number=1)
    Player.objects.filter(memberships__entry=entry, last_name="Conti").update(first_name="Carlo", last_name="Serra")
    Entry.objects.filter(pk=entry.pk).update(name="Serra – Serra")
    names = public_names(world.tournament.slug, timezone.localdate())
    assert names.in_text("1 Serra – Serra: Carlo Serra, Luca Serra, Serra Luca") == (
        "1 Serra – L. S.: Carlo Serra, L. S., L. S."
    )


def test_names_that_hold_a_minors_name_stay(world: World, luca: Player) -> None:
    """Of a player alone the entry is called by the surname, which others may bear."""
    entry = world.tournament.entries.get(number=1)
    EntryMember.objects.filter(entry=entry, position=1).delete()
    Entry.objects.filter(pk=entry.pk).update(name="Serra")
    other = world.tournament.entries.get(number=2)
    Player.objects.filter(memberships__entry=other, memberships__position=1).update(first_name="Ada", last_name="Serra")
    names = public_names(world.tournament.slug, timezone.localdate())
    assert names.in_text("Serra; Ada Serra; Serrano") == "L. S.; Ada Serra; Serrano"


def test_a_teams_own_name_loses_the_surname_alone(world: World, luca: Player) -> None:
    Entry.objects.filter(tournament=world.tournament, number=1).update(name="I Serra d’Italia & co")
    names = public_names(world.tournament.slug, timezone.localdate())
    assert names.in_text("I Serra d’Italia & co") == "I L. S. d’Italia & co"
    assert names.in_text("I Serra d’Italia &amp; co") == "I L. S. d’Italia &amp; co"


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [("Mario", "Rossi", "M. R."), ("Nicolò", "D’Amico", "N. D."), ("érica", "de Luca", "É. D."), ("", "Rossi", "R.")],
)
def test_initials(first: str, last: str, shown: str) -> None:
    assert initials(first, last) == shown
    minor = Player(first_name=first, last_name=last, minor_until=TODAY + timedelta(days=1))
    assert public_name(minor, TODAY) == shown
    assert public_name(minor, TODAY + timedelta(days=1)) == str(minor)


def test_the_day_is_written_on_the_players_page(world: World) -> None:
    client, player = Client(), Player.objects.get(last_name="Serra", memberships__entry__tournament=world.tournament)
    client.force_login(world.people["dora"])
    page = client.get(f"/giocatori/{player.pk}/dati/").content.decode()
    seen = page.split('name="seen" value="')[1].split('"')[0]
    data = {"key": "k1", "last_name": "Serra", "first_name": "Luca", "minor_until": "2030-05-06", "seen": seen}
    assert client.post(f"/giocatori/{player.pk}/dati/", data).status_code == 302
    player.refresh_from_db()
    assert player.minor_until == date(2030, 5, 6)
    assert "6 maggio 2030" in client.get(f"/giocatori/{player.pk}/").content.decode().lower()
