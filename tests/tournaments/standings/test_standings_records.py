"""The standings from the records: fixed scores, rests, partners, teams, warnings, stages and groups, previews."""

from datetime import timedelta

import pytest

from hall.desk.stages import Preview
from keeping.documents.workbook import tables_sheet
from tests.factories import (
    NOON,
    make_adjustment,
    make_burraco,
    make_entries,
    make_entry,
    make_playing_burraco,
    make_round,
    make_score,
    make_stage,
)
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.planning.models import Group, GroupPlace
from tournaments.rounds.actions import missing_scores
from tournaments.rounds.models import Round, Table
from tournaments.rounds.queries import round_progress
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import round_grid
from tournaments.scoring.match import FixedScore
from tournaments.scoring.standings import Extra
from tournaments.standings.exports import standings_sheet
from tournaments.standings.facts import Overlay
from tournaments.standings.queries import compare_standings, standings
from tournaments.standings.record_queries import pair_record


@pytest.fixture
def burraco(db):
    """Two deals a round, 14 VP and 305 MP for a rest, three warnings a VP; four pairs, round 1 being played."""
    return make_playing_burraco(slug="coppa-burraco", bye_vp=14, bye_mp=305, warnings_per_vp=3)


def play(table, user, *points):
    for board, both in zip(table.round.boards.all(), points, strict=True):
        make_score(table, board, both, user)


def table_of(tournament, round, number):
    return Table.objects.get(round__tournament=tournament, round__number=round, number=number)


def fix(table, user, vp, mp, *, version=1, **fields):
    """A score fixed for the match: VP and MP of lines A and B."""
    figures = {"vp_a": vp[0], "vp_b": vp[1], "mp_a": mp[0], "mp_b": mp[1]}
    given = {"given_by": user, "given_at": NOON, "reason": "Ritardo", "reference": "art. 40", "kind": "ritardo"}
    return MatchScore.objects.create(table=table, version=version, **figures, **given, **fields)


def figures(result):
    return {row.entry.number: (row.vp, row.mp) for row in result.rows}


def places(result):
    return [(row.place, row.entry.number) for row in result.rows]


# Fixed scores and rests


def test_a_score_fixed_for_the_match_counts_in_place_of_its_boards(burraco, dora):
    table = table_of(burraco, 1, 1)
    play(table, dora, (500, 500), (500, 500))
    fix(table, dora, (14, 6), (305, -305))
    result = standings(burraco)
    assert figures(result) == {1: (14, 305), 2: (6, -305), 3: (0, 0), 4: (0, 0)}
    assert [row.sums.awards for row in result.rows if row.entry.number < 3] == [1, 1]
    assert result.pending == 1


def test_a_match_that_nobody_played_is_not_pending_once_its_score_is_fixed(burraco, dora):
    fix(table_of(burraco, 1, 1), dora, (7, 7), (-305, -305))
    fix(table_of(burraco, 1, 2), dora, (0, 14), (-2005, 305))
    assert standings(burraco).is_final
    assert figures(standings(burraco)) == {1: (7, -305), 2: (7, -305), 3: (0, -2005), 4: (14, 305)}


def test_a_fixed_score_taken_back_lets_the_boards_count_again(burraco, dora):
    table = table_of(burraco, 1, 1)
    play(table, dora, (900, 500), (500, 500))
    taken = {"superseded_by": dora, "superseded_at": NOON, "supersede_reason": "Era presente"}
    fix(table, dora, (6, 14), (-305, 305), **taken)
    assert figures(standings(burraco))[1] == (14, 400)


def test_only_the_version_in_force_of_a_fixed_score_counts(burraco, dora):
    table = table_of(burraco, 1, 1)
    taken = {"superseded_by": dora, "superseded_at": NOON, "supersede_reason": "Tavolo sbagliato"}
    fix(table, dora, (6, 14), (-305, 305), **taken)
    fix(table, dora, (10, 10), (0, 0), version=2)
    assert [figures(standings(burraco))[number] for number in (1, 2)] == [(10, 0), (10, 0)]


