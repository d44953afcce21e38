"""Publishing a season: what stays, what is refused, two at once, and nobody who is erased."""

from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.db.models import F

from federation.seasons.actions import Said, assign_class, change_rules, load_table, publish_season
from federation.seasons.models import PointsTable, Season, SeasonPublication, SeasonRow, SeasonRules, TournamentClass
from federation.seasons.queries import hash_of, rules_of, season_now, stored_rows
from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from people.accounts.models import Club, Player, User
from people.offices.log import first_broken_line
from people.offices.models import FederationLine
from records.requests import Refused
from tests import factories
from tests.factories import acting
from tests.federation.seasons.a_season import (
    TABLE,
    in_pairs,
    make_entry_of,
    make_finished,
    make_players,
    make_season,
    make_table,
    publish_final,
)
from tests.tournaments.at_once import at_once


@pytest.fixture
def season(fitres, olga) -> Season:
    return make_season(olga, fitres, make_table(olga, fitres))


def publish(by, season, reason="Dopo la coppa", **seen):
    last = season.publications.order_by("number").last()
    shown = {"seen": last.number if last else 0, "figures": season_now(season).rows.figures} | seen
    return publish_season(by=acting(by), season=season, reason=reason, **shown)


def test_what_is_published_stays_whatever_happens_later(season, olga, four):
    levante = make_finished("levante", olga, in_pairs(four), secretary=olga)
    first = publish(olga, season, reason="")
    publish_final(levante, olga, [2, 1])
    assert [(row["of"], row["place"], row["points"]) for row in stored_rows(first).players] == [
        (four[0].pk, 1, "40"), (four[1].pk, 1, "40"), (four[2].pk, 3, "30"), (four[3].pk, 3, "30"),
    ]  # fmt: skip
    with pytest.raises(Refused, match="prende il posto"):
        publish(olga, season, reason=" ")
    second = publish(olga, season, reason="Reclamo accolto")
    assert (first.number, second.number) == (1, 2)
    assert [row["of"] for row in stored_rows(second).players][:2] == [four[2].pk, four[3].pk]
    for one in (first, second):
        again = SeasonPublication.objects.select_related("season__federation", "rules__table").get(pk=one.pk)
        assert hash_of(again, stored_rows(again)) == one.hash
    assert (
        FederationLine.objects.filter(action="publish_season").values_list("data__hash", flat=True).last()
        == second.hash
    )
    assert first_broken_line(season.federation) is None


def test_the_same_is_not_published_twice_nor_what_the_page_did_not_show(season, olga, four):
    with pytest.raises(Refused, match="ancora nessuno"):
        publish(olga, season)
    levante = make_finished("levante", olga, in_pairs(four), secretary=olga)
    seen = season_now(season).rows.figures
    publish(olga, season)
    with pytest.raises(Refused, match="uguale all’ultima"):
        publish(olga, season)
    publish_final(levante, olga, [2, 1])
    with pytest.raises(Refused, match="i punti sono cambiati"):
        publish(olga, season, figures=seen)
    with pytest.raises(Refused, match="un’altra classifica"):
        publish(olga, season, seen=0)
    assert SeasonPublication.objects.count() == 1


def test_only_the_secretary_publishes(season, fitres, olga, four):
    make_finished("levante", olga, in_pairs(four), secretary=olga)
    for name in ("aldo", "gemma", "remo", "ivo"):
        with pytest.raises(PermissionDenied):
            publish(factories.make_officer(name, fitres), season)
    assert not SeasonPublication.objects.exists()


@pytest.mark.parametrize("model", [PointsTable, TournamentClass, Season, SeasonRules, SeasonPublication, SeasonRow])
@pytest.mark.parametrize("change", ["update", "delete"])
def test_nothing_of_it_is_ever_changed_or_deleted(season, olga, four, model, change):
    make_finished("levante", olga, in_pairs(four), secretary=olga)
    publish(olga, season)
    rows = model._base_manager.all()
    assert rows.exists()
    with pytest.raises(DatabaseError), transaction.atomic():
        rows._raw_delete("default") if change == "delete" else rows.update(id=F("id"))


