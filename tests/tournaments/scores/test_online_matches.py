"""Tournaments under the online rules to points and a perdere: opened, recorded, worth their VP (numbers 9, 16, 23)."""

import pytest
from django.contrib.auth.models import Permission

from codes.seats import Line, Result
from hall.slips.actions import agree_slip, send_slip
from records.requests import Refused
from records.rights import Role
from tests.asking import send, text
from tests.factories import (
    NOON,
    acting,
    give_role,
    let_be,
    make_entries,
    make_federation,
    make_round,
    make_tournament,
    make_user,
)
from tournaments.planning.actions import create_tournament
from tournaments.rounds.actions import close_round
from tournaments.rounds.queries import round_progress
from tournaments.scores.actions import confirm_score, give_score, undo_score
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.actions import players_of
from tournaments.standings.queries import standings

ONLINE = "tressette-online"
FOUR = 4  # boards, which stand for 21 points (23)


@pytest.fixture
def sara(db):
    return make_user("sara")


@pytest.fixture
def played(sara):
    """A tournament of one table in play, of that kind."""

    def make(kind, **fields):
        tournament = make_tournament(
            rulebook=ONLINE,
            forma="ordinario",
            match_kind=kind,
            boards_per_round=FOUR,
            **({"accusa": "senza-accusa"} | fields),
        )
        give_role(sara, tournament, Role.SCORER)
        return make_round(tournament, 1, [tuple(make_entries(tournament, 2))]).tables.get()

    return make


def record(table, sara, *results, first=1):
    for number, (a, b) in enumerate(results, start=first):
        give(table, sara, number, a, b)


def give(table, sara, number, a, b, **more):
    board = table.round.boards.get(number=number)
    return give_score(
        by=acting(sara), table=table, board=board, points_a=a, points_b=b, **({"expected_version": 0} | more)
    )


def vp_and_mp(table):
    return {row.entry.number: (row.vp, row.mp) for row in standings(table.round.tournament).rows}


def kinds(table):
    return [one.kind for one in BoardScore.objects.current().filter(table=table).order_by("board__number")]


# ---- to points ----------------------------------------------------------------


def test_a_match_to_points_ends_with_the_board_that_reaches_the_target(played, sara):
    """22 to 11 after three boards of the four at most: a lead of 11 over four boards is 14 to 6."""
    table = played("a-punti")
    record(table, sara, (8, 3), (7, 4))
    assert vp_and_mp(table) == {1: (0, 0), 2: (0, 0)}
    give(table, sara, 3, 7, 4)
    assert kinds(table) == ["played"] * 3 + ["unplayed"]
    assert vp_and_mp(table) == {1: (14, 11), 2: (6, -11)}
    (progress,) = round_progress(table.round.tournament)
    assert (progress.missing, progress.unconfirmed) == (0, 3)


def test_of_a_match_to_points_only_the_last_board_is_offered_to_be_undone(played, sara, client_of):
    table = played("a-punti")
    record(table, sara, (8, 3), (7, 4))
    scorer, grid = client_of(sara), f"/tornei/{table.round.tournament.slug}/direzione/turni/1/"
    assert "Annulla il tuo ultimo: tavolo 1, smazzata 2" in text(scorer.get(grid))
    again = give(table, sara, 1, 7, 4, expected_version=1, reason="Letto male")
    assert "Annulla il tuo ultimo" not in text(scorer.get(grid))
    with pytest.raises(Refused, match="solo l’ultima smazzata"):
        undo_score(by=acting(sara), score=again)


@pytest.mark.parametrize(("boards", "target"), [(1, 6), (2, 11), (3, 17), (4, 21), (5, 26), (6, 31), (7, 36), (8, 41)])
def test_the_boards_of_the_table_always_suffice(boards, target):
    tournament = Tournament(rulebook=ONLINE, match_kind="a-punti", boards_per_round=boards)
    assert tournament.target == target
    # Without accusa eleven points are shared in each: level as long as possible, one side is there at the last.
    assert 11 * (boards - 1) <= 2 * (target - 1) < 11 * boards


def test_a_round_is_closed_without_the_boards_not_needed(played, sara):
    table = played("a-punti")
    director = make_user("dora")
    give_role(director, table.round.tournament, Role.DIRECTOR)
    record(table, sara, (11, 0), (10, 1))
    assert close_round(by=acting(director), round=table.round, **let_be(table.round)).state == "closed"


def test_boards_are_recorded_in_order_and_none_after_the_end(played, sara):
    table = played("a-punti")
    with pytest.raises(Refused, match="in ordine: manca la 1"):
        give(table, sara, 2, 8, 3)
    record(table, sara, (11, 0), (10, 1))
    with pytest.raises(Refused, match="finita prima di questa smazzata"):
        give(table, sara, 3, 8, 3, expected_version=1, reason="Giocata lo stesso")