def test_a_rest_brings_the_score_of_the_tournament_once_its_round_has_begun(burraco):
    round = make_round(burraco, 2, [(burraco.entries.get(number=1), None)], state="published")
    assert figures(standings(burraco))[1] == (0, 0)
    Round.objects.filter(pk=round.pk).update(state="closed")
    assert figures(standings(burraco))[1] == (14, 305)


def test_an_encounter_fixed_by_the_code_decides_between_equals(burraco, dora):
    fix(table_of(burraco, 1, 1), dora, (6, 14), (-305, 305))
    play(table_of(burraco, 1, 2), dora, (500, 500), (500, 500))
    back = make_round(burraco, 2, [(burraco.entries.get(number=1), None)], state="closed")
    make_adjustment(burraco.entries.get(number=2), dora, kind="vp", amount=6)
    make_adjustment(burraco.entries.get(number=2), dora, kind="mp", amount=-305, round=back)
    assert figures(standings(burraco))[1] == figures(standings(burraco))[2] == (20, 0)
    assert [row.entry.number for row in standings(burraco).rows][:2] == [2, 1]


# Partners and teams


def test_single_players_get_what_their_line_of_the_round_got(db, dora):
    yellow = make_burraco("giallo", contest="individual")
    one, two, three, four = (make_entry(yellow, number, [f"Uno Solo{number}"]) for number in range(1, 5))
    round = make_round(yellow, 1, [(one, two)])
    table = round.tables.get()
    Table.objects.filter(pk=table.pk).update(line_a2=three, line_b2=four)
    play(table, dora, (900, 500), (500, 500))
    assert figures(standings(yellow)) == {1: (14, 400), 3: (14, 400), 2: (6, -400), 4: (6, -400)}
    record = pair_record(three).encounters[0]
    assert (record.partner, record.opponents, record.vp, record.difference) == (one, (two, four), 14, 400)


@pytest.fixture
def teams(db, dora):
    """A match of teams 1 and 2 in two rooms, the second told from the other side: 1 leads by 400, then by 200."""
    tournament = make_burraco("squadre", contest="teams", vp_scale="burraco-teams")
    names = [f"Anna Squadra{n}" for n in range(4)]
    one, two = (make_entry(tournament, number, names) for number in (1, 2))
    round = make_round(tournament, 1, [(one, two)])
    second = Table.objects.create(round=round, number=2, room=2, line_a=two, line_b=one)
    play(round.tables.get(number=1), dora, (900, 500), (500, 500))
    play(second, dora, (500, 600), (500, 600))
    return tournament


def test_the_two_rooms_of_a_team_match_are_one_encounter(teams):
    result = standings(teams)
    assert figures(result) == {1: (13, 600), 2: (7, -600)}
    assert [row.encounters for row in result.rows] == [1, 1]


def test_a_team_match_waits_for_its_second_room(teams):
    BoardScore.objects.filter(table__room=2).update(state="superseded", superseded_at=NOON)
    result = standings(teams)
    assert (figures(result)[1], result.pending) == ((0, 0), 1)


def test_both_rooms_show_the_victory_points_of_their_match_seen_from_there(teams, dora):
    first, second = (row.result for row in round_grid(teams.rounds.get()))
    assert (first.difference, first.vp_a, first.vp_b) == (400, 13, 7)
    assert (second.difference, second.vp_a, second.vp_b) == (-200, 7, 13)
    assert first.reading == "MP +400, con l’altra sala (+200) +600."
    assert second.reading == "MP −200, con l’altra sala (−400) −600."
    rows = tables_sheet(teams).rows
    assert [row[-4:-2] for row in rows] == [(13, 7), (7, 13)]


def test_a_room_shows_no_victory_points_before_the_other_is_complete(teams):
    BoardScore.objects.filter(table__room=2).update(state="superseded", superseded_at=NOON)
    assert [row.result.vp_a for row in round_grid(teams.rounds.get())] == [None, None]


def test_the_record_of_a_team_shows_both_rooms_from_its_side(teams):
    for number, vp, mp in ((1, 13, 600), (2, 7, -600)):
        (one,) = pair_record(teams.entries.get(number=number)).encounters
        assert (one.vp, one.difference, len(one.boards)) == (vp, mp, 4)


