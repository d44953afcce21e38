"""A season from the final standings of its tournaments: what counts, whose it is, and what is published."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.seasons.actions import Said, assign_class, change_rules, propose_class
from federation.seasons.models import PointsTable, Season, SeasonRules, TournamentClass
from federation.seasons.queries import season_now
from keeping.personal_data.actions import merge_players, part_players
from people.accounts.models import Club, Player
from people.players.models import PlayerMerge
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.factories import NOON, acting
from tests.federation.seasons.a_season import (
    TABLE,
    in_pairs,
    make_finished,
    make_players,
    make_season,
    make_table,
    publish_final,
)
from tournaments.entries.models import EntryMember


@pytest.fixture
def table(fitres, olga) -> PointsTable:
    return make_table(olga, fitres)


@pytest.fixture
def season(fitres, olga, table) -> Season:
    return make_season(olga, fitres, table)


def points_of(season):
    return {
        str(Player.objects.get(pk=one.player)): (one.place, one.points) for one in season_now(season).standings.players
    }


def counts_of(season):
    return {one.tournament.slug: one.counts.value for one in season_now(season).considered}


# What counts


def test_the_final_standings_of_a_concluded_tournament_count(season, olga, four):
    make_finished("levante", olga, in_pairs(four), secretary=olga)
    assert points_of(season) == {
        "Anna Conti": (1, 40), "Luca Serra": (1, 40), "Rita Galli": (3, 30), "Ugo Ricci": (3, 30),
    }  # fmt: skip


def test_each_tournament_says_why_it_does_not_count(season, olga, dora, fitres, four):
    pairs = in_pairs(four)
    make_finished("conta", olga, pairs, secretary=olga)
    make_finished("senza-classe", olga, pairs)
    make_finished("nascosto", olga, pairs, secretary=olga, is_public=False)
    make_finished("in-corso", olga, pairs, secretary=olga, ending="", ended_at=None)
    make_finished("interrotto", olga, pairs, secretary=olga, ending="interrupted", end_reason="Pioggia")
    make_finished("prima", olga, pairs, secretary=olga, day=date(2025, 12, 31))
    other = factories.make_tournament(
        "altrove", federation=factories.make_federation("fibur"), starts_on=date(2026, 3, 1)
    )
    assert other.federation != fitres
    proposed = make_finished("proposta", olga, pairs)
    factories.give_role(dora, proposed, Role.DIRECTOR)
    propose_class(by=acting(dora), tournament=proposed, class_id="A", seen=0)
    none = make_finished("nessuna", olga, pairs)
    assign_class(by=acting(olga), tournament=none, class_id="", seen=0)
    provisional = factories.make_tournament(
        "provvisoria", ending="concluded", ended_at=NOON, starts_on=date(2026, 3, 1)
    )
    publish_final(provisional, olga, [], kind="provisional")
    assign_class(by=acting(olga), tournament=provisional, class_id="A", seen=0)
    # The cast’s own is of November, without a class.
    assert counts_of(season) == {
        "coppa-levante": "no-class",
        "conta": "yes", "senza-classe": "no-class", "nascosto": "hidden", "in-corso": "going-on",
        "interrotto": "interrupted", "proposta": "proposed", "nessuna": "no-class", "provvisoria": "no-final",
    }  # fmt: skip
    assert points_of(season)["Anna Conti"] == (1, 40)


def test_a_class_that_the_season_leaves_out_does_not_count(fitres, olga, table, four):
    season = make_season(olga, fitres, table, classes=["B"])
    make_finished("levante", olga, in_pairs(four), secretary=olga)
    assert (counts_of(season), points_of(season)) == ({"levante": "other-class"}, {})


def test_a_decision_after_the_end_changes_the_season_by_itself(season, olga, four):
    levante = make_finished("levante", olga, in_pairs(four), secretary=olga)
    assert points_of(season)["Anna Conti"] == (1, 40)
    publish_final(levante, olga, [2, 1])
    assert points_of(season)["Anna Conti"] == (3, 30)
    assert season_now(season).sources[0]["finals"] == [[1, 2, "levante-2"]]


def test_whom_an_earlier_stage_left_behind_comes_after_the_last_one(season, olga):
    players = make_players(*(f"Primo G{number}" for number in range(1, 6)))
    levante = make_finished("levante", olga, [[one] for one in players])
    publish_final(levante, olga, [3, 1], stage=2)
    assign_class(by=acting(olga), tournament=levante, class_id="A", seen=0)
    # Stage 2: entry 3 before 1; of stage 1 are left 2, 4, 5 in that order.
    assert points_of(season) == {
        "Primo G3": (1, 40), "Primo G1": (2, 30), "Primo G2": (3, 20), "Primo G4": (4, 1), "Primo G5": (4, 1),
    }  # fmt: skip


def test_whoever_is_out_of_the_ranking_gets_nothing(season, olga):
    players = make_players("Anna Conti", "Luca Serra", "Rita Galli")
    levante = make_finished("levante", olga, [[one] for one in players], secretary=olga)
    publish_final(levante, olga, [1, 3, 2], places=[1, 2, None])
    assert points_of(season) == {"Anna Conti": (1, 40), "Rita Galli": (2, 30)}


def test_who_held_the_place_at_the_end_gets_the_points(season, olga, four):
    levante = make_finished("levante", olga, [four[:1], four[2:3]], secretary=olga)
    publish_final(levante, olga, [1, 2], round_number=4)
    entry = levante.entries.get(number=1)
    EntryMember.objects.filter(entry=entry).update(until_round=3)
    EntryMember.objects.create(entry=entry, player=four[1], position=1, from_round=4)
    assert points_of(season) == {"Luca Serra": (1, 40), "Rita Galli": (2, 30)}


# Whose it is


def test_two_records_of_one_person_are_one_in_the_season_and_two_again_when_parted(season, olga, dora, four):
    twin = Player.objects.create(first_name="Anna", last_name="Contini")
    make_finished("levante", olga, [four[:1], four[1:2]], secretary=olga)
    make_finished("ponente", olga, [[twin], four[1:2]], day=date(2026, 4, 1), secretary=olga)
    assert points_of(season) == {"Luca Serra": (1, 60), "Anna Conti": (2, 40), "Anna Contini": (2, 40)}
    merge_players(by=acting(dora), kept=four[0], merged=twin, reason="Registrata due volte")
    assert points_of(season) == {"Anna Conti": (1, 80), "Luca Serra": (2, 60)}
    part_players(by=acting(dora), merge=PlayerMerge.objects.get(), reason="Sono due sorelle")
    assert points_of(season) == {"Luca Serra": (1, 60), "Anna Conti": (2, 40), "Anna Contini": (2, 40)}


def test_a_club_has_the_points_of_its_players_and_only_clubs_of_the_federation(season, fitres, olga, four):
    bari = Club.objects.create(federation=fitres, name="Bari")
    foreign = Club.objects.create(federation=factories.make_federation("fibur"), name="Altrove")
    for player, club in zip(four, (bari, bari, foreign, None), strict=True):
        Player.objects.filter(pk=player.pk).update(club=club)
    make_finished("levante", olga, in_pairs(four), secretary=olga)
    assert [(one.club, one.points) for one in season_now(season).standings.clubs] == [(bari.pk, 80)]


def test_a_season_asks_as_often_for_one_tournament_as_for_five(season, olga, four):
    make_finished("uno", olga, in_pairs(four), secretary=olga)
    with CaptureQueriesContext(
        connection,
    ) as one:
        season_now(season)
    for name in ("due", "tre", "quattro", "cinque"):
        make_finished(name, olga, in_pairs(four), secretary=olga)
    with CaptureQueriesContext(connection) as five:
        season_now(season)
    assert [one["sql"].split(" WHERE ")[0] for one in five] == [one["sql"].split(" WHERE ")[0] for one in one]


# Classes


def test_the_direction_proposes_and_the_federation_assigns(season, olga, dora, tournament):
    proposed = propose_class(by=acting(dora), tournament=tournament, class_id="B", seen=0)
    assigned = assign_class(by=acting(olga), tournament=tournament, class_id="B", seen=1)
    assert (proposed.state, assigned.state, assigned.version) == ("proposed", "assigned", 2)
    assert assigned.reason == "Come proposto dalla direzione"
    with pytest.raises(Refused, match="ha già deciso la classe"):
        propose_class(by=acting(dora), tournament=tournament, class_id="A", seen=2)
    with pytest.raises(Refused, match="Scrivi perché la classe cambia"):
        assign_class(by=acting(olga), tournament=tournament, class_id="A", seen=2)
    with pytest.raises(Refused, match="Intanto Olga Valli ha scritto: B"):
        assign_class(by=acting(olga), tournament=tournament, class_id="A", seen=1, reason="È un campionato")
    assign_class(by=acting(olga), tournament=tournament, class_id="A", seen=2, reason="È un campionato")
    assert list(TournamentClass.objects.values_list("version", "state", "class_id")) == [
        (1, "proposed", "B"), (2, "assigned", "B"), (3, "assigned", "A"),
    ]  # fmt: skip


def test_a_class_of_no_table_is_refused(season, olga, tournament):
    with pytest.raises(Refused, match="Nessuna tabella"):
        assign_class(by=acting(olga), tournament=tournament, class_id="Z", seen=0)


def test_only_whose_office_it_is_assigns(season, fitres, dora, tournament):
    aldo = factories.make_officer("aldo", fitres)
    for person in (aldo, dora):
        with pytest.raises(PermissionDenied):
            assign_class(by=acting(person), tournament=tournament, class_id="A", seen=0)
    with pytest.raises(PermissionDenied):
        propose_class(by=acting(aldo), tournament=tournament, class_id="A", seen=0)


# Tables and rules


def test_an_edition_is_loaded_once_and_never_otherwise(fitres, olga, table):
    with pytest.raises(Refused, match="uguale a questa"):
        make_table(olga, fitres)
    with pytest.raises(Refused, match="dai una sigla nuova"):
        make_table(olga, fitres, TABLE.replace("points: 40", "points: 41"))
    with pytest.raises(Refused, match="scrivi perché ne arriva un’altra"):
        make_table(olga, fitres, TABLE.replace("id: prova", "id: prova-2"))
    later = make_table(olga, fitres, TABLE.replace("id: prova", "id: prova-2"), reason="Errore di stampa")
    assert (later.edition, later.reason, PointsTable.objects.count()) == ("prova-2", "Errore di stampa", 2)
    next_year = TABLE.replace("id: prova", "id: prova-3").replace("2026", "2027")
    assert make_table(olga, fitres, next_year).reason == ""


def test_a_wrong_table_is_refused_with_its_lines(fitres, olga):
    with pytest.raises(Refused) as error:
        make_table(olga, fitres, TABLE.replace("source: Inventata per le prove\n", "").replace("to: 2026", "to: 2025"))
    assert error.value.messages == ("Riga 2: Manca la voce source.", "Riga 7: Finisce prima di cominciare: 2025-12-31.")


def test_rules_change_by_a_version_with_its_reason(season, olga, four, table):
    make_finished("levante", olga, in_pairs(four), secretary=olga)
    make_finished("ponente", olga, in_pairs(four), secretary=olga)
    assert points_of(season)["Anna Conti"] == (1, 80)
    said = Said(date(2026, 1, 1), date(2026, 12, 31), table, ["A"], 1, None, "shared")
    change_rules(by=acting(olga), season=season, said=said, seen=1, reason="Così il consiglio")
    assert points_of(season)["Anna Conti"] == (1, 40)
    with pytest.raises(Refused, match="Intanto Olga Valli ha cambiato le regole"):
        change_rules(by=acting(olga), season=season, said=said, seen=1, reason="Di nuovo")
    with pytest.raises(Refused, match="Scrivi perché le regole cambiano"):
        change_rules(by=acting(olga), season=season, said=said, seen=2, reason="  ")
    assert list(SeasonRules.objects.values_list("version", "best")) == [(1, None), (2, 1)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"ends_on": date(2027, 1, 1)}, "non vale per tutti i giorni"),
        ({"ends_on": date(2025, 1, 1)}, "finisce prima di cominciare"),
        ({"classes": []}, "almeno una classe"),
        ({"classes": ["A", "Z"]}, "non ha queste classi: Z"),
        ({"best": 0}, "quanti risultati contano"),
        ({"code": "2026"}, "sigla c’è già"),
    ],
)
def test_rules_by_which_nothing_could_be_counted_are_refused(season, olga, table, wrong, words):
    with pytest.raises(Refused, match=words):
        make_season(olga, season.federation, table, **({"code": "altra"} | wrong))
    assert (Season.objects.count(), SeasonRules.objects.count()) == (1, 1)
