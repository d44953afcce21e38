"""The match for the third place: the losers of the semi-finals meet beside the final, and take the places 3 and 4."""

import pytest

from hall.desk.tiles import hall_of
from hall.seats.exports import seating_sheets
from keeping.documents.workbook import tables_sheet
from records.requests import Refused
from tests.asking import DESK, TOURNAMENT, seen_on, send, source
from tests.factories import NOON, acting, sealed
from tests.outside import troubles
from tests.tournaments.draw.by_formula import drawn, in_force, lines, next_round, play, staged
from tests.tournaments.planning.test_stages import two_stages
from tests.tournaments.publication.showing import show
from tournaments.check_in.actions import withdraw
from tournaments.draw.actions import redraw_round
from tournaments.draw.queries import verify
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.planning.stage_actions import add_stage, change_stage, start_stage
from tournaments.rounds.actions import publish_round, start_round
from tournaments.standings.actions import decide_knockout
from tournaments.standings.outcomes import outcomes
from tournaments.standings.queries import standings as standings_of


def knockout(entries: int = 4, **fields: object):
    return staged("knockout", entries, **({"rounds_planned": 2, "third_place": True} | fields))


def standings(tournament) -> list[tuple[int | None, int]]:
    return [(row.place, row.entry.number) for row in standings_of(tournament).rows]


# ---- drawn ----------------------------------------------------------------------


def test_losers_of_the_semi_finals_meet_beside_the_final(db):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora, {2: (0, 11)})
    final = next_round(tournament, dora)
    assert lines(final) == [(1, 3), (2, 4)]
    assert [table.called for table in final.tables.order_by("number")] == ["Finale", "Finale per il terzo posto"]
    assert verify(in_force(publish_round(by=acting(dora), round=final))).tables_follow


def test_without_the_choice_only_the_final_is_drawn(db):
    tournament, dora = knockout(third_place=False)
    play(next_round(tournament, dora), dora)
    assert lines(next_round(tournament, dora)) == [(1, 2)]


def test_a_loser_who_left_leaves_the_third_place_to_the_other(db):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora)
    withdraw(by=acting(dora), entry=Entry.objects.get(number=3), reason="Parte prima")
    final = next_round(tournament, dora)
    assert drawn(final) == [(1, (1,), (2,)), (2, (4,), ())]
    play(final, dora)
    assert standings(tournament) == [(1, 1), (2, 2), (3, 4), (4, 3)]


def test_a_finalist_who_left_leaves_the_cup_to_the_other(db):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora, {1: (11, 0)})
    withdraw(by=acting(dora), entry=Entry.objects.get(number=1), reason="Parte prima")
    final = next_round(tournament, dora)
    assert drawn(final) == [(1, (3,), (4,)), (2, (2,), ())]
    play(final, dora, {1: (11, 0)})
    assert verify(in_force(final)).tables_follow
    assert standings(tournament) == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_whoever_passes_a_match_that_was_left_goes_on_from_there(db):
    tournament, dora = knockout(8, rounds_planned=3)
    play(next_round(tournament, dora), dora)
    withdraw(by=acting(dora), entry=Entry.objects.get(number=1), reason="Parte prima")
    semi = next_round(tournament, dora)
    assert drawn(semi) == [(1, (2,), (3,)), (2, (4,), ())]
    play(semi, dora)
    final = next_round(tournament, dora)
    assert drawn(final) == [(1, (2,), (4,)), (2, (3,), ())]
    play(final, dora)
    assert standings(tournament)[:4] == [(1, 2), (2, 4), (3, 3), (4, 1)]


def test_nobody_is_left_for_the_third_place_when_both_are_gone(db):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora)
    for number in (3, 4):
        withdraw(by=acting(dora), entry=Entry.objects.get(number=number), reason="Parte prima")
    assert drawn(next_round(tournament, dora)) == [(1, (1,), (2,))]


def test_teams_play_it_in_two_rooms(db):
    tournament, dora = knockout(contest="teams")
    # In the second room the teams sit crossed.
    play(next_round(tournament, dora), dora, {2: (3, 8), 4: (3, 8)})
    called = [(one.number, one.room, one.called) for one in next_round(tournament, dora).tables.order_by("number")]
    assert called == [
        (1, 1, "Finale"),
        (2, 2, "Finale"),
        (3, 1, "Finale per il terzo posto"),
        (4, 2, "Finale per il terzo posto"),
    ]


# ---- chosen ---------------------------------------------------------------------


def test_it_is_chosen_until_the_final_is_drawn(db):
    tournament, dora = knockout(third_place=False)
    play(next_round(tournament, dora), dora)
    stage = change_stage(by=acting(dora), stage=Stage.objects.get(), third_place=True)
    final = next_round(tournament, dora)
    assert lines(final) == [(1, 2), (4, 3)] or lines(final) == [(1, 2), (3, 4)]
    with pytest.raises(Refused, match="solo il nome e i turni previsti"):
        change_stage(by=acting(dora), stage=stage, third_place=False)
    redraw_round(by=acting(dora), pairing=in_force(final))
    assert final.tables.count() == 2


def test_it_is_of_a_knock_out_alone(db):
    tournament, dora = staged("danish", 4)
    with pytest.raises(Refused, match="solo nell’eliminazione diretta"):
        add_stage(by=acting(dora), tournament=tournament, name="Fase", formula="danish", third_place=True)
    with pytest.raises(Refused, match="solo nell’eliminazione diretta"):
        change_stage(by=acting(dora), stage=Stage.objects.get(), third_place=True)