def test_two_who_publish_at_once_publish_once(transactional_db, fitres):
    olga = factories.make_officer("olga", fitres)
    season = make_season(olga, fitres, make_table(olga, fitres))
    make_finished(
        "levante", olga, in_pairs(make_players("Anna Conti", "Luca Serra", "Rita Galli", "Ugo Ricci")), secretary=olga
    )
    figures = season_now(season).rows.figures
    found = at_once(
        *(
            lambda: publish_season(by=acting(olga), season=season, seen=0, figures=figures, reason="Ora")
            for _one in range(2)
        )
    )
    assert sorted(isinstance(one, Refused) for one in found) == [False, True]
    assert list(SeasonPublication.objects.values_list("number", flat=True)) == [1]
    assert SeasonRow.objects.filter(club=None).count() == 4


def test_two_who_change_the_rules_or_a_class_at_once_are_told(transactional_db, fitres):
    olga = factories.make_officer("olga", fitres)
    table = make_table(olga, fitres)
    season, levante = make_season(olga, fitres, table), factories.make_tournament("levante")
    said = Said(date(2026, 1, 1), date(2026, 12, 31), table, ["A"], 1, None, "shared")
    rules = at_once(
        *(lambda: change_rules(by=acting(olga), season=season, said=said, seen=1, reason="Ora") for _one in range(2))
    )
    classes = at_once(
        *(lambda: assign_class(by=acting(olga), tournament=levante, class_id="A", seen=0) for _one in range(2))
    )
    for found in (rules, classes):
        assert sorted(isinstance(one, Refused) for one in found) == [False, True]
    assert (rules_of(season).version, TournamentClass.objects.get().version) == (2, 1)


@pytest.mark.long
def test_an_erased_person_is_in_no_text_of_a_season_and_its_hash_holds(season, olga, four):
    levante = make_finished("levante", olga, in_pairs(four), secretary=olga)
    assign_class(by=acting(olga), tournament=levante, class_id="B", seen=1, reason="Chiesto da Anna Conti")
    publish(olga, season)
    publish_final(levante, olga, [2, 1])
    published = publish(olga, season, reason="Reclamo di Anna Conti")
    olga.user_permissions.add(Permission.objects.get(codename="add_erasure"))
    eraser = User.objects.get(pk=olga.pk)
    found = find_texts(Words.of_player(four[0]))
    assert {one.model for one in found} >= {SeasonPublication, TournamentClass}
    erase_person(by=acting(eraser), player=four[0], found=found, reason="Lo ha chiesto")
    again = SeasonPublication.objects.select_related("season__federation", "rules__table").get(pk=published.pk)
    assert again.reason == "Reclamo di ⟦1⟧"
    assert TournamentClass.objects.latest("version").reason == "Chiesto da ⟦1⟧"
    assert hash_of(again, stored_rows(again)) == again.hash
    assert first_broken_line(season.federation) is None
    with pytest.raises(DatabaseError), transaction.atomic():
        SeasonPublication.objects.update(reason="")


@pytest.mark.long
def test_a_table_sent_twice_is_loaded_once(fitres, olga):
    by = acting(olga, key="k")
    assert load_table(by=by, federation=fitres, text=TABLE) == load_table(by=by, federation=fitres, text=TABLE)
    assert PointsTable.objects.count() == 1


def test_an_entry_of_a_hidden_tournament_gives_no_club_any_points(season, fitres, olga, four):
    club = Club.objects.create(federation=fitres, name="Bari")
    Player.objects.update(club=club)
    hidden = make_finished("nascosto", olga, in_pairs(four), secretary=olga, is_public=False)
    make_entry_of(hidden, 9, make_players("Sara Nuova"))
    assert season_now(season).standings.clubs == ()
