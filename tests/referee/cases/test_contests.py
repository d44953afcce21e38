"""Arbitration where single players or teams sit at the table: whose name, whose penalty, which seats."""

import re
from html import unescape

import pytest

from codes.seats import Seat
from records.rights import Role
from referee.cases.actions import Answers, answer, open_case
from referee.cases.walk import book_of
from referee.home.table_queries import table_page
from referee.orders.models import StandingOrder
from referee.rulings.actions import decide
from tests.asking import text
from tests.factories import acting, give_role, make_burraco, make_entry, make_tournament, make_user
from tests.referee.told import BY_EAST
from tests.tournaments.draw.by_formula import next_round
from tournaments.planning.models import Stage
from tournaments.rounds.actions import publish_round, start_round
from tournaments.rounds.models import Board
from tournaments.scores.models import Adjustment
from tournaments.standings.queries import standings

SEEN_AGAIN = {
    "presa-del-pozzo": "con-lo-scarto",
    "scarto-del-compagno": "no",
    "gioco-proseguito": "no",
    "recidiva-pozzo": "si",
}


@pytest.fixture
def bruno(db):
    return make_user("bruno", first_name="Bruno", last_name="Riva")


def playing(tournament, bruno, people, *, formula):
    """Round 1 of a tournament of entries of so many people each, begun; Bruno arbitrates."""
    dora = make_user("dora", first_name="Dora", last_name="Pace")
    give_role(dora, tournament, Role.DIRECTOR)
    give_role(bruno, tournament, Role.ARBITER)
    for number, names in enumerate(people, start=1):
        make_entry(tournament, number, names)
    Stage.objects.create(tournament=tournament, number=1, name="Unico", formula=formula, rounds_planned=3)
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    return start_round(by=acting(dora), round=round)


def case_at(table, bruno, procedure, facts, *, responsible="N"):
    """A case on the table's first board, told to the end."""
    board = Board.objects.played_at(table)[0]
    case = open_case(by=acting(bruno), table=table, board=board)
    steps = [Answers(procedure=procedure, responsible=responsible, detected=BY_EAST)]
    for step in [*steps, *(Answers(facts={name: value}) for name, value in facts.items())]:
        case.refresh_from_db()
        answer(by=acting(bruno), case=case, expected_version=case.version, answers=step)
    case.refresh_from_db()
    return case


def ruled(table, bruno, procedure, facts, **who):
    case = case_at(table, bruno, procedure, facts, **who)
    return decide(by=acting(bruno), case=case, expected_version=case.version, reason="")


def first_table(round):
    return round.tables.with_players().order_by("number")[0]


@pytest.fixture
def giallo(bruno):
    """Eight single players at burraco, two tables of four."""
    singles = [[f"Uno Giallo{number}"] for number in range(1, 9)]
    return playing(make_burraco(contest="individual"), bruno, singles, formula="individual")


def test_four_players_of_four_entries_sit_at_a_table_of_a_giallo(giallo):
    table = first_table(giallo)
    entries = table.entries_a + table.entries_b
    assert len({entry.pk for entry in entries}) == 4
    seated = {str(player) for player in table.players.values()}
    assert seated == {f"Uno Giallo{entry.number}" for entry in entries}


@pytest.mark.long
def test_a_penalty_of_the_pair_reaches_both_its_players(giallo, bruno):
    table = first_table(giallo)
    ruling = ruled(table, bruno, "pozzo-visto-prima", SEEN_AGAIN)
    fined = Adjustment.objects.filter(reference=ruling.reference)
    assert {one.entry for one in fined} == set(table.entries_a)
    assert [(one.kind, one.amount) for one in fined] == [("vp", -1), ("vp", -1)]
    rows = {row.entry.pk: row.vp for row in standings(giallo.tournament).rows}
    assert [rows[entry.pk] for entry in (*table.entries_a, *table.entries_b)] == [-1, -1, 0, 0]