def test_a_correction_opens_and_closes_the_boards_after_it(played, sara):
    table = played("a-punti")
    record(table, sara, (11, 0), (10, 1))
    give(table, sara, 2, 9, 2, expected_version=1, reason="Contata male")
    assert kinds(table) == ["played", "played"]
    record(table, sara, (0, 11), (5, 6), first=3)
    assert vp_and_mp(table)[1] == (12, 6)  # 25 to 19
    give(table, sara, 2, 10, 1, expected_version=2, reason="Contata bene")
    assert kinds(table) == ["played", "played", "unplayed", "unplayed"]
    kept = BoardScore.objects.filter(table=table, board__number=3, kind="played").get()
    assert (kept.points_b, kept.state) == (11, "superseded")


def test_a_board_not_played_waits_for_nobody(played, sara, client_of):
    table = played("a-punti")
    record(table, sara, (11, 0), (10, 1))
    board = table.round.boards.get(number=3)
    unplayed = BoardScore.objects.current().get(table=table, board=board)
    with pytest.raises(Refused):
        confirm_score(by=acting(sara), score=unplayed)
    page = text(client_of(sara).get(f"/tornei/{table.round.tournament.slug}/direzione/turni/1/"))
    assert page.count("non giocata") == 2


def test_players_send_only_the_boards_played(played, sara):
    table = played("a-punti")
    players = acting(players_of(table.round.tournament))
    sent = {1: Result(points_a=11, points_b=0), 2: Result(points_a=10, points_b=1)}
    with pytest.raises(Refused, match="sole smazzate giocate"):
        send_slip(by=players, table=table, line=Line.A, results={1: sent[1]}, expected_version=0)
    with pytest.raises(Refused, match="sole smazzate giocate"):
        more = sent | {3: sent[1]}
        send_slip(by=players, table=table, line=Line.A, results=more, expected_version=0)
    slip = send_slip(by=players, table=table, line=Line.A, results=sent, expected_version=0)
    again = acting(players_of(table.round.tournament), at=NOON)
    agree_slip(by=again, table=table, line=Line.B, version=slip.version)
    assert kinds(table) == ["played", "played", "unplayed", "unplayed"]


# ---- a perdere ------------------------------------------------------------------


def test_a_perdere_the_lead_is_of_whoever_made_fewer_points(played, sara):
    """17 to 27: ten points fewer over four boards are 14 to 6."""
    table = played("a-perdere-a-smazzate")
    record(table, sara, (3, 8), (4, 7), (6, 5), (4, 7))
    assert vp_and_mp(table) == {1: (14, 10), 2: (6, -10)}


def test_a_perdere_to_points_ends_when_somebody_is_there(played, sara):
    """6 to 27 after three boards: 21 fewer over four boards are 17 to 3."""
    table = played("a-perdere-a-punti")
    record(table, sara, (1, 10), (3, 8), (2, 9))
    assert kinds(table)[-1] == "unplayed"
    assert vp_and_mp(table) == {1: (17, 21), 2: (3, -21)}


# ---- opened -----------------------------------------------------------------------


@pytest.fixture
def founder(db):
    carla = make_user("carla")
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return carla


SETTINGS = {"slug": "rete", "name": "Rete", "place": "Bari", "starts_on": NOON.date(), "lot_seed": "1 2 3"}


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("", {"fine": "a-smazzate", "scopo": "vincere"}),
        ("a-punti", {"fine": "a-punti", "scopo": "vincere"}),
        ("a-perdere-a-smazzate", {"fine": "a-smazzate", "scopo": "a-perdere"}),
        ("a-perdere-a-punti", {"fine": "a-punti", "scopo": "a-perdere"}),
    ],
)
def test_it_is_opened_with_the_options_of_its_kind(founder, kind, options):
    given = SETTINGS | {"federation": make_federation(), "boards_per_round": 4, "match_kind": kind}
    made = create_tournament(by=acting(founder), rulebook=ONLINE, accusa="senza-accusa", **given)
    assert {name: made.options[name] for name in options} == options


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"match_kind": "a-perdere-a-punti", "accusa": "con-accusa"}, "A perdere si gioca senza accusa"),
        ({"match_kind": "a-chi-sa"}, "tipo di partita non esiste"),
    ],
)
def test_a_kind_that_its_code_has_not_is_refused(founder, fields, words):
    given = SETTINGS | {"federation": make_federation(), "boards_per_round": 4}
    with pytest.raises(Refused) as refused:
        create_tournament(by=acting(founder), rulebook=ONLINE, **(given | fields))
    assert words in " ".join(map(str, refused.value.messages))


def test_it_is_opened_by_the_form_and_says_its_rules(founder, client_of):
    fields = SETTINGS | {"federation": make_federation().pk, "starts_on": "2026-12-05", "game": "tressette"}
    fields |= {"rulebook": ONLINE, "boards_per_round": 4, "match_kind": "a-perdere-a-punti"}
    fields |= {"forma": "ordinario", "norme": "moderne", "accusa": "senza-accusa", "is_public": "on"}
    assert send(client_of(founder), "/nuovo-torneo/", **fields).status_code == 302
    page = text(client_of(founder).get("/tornei/rete/regole/"))
    assert "A perdere, a punti, ai 21" in page
    assert "sono i punti presi dagli avversari" in page