def test_the_form_of_a_stage_begun_still_offers_it(db, client):
    tournament, dora = knockout(third_place=False)
    play(next_round(tournament, dora), dora)
    client.force_login(dora)
    path = f"{DESK}fasi/1/"
    assert 'name="third_place"' in source(client.get(path))
    send(client, path, name="Tabellone", rounds_planned=2, third_place="on", seen=seen_on(client, path))
    assert Stage.objects.get().third_place is True


# ---- standings ------------------------------------------------------------------


def test_final_and_third_place_decide_before_all_points(db):
    tournament, dora = knockout()
    # 1 and 2 win by little, 4 wins the small final by so much that it has more MP than 2.
    play(next_round(tournament, dora), dora, {1: (6, 5), 2: (6, 5)})
    play(next_round(tournament, dora), dora, {1: (6, 5), 2: (0, 11)})
    rows = standings_of(tournament).rows
    winner, loser = next((a, b) for a, b in [lines(tournament.rounds.get(number=2))[1]])
    assert [(row.place, row.entry.number) for row in rows] == [(1, 1), (2, 2), (3, loser), (4, winner)]
    assert rows[2].vp > rows[1].vp
    names = {row.entry.number: row.entry.name for row in rows}
    assert rows[2].explanations[0] == (
        f"La finale per il terzo posto decide terzo e quarto posto: {names[loser]} batte {names[winner]}."
    )


def test_points_order_the_two_until_their_match_is_played(db):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora, {1: (8, 3), 2: (6, 5)})
    final = next_round(tournament, dora)
    publish_round(by=acting(dora), round=final)
    start_round(by=acting(dora), round=final)
    places = standings(tournament)
    assert [number for _place, number in places[:2]] == [1, 2]
    assert {number for _place, number in places[2:]} == {3, 4}


@pytest.mark.long
def test_a_level_match_waits_for_the_director(db, client):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora)
    final = play(next_round(tournament, dora), dora, level=(2,))
    third = final.tables.get(number=2)
    assert [one.table for one in outcomes(Stage.objects.get()) if one.is_tied] == [third]
    client.force_login(dora)
    assert "/turni/2/tavoli/2/passa/" in source(client.get(f"{DESK}turni/prepara/"))
    sealed(tournament)
    decide_knockout(by=acting(dora), table=third, winner=third.line_b, reason="Spareggio", expected_version=0)
    assert standings(tournament)[2:] == [(3, third.line_b.number), (4, third.line_a.number)]
    assert troubles(tournament) == []


def test_three_entries_have_a_third_without_a_match(db):
    tournament, dora = knockout(3)
    play(next_round(tournament, dora), dora)
    play(next_round(tournament, dora), dora)
    assert standings(tournament) == [(1, 1), (2, 2), (3, 3)]


def test_published_standings_hold(db):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora)
    play(next_round(tournament, dora), dora)
    sealed(tournament)
    show(dora, Stage.objects.get())
    assert troubles(tournament) == []


# ---- shown ----------------------------------------------------------------------


@pytest.mark.long
def test_pages_and_papers_name_it(db, client):
    tournament, dora = knockout()
    play(next_round(tournament, dora), dora)
    final = next_round(tournament, dora)
    publish_round(by=acting(dora), round=final)
    start_round(by=acting(dora), round=final)
    client.force_login(dora)
    assert [one.more for one in hall_of(final, frozenset(), NOON).tiles] == ["Finale", "Finale per il terzo posto"]
    for path in (
        "turni/2/",
        "direzione/turni/2/",
        "direzione/",
        "calendario/",
        "schermo/pannello/",
        "turni/2/abbinamento/",
    ):
        assert "Finale per il terzo posto" in source(client.get(f"{TOURNAMENT}{path}")), path
    rows = seating_sheets(final)[0].rows
    assert [row[-1] for row in rows] == ["Finale", "Finale per il terzo posto"]
    assert [row[-1] for row in tables_sheet(tournament).rows] == ["", "", "Finale", "Finale per il terzo posto"]


@pytest.mark.long
def test_brackets_of_two_groups_go_on_each_with_its_own(db):
    tournament, dora, stage = two_stages(formula="knockout", third_place=True)
    start_stage(by=acting(dora), stage=stage, sizes=[4, 4], without_publication=True)
    semis = play(next_round(tournament, dora), dora)
    final = next_round(tournament, dora)
    (one, other), groups = [lines(semis)[:2], lines(semis)[2:]], final.tables.values_list("group__name", "bracket")
    winners = [{a for a, _b in half} for half in (one, other)]
    losers = [{b for _a, b in half} for half in (one, other)]
    assert [{*pair} for pair in lines(final)] == [winners[0], losers[0], winners[1], losers[1]]
    assert list(groups.order_by("number")) == [("Girone A", 2), ("Girone A", 3), ("Girone B", 2), ("Girone B", 3)]
    play(final, dora)
    rows = standings_of(tournament, stage=stage).rows
    assert [(row.group_name, row.place) for row in rows] == [
        (group, place) for group in ("Girone A", "Girone B") for place in (1, 2, 3, 4)
    ]
