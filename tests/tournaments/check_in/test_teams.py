"""Teams of four: a match in two rooms, the line-up before it, one result of both rooms."""

import pytest
from django.core.exceptions import PermissionDenied

from codes.seats import Line, Seat
from hall.score_sheets.exports import table_sheet
from keeping.documents.workbook import pairs_sheet
from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests.asking import DESK, TOURNAMENT, queries_of, send, source, text
from tests.factories import acting, give_role, let_be, make_entry, make_score, make_tournament, make_user
from tests.tournaments.draw.by_formula import next_round
from tournaments.check_in.line_up_actions import set_line_up
from tournaments.check_in.queries import matches_of, usual_line_up
from tournaments.draw.actions import redraw_round
from tournaments.draw.models import Pairing
from tournaments.entries.models import EntryMember
from tournaments.entries.queries import line_up_key
from tournaments.planning.models import Stage
from tournaments.rounds.actions import close_round, create_round, publish_round, start_round
from tournaments.rounds.models import LineUp, Round
from tournaments.scores.match_actions import Figures, give_match_score
from tournaments.scores.queries import round_grid
from tournaments.standings.queries import standings
from tournaments.standings.record_queries import pair_record

NAMES = ("Ada", "Bice", "Ciro", "Dino", "Elia")


def teams(how_many=2, *, game="tressette", players=5, **stage):
    """A tournament of teams, each of so many players: Ada, Bice … of team 1, 2 …; and its director."""
    options = {"contest": "teams"}
    if game == "burraco":
        options |= {
            "game": "burraco", "rulebook": "fibur-burraco-2019", "vp_scale": "burraco-teams", "forma": "", "norme": "",
            "accusa": "", "separe": "senza-separe",
        }  # fmt: skip
    tournament = make_tournament(**options)
    dora = make_user("dora", first_name="Dora", last_name="Pace")
    give_role(dora, tournament, Role.DIRECTOR)
    for number in range(1, how_many + 1):
        make_entry(tournament, number, [f"{name} Squadra{number}" for name in NAMES[:players]])
    defaults = {"name": "Girone unico", "formula": "danish", "rounds_planned": 3}
    Stage.objects.create(tournament=tournament, number=1, **(defaults | stage))
    return tournament, dora


def begun(round, by):
    publish_round(by=acting(by), round=round)
    return start_round(by=acting(by), round=round)


def scored(round, by, points):
    """The scores of the boards of a round, by table."""
    for row in round_grid(round):
        for cell, result in zip(row.cells, points[row.table.number], strict=True):
            make_score(row.table, cell.board, result, by)


def first_names(table, line):
    return [player.first_name for player in table.players_on(line)]


def tables_of(round):
    return {table.number: table for table in round.tables.with_players()}


def chosen(entry, *names):
    """The players of a team by first name."""
    by_name = {member.player.first_name: member.player_id for member in entry.members.all()}
    return [by_name[name] for name in names]


def test_a_match_takes_two_tables_with_the_lines_crossed(db):
    tournament, dora = teams()
    one, two = tables_of(next_round(tournament, dora)).values()
    assert [(one.room, one.line_a.number, one.line_b.number), (two.room, two.line_a.number, two.line_b.number)] == [
        (1, 1, 2),
        (2, 2, 1),
    ]


def test_tables_by_hand_have_two_rooms_as_well(db):
    tournament, dora = teams(3)
    one, two, three = tournament.entries.order_by("number")
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(one, two), (three, None)])
    tables = tables_of(round)
    assert [(n, t.room, t.line_a.number, t.line_b and t.line_b.number) for n, t in tables.items()] == [
        (1, 1, 1, 2),
        (2, 2, 2, 1),
        (3, 1, 3, None),
    ]
    assert first_names(tables[2], Line.A) == ["Ciro", "Dino"]


def test_the_first_four_play_until_somebody_says_otherwise(db):
    tournament, dora = teams()
    one, two = tables_of(next_round(tournament, dora)).values()
    assert (first_names(one, Line.A), first_names(two, Line.B)) == (["Ada", "Bice"], ["Ciro", "Dino"])
    assert str(one.player_at(Seat.N)) == "Ada Squadra1"


