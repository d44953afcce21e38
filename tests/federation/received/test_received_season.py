"""Received tournaments in a season: persons joined by card, never by name; doubts chosen; only what is homologated."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.urls import reverse
from django.utils import translation

from federation.inbox.actions import Checked, check, homologate, opened, receive
from federation.packages.actions import add_key
from federation.packages.models import ReceivedPackage
from federation.packages.queries import open_points, records_of_kind, standings
from federation.received.actions import choose_person, recognise_persons
from federation.received.models import ReceivedPerson, ReceivedTournament
from federation.received.queries import persons_in
from federation.sealed.verification import part_of
from federation.seasons.actions import assign_received_class, publish_season
from federation.seasons.models import SeasonPublication, SeasonRules
from federation.seasons.queries import season_now
from people.accounts.models import Player
from people.players.models import Member
from records.requests import Refused
from tests import factories
from tests.factories import acting
from tests.federation.elsewhere import PUBLIC, packed_elsewhere
from tests.federation.seasons.a_season import make_season, make_table
from tests.module_database import lent_db
from tests.snapshots import lent

__all__ = ["lent_db"]


@pytest.fixture(scope="module")
def packages(db):
    with lent(packed_elsewhere) as packed:
        yield packed


@pytest.fixture
def fitres(packages):
    with transaction.atomic(), translation.override("it"):
        yield factories.make_federation("fitres")
        transaction.set_rollback(True)


@pytest.fixture
def olga(fitres):
    return factories.make_officer("olga", fitres)


@pytest.fixture
def kept(fitres, olga, packages):
    add_key(by=acting(olga), federation=fitres, name="Circolo Levante", public=PUBLIC)
    way = ReceivedPackage.Way.UPLOAD
    return receive(by=acting(olga), federation=fitres, content=opened(packages[0]), way=way)


def told_players(kept):
    """Those who play, as the package says them, by the number of their entry."""
    players = {one["id"]: one for one in records_of_kind(kept, "people.Player")}
    entries = {one["id"]: one["number"] for one in records_of_kind(kept, "tournaments.Entry")}
    of_kept = records_of_kind(kept, "tournaments.EntryMember")
    return [(entries[one["entry_id"]], players[one["player_id"]]) for one in of_kept]


def enrol(fitres, kept, *, but=(), **fields):
    """Everybody of the package in the roster, but who is left out."""
    return [
        Member.objects.create(
            federation=fitres, card_number=one["card_number"], card_key=one["card_number"], last_name=one["last_name"],
            first_name=one["first_name"], **fields,
        )
        for _entry, one in told_players(kept)
        if one["card_number"] not in but
    ]  # fmt: skip


def homologated(olga, kept):
    check(by=acting(olga), package=kept, found=Checked(open_points(kept)))
    homologate(by=acting(olga), package=kept, reason="Va bene così")
    kept.refresh_from_db()


def classed(olga, received, class_id="A"):
    assign_received_class(by=acting(olga), received=received, class_id=class_id, seen=0)


@pytest.fixture
def season(fitres, olga, kept):
    """Of which class the tournament is."""
    day = date.fromisoformat(kept.starts_on)
    assert day.year == 2026
    made = make_season(olga, fitres, make_table(olga, fitres))
    classed(olga, ReceivedTournament.objects.get())
    return made


@pytest.mark.long
def test_a_homologated_tournament_counts_by_its_published_places(fitres, olga, kept, season):
    enrol(fitres, kept)
    assert season_now(season).rows.players == []
    homologated(olga, kept)
    now = season_now(season)
    places = {row["entry"]: row["place"] for row in standings(kept)[0].sections[0]["rows"]}
    cards = {one["card_number"]: places[entry] for entry, one in told_players(kept)}
    made = {Player.objects.get(pk=row["of"]).card_number: row["results"][0]["place"] for row in now.rows.players}
    assert made == cards
    assert [one["held"] for one in now.sources] == [f"r{ReceivedTournament.objects.get().pk}"]


@pytest.mark.long
def test_without_homologation_class_or_public_view_it_counts_nowhere(fitres, olga, kept, packages):
    enrol(fitres, kept)
    season = make_season(olga, fitres, make_table(olga, fitres))
    assert list(season_now(season).considered) == []
    homologated(olga, kept)
    assert [one.counts.value for one in season_now(season).considered] == ["no-class"]
    classed(olga, ReceivedTournament.objects.get())
    assert [one.counts.value for one in season_now(season).considered] == ["yes"]
    hidden = receive(by=acting(olga), federation=fitres, content=opened(packages[1]), way=ReceivedPackage.Way.UPLOAD)
    assert [one.counts.value for one in season_now(season).considered] == ["yes"]  # until the newer is homologated
    homologated(olga, hidden)
    assert [one.counts.value for one in season_now(season).considered] == ["hidden"]


def test_a_name_alone_joins_nobody_and_is_told(fitres, olga, kept, season):
    _entry, one = told_players(kept)[0]
    enrol(fitres, kept, but={one["card_number"]})
    Member.objects.create(
        federation=fitres, card_number="ALTRA", card_key="ALTRA", last_name=one["last_name"],
        first_name=one["first_name"],
    )  # fmt: skip
    found = next(person for person in persons_in(kept) if person.number == one["id"])
    assert (found.is_doubt, [kind.kind.value for kind in found.findings]) == (True, ["unknown"])
    assert [other.card for other in found.perhaps] == ["ALTRA"]
    homologated(olga, kept)
    assert not ReceivedPerson.objects.filter(number=one["id"]).exists()
    assert not Player.objects.filter(federation=fitres, card_number="ALTRA").exists()


@pytest.mark.long
def test_a_card_with_another_name_is_a_doubt_that_an_officer_settles(fitres, olga, kept, season):
    _entry, one = told_players(kept)[0]
    members = enrol(fitres, kept)
    Member.objects.filter(pk=members[0].pk).update(last_name="Tutt’altro", first_name="Gino")
    homologated(olga, kept)
    before = len(season_now(season).rows.players)
    with pytest.raises(Refused, match="Scrivi perché"):
        choose_person(by=acting(olga), package=kept, number=one["id"], card=one["card_number"], reason=" ", seen=0)
    choose_person(
        by=acting(olga), package=kept, number=one["id"], card=one["card_number"], reason="Si è sposato", seen=0
    )
    assert len(season_now(season).rows.players) == before + 1
    with pytest.raises(Refused, match="Intanto"):
        choose_person(by=acting(olga), package=kept, number=one["id"], card="", reason="No", seen=0)
    choose_person(by=acting(olga), package=kept, number=one["id"], card="", reason="Non è lui", seen=1)
    assert len(season_now(season).rows.players) == before
    recognise_persons(by=acting(olga), package=kept)  # what was chosen stays
    assert len(season_now(season).rows.players) == before
    assert list(ReceivedPerson.objects.filter(number=one["id"]).values_list("version", "is_chosen")) == [
        (1, True), (2, True)
    ]  # fmt: skip


@pytest.mark.long
def test_the_roster_is_asked_again_after_it_changed(fitres, olga, kept, season):
    homologated(olga, kept)
    assert season_now(season).rows.players == []
    enrol(fitres, kept)
    recognise_persons(by=acting(olga), package=kept)
    assert len(season_now(season).rows.players) == len(told_players(kept))


@pytest.mark.long
def test_somebody_who_plays_here_already_is_the_same_player(fitres, olga, kept, season):
    _entry, one = told_players(kept)[0]
    mine = Player.objects.create(
        federation=fitres, card_number=f"00{one['card_number']}"[2:], last_name=one["last_name"],
        first_name=one["first_name"],
    )  # fmt: skip
    homologated(olga, kept)
    assert [row["of"] for row in season_now(season).rows.players] == [mine.pk]
    assert Player.objects.count() == 1


def test_the_roster_flags_who_is_expired_suspended_and_unknown(fitres, olga, kept):
    told = told_players(kept)
    members = enrol(fitres, kept, but={told[2][1]["card_number"]})
    Member.objects.filter(pk=members[0].pk).update(valid_until=date(2020, 1, 1))
    factories.make_suspension(members[1], olga, starts_on=date(2026, 1, 1), ends_on=None)
    kinds = {
        person.number: [finding.kind.value for finding in person.findings]
        for person in persons_in(kept)
        if person.findings
    }
    assert kinds == {
        told[0][1]["id"]: ["expired"], told[1][1]["id"]: ["suspended"], told[2][1]["id"]: ["unknown"]
    }  # fmt: skip
    point = next(one for one in open_points(kept) if one.kind == "eligibility")
    assert point.count == 3
    names = {one["last_name"] for _entry, one in told}
    assert not [name for name in names if name in point.where]


def test_a_federation_without_a_roster_flags_nobody(kept):
    assert [one for one in open_points(kept) if one.kind == "eligibility"] == []


def test_only_who_homologates_says_who_somebody_is(fitres, olga, kept):
    gemma = factories.make_officer("gemma", fitres)
    with pytest.raises(PermissionDenied):
        recognise_persons(by=acting(gemma), package=kept)


def test_the_page_shows_the_doubts_and_keeps_what_was_typed(fitres, olga, kept, client):
    client.force_login(olga)
    address = reverse("packed_persons", args=["fitres", kept.pk])
    assert "in dubbio" in client.get(address).content.decode()
    number = told_players(kept)[0][1]["id"]
    sent = {"card": "NESSUNA", "reason": "Lo conosco", "seen": "0", "key": "k1"}
    page = client.post(reverse("choose_packed_person", args=["fitres", kept.pk, number]), sent)
    assert page.status_code == 422
    assert "Nessuno ha questa tessera" in page.content.decode()
    assert "Lo conosco" in page.content.decode()
    assert SeasonRules.objects.count() == 0


@pytest.mark.long
def test_no_season_is_published_and_nobody_chosen_by_a_package_changed_in_the_file(fitres, olga, kept, season):
    enrol(fitres, kept)
    homologated(olga, kept)
    now = season_now(season)
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM federation_packagepart WHERE package_id = %s AND name = %s",
            [kept.pk, part_of("tournaments.Table")],
        )
    with pytest.raises(Refused, match="non è più quello firmato"):
        publish_season(by=acting(olga), season=season, seen=0, figures=now.rows.figures)
    with pytest.raises(Refused, match="non è più quello firmato"):
        recognise_persons(by=acting(olga), package=kept)
    _entry, one = told_players(kept)[0]
    with pytest.raises(Refused, match="non è più quello firmato"):
        choose_person(by=acting(olga), package=kept, number=one["id"], card="", reason="Non è lui", seen=0)
    assert not SeasonPublication.objects.exists()
