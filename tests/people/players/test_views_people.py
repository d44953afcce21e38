"""Players and clubs: found in spite of accents and slips, recorded, corrected; what they played, if one may see it."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from people.accounts.models import Club, Federation, Player, User
from people.players.actions import save_club, save_player
from people.players.queries import search_clubs, search_players
from records.requests import Refused
from tests import factories
from tests.asking import queries_of, seen_on, send, source, text
from tests.factories import NOON, acting
from tournaments.publication.models import Publication
from tournaments.setup.models import Tournament

PLAYERS, CLUBS = "/giocatori/", "/circoli/"


@pytest.fixture
def director(tournament: Tournament, dora: User, client_of) -> Client:
    return client_of(dora)


@pytest.fixture
def federation(tournament: Tournament) -> Federation:
    return tournament.federation


@pytest.fixture
def club(federation: Federation) -> Club:
    return Club.objects.create(federation=federation, name="Circolo Levante", town="Bari")


# ---- looking ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("D’Amico", "Nicolò D’Amico"),
        ("damico nicolo", "Nicolò D’Amico"),
        ("NICOLO", "Nicolò D’Amico"),
        ("d amico", "Nicolò D’Amico"),
        ("fontna", "Rita Fontana"),  # a letter missing
        ("fontnaa", "Rita Fontana"),  # two swapped
        ("fon", "Rita Fontana"),
        ("serra luca", "Luca Serra"),
        ("le-0007", "Mara Villa"),
        ("LE0007", "Mara Villa"),
        ("galli rita", None),  # of two people
        ("", None),
        ("   ", None),
    ],
)
def test_players_are_found_in_spite_of_accents_and_slips(tournament: Tournament, typed: str, found: str | None) -> None:
    Player.objects.filter(last_name="Villa").update(card_number="LE-0007")
    assert [str(one) for one in search_players(typed)] == ([found] if found else [])


def test_nearest_player_comes_first(tournament: Tournament) -> None:
    for last_name in ("Serrano", "Serra", "Sarra"):
        Player.objects.create(first_name="Ivo", last_name=last_name)
    assert [one.last_name for one in search_players("ivo serra")] == ["Serra", "Serrano", "Sarra"]


def test_clubs_are_found_by_name_or_town(club: Club) -> None:
    other = Club.objects.create(federation=club.federation, name="Amici del Due", town="Lecce")
    assert search_clubs("lecce") == [other]
    assert search_clubs("levnte") == [club]
    assert search_clubs("") == [other, club]


def test_list_of_players_is_searched(director: Client) -> None:
    assert "Conti Anna" in text(director.get(PLAYERS))
    page = text(director.get(PLAYERS, {"cerca": "damico"}))
    assert "D’Amico Nicolò" in page
    assert "Conti Anna" not in page
    assert "Nessuno così" in text(director.get(PLAYERS, {"cerca": "zzzz"}))


def test_lists_of_nobody_say_where_they_come_from(dora: User, client_of) -> None:
    Player.objects.filter(memberships__isnull=True).delete()
    assert "Ancora nessuno" in text(client_of(dora).get(CLUBS))


def test_lists_cost_the_same_for_many(director: Client, federation: Federation) -> None:
    paths = (PLAYERS, PLAYERS + "?cerca=prova", CLUBS)
    Player.objects.create(first_name="Uno", last_name="Prova")
    before = [queries_of(director, path) for path in paths]
    for number in range(20):
        club = Club.objects.create(federation=federation, name=f"Circolo {number}")
        Player.objects.create(first_name=f"Nome{number}", last_name="Prova", club=club)
    assert [queries_of(director, path) for path in paths] == before
    assert max(before) <= 10


# ---- recording --------------------------------------------------------------


def test_player_is_recorded_and_corrected(director: Client, club: Club) -> None:
    typed = {"last_name": "Bruni", "first_name": "Elena", "card_number": "9", "club": club.pk, "category": "A"}
    typed["federation"] = club.federation_id
    made = send(director, PLAYERS + "nuovo/", **typed)
    elena = Player.objects.get(last_name="Bruni")
    assert made.url == f"{PLAYERS}{elena.pk}/"
    page = text(director.get(made.url))
    assert "Tessera 9 Circolo Circolo Levante Categoria A" in page
    send(
        director, made.url + "dati/", **(typed | {"last_name": "Brùni", "seen": seen_on(director, made.url + "dati/")})
    )
    elena.refresh_from_db()
    assert (elena.last_name, elena.club) == ("Brùni", club)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"last_name": " "}, "Questo campo è obbligatorio."),
        ({"card_number": "LE-7"}, "già di un altro giocatore"),
        ({"card_number": "8", "federation": "", "club": ""}, "Una tessera è di una federazione"),
        ({"club": 9999}, "Scegli un'opzione valida"),
    ],
)
def test_refused_player_keeps_what_was_typed(director: Client, club: Club, change: dict[str, object], why: str) -> None:
    Player.objects.create(first_name="Ada", last_name="Neri", card_number="LE-7", federation=club.federation)
    typed = {"last_name": "Bruni", "first_name": "Elena", "federation": club.federation_id}
    answer = send(director, PLAYERS + "nuovo/", **(typed | change))
    assert answer.status_code == 422
    assert why in text(answer)
    assert 'value="Elena"' in source(answer)
    assert not Player.objects.filter(last_name="Bruni").exists()


def test_player_sent_twice_is_recorded_once(director: Client) -> None:
    for _ in range(2):
        assert send(director, PLAYERS + "nuovo/", key="una", last_name="Bruni", first_name="Elena").status_code == 302
    assert Player.objects.filter(last_name="Bruni").count() == 1


def test_club_is_recorded_and_corrected(director: Client, federation: Federation) -> None:
    made = send(director, CLUBS + "nuovo/", name="Amici del Due", town="Lecce", federation=federation.pk)
    club = Club.objects.get()
    assert made.url == f"{CLUBS}{club.pk}/"
    seen = seen_on(director, made.url + "dati/")
    send(director, made.url + "dati/", name="Amici del Tre", town="Lecce", federation=federation.pk, seen=seen)
    assert "Amici del Tre" in text(director.get(CLUBS))
    again = send(director, CLUBS + "nuovo/", name="Amici del Tre", federation=federation.pk)
    assert again.status_code == 422
    assert "esiste già nella federazione" in text(again)


def test_only_who_directs_somewhere_records(
    bruno: User, carla: User, federation: Federation, client_of, tournament: Tournament
) -> None:
    with pytest.raises(PermissionDenied):
        save_player(by=acting(bruno), first_name="Elena", last_name="Bruni")
    with pytest.raises(PermissionDenied):
        save_club(by=acting(carla), federation=federation, name="Amici")
    assert client_of(bruno).get(PLAYERS).status_code == 200
    assert "Nuovo giocatore" not in text(client_of(bruno).get(PLAYERS))
    assert client_of(bruno).get(PLAYERS + "nuovo/").status_code == 403
    assert client_of(carla).get(PLAYERS).status_code == 403
    assert Client().get(PLAYERS).url == f"/accesso/?next={PLAYERS}"


def test_card_without_a_federation_takes_the_clubs(dora: User, club: Club) -> None:
    elena = save_player(by=acting(dora), first_name="Elena", last_name="Bruni", card_number="5", club=club)
    assert elena.federation == club.federation
    with pytest.raises(Refused):
        save_player(by=acting(dora), first_name="Elena", last_name="Bruni", card_number="6")


# ---- histories --------------------------------------------------------------


def final(tournament: Tournament, by: User, places: dict[int, int]) -> None:
    """Final standings with these places, as they are published."""
    Publication.objects.create(
        tournament=tournament, number=1, kind="final", stage=tournament.stages.first(), round_number=1,
        rows=[{"group": None, "rows": [{"entry": entry, "place": place} for entry, place in places.items()]}],
        data_version=1, engine_version="x", hash="x", published_by=by, published_at=NOON,
    )  # fmt: skip


def test_player_has_the_tournaments_with_partner_and_place(
    director: Client, tournament: Tournament, dora: User
) -> None:
    anna = tournament.entries.get(number=1).members.first().player
    path = f"{PLAYERS}{anna.pk}/"
    assert "Coppa Levante 14 novembre 2026, Bari 1 Conti – Serra Anna Conti, Luca Serra non definitivo" in text(
        director.get(path)
    )
    final(tournament, dora, {1: 3, 2: 1})
    assert "Anna Conti, Luca Serra 3" in text(director.get(path))


def test_histories_tell_only_of_tournaments_that_the_reader_may_see(
    director: Client, other_tournament: Tournament, ettore: User, client_of, club: Club
) -> None:
    tournament = Tournament.objects.get(slug="coppa-levante")
    anna = tournament.entries.get(number=1).members.first().player
    anna.club = club
    anna.save()
    other_tournament.entries.get(number=1).members.filter(position=1).update(player=anna)
    for path in (f"{PLAYERS}{anna.pk}/", f"{CLUBS}{club.pk}/"):
        assert "Coppa Ponente" in text(director.get(path))  # open to everybody
    Tournament.objects.filter(pk=other_tournament.pk).update(is_public=False)
    for path in (f"{PLAYERS}{anna.pk}/", f"{CLUBS}{club.pk}/"):
        assert "Coppa Ponente" not in text(director.get(path))
        assert "Coppa Levante" in text(director.get(path))
        assert "Coppa Ponente" in text(client_of(ettore).get(path))


def test_history_of_nobody_is_empty(director: Client, club: Club) -> None:
    nobody = Player.objects.create(first_name="Ivo", last_name="Mai")
    for path in (f"{PLAYERS}{nobody.pk}/", f"{CLUBS}{club.pk}/"):
        assert "Nessun torneo, fra quelli che puoi vedere." in text(director.get(path))


def test_histories_cost_the_same_for_many(director: Client, tournament: Tournament, club: Club) -> None:
    anna = tournament.entries.get(number=1).members.first().player
    Player.objects.filter(pk=anna.pk).update(club=club)
    paths = (f"{PLAYERS}{anna.pk}/", f"{CLUBS}{club.pk}/")
    before = [queries_of(director, path) for path in paths]
    for number in range(6):
        entry = factories.make_entry(factories.make_tournament(f"coppa-{number}"), 1)
        entry.members.filter(position=1).update(player=anna)
    assert [queries_of(director, path) for path in paths] == before
    assert max(before) <= 14


def test_unknown_players_and_clubs_are_not_found(director: Client) -> None:
    for path in (f"{PLAYERS}9999/", f"{PLAYERS}9999/dati/", f"{CLUBS}9999/", f"{CLUBS}9999/dati/"):
        assert director.get(path).status_code == 404


def test_names_are_never_markup(director: Client, federation: Federation) -> None:
    club = Club.objects.create(federation=federation, name="<script>alert(1)</script>")
    player = Player.objects.create(first_name="Ivo", last_name="<script>alert(1)</script>", club=club)
    for path in (PLAYERS, CLUBS, f"{PLAYERS}{player.pk}/", f"{CLUBS}{club.pk}/", f"{PLAYERS}{player.pk}/dati/"):
        assert "<script>alert" not in source(director.get(path))