def test_a_line_up_is_kept_for_the_next_match(db):
    tournament, dora = teams()
    round = next_round(tournament, dora)
    entry = tournament.entries.get(number=1)
    four = chosen(entry, "Elia", "Ada", "Dino", "Bice")
    set_line_up(by=acting(dora), round=round, entry=entry, players=four)
    begun(round, dora)
    scored(round, dora, {1: [(8, 3)] * 2, 2: [(8, 3)] * 2})
    close_round(by=acting(dora), round=round, **let_be(round))
    Stage.objects.update(formula="danish-pure")
    one, two = tables_of(next_round(tournament, dora)).values()
    mine = [first_names(table, Line.A if table.line_a == entry else Line.B) for table in (one, two)]
    assert mine == [["Elia", "Ada"], ["Dino", "Bice"]]


def test_a_line_up_given_for_a_draft_outlives_another_draw(db):
    tournament, dora = teams()
    round = next_round(tournament, dora)
    entry = tournament.entries.get(number=1)
    set_line_up(by=acting(dora), round=round, entry=entry, players=chosen(entry, "Elia", "Dino", "Ciro", "Bice"))
    redraw_round(by=acting(dora), pairing=Pairing.objects.current().get(round=round))
    sides = [side for match in matches_of(round) for side in match.sides if side.entry == entry]
    assert [player.first_name for player in sides[0].players] == ["Elia", "Dino", "Ciro", "Bice"]


@pytest.mark.parametrize(
    ("names", "why"),
    [(("Ada", "Ada", "Bice", "Ciro"), "un posto solo"), (("Ada", "Bice", "Ciro"), "quattro giocatori")],
)
def test_a_wrong_line_up_is_refused(db, names, why):
    tournament, dora = teams()
    round, entry = next_round(tournament, dora), tournament.entries.get(number=1)
    with pytest.raises(Refused, match=why):
        set_line_up(by=acting(dora), round=round, entry=entry, players=chosen(entry, *names))


def test_a_player_of_another_team_is_refused(db):
    tournament, dora = teams()
    round, (entry, other) = next_round(tournament, dora), tournament.entries.order_by("number")
    four = [*chosen(entry, "Ada", "Bice", "Ciro"), *chosen(other, "Dino")]
    with pytest.raises(Refused, match="della squadra"):
        set_line_up(by=acting(dora), round=round, entry=entry, players=four)


def test_no_line_up_changes_once_the_round_plays(db):
    tournament, dora = teams()
    round, entry = begun(next_round(tournament, dora), dora), tournament.entries.get(number=1)
    with pytest.raises(Refused, match="è cominciato"):
        set_line_up(by=acting(dora), round=round, entry=entry, players=chosen(entry, "Elia", "Dino", "Ciro", "Bice"))


def test_line_ups_are_the_desk_s(db, carla):
    tournament, dora = teams()
    round, entry = next_round(tournament, dora), tournament.entries.get(number=1)
    with pytest.raises(PermissionDenied):
        set_line_up(by=acting(carla), round=round, entry=entry, players=chosen(entry, "Elia", "Dino", "Ciro", "Bice"))


def test_who_left_is_replaced_by_the_first_who_did_not_play():
    assert usual_line_up((1, 2, 3, 4), [1, 3, 4, 5, 6]) == (1, 5, 3, 4)
    assert usual_line_up((), [1, 2, 3, 4, 5]) == (1, 2, 3, 4)
    assert usual_line_up((None, None, 3, 4), [1, 2, 3, 4]) == (1, 2, 3, 4)
    assert usual_line_up((1, 2, 3, 4), [1, 2, 3]) is None


def test_a_room_left_empty_by_a_substitution_is_filled_when_the_round_begins(db):
    tournament, dora = teams()
    round = next_round(tournament, dora)
    entry = tournament.entries.get(number=1)
    gone = entry.members.get(player__first_name="Ada")
    LineUp.objects.filter(first=gone.player).delete()
    gone.until_round = 0
    gone.save()
    begun(round, dora)
    assert first_names(tables_of(round)[1], Line.A) == ["Bice", "Elia"]


