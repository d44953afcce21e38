"""Places of a knock-out: whoever goes further stands first, whatever points the others made on the way."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from records.rights import Role
from tests.asking import TOURNAMENT, source
from tests.factories import acting, give_role, make_adjustment, make_user, sealed
from tests.outside import troubles
from tests.tournaments.draw.by_formula import lines, next_round, play, staged
from tests.tournaments.publication.showing import settle, show
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.publication.actions import set_prize
from tournaments.publication.queries import awards
from tournaments.scores.actions import record_arbitral_score
from tournaments.scores.match_models import KnockoutWinner
from tournaments.standings.actions import decide_knockout
from tournaments.standings.outcomes import outcomes
from tournaments.standings.queries import standings

CLOSE, CLEAR = (6, 5), (11, 0)


@pytest.fixture
def played(db):
    """1 wins by one point a board, 2 by eleven: the loser of the final has the most points."""
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora, {1: CLOSE, 2: CLEAR})
    play(next_round(tournament, dora), dora, {1: CLOSE})
    return tournament, dora


def places(tournament):
    return [(row.place, row.entry.number) for row in standings(tournament).rows]


def test_the_winner_of_the_final_is_first_though_the_loser_has_more_points(played):
    tournament, _dora = played
    first, second, third, fourth = standings(tournament).rows
    assert second.vp > first.vp
    assert places(tournament)[:2] == [(1, 1), (2, 2)]
    assert {third.entry.number, fourth.entry.number} == {3, 4}
    names = {row.entry.number: row.entry.name for row in (first, second, third, fourth)}
    assert first.explanations == (f"La finale decide primo e secondo posto: {names[1]} batte {names[2]}.",)
    assert third.explanations[0] == f"Chi va più avanti sta prima: in semifinale passa {names[1]}, esce {names[4]}."
    assert (third.entry.number, third.is_by_match) == (4, True)


@pytest.mark.long
def test_the_cup_goes_to_the_winner_of_the_final(played):
    tournament, dora = played
    set_prize(by=acting(dora), tournament=tournament, group=None, category="", name="Coppa", place_from=1, place_to=1)
    sealed(tournament)
    stage = Stage.objects.get()
    show(dora, stage)
    settle(dora, stage, incomplete=True, reason="Nessun altro in sala conti")
    assert [winner.row.entry.number for award in awards(tournament) for winner in award.winners] == [1]
    assert troubles(tournament) == []


@pytest.mark.long
def test_pages_and_files_say_what_decided(played, client):
    _tournament, dora = played
    show(dora, Stage.objects.get())
    client.force_login(dora)
    assert "La finale decide primo e secondo posto" in source(client.get(f"{TOURNAMENT}classifica/"))
    sheet = load_workbook(BytesIO(client.get(f"{TOURNAMENT}esporta/classifica.xlsx").content)).worksheets[0]
    rows = [row for row in sheet.iter_rows(values_only=True) if any(row)]
    place = next(row.index("Spareggio") for row in rows if "Spareggio" in row)
    assert [row[place] for row in rows if row[0] in (1, 2)] == ["finale", "finale"]


def test_whoever_is_still_in_stands_before_whoever_is_out(db):
    tournament, dora = staged("knockout", 8, rounds_planned=3)
    quarters = play(next_round(tournament, dora), dora, {1: CLOSE, 2: CLOSE, 3: CLOSE, 4: CLOSE})
    winners = [a for a, _b in lines(quarters)]
    assert {number for _place, number in places(tournament)[:4]} == set(winners)
    semis = play(next_round(tournament, dora), dora, {1: CLOSE, 2: CLOSE})
    finalists, semifinalists = [{pair[side] for pair in lines(semis)} for side in (0, 1)]
    make_adjustment(Entry.objects.get(number=min(semifinalists)), dora, kind="vp", amount=-15)
    told = [number for _place, number in places(tournament)]
    assert (set(told[:2]), set(told[2:4])) == (finalists, semifinalists)
    assert set(told[4:]) == set(range(1, 9)) - set(winners)


def test_a_level_final_is_decided_by_whoever_it_is_given_to(db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora)
    final = play(next_round(tournament, dora), dora, level=(1,))
    table = final.tables.get(number=1)
    before = [number for _place, number in places(tournament)][:2]
    winner = next(entry for entry in (table.line_a, table.line_b) if entry.number == before[1])
    decide_knockout(by=acting(dora), table=table, winner=winner, reason="Spareggio", expected_version=0)
    assert places(tournament)[:2] == [(1, before[1]), (2, before[0])]
    assert KnockoutWinner.objects.count() == 1


def decide(tables, points_a, points_b):
    """Every board of these tables as a ruling has it."""
    giulia = make_user("giulia")
    give_role(giulia, tables[0].round.tournament, Role.CHIEF_ARBITER)
    for table in tables:
        for board in table.round.boards.all():
            record_arbitral_score(by=acting(giulia), table=table, board=board, kind="assigned", points_a=points_a,
                                  points_b=points_b, expected_version=1, reference="Provvedimento n. 3",
                                  reason="Mazzo incompleto")  # fmt: skip


def test_whoever_sat_in_the_final_went_on_though_a_ruling_gives_the_semi_final_to_the_other(played):
    tournament, _dora = played
    semifinal = tournament.rounds.get(number=1).tables.get(line_a__number=2, line_b__number=3)
    decide([semifinal], 0, 11)
    first, second, third, fourth = standings(tournament).rows
    assert [row.entry.number for row in (first, second, third, fourth)] == [1, 2, 3, 4]
    told = f"Chi va più avanti sta prima: in semifinale passa {second.entry.name}, esce {third.entry.name}."
    assert third.explanations[0] == told


@pytest.mark.parametrize("ruled", [(0, 11), (5, 5)])
def test_the_final_is_drawn_though_a_ruling_turns_or_levels_a_quarter_final_after_the_semi_finals(db, ruled):
    tournament, dora = staged("knockout", 8, rounds_planned=3)
    quarters = play(next_round(tournament, dora), dora)
    play(next_round(tournament, dora), dora)
    decide(quarters.tables.all(), *ruled)
    assert lines(next_round(tournament, dora)) == [(1, 2)]
    went_on = [outcome.winner.number for outcome in outcomes(Stage.objects.get()) if outcome.table.round == quarters]
    assert went_on == [a for a, _b in lines(quarters)]