def test_a_score_fixed_in_either_room_is_the_match_seen_from_that_room(teams, dora):
    fix(table_of(teams, 1, 2), dora, (13, 7), (555, -555))
    assert figures(standings(teams)) == {1: (7, -555), 2: (13, 555)}
    (one,) = pair_record(teams.entries.get(number=1)).encounters
    assert (one.vp, one.difference) == (7, -555)


def test_a_score_fixed_in_one_room_settles_the_other(teams, dora):
    BoardScore.objects.update(state="superseded", superseded_at=NOON)
    assert (round_progress(teams)[0].missing, missing_scores(teams.rounds.get())) == (4, 4)
    fix(table_of(teams, 1, 2), dora, (13, 7), (555, -555))
    assert (round_progress(teams)[0].missing, missing_scores(teams.rounds.get())) == (0, 0)


# Warnings and withdrawals


def test_the_third_warning_costs_a_victory_point_and_a_cancelled_one_gives_it_back(burraco, dora):
    one = burraco.entries.get(number=1)
    play(table_of(burraco, 1, 1), dora, (500, 500), (500, 500))
    warnings = [make_adjustment(one, dora, kind="warning", amount=0) for _warning in range(3)]
    assert figures(standings(burraco))[1] == (9, 0)
    warnings[0].__class__.objects.filter(pk=warnings[0].pk).update(
        cancelled_by=dora, cancelled_at=NOON, cancel_reason="Non era lui"
    )
    assert figures(standings(burraco))[1] == (10, 0)


def test_who_withdrew_keeps_place_and_points(burraco, dora):
    play(table_of(burraco, 1, 1), dora, (900, 500), (500, 500))
    Entry.objects.filter(tournament=burraco, number=1).update(state="withdrawn", until_round=1)
    assert places(standings(burraco))[0] == (1, 1)


def test_who_withdrew_before_playing_is_not_in_the_standings(burraco):
    never = make_entry(burraco, 5)
    Entry.objects.filter(pk=never.pk).update(state="withdrawn", until_round=0)
    assert 5 not in figures(standings(burraco))
    assert pair_record(never).row.place is None


# Stages and groups


@pytest.fixture
def merit(burraco, dora):
    """Round 1 won by 1 and 3, by 400 and 200; then two groups, each with a round: 3 beats 1 by 300, 4 and 2 draw."""
    play(table_of(burraco, 1, 1), dora, (900, 500), (500, 500))
    play(table_of(burraco, 1, 2), dora, (700, 500), (500, 500))
    Round.objects.update(state="closed")
    by_number = {entry.number: entry for entry in burraco.entries.all()}
    stage = make_stage(burraco, 2)
    for number, members in ((1, (1, 3)), (2, (4, 2))):
        group = Group.objects.create(stage=stage, number=number, name=f"Girone {number}")
        for seed, member in enumerate(members, start=1):
            GroupPlace.objects.create(group=group, entry=by_number[member], seed=seed)
    round = make_round(burraco, 2, [(by_number[1], by_number[3]), (by_number[4], by_number[2])], state="closed")
    Round.objects.filter(pk=round.pk).update(stage=stage)
    play(table_of(burraco, 2, 1), dora, (500, 800), (500, 500))
    play(table_of(burraco, 2, 2), dora, (500, 500), (500, 500))
    return burraco


def test_the_last_stage_begun_is_ranked_by_group(merit):
    rows = [(row.group_name, row.place, row.entry.number, row.vp) for row in standings(merit).rows]
    assert rows[:2] == [("Girone 1", 1, 3, 13), ("Girone 1", 2, 1, 7)]
    assert sorted(rows[2:]) == [("Girone 2", 1, rows[2][2], 10), ("Girone 2", 2, rows[3][2], 10)]


def test_an_earlier_stage_can_still_be_asked_for(merit):
    assert figures(standings(merit, stage=merit.stages.get(number=1))) == {
        1: (14, 400), 3: (12, 200), 4: (8, -200), 2: (6, -400),
    }  # fmt: skip