@pytest.mark.long
def test_the_scene_of_a_ruling_names_all_four(giallo, bruno):
    table = first_table(giallo)
    scene = ruled(table, bruno, "pozzo-visto-prima", SEEN_AGAIN).scene
    assert (scene["line_a"], scene["line_b"]) == (table.words_a, table.words_b)
    assert scene["line_a"].count("Giallo") == 2
    assert set(scene["seats"].values()) == {str(player) for player in table.players.values()}


def test_the_arbiter_s_pages_show_all_four(giallo, bruno, client_of):
    page = client_of(bruno).get("/tornei/coppa-levante/arbitraggio/")
    table = first_table(giallo)
    for entry in table.entries_a + table.entries_b:
        assert entry.name in text(page)
    page = client_of(bruno).get(f"/tornei/coppa-levante/turni/1/tavoli/{table.number}/")
    for player in table.players.values():
        assert str(player) in text(page)


@pytest.fixture
def duel(bruno):
    """Two single players, one against one, at tressette."""
    singles = [["Anna Conti"], ["Luca Serra"]]
    return playing(make_tournament(contest="singles"), bruno, singles, formula="danish")


def test_one_against_one_takes_two_seats_and_the_deal_passes_between_them(duel):
    table = first_table(duel)
    seated = {seat: str(player) for seat, player in table.players.items() if player}
    assert seated == {Seat.N: "Anna Conti", Seat.E: "Luca Serra"}
    boards = [(one.dealer, one.leader) for one in Board.objects.played_at(table)]
    assert boards == [(Seat.N, Seat.E), (Seat.E, Seat.N)]


def test_the_wizard_offers_the_two_seats_that_are_taken(duel, bruno, client_of):
    table = first_table(duel)
    case = open_case(by=acting(bruno), table=table, board=Board.objects.played_at(table)[0])
    answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(procedure="carta-ritirata"))
    page = client_of(bruno).get(f"/tornei/coppa-levante/casi/{case.number}/").content.decode()
    assert re.findall(r'name="responsible" value="([NWSE])"', page) == ["N", "E"]
    assert "Anna Conti" in unescape(page)


def test_a_ruling_is_given_one_against_one(duel, bruno):
    facts = {"fase-passata": "in-corso", "origine-numero": "ricevuto"}
    ruling = ruled(first_table(duel), bruno, "numero-carte-errato", facts)
    assert ruling.arbitral == "artificiale"
    assert ruling.scene["line_a"] == "1 Conti"


@pytest.fixture
def squads(bruno):
    """Two teams of four at burraco."""
    people = [[f"{name} Squadra{number}" for name in ("Ada", "Bice", "Ciro", "Dino")] for number in (1, 2)]
    tournament = make_burraco(contest="teams", vp_scale="burraco-teams")
    return playing(tournament, bruno, people, formula="danish")


def test_a_ruling_in_the_second_room_is_about_the_team_that_sits_there(squads, bruno):
    table = squads.tables.with_players().get(room=2)
    ruling = ruled(table, bruno, "pozzo-visto-prima", SEEN_AGAIN)
    assert [one.entry.number for one in Adjustment.objects.filter(reference=ruling.reference)] == [2]
    assert ruling.scene["seats"]["N"] == "Ciro Squadra2"


def test_an_order_stands_at_the_room_where_it_was_given(squads, bruno):
    table = squads.tables.with_players().get(room=2)
    ruled(
        table,
        bruno,
        "carta-penalizzata",
        {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "una"},
    )
    other = squads.tables.with_players().get(room=1)
    assert [len(table_page(squads.tournament, one).orders) for one in (table, other)] == [
        StandingOrder.objects.count(),
        0,
    ]
    assert StandingOrder.objects.exists()


def test_teams_are_judged_as_teams(squads, bruno):
    offered = {one.id for one in book_of(squads.tournament).applicable(squads.tournament.options)}
    assert {"squadra-incompleta", "sostituzione-squadra", "cambio-formazione"} <= offered
    assert "sostituzione" not in offered
    ruling = ruled(first_table(squads), bruno, "riposo", {"gia-riposato": "no"}, responsible="A")
    # F.I.Bur. 40: a team that rests has 13 VP and 555 MP, however many deals a round has.
    assert [(one["vp"], one["mp"]) for one in ruling.effects] == [(13, 555)]