def test_a_short_team_has_no_line_up_and_its_match_gets_the_score_of_article_39(db):
    tournament, dora = teams(game="burraco", players=4)
    short = tournament.entries.get(number=2)
    EntryMember.objects.filter(entry=short, position=4).delete()
    round = begun(next_round(tournament, dora), dora)
    (match,) = matches_of(round)
    assert [side.is_short for side in match.sides] == [False, True]
    figures = Figures(vp_a=13, vp_b=7, mp_a=555, mp_b=-555)
    why = {"kind": "assenza-squadra", "reason": "Manca un componente", "reference": "art. 39"}
    give_match_score(by=acting(dora), table=match.first, figures=figures, expected_version=0, **why)
    assert [(row.entry.number, row.vp, row.mp) for row in standings(tournament).rows] == [(1, 13, 555), (2, 7, -555)]
    assert close_round(by=acting(dora), round=round, **let_be(round)).state == Round.State.CLOSED


def test_burraco_reads_the_table_of_teams_on_the_sum_of_both_rooms(db):
    tournament, dora = teams(game="burraco", players=4)
    round = begun(next_round(tournament, dora), dora)
    # Team 1 leads by 500 + 200 in room 1 (line A) and loses 100 twice in room 2 (line B): +500, 12–8 (355–550).
    scored(round, dora, {1: [(1000, 500), (700, 500)], 2: [(600, 500), (400, 300)]})
    assert {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows} == {1: (12, 500), 2: (8, -500)}
    grid = {row.table.number: (row.result.vp_a, row.result.vp_b) for row in round_grid(round)}
    assert grid == {1: (12, 8), 2: (8, 12)}


def test_tressette_reads_the_table_of_all_the_boards_of_both_rooms(db):
    tournament, dora = teams(players=4)
    round = begun(next_round(tournament, dora), dora)
    # Team 1: +5 +3 in room 1, +1 −1 in room 2: +8 over four boards is 13–7 (7–9); over two it would be 14–6.
    scored(round, dora, {1: [(8, 3), (7, 4)], 2: [(5, 6), (6, 5)]})
    assert {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows} == {1: (13, 8), 2: (7, -8)}
    record = pair_record(tournament.entries.get(number=1))
    assert [(one.vp, one.difference, len(one.boards)) for one in record.encounters] == [(13, 8, 4)]


@pytest.mark.long
def test_a_mitchell_of_teams_goes_round_by_matches(db):
    tournament, dora = teams(6, players=4, formula="mitchell")
    met = set()
    for _number in range(3):
        round = begun(next_round(tournament, dora), dora)
        met |= {frozenset(side.entry.number for side in match.sides) for match in matches_of(round)}
        scored(round, dora, {number: [(8, 3)] * 2 for number in range(1, 7)})
        close_round(by=acting(dora), round=round, **let_be(round))
    assert len(met) == 9


def test_sheets_and_tables_name_team_room_and_players(db, client_of):
    tournament, dora = teams()
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    sheet = table_sheet(round_grid(round)[1], str)
    assert (sheet.room, sheet.line_a.who) == (2, "squadra 2")
    assert sheet.line_b.players == ("Ciro Squadra1", "Dino Squadra1")
    said = text(client_of(dora).get(TOURNAMENT + "turni/1/"))
    assert "Ciro Squadra1 Dino Squadra1" in said
    assert "2 Sala 2" in said
    assert "Elia" not in said


def test_the_workbook_lists_every_player_of_a_team(db):
    tournament, _dora = teams()
    assert pairs_sheet(tournament).rows[0][-2] == "Ciro Squadra1, Dino Squadra1, Elia Squadra1"


def test_the_desk_gives_a_line_up_on_its_page(db, client_of):
    tournament, dora = teams()
    next_round(tournament, dora)
    entry, desk = tournament.entries.get(number=1), client_of(dora)
    page = DESK + "turni/1/formazioni/"
    assert "Ada Squadra1 – Bice Squadra1" in text(desk.get(page))
    four = dict(zip(("one", "two", "three", "four"), chosen(entry, "Elia", "Ada", "Dino", "Bice"), strict=True))
    assert send(desk, page + "1/", **four).status_code == 302
    assert "Elia Squadra1 – Ada Squadra1" in text(desk.get(page))


