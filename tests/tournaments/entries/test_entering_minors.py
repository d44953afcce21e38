"""Until when a player is a minor, said where the player is entered or comes in place of another."""

from datetime import date

import pytest
from django.test import Client

from people.accounts.models import Player, User
from tests.asking import DESK, send, source, text
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

ENTRIES = DESK + "coppie/"
PAIR = {"p1-last_name": "Bruni", "p1-first_name": "Elena", "p2-last_name": "Costa", "p2-first_name": "Fabio"}
SUBSTITUTION = ENTRIES + "1/sostituzione/"


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


def test_who_enters_a_minor_says_until_when(director: Client, tournament: Tournament) -> None:
    send(director, ENTRIES, **PAIR, **{"p2-minor_until": "2030-05-31"})
    told = {str(one): one.minor_until for one in Player.objects.filter(last_name__in=["Bruni", "Costa"])}
    assert told == {"Elena Bruni": None, "Fabio Costa": date(2030, 5, 31)}
    public = text(Client().get(f"/tornei/{tournament.slug}/classifica/"))
    assert "F. C." in public and "Costa" not in public


def test_of_a_known_player_it_is_told_for_the_first_time_and_never_written_over(
    director: Client, tournament: Tournament
) -> None:
    elena = Player.objects.create(first_name="Elena", last_name="Bruni", federation=tournament.federation)
    known = PAIR | {"p1-player": elena.pk, "p1-minor_until": "2030-05-31"}
    assert send(director, ENTRIES, **known).status_code == 302
    elena.refresh_from_db()
    assert elena.minor_until == date(2030, 5, 31)
    Entry.objects.get(number=5).members.all().delete()
    other = send(director, ENTRIES, **(known | {"p1-minor_until": "2029-01-01"}))
    assert other.status_code == 422
    assert "Nella sua scheda c’è un altro giorno, 31/05/2030" in text(other) and 'value="2029-01-01"' in source(other)
    elena.refresh_from_db()
    assert elena.minor_until == date(2030, 5, 31)


@pytest.mark.parametrize("day", ["31.2.2030", "mai"])
def test_what_is_no_day_is_refused_and_the_rest_kept(director: Client, tournament: Tournament, day: str) -> None:
    answer = send(director, ENTRIES, **PAIR, **{"p1-minor_until": day})
    assert answer.status_code == 422
    assert "Scrivi un giorno come 31/5/2027." in text(answer) and 'value="Costa"' in source(answer)
    assert not Player.objects.filter(last_name="Costa").exists()


def test_a_substitute_may_be_a_minor(director: Client, tournament: Tournament) -> None:
    named = {"p2-last_name": "Bruni", "p2-first_name": "Elena", "p2-minor_until": "2030-05-31"}
    assert send(director, SUBSTITUTION, **named, reason="Febbre").status_code == 302
    assert Player.objects.get(last_name="Bruni").minor_until == date(2030, 5, 31)
    # A day of nobody is no substitute.
    alone = send(director, SUBSTITUTION, **{"p1-minor_until": "2030-05-31"}, reason="Febbre")
    assert (alone.status_code, "Scrivi cognome e nome, o la tessera." in text(alone)) == (422, True)
