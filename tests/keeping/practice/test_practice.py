"""A practice tournament: made in one tap, marked, of no federation, and thrown away whole."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.test import Client

from people.accounts.models import Player
from records.models import ThrownAway
from tests import factories
from tests.asking import send, text
from tournaments.entries.models import EntryMember
from tournaments.setup.models import Tournament

TRY = "/si-comincia/prova/"


@pytest.fixture
def founder(db: None, client_of) -> Client:
    carla = factories.make_user("carla")
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return client_of(carla)


@pytest.fixture
def practice(founder: Client) -> Tournament:
    assert send(founder, TRY, preset="burraco-danese").status_code == 302
    return Tournament.objects.get()


def counted() -> dict[str, int]:
    """Rows of every table but those of requests served, sessions, practice’s federation and its log."""
    aside = {"IdempotencyKey", "Session", "Federation", "FederationLine", "Permission", "ContentType"}
    return {one._meta.label: one._base_manager.count() for one in apps.get_models() if one.__name__ not in aside}


def test_one_tap_makes_a_tournament_that_can_be_played_at_once(founder: Client, practice: Tournament) -> None:
    assert practice.is_practice
    assert practice.entries.count() == 8
    assert (practice.is_public, practice.one_hand, practice.name[:5]) == (False, True, "PROVA")
    page = text(founder.get(f"/tornei/{practice.slug}/direzione/"))
    assert "niente di quello che c’è qui conta" in page
    assert "Pacchetto sigillato" not in page


def test_every_page_of_it_says_so_and_those_of_others_do_not(founder: Client, practice: Tournament, tournament) -> None:
    for page in ("", "direzione/coppie/", "direzione/incarichi/", "classifica/", "regole/", "direzione/impostazioni/"):
        assert "practice-badge" in founder.get(f"/tornei/{practice.slug}/{page}").content.decode(), page
    assert "practice-badge" not in Client().get(f"/tornei/{tournament.slug}/").content.decode()


def test_it_keeps_its_mark_and_stays_nobodys(founder: Client, practice: Tournament) -> None:
    page = founder.get(f"/tornei/{practice.slug}/direzione/impostazioni/")
    form = page.context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = send(founder, f"/tornei/{practice.slug}/direzione/impostazioni/", **typed | {"name": "Trofeo vero"})
    assert answer.status_code == 302
    practice.refresh_from_db()
    assert practice.name == "PROVA · Trofeo vero"
    assert practice.is_practice


def test_no_tournament_takes_its_name_for_a_federation(founder: Client) -> None:
    typed = {"preset": "burraco-danese", "holder": "+", "name": "Vero", "place": "Qui", "starts_on": "2026-12-03"}
    for name in ("torneo-di-prova", "Torneo di prova"):
        assert send(founder, "/si-comincia/", **typed, rounds=3, other_federation=name).status_code == 422
    assert not Tournament.objects.exists()


def test_it_is_copied_and_sent_nowhere(founder: Client, practice: Tournament) -> None:
    assert "non si copia" in text(
        send(founder, f"/tornei/{practice.slug}/direzione/copia/", name="B", place="Q", starts_on="2026-12-03")
    )
    sent = founder.get(f"/tornei/{practice.slug}/pacchetto/scarica/", follow=True)
    assert "non si manda a nessuna federazione" in text(sent)
    practice.is_public = True
    practice.save()
    assert practice.slug not in Client().get("/api/v1/tournaments").content.decode()


@pytest.mark.long
def test_thrown_away_nothing_remains(founder: Client, tournament) -> None:
    before = counted()
    send(founder, TRY, preset="duplicato-mitchell")
    made = Tournament.objects.get(name__startswith="PROVA")
    entries = list(made.entries.order_by("number"))
    played = factories.make_round(made, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    carla = made.memberships.get().user
    for table in played.tables.all():
        factories.make_score(table, played.boards.first(), (9, 2), carla)
    factories.make_adjustment(entries[0], carla)
    factories.make_deals(made, carla)
    assert "Non si recupera" in text(founder.get(f"/tornei/{made.slug}/direzione/butta/"))
    assert send(founder, f"/tornei/{made.slug}/direzione/butta/").url == "/"
    assert counted() == before
    assert founder.get(f"/tornei/{made.slug}/").status_code == 404


def test_a_player_who_also_plays_elsewhere_stays(founder: Client, practice: Tournament, tournament) -> None:
    both = Player.objects.get(first_name="Ada")
    EntryMember.objects.create(entry=tournament.entries.first(), player=both, position=3, from_round=1)
    send(founder, f"/tornei/{practice.slug}/direzione/butta/")
    assert list(Player.objects.filter(last_name="Prova")) == [both]


def test_a_tournament_that_counts_stays(tournament, dora, client_of) -> None:
    director = client_of(dora)
    address = f"/tornei/{tournament.slug}/direzione/butta/"
    assert "Solo un torneo di prova" in text(director.get(address))
    assert send(director, address).status_code == 422
    assert Tournament.objects.filter(pk=tournament.pk).exists()


@pytest.mark.dialect
def test_the_database_throws_away_practice_alone(tournament) -> None:
    with pytest.raises(DatabaseError, match="Only a practice tournament"), transaction.atomic():
        ThrownAway.objects.create(tournament=tournament)
    assert not ThrownAway.objects.exists()