def test_one_group_alone(merit):
    group = Group.objects.get(stage__tournament=merit, number=2)
    assert sorted(figures(standings(merit, group=group))) == [2, 4]


def test_what_is_carried_over_counts(merit):
    GroupPlace.objects.filter(entry__number=1).update(carried_vp=14, carried_mp=400)
    row = next(row for row in standings(merit).rows if row.entry.number == 1)
    assert (row.place, row.vp, row.mp, row.sums.vp_carried) == (1, 21, 100, 14)


def test_a_pair_shows_its_last_stage_and_keeps_the_rounds_before(merit):
    record = pair_record(merit.entries.get(number=1))
    assert [one.table.round.number for one in record.encounters] == [2]
    assert [one.table.round.number for one in record.earlier] == [1]
    assert (record.row.vp, record.vp_played) == (7, 7)


def test_a_penalty_of_a_round_counts_in_its_stage_alone(merit, dora):
    make_adjustment(merit.entries.get(number=1), dora, amount=-2, round=merit.rounds.get(number=1))
    assert figures(standings(merit))[1][0] == 7
    assert figures(standings(merit, stage=merit.stages.get(number=1)))[1][0] == 12


def test_the_proof_of_a_pair_holds_the_penalties_of_its_stage_and_those_before_apart(merit, dora):
    one = merit.entries.get(number=1)
    before = make_adjustment(one, dora, amount=-2, round=merit.rounds.get(number=1))
    now = make_adjustment(one, dora, amount=-1, round=merit.rounds.get(number=2))
    record = pair_record(one)
    assert (record.adjustments, record.earlier_adjustments) == ((now,), (before,))
    assert record.row.vp == record.vp_played + record.row.vp_adjustment == 6


def paired(tournament, number, user, at):
    round = tournament.rounds.get(number=number)
    Pairing.objects.create(round=round, version=1, formula="by-hand", made_by=user, made_at=at)


@pytest.mark.parametrize(("minutes", "first", "second"), [(-1, 12, 7), (0, 14, 5), (1, 14, 5)])
def test_a_penalty_of_no_round_counts_in_the_stage_under_way_when_given(merit, dora, minutes, first, second):
    paired(merit, 1, dora, NOON - timedelta(hours=1))
    paired(merit, 2, dora, NOON)
    make_adjustment(merit.entries.get(number=1), dora, amount=-2, given_at=NOON + timedelta(minutes=minutes))
    assert figures(standings(merit, stage=merit.stages.get(number=1)))[1][0] == first
    assert figures(standings(merit))[1][0] == second
    assert len(pair_record(merit.entries.get(number=1)).earlier_adjustments) == (first == 12)


def test_warnings_add_up_through_the_stages_and_are_paid_once(merit, dora):
    one = merit.entries.get(number=1)
    for round in (1, 1, 2):
        make_adjustment(one, dora, kind="warning", amount=0, round=merit.rounds.get(number=round))
    assert figures(standings(merit, stage=merit.stages.get(number=1)))[1][0] == 14
    assert figures(standings(merit))[1][0] == 6


def test_a_late_pair_seated_in_a_group_is_ranked_there(merit, dora):
    late = make_entry(merit, 5)
    group = Group.objects.get(stage__tournament=merit, number=2)
    Table.objects.create(round=merit.rounds.get(number=2), number=3, line_a=late, group=group)
    row = next(row for row in standings(merit).rows if row.entry == late)
    assert (row.group, row.place, row.vp) == (2, 1, 14)


# On paper