def test_the_page_refuses_a_player_named_twice(db, client_of):
    tournament, dora = teams()
    next_round(tournament, dora)
    entry = tournament.entries.get(number=1)
    four = dict(zip(("one", "two", "three", "four"), chosen(entry, "Ada", "Ada", "Dino", "Bice"), strict=True))
    answer = send(client_of(dora), DESK + "turni/1/formazioni/1/", **four)
    assert answer.status_code == 422
    assert "un posto solo" in text(answer)


def test_the_pages_of_line_ups_say_when_it_is_too_late_or_there_is_no_match(db, client_of):
    tournament, dora = teams(3)
    desk, round = client_of(dora), begun(next_round(tournament, dora), dora)
    resting = round.tables.get(line_b=None).line_a.number
    assert "non ha un incontro" in text(desk.get(f"{DESK}turni/1/formazioni/{resting}/"))
    playing = 1 if resting != 1 else 2
    assert "non si cambia più" in text(desk.get(f"{DESK}turni/1/formazioni/{playing}/"))
    assert "Il mio accesso" in text(desk.get(DESK + "turni/1/formazioni/"))


@pytest.mark.long
def test_the_page_of_line_ups_costs_the_same_for_more_teams(db, client_of):
    tournament, dora = teams(2)
    desk, page = client_of(dora), DESK + "turni/1/formazioni/"
    round = next_round(tournament, dora)
    few = queries_of(desk, page)
    for number in (3, 4):
        make_entry(tournament, number, [f"{name} Squadra{number}" for name in NAMES])
    redraw_round(by=acting(dora), pairing=Pairing.objects.current().get(round=round))
    assert Player.objects.count() == 20
    assert len(matches_of(round)) == 2
    assert queries_of(desk, page) == few


def test_a_captain_says_the_line_up_without_an_account(db, client_of, client):
    tournament, dora = teams()
    round, entry = next_round(tournament, dora), tournament.entries.get(number=1)
    address = f"{TOURNAMENT}formazione/{line_up_key(round, entry)}/"
    assert client.get(address).status_code == 404  # a draft is nobody's
    publish_round(by=acting(dora), round=round)
    assert address in source(client_of(dora).get(DESK + "turni/1/formazioni/1/"))
    four = dict(zip(("one", "two", "three", "four"), chosen(entry, "Elia", "Ada", "Dino", "Bice"), strict=True))
    assert send(client, address, **four).status_code == 302
    assert first_names(tables_of(round)[1], Line.A) == ["Elia", "Ada"]
    line = LogEntry.objects.filter(tournament=tournament, action="set_line_up").get()
    assert (line.actor.is_active, line.data["rooms"][1]) == (False, ["Dino Squadra1", "Bice Squadra1"])


def test_a_captain_comes_too_late_once_the_round_plays(db, client):
    tournament, dora = teams()
    round, entry = begun(next_round(tournament, dora), dora), tournament.entries.get(number=1)
    address = f"{TOURNAMENT}formazione/{line_up_key(round, entry)}/"
    assert "non si cambia più" in text(client.get(address))
    four = dict(zip(("one", "two", "three", "four"), chosen(entry, "Elia", "Ada", "Dino", "Bice"), strict=True))
    assert send(client, address, **four).status_code == 422
    assert first_names(tables_of(round)[1], Line.A) == ["Ada", "Bice"]


def test_a_captain_s_address_cannot_be_made_up(db, client):
    tournament, dora = teams()
    round, (entry, other) = next_round(tournament, dora), tournament.entries.order_by("number")
    publish_round(by=acting(dora), round=round)
    mine, theirs = line_up_key(round, entry), line_up_key(round, other)
    forged = theirs.partition(".")[0] + "." + mine.partition(".")[2]
    assert client.get(f"{TOURNAMENT}formazione/{forged}/").status_code == 404
    elsewhere = make_tournament("coppa-ponente")
    assert client.get(f"/tornei/{elsewhere.slug}/formazione/{mine}/").status_code == 404