def test_the_sheet_has_a_column_for_every_part_that_some_line_has(merit, dora):
    one = merit.entries.get(number=1)
    GroupPlace.objects.filter(entry=one).update(carried_vp=14, carried_mp=400)
    for _warning in range(3):
        make_adjustment(one, dora, kind="warning", amount=0, round=merit.rounds.get(number=2))
    fix(table_of(merit, 2, 2), dora, (7, 7), (-305, -305))
    sheet = standings_sheet(merit, standings(merit))
    row = [column.title for column in sheet.columns], next(row for row in sheet.rows if row[1] == 1)
    assert dict(zip(*row, strict=True)) == {
        "Pos.": 1, "Coppia": 1, "Nome": "Conti – Serra", "VP": 20, "MP": 100, "MP fatti": 1000, "MP subiti": 1300,
        "VP di rettifica": 0, "Incontri": 1, "Girone": "Girone 1", "VP di riposi e punteggi fissati": 0,
        "MP di riposi e punteggi fissati": 0, "VP tolti": -1, "VP della fase precedente": 14,
        "MP della fase precedente": 400, "Spareggio": "",
    }  # fmt: skip


def test_the_ties_of_each_group_are_told_with_its_name(merit):
    notes = standings_sheet(merit, standings(merit)).notes
    assert any(note.startswith("Girone 2, pos. 1–2: Sorteggio") for note in notes)
    assert not any(note.startswith("Girone 1") for note in notes)


# What a correction would change


@pytest.fixture
def played(burraco, dora):
    play(table_of(burraco, 1, 1), dora, (900, 500), (500, 500))
    play(table_of(burraco, 1, 2), dora, (700, 500), (500, 500))
    return burraco


def preview(tournament, **overlay):
    before, after = standings(tournament), standings(tournament, overlay=Overlay(**overlay))
    assert figures(before) == {1: (14, 400), 3: (12, 200), 4: (8, -200), 2: (6, -400)}
    return [(move.entry.number, move.places_gained, move.after.vp) for move in compare_standings(before, after)]


def test_of_many_changes_those_that_only_make_room_are_one_line(played):
    table = table_of(played, 1, 2)
    overlay = Overlay(boards={(table.pk, table.round.boards.first().pk): (1200, 500)})
    moves = compare_standings(standings(played), standings(played, overlay=overlay))
    few, many = Preview(moves, version=1), Preview(2 * moves, version=1)
    assert (few.read, few.slid) == (moves, ())
    # The pairs of the other table keep their points.
    assert {one.entry.number for one in many.read} == {table.line_a.number, table.line_b.number}
    assert {one.entry.number for one in many.slid} == {1, 2, 3, 4} - {table.line_a.number, table.line_b.number}


def test_a_preview_of_a_board_tells_who_would_move(played):
    table = table_of(played, 1, 2)
    board = table.round.boards.first()
    assert preview(played, boards={(table.pk, board.pk): (1200, 500)}) == [
        (3, 1, 17),
        (1, -1, 14),
        (2, 1, 6),
        (4, -1, 3),
    ]
    assert preview(played, boards={(table.pk, board.pk): (700, 500)}) == []


def test_a_preview_of_a_board_without_score_takes_its_table_out(played):
    table = table_of(played, 1, 2)
    overlay = Overlay(boards={(table.pk, table.round.boards.first().pk): None})
    result = standings(played, overlay=overlay)
    assert (figures(result)[3], result.pending) == ((0, 0), 1)


def test_a_preview_of_a_fixed_score_and_of_taking_it_back(played, dora):
    table = table_of(played, 1, 1)
    fixed = FixedScore("ritardo", 6, -305, 14, 305)
    assert preview(played, matches={table.pk: fixed}) == [(2, 3, 14), (1, -3, 6)]
    fix(table, dora, (6, 14), (-305, 305))
    back = standings(played, overlay=Overlay(matches={table.pk: None}))
    assert figures(back)[1] == (14, 400)


def test_a_preview_of_a_penalty(played):
    assert preview(played, extras=[Extra(1, vp=-3)]) == [(3, 1, 12), (1, -1, 11)]


# Speed


@pytest.mark.parametrize("pairs", [4, 24])
def test_a_preview_takes_one_query_more_however_many_pairs(db, dora, django_assert_num_queries, pairs):
    tournament = make_burraco("altro")
    entries = make_entries(tournament, pairs)
    round = make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    for table in round.tables.all():
        play(table, dora, (500, 500), (500, 500))
    changed = {(round.tables.first().pk, round.boards.first().pk): (900, 500)}
    with django_assert_num_queries(6):
        standings(tournament, overlay=Overlay(boards=changed))
